"""Scores print what trec_eval prints: its expected outputs, line by line."""

import pytest

import ranksure as rs
from agreement_trec_eval import PATH
from ranksure.measures import measure_name
from shared import shared

ALL_EXTRAS = ("runid", "num_q", "gm_map", "gm_bpref", "relstring")
NO_MEASURE = "Rprec_mult_1.00"  # Rprec is one column


def wanted(name: str) -> list[str]:
    text = (PATH / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith(NO_MEASURE)]


def measures_of(lines: list[str]) -> list[str]:
    names = dict.fromkeys(line.partition("\t")[0].strip() for line in lines)
    return [name for name in names if not name.startswith(ALL_EXTRAS)]


def scores_of(name: str, run: str, missing: str = "skip") -> rs.Scores:
    return rs.evaluate(
        rs.read_run(shared("data", "trec_eval", run), extra_fields="ignore"),
        rs.read_qrels(PATH / "qrels.test"),
        measures_of(wanted(name)),
        missing=missing,
        profile="trec_eval",
    )


def test_official() -> None:
    run = rs.read_run(shared("data", "trec_eval", "results.test"))
    scores = rs.evaluate(run, PATH / "qrels.test", "official", profile="trec_eval")
    assert run.tag == "STANDARD"
    assert scores.trec_eval() == (PATH / "out.test").read_text(encoding="utf-8")
    assert "gm_map" not in scores_of("out.comment.test", "results.test").trec_eval(extras=())


@pytest.mark.parametrize(
    ("name", "run", "missing"),
    [("out.test.aq", "results.test", "skip"), ("out.test.aqc", "results.trunc", "zero")],
)
def test_each_query(name: str, run: str, missing: str) -> None:
    scores = scores_of(name, run, missing)
    found = scores.trec_eval(per_query=True, extras=ALL_EXTRAS, runid="STANDARD").splitlines()
    assert found == wanted(name)
    assert len(found) > 300


def test_own_cut_offs() -> None:
    name = "out.test.meas_params"
    found = scores_of(name, "results.test").trec_eval(per_query=True, extras=()).splitlines()
    numbers = [line.split()[1:] for line in found]
    # its names keep the digits that were typed: utility_2,-1,0,0, 11pt_avg_.25,.5,.75
    assert numbers == [line.split()[1:] for line in wanted(name)]


def test_relstring() -> None:
    run, qrels = {"q": ["a", "b", "c", "d", "e"]}, {"q": {"a": 3, "b": -1, "d": 12, "e": 0}}
    scores = rs.evaluate(run, qrels, "map")
    text = scores.trec_eval(per_query=True, extras=("relstring_4",))
    assert text.splitlines()[1] == "relstring_4           \tq\t'3.->'"
    assert scores.trec_eval(extras=("relstring",)).startswith("map")


def test_what_it_does_not_print() -> None:
    scores = rs.evaluate({"q": ["a"]}, {"q": ["a"]}, ["ap", "ap(rel=2)"], no_relevant="zero")
    with pytest.raises(ValueError, match=r"trec_eval has no measure that is equal to 'ap\(rel=2\)"):
        scores.trec_eval()
    with pytest.raises(ValueError, match="gm_bpref needs 'bpref' among the measures"):
        rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "ap").trec_eval(extras=("gm_bpref",))
    with pytest.raises(ValueError, match="extras must be among"):
        rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "ap").trec_eval(extras=("gm",))
    with pytest.raises(TypeError, match="extras must be a list of names"):
        rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "ap").trec_eval(extras="gm_map")
    assert measure_name("ap", "trec_eval") == "map"


def test_relstring_shows_the_ranking_that_the_policies_left() -> None:
    run = {"q": {"q": 9.0, "a": 3.0, "b": 2.0, "c": 1.0}}
    qrels = {"q": {"b": 1, "c": 2}}
    for options, wanted in (({}, "--12"), ({"drop_self": True}, "-12"), ({"depth": 3}, "--1")):
        text = rs.evaluate(run, qrels, "ap", **options).trec_eval(True, extras=("relstring",))
        assert f"'{wanted}'" in text
    averaged = rs.evaluate(run, qrels, "ap", ties="average")
    with pytest.raises(ValueError, match="relstring shows one order"):
        averaged.trec_eval(True, extras=("relstring",))
