"""Names of measures: every spelling is read, the canonical one reads back, errors help."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure.measure_kinds import DIVERSITY_KINDS
from ranksure.measures import FAMILIES, KINDS, Measure, measure_name, parse_measure, parse_measures

SPELLINGS = {
    # trec_eval
    "map": "ap", "map_cut_100": "ap@100", "P_5": "precision@5", "recall_1000": "recall@1000",
    "recip_rank": "rr", "Rprec": "r_precision", "Rprec_mult_0.20": "r_precision(times=0.2)",
    "iprec_at_recall_0.10": "iprec@0.1", "11pt_avg": "iprec_mean", "infAP": "infap",
    "11pt_avg_.25,.5,.75": "iprec_mean(levels=[0.25,0.5,0.75])", "success_10": "hit_rate@10",
    "utility_2,-1,0,0": "utility(weights=[2,-1,0,0])", "utility_1,-1,0,0": "utility",
    "ndcg_1=3,2=9,4=4.5": "ndcg(gains={1:3,2:9,4:4.5})", "ndcg_cut_10": "ndcg@10",
    "relative_P_5": "recall_cap@5", "set_P": "set_precision", "set_F": "set_f1",
    "set_map": "set_ap", "set_relative_P": "set_relative_precision", "unj_20": "unjudged@20",
    "binG": "bin_g", "G": "g", "Rndcg": "rndcg", "rbp_resid": "rbp_residual(p=0.9)",
    "map_cut_10(rel=2)": "ap(rel=2)@10", "set_F_4": "set_f(beta=2)",
    # ir_measures
    "AP(rel=2)@100": "ap(rel=2)@100", "nDCG(dcg='exp-log2')@10": "ndcg_exp@10",
    "nDCG(gains={1:3,2:2})@5": "ndcg(gains={1:3})@5", "RR(judged_only=True)":
    "rr(judged_only=True)", "ERR@20": "err(max_grade=4)@20", "RBP(rel=1)": "rbp(p=0.8)",
    "SetP(relative=True)": "set_relative_precision", "SetF(beta=4)": "set_f(beta=2)",
    "NumRet(rel=2)": "num_rel_ret(rel=2)", "INST(max_rel=3,T=2.0)": "inst(max_grade=3, T=2)@1000",
    "RBP(p=0.5)": 'rbp(p=0.5, gain="graded")', "Compat": "compat(p=0.95)",
    "NERR10(max_rel=3)": "nerr10(p=0.9, max_grade=3)@1000", "IPrec@0.3": "iprec@0.3",
    "SDCG(max_rel=3)@10": "sdcg(max_grade=3)@10", "P(rel=1)@10": "precision@10",
    # ranx
    "mrr@10": "rr@10", "r-precision": "r_precision", "hits@10": "num_rel_ret@10",
    "ndcg_burges@10": "ndcg_exp@10", "rbp.95": "rbp(p=0.95)", "map@100-l2": "ap(rel=2)@100",
    "r-precision-l3": "r_precision(rel=3)",
    # by hand
    "hit_rate_3": "hit_rate@3", "f(beta=1)@5": "f1@5",
    "rbp(p=0.5, gain=graded)": 'rbp(p=0.5, gain="graded")', "rr(judged_only=true)":
    "rr(judged_only=True)", "relative_precision@5": "recall_cap@5",
}  # fmt: skip


@pytest.mark.parametrize("name", SPELLINGS)
def test_spellings(name: str) -> None:
    assert parse_measure(name).name == SPELLINGS[name]


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    kind = draw(st.sampled_from(sorted(KINDS)))
    at, allowed = KINDS[kind]
    number = st.one_of(st.integers(1, 50).map(float), st.floats(0.5, 50))
    values = {
        "rel": number, "p": st.floats(0.01, 0.99), "base": st.integers(2, 99), "beta": number,
        "alpha": st.floats(0, 1),
        "T": number, "times": number, "max_grade": number, "n_documents": st.integers(0, 10**9),
        "normalize": st.booleans(), "like": st.just("trec_eval"),
        "judged_only": st.sampled_from([False, True, "trec_eval"]),
        "gains": st.dictionaries(number, number, min_size=1, max_size=3).map(
            lambda d: tuple(sorted((a, b) for a, b in d.items() if a != b))),
        "levels": st.lists(st.floats(0, 1), min_size=1, max_size=3).map(tuple),
        "weights": st.tuples(number, number, number, number),
        "gain": st.just("binary"),
    }  # fmt: skip
    if kind in ("nrbp", "nnrbp"):
        values["beta"] = st.floats(0, 0.99)
    given_values = {
        n: draw(values[n])
        for n in allowed
        if n == "p" or (n == "beta" and "alpha" in allowed) or draw(st.booleans())
    }
    if kind == "rbp":
        given_values.pop("max_grade", None)
        given_values.pop("like", None)  # of graded gain
    if kind in DIVERSITY_KINDS and given_values.get("judged_only") == "trec_eval":
        given_values["judged_only"] = True
    if kind in ("f", "set_f") and given_values.get("beta", 1) == 1:
        given_values["beta"] = 2.0
    if at == "level":
        return Measure(kind, level=draw(st.floats(0, 1)), **given_values)
    k = draw(st.integers(1, 10**6)) if at == "k" or (at == "k?" and draw(st.booleans())) else None
    return Measure(kind, k, **given_values)


@settings(max_examples=500, deadline=None)
@given(measures())
def test_canonical_names_read_back(measure: Measure) -> None:
    assert parse_measure(measure.name) == measure


@settings(max_examples=300, deadline=None)
@given(measures(), st.sampled_from(["trec_eval", "ir_measures", "ranx"]))
def test_names_of_other_tools_read_back(measure: Measure, tool: str) -> None:
    try:
        name = measure_name(measure.name, tool)
    except ValueError:  # this tool has no such measure
        return
    again = parse_measure(name)
    assert again.kind == measure.kind and again.k == measure.k


@pytest.mark.parametrize(
    ("name", "trec_eval", "ir_measures", "ranx"),
    [
        ("ap", "map", "AP", "map"),
        ("ap@10", "map_cut_10", "AP@10", "map@10"),
        ("ap(rel=2)@10", None, "AP(rel=2)@10", "map@10-l2"),
        ("ndcg_exp@10", None, "nDCG(dcg='exp-log2')@10", "ndcg_burges@10"),
        ("iprec@0.1", "iprec_at_recall_0.10", "IPrec@0.1", None),
        ("iprec@0.123", None, "IPrec@0.123", None),
        ("rbp(p=0.95)", None, "RBP(rel=1,p=0.95)", "rbp.95"),
        ("err(max_grade=4)@10", None, "ERR@10", None),
        ("err(max_grade=3)@10", None, None, None),
        ("set_f(beta=2)", "set_F_4", "SetF(beta=4)", None),
        ("utility(weights=[2,-1,0,0])", "utility_2,-1,0,0", None, None),
        ("inst(max_grade=3)@1000", None, "INST(max_rel=3)", None),
        ("inst(max_grade=3)@10", None, None, None),
        ("ndcg(judged_only=True)", None, "nDCG(judged_only=True)", None),
        ("hole@10", None, None, None),
        ("set_f1@10", None, None, None),
        ("r_precision(times=2)", "Rprec_mult_2.00", None, None),
        ("rndcg", "Rndcg", None, None),
        ('rndcg(like="trec_eval")', "Rndcg", None, None),
        ('rbp(p=0.9, gain="graded", like="trec_eval")', "rbp", None, None),
        ('rbp(p=0.8, gain="graded", like="trec_eval")', "rbp_p=0.8", None, None),
        ('ap(judged_only="trec_eval")', None, None, None),
    ],
)
def test_printed_names(
    name: str, trec_eval: str | None, ir_measures: str | None, ranx: str | None
) -> None:
    tools = {"trec_eval": trec_eval, "ir_measures": ir_measures, "ranx": ranx}
    for tool, wanted in tools.items():
        if wanted is None:
            with pytest.raises(ValueError, match=f"{tool} has no measure that is equal to"):
                measure_name(name, tool)
        else:
            assert measure_name(name, tool) == wanted
    assert measure_name(name) == name


def test_families() -> None:
    for family in FAMILIES:
        assert [m.name for m in parse_measures(family)] == list(FAMILIES[family])
    assert len(parse_measures("official")) == 27  # with 3 counts, without runid, num_q, gm_map
    assert len(parse_measures(["rag", "recall@5", "set"])) == 14


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("recalls@5", "did you mean 'recall@5'"),
        ("ndgc@10", "did you mean 'ndcg@10'"),
        ("recall", "needs a cut-off, as in 'recall@10'"),
        ("inst", "needs a cut-off, as in 'inst@1000'"),
        ("iprec", "needs a recall level, as in 'iprec@0.1'"),
        ("iprec@2", "recall level in measure 'iprec@2' must lie between 0 and 1, found 2"),
        ("rbp", r"needs p, as in 'rbp\(p=0.8\)'"),
        ("rbp(p=1)", "p in measure .* must lie between 0 and 1"),
        ("rbp(p=0.5, max_grade=3)", "unknown parameter 'max_grade'"),
        ("bpref@10", "bpref has no cut-off"),
        ("recall@1.5", "the cut-off must be a whole number from 1 on, found '1.5'"),
        ("inst@10000000", "from 1 to 1000000"),
        ("ap(rel=x)", "rel in measure .* must be a number, found 'x'"),
        ("ap(relevance=2)", "unknown parameter 'relevance'; allowed is rel=, judged_only="),
        ("ndcg(rel=2)", "a threshold rel has no meaning for ndcg"),
        ("ndcg(base=10)", "unknown parameter 'base'"),
        ("ap(2)", "parameters are written name=value"),
        ("ap(rel=2", "a parenthesis is opened and not closed"),
        ("ndcg(gains={1:-3})", "gains in measure .* must lie between 0 and"),
        ("dcg(base=1)", "base in measure .* must be a whole number from 2 on"),
        ("rbp(p=0.5, gain=linear)", 'must be "binary" or "graded"'),
        ("utility(weights=[1,2])", "must be four numbers"),
        ("ap(judged_only=1)", "must be True or False"),
        ("", "unknown measure ''"),
        ("ap(rel=__import__('os'))", "parameters are written name=value"),
    ],
)
def test_errors(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_measure(name)


def test_the_scale_comes_from_the_golden_set_and_is_named() -> None:
    run, qrels = {"q": ["a", "b"]}, {"q": {"a": 3, "b": 1}}
    scores = rs.evaluate(run, qrels, ["err@2", "err(max_grade=3)@2", 'rbp(p=0.5,gain="graded")'])
    assert scores.measures == ("err(max_grade=3)@2", 'rbp(p=0.5, gain="graded", max_grade=3)')
    assert scores["err@2"][0] == scores["err(max_grade=3)@2"][0] == 7 / 8 + 1 / 8 * (1 / 8) / 2
    with pytest.raises(KeyError, match="was not evaluated"):
        scores["err@3"]
    with pytest.raises(ValueError, match="takes grades up to 2, found 3 for query 'q'"):
        rs.evaluate(run, qrels, "err(max_grade=2)")


def test_a_parameter_stands_once_and_parentheses_are_closed() -> None:
    with pytest.raises(ValueError, match="the parameter 'rel' stands there twice"):
        parse_measure("ap(rel=2,rel=3)")
    with pytest.raises(ValueError, match="a parenthesis is opened and not closed"):
        parse_measure("ap(rel=2")
