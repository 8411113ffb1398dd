"""The terminal table."""

import io

import pytest

from ranksure import reporting
from ranksure.replicates import ConfidenceInterval
from results import DIFFERING, VERIFIED, comparison, interval, summary, with_row


def test_table_of_a_comparison():
    expected = """\
recall@5   n  mean [95 % interval]   difference to baseline     win/tie/loss
────────────────────────────────────────────────────────────────────────────
all queries
  old     12  0.500 [0.250, 0.750]                 baseline
  new     12  0.750 [0.500, 1.000]  +0.250 [+0.125, +0.375]  ▲         9/1/2
short
  old     12  0.500 [0.250, 0.750]                 baseline
  new     12  0.750 [0.500, 1.000]  +0.250 [+0.125, +0.375]  ▲         9/1/2

▲▼ interval of the paired difference excludes 0 (2 comparisons, not corrected)
95 % intervals: percentile bootstrap over queries, 10,000 resamples, seed 7
note: new: 2 queries have equal scores
verified: 6 of 6 values and 8 of 8 resampled means equal, bit for bit
ties:trec|golden:0123456789abcdef
"""
    assert reporting.to_text(comparison(measures=("recall@5",)), VERIFIED) == expected


def test_table_of_a_summary():
    expected = """\
new        n  mean [90 % interval]  standard error
──────────────────────────────────────────────────
recall@5  12  0.500 [0.250, 0.750]           0.125
rr        12  0.625 [0.375, 0.875]           0.125

90 % intervals: percentile bootstrap over queries, 500 resamples, seed 7
ties:trec
"""
    assert reporting.to_text(summary()) == expected


def test_summary_puts_the_segments_of_a_measure_together():
    lines = reporting.to_text(summary((None, "short"))).splitlines()
    assert [line.split("  ")[0].strip() or line.split()[0] for line in lines[2:8]] == [
        "recall@5",
        "all",
        "short",
        "rr",
        "all",
        "short",
    ]


@pytest.mark.parametrize(("difference", "sign"), [(0.25, "▲"), (-0.25, "▼"), (0.0, "")])
def test_a_sign_marks_an_interval_without_zero(difference, sign):
    result = with_row(
        comparison(segments=(None,), measures=("rr",)),
        1,
        difference=difference,
        difference_interval=interval(difference, 0.125),
    )
    table, legend = reporting.to_text(result).split("\n\n")
    assert [mark for mark in "▲▼" if mark in table] == list(sign)
    assert legend.startswith("▲▼ interval" if sign else "no interval of a paired difference")


def test_an_interval_that_touches_zero_is_not_marked():
    touching = ConfidenceInterval(0.0, 0.5)
    result = with_row(
        comparison(segments=(None,), measures=("rr",)), 1, difference_interval=touching
    )
    assert "▲" not in reporting.to_text(result)
    assert "+0.250 [ 0.000, +0.500]" in reporting.to_text(result)


def test_a_bound_below_zero_keeps_its_sign():
    nearly = ConfidenceInterval(-0.5, -0.0001)
    result = with_row(comparison(segments=(None,), measures=("rr",)), 1, difference_interval=nearly)
    assert "[-0.500, -0.000]  ▼" in reporting.to_text(result)


def test_narrow_intervals_get_a_fourth_decimal_everywhere():
    result = with_row(summary(), 0, confidence_interval=interval(0.5, 0.001))
    assert "0.5000 [0.4990, 0.5010]" in reporting.to_text(result)
    assert "0.6250 [0.3750, 0.8750]" in reporting.to_text(result)


def test_no_width_and_no_interval_are_explained():
    constant = with_row(summary(), 0, confidence_interval=interval(0.5, 0), degenerate=True)
    assert "†0.500 [0.500, 0.500]" in reporting.to_text(constant)
    assert "† all queries gave the same value" in reporting.to_text(constant)
    single = with_row(summary(), 0, n=1, confidence_interval=None, standard_error=None)
    assert "0.500 [–]" in reporting.to_text(single)
    assert "[–] no interval" in reporting.to_text(single)
    assert "†" not in reporting.to_text(summary())


def test_a_failed_verification_is_said_plainly():
    assert "NOT verified: 5 of 6 values" in reporting.to_text(summary(), DIFFERING)
    assert "NOT verified: 5 of 6 values" in reporting.to_markdown(summary(), DIFFERING)


def test_numbers_are_never_cut_in_a_narrow_terminal():
    result = comparison(systems=("a rather long name of a system", "new"), measures=("rr",))
    narrow = reporting.to_text(result, width=40)
    assert narrow.count("+0.250 [+0.125, +0.375]  ▲") == 2
    assert "a rather" in narrow
    assert "…" not in narrow


@pytest.mark.parametrize("width", [80, 100, 120])
def test_a_usual_comparison_fits_the_terminal(width):
    result = comparison(systems=("keyword", "vector", "hybrid"))
    assert max(map(len, reporting.to_text(result, width=width).splitlines())) <= width


def test_ascii_signs_only():
    text = reporting.to_text(comparison(), ascii=True)
    assert text.isascii()
    assert "^" in text


def test_brackets_in_names_are_no_markup():
    assert "[bold]new" in reporting.to_text(comparison(systems=("old", "[bold]new")))


def test_print_table_writes_plain_text_to_a_file():
    file = io.StringIO()
    reporting.print_table(comparison(), file=file)
    assert file.getvalue() == reporting.to_text(comparison())
    assert "\x1b" not in file.getvalue()


def test_print_table_colours_a_terminal(monkeypatch):
    for name in ("NO_COLOR", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    file = Terminal()
    reporting.print_table(comparison(), file=file)
    assert "\x1b[1;32m+0.250 [+0.125, +0.375]" in file.getvalue()
