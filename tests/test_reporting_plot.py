"""The interval plot."""

import pytest

from ranksure import reporting
from results import comparison, with_row

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(
    ("ending", "magic"), [("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_plot_writes_the_format_of_the_ending(tmp_path, ending, magic):
    path = tmp_path / f"plot.{ending}"
    reporting.save_plot(comparison(systems=("old", "new", "other")), path)
    assert path.read_bytes().startswith(magic)


def test_a_dollar_sign_in_a_name_is_no_formula(tmp_path):
    reporting.save_plot(comparison(systems=("$old", "$\\broken{$")), tmp_path / "plot.svg")


def test_equal_results_give_equal_plots(tmp_path):
    for name in ("a.svg", "b.svg"):
        reporting.save_plot(comparison(), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_plot_refuses_other_endings(tmp_path):
    with pytest.raises(ValueError, match=r"\.png, \.svg, \.pdf.*plot\.jpeg"):
        reporting.save_plot(comparison(), tmp_path / "plot.jpeg")


def drawn(result):
    from ranksure.reporting.plot import draw

    figure = draw(result)
    return figure, [axes for axes in figure.axes if axes.get_visible()]


def test_plot_has_a_panel_per_measure_and_a_label_per_row():
    measures = ("recall@5", "precision@5", "rr", "ndcg@10", "hit_rate@5")
    figure, panels = drawn(comparison(measures=measures))
    assert [axes.get_title("left") for axes in panels] == list(measures)
    labels = [label.get_text() for label in panels[0].get_yticklabels()]
    assert labels == ["old", "new", "old", "new"]
    assert "seed 7" in figure.get_supxlabel()
    assert [text.get_text() for text in panels[0].texts] == [
        "all queries (n = 12)",
        "short (n = 12)",
    ]


def test_plot_fills_the_dots_whose_difference_excludes_zero():
    _, (panel,) = drawn(
        comparison(segments=(None,), measures=("rr",), systems=("a", "b", "c", "d"))
    )
    fills = [line.get_markerfacecolor() for line in panel.lines]
    assert [fill == "white" for fill in fills] == [False, False, False, True]


def test_plot_leaves_out_what_has_no_value():
    result = comparison(segments=(None,), measures=("rr",))
    lone = with_row(result, 1, mean=float("nan"), confidence_interval=None)
    _, (panel,) = drawn(lone)
    assert len(panel.lines) == 1
    nothing = with_row(lone, 0, mean=float("nan"), confidence_interval=None)
    assert len(drawn(nothing)[1][0].lines) == 0


def test_plot_leaves_no_trace_in_matplotlib(tmp_path):
    import matplotlib

    before = dict(matplotlib.rcParams)
    reporting.save_plot(comparison(), tmp_path / "plot.png")
    assert dict(matplotlib.rcParams) == before
