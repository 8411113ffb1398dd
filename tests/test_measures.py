"""Values worked out by hand, and what holds for every ranking."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure.measure_kinds import DIVERSITY_KINDS
from ranksure.measures import KINDS
from ranksure.reference import evaluating

# Relevant a (grade 2), d and f; judged not relevant b and e; c is unjudged; g (3) is not retrieved,
# m is in the pool but not judged.
RANKED = ["a", "b", "c", "m", "d", "e", "f"]
GRADES = {"a": 2, "b": 0, "d": 1, "e": 0, "f": 1, "g": 3, "m": -1}
LOG3, LOG5, LOG6 = math.log2(3), math.log2(5), math.log2(6)
IDEAL = 3 + 2 / LOG3 + 1 / 2 + 1 / LOG5
REACHED = 2 + 1 / LOG6 + 1 / 3

VALUES = {
    "num_ret": 7, "num_rel": 4, "num_rel_ret": 3, "num_rel_ret@5": 2, "num_rel(rel=2)": 2,
    "num_nonrel_judged_ret": 2, "num_ret(judged_only=True)": 6,
    "set_precision": 3 / 7, "set_recall": 3 / 4, "set_relative_precision": 3 / 4,
    "set_ap": 9 / 28, "set_f1": 2 * (3 / 7) * (3 / 4) / (3 / 7 + 3 / 4),
    "set_f(beta=2)": 5 * (3 / 7) * (3 / 4) / (4 * 3 / 7 + 3 / 4),
    "f(beta=2)@5": 5 * (2 / 5) * (2 / 4) / (4 * 2 / 5 + 2 / 4),
    "judged@3": 2 / 3, "hole@3": 1 / 3, "unjudged@4": 2 / 4, "unjudged@10": 2 / 10,
    "utility": 3 - 4, "utility(weights=[2,-1,-3,1], n_documents=100)": 6 - 4 - 3 + (100 - 8),
    "r_precision": 1 / 4, "r_precision(times=0.5)": 1 / 2, "r_precision(times=2)": 3 / 8,
    # d: one other judged non-relevant above, f: two, of min(2, 4)
    "bpref": (1 + (1 - 1 / 2) + (1 - 2 / 2)) / 4,
    "bpref(rel=2)": 1 / 2,
    "iprec@0": 1, "iprec@0.25": 1, "iprec@0.5": 3 / 7, "iprec@0.75": 3 / 7, "iprec@1": 0,
    "iprec_mean(levels=[0,0.5,1])": (1 + 3 / 7 + 0) / 3,
    "accuracy": 1 - (0 + 3 + 4) / (3 * 4), "accuracy@5": 1 - (0 + 3) / (2 * 3),
    "bin_g": (1 / 1 + 1 / LOG5 + 1 / LOG6) / 4,
    "yaap": math.log((1 + (1 + 2 / 5 + 3 / 7)) / (1 + 4 - (1 + 2 / 5 + 3 / 7))),
    "rbp(p=0.5)": 0.5 * (1 + 0.5**4 + 0.5**6),
    "rbp(p=0.5)@5": 0.5 * (1 + 0.5**4),
    'rbp(p=0.5, gain="graded")': 0.5 * (2 + 0.5**4 + 0.5**6) / 3,
    "rbp_residual(p=0.5)": 0.5**7 + 0.5 * (0.5**2 + 0.5**3),
    "err": 3 / 8 + 5 / 8 * (1 / 8) / 5 + 5 / 8 * (7 / 8) * (1 / 8) / 7,
    "nerr@2": (3 / 8) / (7 / 8 + 1 / 8 * (3 / 8) / 2),
    "dcg": REACHED, "ideal_dcg": IDEAL, "ndcg": REACHED / IDEAL,
    "dcg(base=3)": REACHED * LOG3,
    "ndcg(gains={2:5})": (5 + 1 / LOG6 + 1 / 3) / (5 + 3 / LOG3 + 1 / 2 + 1 / LOG5),
    "ndcg(judged_only=True)": (2 + 1 / LOG5 + 1 / math.log2(7)) / IDEAL,
    "sdcg@2": 2 / (3 + 3 / LOG3),
    "ndcg_rel": (
        2 / 3 + (2 + 1 / LOG6) / IDEAL + REACHED / IDEAL + REACHED / IDEAL
    ) / 4,
    # the ideal gain falls behind ranks 1, 2 and 4
    "rndcg": (2 / 3 + 2 / (3 + 2 / LOG3) + 2 / IDEAL + REACHED / IDEAL) / 4,
    # cost 3, 5, 6, 7, 8, 9, 10; gained 2, 2, 2, 2, 3, 3, 4
    "g": (2 / math.log2(2 + 3 - 2) + 1 / math.log2(2 + 8 - 3) + 1 / math.log2(2 + 10 - 4)) / 7,
    "inst(max_grade=4)@1": 2 / 4,
    "insq(max_grade=4)@2": (2 / 4) / (1 + (2 / 3) ** 2),
    "bpm(max_grade=4, T=0.5)@3": 2 / 4, "bpm(max_grade=4)@3": (2 / 4) / 3,
    "nerr8(max_grade=4)@2": (2 / 4) / (1 + 1 / 2),
    "nerr9(max_grade=4)@2": (2 / 4) / (1 + 1 / 4),
    "nerr10(p=0.5, max_grade=4)@2": (2 / 4) / (1 + 1 / 4),
    "nerr11(max_grade=4)@2": (2 / 4) / (1 + (2 / 3) ** 2 / 2),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_values_by_hand(name: str) -> None:
    found = rs.evaluate({"q": RANKED}, {"q": GRADES}, name).values[0, 0]
    assert found == pytest.approx(VALUES[name], rel=1e-14)


def test_compat_by_hand() -> None:
    # ideal: b a c; the ranking a x b; common to the tops: 0, 1, 2; ideal with itself 1, 1, 1
    scores = rs.evaluate({"q": ["a", "x", "b"]}, {"q": {"a": 1, "b": 2, "c": 1}},
                         ["compat(p=0.5)", "compat(p=0.5, normalize=False)"])  # fmt: skip
    wanted = (0 + 0.5 * 1 / 2 + 0.25 * 2 / 3) / 1.75
    assert scores.values[0].tolist() == pytest.approx([wanted, wanted])


def test_infap_by_hand() -> None:
    e = 0.00001
    at_d = 1 / 5 + 4 / 5 * (3 / 4) * (1 + e) / (2 + 2 * e)  # a, b judged above, m in the pool
    at_f = 1 / 7 + 6 / 7 * (5 / 6) * (2 + e) / (4 + 2 * e)
    found = rs.evaluate({"q": RANKED}, {"q": GRADES}, "infap").values[0, 0]
    assert found == pytest.approx((1 + at_d + at_f) / 4, rel=1e-14)


def test_nothing_wrong_is_an_accuracy_of_one() -> None:
    assert rs.evaluate({"q": ["a"]}, {"q": ["a", "b"]}, "accuracy").values[0, 0] == 1.0
    assert rs.evaluate({"q": ["x"]}, {"q": ["a", "b"]}, "accuracy").values[0, 0] == 0.0


# --- what holds for every ranking -------------------------------------------------------------

DOCUMENTS = [f"d{i}" for i in range(8)]
grades = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(0, 3), min_size=1)
rankings = st.permutations([*DOCUMENTS, "x", "y"])
NOT_IN_ONE = {
    "dcg", "dcg_exp", "ideal_dcg", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret",
    "utility", "yaap",
}  # fmt: skip
# Perfect for the ideal ranking of all judged documents.
PERFECT = [
    "recall_cap@3", "rr", "ap", "ndcg", "ndcg@3", "ndcg_exp@3", "bpref", "iprec@1",
    "iprec_mean", "accuracy", "bin_g", "ndcg_rel", "rndcg", "nerr@3", "compat(p=0.9)", "nerr",
    "set_recall", "hit_rate@1", "r_precision", "g",
]  # fmt: skip
# Measures that never lose when a document with more gain takes a better place.
MONOTONE = [
    "recall@3", "precision@3", "hit_rate@3", "rr", "ap", "ap@3", "ndcg", "ndcg_exp@3", "dcg",
    "f1@3", "r_precision", "bpref", "iprec@0.4", "iprec_mean", "rbp(p=0.8)", "recall_cap@3",
    'rbp(p=0.5, gain="graded", max_grade=3)', "accuracy", "sdcg(max_grade=3)@3", "bin_g", "yaap",
    "insq(max_grade=3)@20", "inst(max_grade=3)@20", "compat(p=0.9)", "num_rel_ret@3",
]  # fmt: skip


def every_kind() -> list[str]:
    """A name of each kind."""
    behind = {"k": "@3", "k?": "", "": "", "level": "@0.4"}
    scaled = {kind: "max_grade=3" for kind in KINDS if "max_grade" in KINDS[kind].parameters}
    scaled |= {"rbp": "p=0.8", "rbp_residual": "p=0.8", "compat": "p=0.8", "f": "beta=2",
               "set_f": "beta=2", "nerr10": "p=0.9, max_grade=3"}  # fmt: skip
    return [
        kind + (f"({scaled[kind]})" if kind in scaled else "") + behind[KINDS[kind].at]
        for kind in KINDS
        if kind not in DIVERSITY_KINDS
    ]


def values(ranked: list[str], judged: dict[str, float], names: list[str]) -> dict[str, float]:
    scores = rs.evaluate({"q": ranked}, {"q": judged}, names, no_relevant="zero")
    return dict(zip(names, scores.values[0].tolist(), strict=True))


@settings(deadline=None)
@given(rankings, grades)
def test_values_lie_between_zero_and_one(ranked: list[str], judged: dict[str, float]) -> None:
    names = [name for name in every_kind() if name.split("(")[0].split("@")[0] not in NOT_IN_ONE]
    for name, value in values(ranked, judged, names).items():
        assert 0 <= value <= 1 + 1e-12, name


@settings(deadline=None)
@given(grades)
def test_the_ideal_ranking_is_perfect(judged: dict[str, float]) -> None:
    if max(judged.values()) < 1:
        return
    ranked = sorted(judged, key=lambda document: -judged[document])
    for name, value in values(ranked, judged, PERFECT).items():
        best = _sum_of_best_g(judged) if name == "g" else 1.0
        assert value == pytest.approx(best, abs=1e-12), name


def _sum_of_best_g(judged: dict[str, float]) -> float:
    """g of an ideal ranking: the cost of a rank is what was gained, but at least 1."""
    gains = sorted((g for g in judged.values() if g > 0), reverse=True)
    return sum(g / math.log2(2) for g in gains) / sum(gains)


@settings(deadline=None)
@given(rankings, grades, st.data())
def test_a_better_place_never_costs(
    ranked: list[str], judged: dict[str, float], data: st.DataObject
) -> None:
    lower = data.draw(st.integers(1, len(ranked) - 1))
    above, below = (judged.get(document, 0) for document in ranked[lower - 1 : lower + 1])
    if not above < below:
        return
    better = [*ranked]
    better[lower - 1 : lower + 1] = better[lower], better[lower - 1]
    before, after = values(ranked, judged, MONOTONE), values(better, judged, MONOTONE)
    for name in MONOTONE:
        assert after[name] >= before[name] - 1e-12, name


@settings(deadline=None)
@given(rankings, grades, st.sampled_from([2.0, 0.5, 3.0]))
def test_scale_of_the_grades(ranked: list[str], judged: dict[str, float], factor: float) -> None:
    """nDCG and its kin do not see the unit of the grades."""
    scaled = {document: grade * factor for document, grade in judged.items()}
    names = ["ndcg", "ndcg@3", "ndcg_rel", "rndcg", "compat(p=0.9)"]
    before, after = values(ranked, judged, names), values(ranked, scaled, names)
    assert after == pytest.approx(before)
    graded = ['rbp(p=0.5, gain="graded")', "sdcg@3", "inst@5", "nerr8@5"]
    assert values(ranked, scaled, graded) == pytest.approx(values(ranked, judged, graded))


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from([0.0, 1.0]), min_size=1),
    grades,
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_input_does_not_matter(scores, judged, random) -> None:
    names = every_kind()
    documents = [*scores]
    random.shuffle(documents)
    turned = {document: scores[document] for document in documents}
    found = [
        rs.evaluate({"q": run}, {"q": judged}, names, no_relevant="zero").values
        for run in (scores, turned)
    ]
    assert np.array_equal(*found)


@settings(deadline=None)
@given(rankings, grades)
def test_condensed_lists_are_rankings_of_judged_documents(ranked, judged) -> None:
    names = [n for n in every_kind() if "judged_only" in KINDS[n.split("(")[0].split("@")[0]][1]]
    condensed = [document for document in ranked if document in judged]
    wanted = values(condensed, judged, names)
    for name in names:
        head, opened, rest = name.partition("(")
        kind, _, at = name.partition("@")
        asked = f"{kind}(judged_only=True)" + (f"@{at}" if at else "")
        if opened:
            asked = f"{head}(judged_only=True, {rest}"
        assert values(ranked, judged, [asked])[asked] == wanted[name], asked


def test_an_empty_ranking_gives_what_the_golden_set_gives() -> None:
    names = every_kind()
    scores = rs.evaluate({"q": [], "r": ["a"]}, {"q": {"a": 3}, "r": {"a": 3}}, names)
    kept = {name for name, value in zip(names, scores.values[0], strict=True) if value != 0}
    kinds = {name.split("(")[0].split("@")[0] for name in kept}
    # utility of nothing is 0 by its weights, yaap ln(1 / 2)
    assert kinds == {"precision_ceiling", "num_rel", "ideal_dcg", "rbp_residual", "yaap"}


def test_reference_measures_one_ranking() -> None:
    assert evaluating.measured("ap(rel=2)@3", ["x", "a"], {"a": 2}) == 0.5
