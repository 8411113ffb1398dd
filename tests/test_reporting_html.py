"""The page of a comparison: nothing but itself, in a real browser, with the numbers of Python."""

import json
import re
import shutil

import numpy as np
import pytest

import ranksure as rs
from ranksure import reporting
from shared import ROOT

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")
HELP_CENTRE = ROOT / "examples" / "help_centre"
HOSTILE = '</script><script>alert("x")</script>&<b>$\\frac{1}{2}$'
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def result():
    runs = {name: HELP_CENTRE / f"{name}.jsonl" for name in ("keyword", "vector", "hybrid")}
    golden, measures = HELP_CENTRE / "golden.jsonl", ["recall@5", "ndcg@10"]
    return rs.compare(runs, golden, measures, by="segment", seed=1, n_resamples=500)


def large(n_systems=60, n_queries=5_000):
    rng = np.random.default_rng(1)
    qrels = {f"query-{q:05}": {f"document-{q}-{d}": 1 for d in range(6)} for q in range(n_queries)}
    runs = {
        f"system-{s:02}": {
            query: [
                str(d) for d in rng.permutation([*documents, *(f"x{i}" for i in range(6))])[:10]
            ]
            for query, documents in qrels.items()
        }
        for s in range(n_systems)
    }
    return rs.compare(runs, qrels, ["ndcg@10"], seed=1, n_resamples=200)


def test_replicates_are_those_of_the_intervals(result):
    for (system, measure), drawn in result.replicates(["vector"]).items():
        row = next(
            r for r in result.rows if (r.segment, r.measure, r.system) == (None, measure, system)
        )
        low, high = np.quantile(drawn, [0.025, 0.975])
        found = row.difference_interval
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


def test_names_are_escaped():
    runs = {HOSTILE: {HOSTILE: [HOSTILE, "x"]}, "b\x00\n": {HOSTILE: ["x", HOSTILE]}}
    page = reporting.to_html(rs.compare(runs, {HOSTILE: [HOSTILE]}, ["rr"], seed=1))
    assert "alert(" in page
    assert "<script>alert" not in page
    assert page.count("<script") == 2
    assert (
        json.loads(re.search(r'id="data">(.*?)</script>', page)[1])["queries"][0]["id"] == HOSTILE
    )


def test_the_page_names_no_other_place(result):
    page = reporting.to_html(result)
    found = set(re.findall(r"https?://[^\"' <)]+", page))
    assert found <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page == reporting.to_html(result)


def test_details_must_be_other_systems(result):
    with pytest.raises(ValueError, match="details"):
        reporting.to_html(result, details=["keyword"])


def test_latex(result):
    text = reporting.to_latex(result)
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 2
    assert r"\textbf{$+$0.120 [$+$0.0" in text
    assert r"\textit{identifier}" in text
    names = {HOSTILE: [0.0, 1.0], "a_b": [1.0, 1.0]}
    assert r"a\_b" in reporting.to_latex(rs.compare(names, seed=1))


@pytest.fixture(scope="module")
def browser():
    api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("Chromium is absent")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser, tmp_path):
    """A function that opens a result's page and fails on whatever the console or network shows."""
    troubles = []

    def open_page(result, width=1280, scheme="light"):
        path = tmp_path / "page.html"
        reporting.save_html(result, path)
        assert path.stat().st_size < 5_000_000
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda r: r.url.startswith("file:") or troubles.append(r.url))
        page.goto(path.as_uri())
        return page

    yield open_page
    assert troubles == []


def column(page, table, place):
    cells = page.locator(f"#{table} tbody tr:not([hidden]) > :nth-child({place})")
    return cells.all_inner_texts()


def test_every_number_is_that_of_python(opened, result):
    page = opened(result)
    values = page.eval_on_selector_all(
        "#results tbody tr", "rows => rows.map(r => [...r.cells].map(c => c.dataset.value ?? null))"
    )
    for row, shown in zip(result.rows, values, strict=True):
        assert [int(shown[3]), float(shown[4])] == [row.n, row.mean]
        assert (None if shown[5] is None else float(shown[5])) == row.difference
    page.select_option("#system", label="hybrid")
    page.select_option("#measure", label="ndcg@10")
    expected = {str(r.query): r for r in result.queries("hybrid", "ndcg@10")}
    seen = set()
    while True:
        for line in page.locator("#perquery tbody tr").all():
            query = line.locator("th").evaluate("cell => cell.firstChild.textContent")
            row, cells = expected[query], line.locator("td").all_inner_texts()
            assert cells[:3] == [row.segment, f"{row.baseline:.3f}", f"{row.value:.3f}"]
            sign = "" if row.difference == 0 else "+"
            assert cells[3] == f"{row.difference:{sign}.3f}"
            assert cells[4].split("\n") == [str(d) for d in row.relevant]
            assert [x for x in cells[5].split("\n") if x] == list(row.found)
            assert [x for x in cells[6].split("\n") if x] == list(row.lost)
            seen.add(query)
        if page.locator("#next").is_disabled():
            break
        page.click("#next")
    assert seen == set(expected)


def test_sorting_and_filtering_by_click_and_by_keyboard(opened, result):
    page = opened(result)
    header = page.locator("#results thead button", has_text="difference")
    header.click()
    header.click()
    assert header.locator("..").get_attribute("aria-sort") == "descending"
    assert column(page, "results", 3)[0] == "vector"
    page.fill("[data-filter=results]", "ndcg identifier")
    assert len(column(page, "results", 1)) == 3
    button = page.locator("#perquery thead button", has_text="query")
    button.focus()
    page.keyboard.press("Enter")
    assert column(page, "perquery", 1)[0].startswith("q001")
    page.keyboard.press("Enter")
    assert column(page, "perquery", 1)[0].startswith("q098")
    page.fill("#search", "TB-4012")
    assert len(column(page, "perquery", 1)) == 1
    page.fill("#search", "")
    page.select_option("#kind", "won")
    assert all(text.startswith("+") for text in column(page, "perquery", 5))


CONTRAST = """() => {
  const canvas = c => c.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = e => { for (; e; e = e.parentElement) {
    const c = canvas(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
    return [255, 255, 255]; };
  return [...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.disabled
      && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
    .map(e => { const style = getComputedStyle(e);
      const colour = e.closest("svg") ? style.fill : style.color;
      const [a, b] = [light(canvas(colour)), light(behind(e))].sort((x, y) => y - x);
      return [(a + 0.05) / (b + 0.05), e.tagName, colour]; })
    .filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_contrast_and_width(opened, result, width, scheme):
    page = opened(result, width, scheme)
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_sixty_systems_and_five_thousand_queries(opened):
    page = opened(large(), 390)
    assert page.locator("#results tbody tr").count() == 60
    assert page.locator("#range").inner_text() == "1 to 50 of 5000"
    page.fill("#search", "query-04321")
    assert len(column(page, "perquery", 1)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
