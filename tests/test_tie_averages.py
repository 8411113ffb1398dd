"""ties="average": closed forms against the literal mean over every order, and what is refused."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from every_measure import MEASURES
from ranksure.reference import averages, evaluating, measures
from ranksure.reference.tied_orders import TooManyOrders, literal, over_orders, tied_ranking

CLOSED = [name for name in MEASURES if hasattr(averages, evaluating.parse(name)[0])]

grades = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 7.0])
runs = st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from([0.0, 1.0, 2.0]), max_size=5)
judgements = st.dictionaries(st.sampled_from("abcdefghi"), grades, min_size=1, max_size=9)
queries = st.sampled_from(["q1", "q2"])
depths = st.sampled_from([None, 1, 2, 4])


def test_most_measures_have_a_closed_form() -> None:
    assert len(CLOSED) > 60


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=30, deadline=None)
@given(run=runs, judged=judgements, depth=depths)
def test_averages_are_the_mean_over_every_order(name, run, judged, depth) -> None:
    tied = tied_ranking(list(run), list(run.values()), depth)

    def measure(ranked, grades):
        return evaluating.measured(name, ranked, grades)

    if not evaluating.has_relevant(name, judged):
        return
    wanted = literal(measure, tied, judged)
    found = evaluating.averaged(name, tied, judged)
    assert math.isclose(found, wanted, rel_tol=1e-13, abs_tol=1e-14)
    tried = over_orders(measure, tied, judged)
    assert math.isclose(tried, wanted, rel_tol=1e-15, abs_tol=1e-16)


@settings(max_examples=200, deadline=None)
@given(
    run=st.dictionaries(queries, runs, min_size=1),
    qrels=st.dictionaries(queries, judgements, min_size=1),
    depth=depths,
    threads=st.sampled_from([1, 2, 7]),
)
def test_the_core_averages_as_the_reference_does(run, qrels, depth, threads) -> None:
    run.setdefault(min(qrels), {})
    options = {"ties": "average", "depth": depth, "no_relevant": "zero", "missing": "zero"}
    found = rs.evaluate(run, qrels, MEASURES, threads=threads, **options)
    wanted = evaluating.evaluate(
        {q: (list(r), list(r.values())) for q, r in run.items()}, qrels, found.measures, **options
    )
    assert np.array_equal(np.array(list(wanted.values())), found.values)


def test_the_literal_mean_is_exact() -> None:
    tied = tied_ranking(list("abcd"), [1.0] * 4)
    wanted = (1 + Fraction(1, 2) + Fraction(1, 3) + Fraction(1, 4)) / 4
    assert literal(measures.rr, tied, {"c": 1}, None) == float(wanted)


def exact_chances(n: int, m: int) -> list[Fraction]:
    """Chance that the first of m relevant documents among n stands at each rank."""
    return [Fraction(math.comb(n - rank, m - 1), math.comb(n, m)) for rank in range(1, n + 1)]


@pytest.mark.parametrize(("n", "m"), [(1000, 1), (1000, 7), (1000, 999), (5000, 300)])
def test_a_list_of_equal_scores_is_exact_however_long(n: int, m: int) -> None:
    run = {"q": {f"d{i}": 1.0 for i in range(n)}}
    qrels = {"q": {f"d{i}": 1 for i in range(m)}}
    k = n // 3
    names = ["rr", f"hit_rate@{k}", f"recall@{k}", "ap", "ndcg", f"f1@{k}", f"rr@{k}"]
    found = dict(zip(names, rs.evaluate(run, qrels, names, ties="average").values[0], strict=True))
    first = exact_chances(n, m)
    expected = Fraction(m * k, n)
    among = Fraction(m - 1, n - 1)
    wanted = {
        "rr": sum(p / rank for rank, p in enumerate(first, 1)),
        f"rr@{k}": sum(p / rank for rank, p in enumerate(first[:k], 1)),
        f"hit_rate@{k}": 1 - Fraction(math.comb(n - m, k), math.comb(n, k)),
        f"recall@{k}": expected / m,
        f"f1@{k}": 2 * expected / (k + m),
        "ap": sum((1 + (rank - 1) * among) / rank for rank in range(1, n + 1)) / n,
        "ndcg": Fraction(m, n)
        * sum(Fraction(1 / math.log2(rank + 1)) for rank in range(1, n + 1))
        / sum(Fraction(1 / math.log2(rank + 1)) for rank in range(1, m + 1)),
    }
    for name, value in wanted.items():
        assert math.isclose(found[name], float(value), rel_tol=1e-12), name


def test_the_order_of_the_input_and_the_threads_change_no_bit() -> None:
    rng = random.Random(5)
    names = ["rr", "ap", "ndcg@7", "ndcg_exp", "hit_rate@3", "recall@10", "judged@9", "f1@4"]
    qrels = {
        f"q{q}": {f"d{rng.randrange(90)}": rng.choice([-1, 0.25, 1, 2, 3.3]) for _ in range(30)}
        for q in range(150)
    }
    run = {q: [(f"d{i}", float(rng.randrange(6))) for i in range(60)] for q in qrels}
    first = rs.evaluate(run, qrels, names, ties="average", threads=1)
    assert first.counts["tied_queries"] == 150
    for threads in (2, 7):
        for documents in run.values():
            rng.shuffle(documents)
        again = rs.evaluate(run, qrels, names, ties="average", threads=threads)
        assert np.array_equal(again.values, first.values)


def test_without_equal_scores_it_is_the_measure_itself() -> None:
    rng = random.Random(8)
    run = {f"q{q}": {f"d{i}": rng.random() for i in range(40)} for q in range(50)}
    qrels = {q: {f"d{rng.randrange(60)}": rng.choice([0, 1, 2]) for _ in range(20)} for q in run}
    names = ["rr", "ap", "ndcg@7", "ndcg_exp", "hit_rate@3", "recall@10", "set_f1@5", "dcg"]
    plain = rs.evaluate(run, qrels, names, no_relevant="zero")
    averaged = rs.evaluate(run, qrels, names, ties="average", no_relevant="zero")
    assert np.array_equal(plain.values, averaged.values)
    ranked = {q: list(documents) for q, documents in run.items()}
    for ties in ("trec", "average"):
        again = rs.evaluate(ranked, qrels, names, ties=ties, no_relevant="zero")
        assert again.counts["tied_queries"] == 0


def test_a_repeated_document_counts_once_among_its_equals() -> None:
    run = {"q": [("a", 1.0), ("b", 1.0), ("a", 1.0), ("a", 0.5), ("c", 0.5)]}
    found = rs.evaluate(run, {"q": {"a": 1, "c": 1}}, ["rr", "ap"], ties="average",
                        duplicates="first")  # fmt: skip
    once = rs.evaluate({"q": [("b", 1.0), ("a", 1.0), ("c", 0.5)]}, {"q": {"a": 1, "c": 1}},
                       ["rr", "ap"], ties="average")  # fmt: skip
    assert np.array_equal(found.values, once.values) and found.counts["duplicates"] == 2


def test_scores_verify_under_average() -> None:
    run = {"q": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.0}, "r": {"x": 1.0, "y": 1.0}}
    qrels = {"q": {"b": 2, "d": 1}, "r": {"y": 1}, "s": {"z": 1}}
    scores = rs.evaluate(run, qrels, ["ap", "ndcg", "rr@2"], ties="average", missing="zero")
    assert "ties:average" in scores.signature and scores.verify().ok
    assert any("averaged over their orders" in note for note in scores.notes)


def test_what_has_too_many_orders_to_try() -> None:
    many = tied_ranking([f"d{i}" for i in range(9)], [1.0] * 9)
    with pytest.raises(TooManyOrders):
        over_orders(measures.rr, many, {"d3": 1}, None)
    alike = over_orders(measures.rr, many, {f"d{i}": 1 for i in range(9)}, None)
    assert alike == 1.0
    pairs = tied_ranking([f"d{i}" for i in range(40)], [float(i // 2) for i in range(40)])
    with pytest.raises(TooManyOrders):
        over_orders(measures.rr, pairs, {f"d{i}": 1 for i in range(0, 40, 2)}, None)


def test_what_is_refused_is_named() -> None:
    for n, relevant in ((9, [3]), (40, range(0, 40, 2))):
        scores = [1.0] * n if n == 9 else [float(i // 2) for i in range(n)]
        run = {"other": {"x": 1.0}, "q": dict(zip(map(str, range(n)), scores, strict=True))}
        qrels = {"q": [str(i) for i in relevant], "other": ["x"]}
        assert len(rs.evaluate(run, qrels, ["ap", "err"], ties="average")) == 2
        with pytest.raises(ValueError, match=r"ties='average': bpref of query 'q'"):
            rs.evaluate(run, qrels, ["ap", "bpref"], ties="average")
    alike = {"q": {str(i): 1.0 for i in range(9)}}
    assert rs.evaluate(alike, {"q": {"a": 1}}, "bpref", ties="average").mean() == {"bpref": 0.0}
    few = {"q": {str(i): 1.0 for i in range(8)}}
    assert rs.evaluate(few, {"q": {"1": 1, "2": 0}}, "bpref", ties="average").values[0, 0] == 0.5


def exact_err(chances: list[Fraction], n: int) -> Fraction:
    """Of one group: the mean over orders from elementary symmetric sums of 1 - chance."""
    sums = [Fraction(1)] + [Fraction(0)] * n
    for goes_on in [1 - c for c in chances] + [Fraction(1)] * (n - len(chances)):
        for j in range(n, 0, -1):
            sums[j] += goes_on * sums[j - 1]
    passes = [s / math.comb(n, j) for j, s in enumerate(sums)]
    return sum((passes[j - 1] - passes[j]) / j for j in range(1, n + 1))


@pytest.mark.parametrize(("n", "m"), [(60, 1), (60, 25), (200, 120)])
def test_err_of_a_long_list_of_equal_scores_is_exact(n: int, m: int) -> None:
    run = {"q": {f"d{i}": 1.0 for i in range(n)}}
    judged = {f"d{i}": 1 + i % 3 for i in range(m)}
    found = rs.evaluate(run, {"q": judged}, "err(max_grade=3)", ties="average").values[0, 0]
    wanted = exact_err([Fraction(2**g - 1, 8) for g in judged.values()], n)
    assert math.isclose(found, float(wanted), rel_tol=1e-12)
