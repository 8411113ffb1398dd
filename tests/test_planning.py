"""How many questions: the formulas by hand, the simulation against the definition and by chance."""

import math
from statistics import NormalDist

import numpy as np
import pytest

import ranksure as rs
from ranksure.planning.pilots import of_proportion, pilot_of
from ranksure.planning.simulating import simulate
from ranksure.reference import planning as reference
from ranksure.reference.units import Unit

NORMAL = NormalDist()
Z, Z80, Z95 = NORMAL.inv_cdf(0.975), NORMAL.inv_cdf(0.8), NORMAL.inv_cdf(0.95)


def pilot_values(n=60, seed=3):
    return np.random.default_rng(seed).beta(2, 1, n).round(2)


def pilot(x, other=None, clusters=None):
    return pilot_of(x, other, None, None, clusters)


# By hand: 1.96^2 * 0.25 / 0.05^2 = 384.1; 1.96^2 * 0.16 / 0.05^2 = 245.9; and so on.
@pytest.mark.parametrize(
    ("p", "half_width", "questions"),
    [(0.5, 0.05, 385), (0.8, 0.05, 246), (0.9, 0.02, 865), (0.5, 0.03, 1068)],
)
def test_questions_for_a_proportion(p, half_width, questions):
    found = rs.plan(proportion=p, half_width=half_width, seed=1, n_resamples=2000)
    assert found.questions.formula == questions
    assert found.deviation == math.sqrt(p * (1 - p))
    assert found.questions.simulation == pytest.approx(questions, rel=0.1)


def test_questions_for_a_paired_difference():
    # Differences of +-0.1 around 0: s = 0.1 * sqrt(n / (n - 1)); (1.96 + 0.842)^2 s^2 / 0.05^2.
    x = np.tile([0.6, 0.4], 50)
    found = rs.plan(x, np.full(100, 0.5), difference=0.05, seed=1)
    assert found.deviation == pytest.approx(0.1 * math.sqrt(100 / 99))
    assert found.questions.formula == math.ceil((2.801585 * found.deviation / 0.05) ** 2) == 32
    assert found.of == "paired difference" and found.notes == ()


def test_two_systems_that_are_known_one_by_one_count_twice():
    assert rs.plan(proportion=0.5, difference=0.1, seed=1).questions.formula == math.ceil(
        2 * 0.25 * (Z + Z80) ** 2 / 0.01
    )
    single = rs.plan(pilot_values(), n=100, seed=1)
    assert single.difference.formula == pytest.approx(
        math.sqrt(2) * (Z + Z80) / Z * single.half_width.formula
    )
    assert single.difference.simulation == pytest.approx(single.difference.formula, rel=0.05)
    assert "independently" in single.notes[0]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_formulas_are_the_reference(alternative):
    a, b = pilot_values(seed=1), pilot_values(seed=2)
    found = rs.plan(a, b, difference=0.04, alternative=alternative, seed=1)
    sides = 2 if alternative == "two-sided" else 1
    z = Z if sides == 2 else Z95
    s, n = found.deviation, found.n
    assert s == pytest.approx(np.std(a - b, ddof=1))
    assert found.questions.formula == reference.questions(s, z + Z80, 0.04)
    assert found.half_width.formula == pytest.approx(reference.half_width(s, n, Z), rel=1e-12)
    assert found.difference.formula == pytest.approx(
        reference.detectable_difference(s, n, z, Z80), rel=1e-12
    )
    assert found.power_at_target.formula == pytest.approx(
        reference.power(s, n, 0.04, z, sides), rel=1e-12
    )
    assert found.power_at_target.formula >= 0.8
    assert found.pilot_error == pytest.approx(reference.pilot_error((a - b) - (a - b).mean()))


def test_the_inverse_leads_back():
    a, b = pilot_values(seed=1), pilot_values(seed=2)
    n = rs.plan(a, b, half_width=0.05, seed=1).questions.formula
    assert rs.plan(a, b, n=n, seed=1).half_width.formula <= 0.05
    assert rs.plan(a, b, n=n - 1, seed=1).half_width.formula > 0.05


def test_proportion_deviations():
    assert reference.proportion_deviation(0.8) == pytest.approx(0.4)
    assert reference.independent_difference_deviation(0.4) == pytest.approx(math.sqrt(0.32))


@pytest.mark.parametrize(("n", "m"), [(5, 5), (5, 15), (5, 7), (7, 3), (1, 4), (60, 61)])
def test_stretching_takes_rows_evenly(n, m):
    places = reference.stretched(n, m)
    counts = np.bincount(places, minlength=n)
    assert counts.sum() == m and counts.max() - counts.min() <= 1
    assert places == sorted(places)


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("n", [40, 60, 150])
def test_the_simulation_is_the_reference(n, clustered):
    x = pilot_values()
    clusters = [i // 4 if i < 40 else i for i in range(60)] if clustered else None
    known = pilot(x, clusters=clusters)
    found = simulate(known, n, 20, 7, 1)
    units = known.residuals.size
    m = n if not clustered else max(2, round(n * units / 60))
    stretched = [
        Unit(float(known.residuals[i]), float(known.sizes[i]))
        for i in reference.stretched(units, m)
    ]
    expected = [reference.lead(stretched, Z, 7, resample) for resample in range(20)]
    assert Z * found.standard_error - found.shift == pytest.approx(expected, rel=1e-9)


def test_a_set_without_spread_finds_nothing():
    assert reference.lead([Unit(0.0, 1.0), Unit(0.0, 1.0)], Z, 1, 0) == math.inf
    found = rs.plan([0.0] * 59 + [1.0], [0.0] * 60, n=10, seed=1)
    assert found.difference.simulation is None  # most sets of ten hold no difference at all
    assert found.half_width.simulation is not None


def test_simulated_width_of_the_pilot_s_size_is_that_of_the_bootstrap():
    x = np.sort(pilot_values())
    interval = rs.bootstrap(x, seed=5).confidence_interval
    found = rs.plan(x, n=60, seed=5).half_width
    assert found.simulation == pytest.approx((interval.high - interval.low) / 2, rel=1e-9)


def test_the_simulation_tells_the_power_of_a_test():
    """Sets drawn with NumPy from the same population, and tested one by one."""
    a, b = pilot_values(200, seed=1), pilot_values(200, seed=2)
    n, d = 80, 0.1
    found = rs.plan(a, b, difference=d, seed=1)
    known = pilot(a, b)
    simulated = simulate(known, n, 10_000, 1, 1).power(d, Z, 2)
    generator = np.random.default_rng(5)
    sets = generator.choice((a - b) - (a - b).mean() + d, (10_000, n))
    t = sets.mean(axis=1) / (sets.std(axis=1, ddof=1) / math.sqrt(n))
    share = np.mean(np.abs(t) > Z)
    assert abs(simulated.value - share) < 5 * math.hypot(
        simulated.error, math.sqrt(share * (1 - share) / 10_000)
    )
    assert found.power_at_target.simulation == pytest.approx(0.8, abs=0.04)


def test_the_monte_carlo_error_is_that_of_repetitions():
    repeated = [rs.plan(pilot_values(), n=100, seed=s, n_resamples=500) for s in range(60)]
    for name in ("half_width", "difference"):
        numbers = [getattr(found, name) for found in repeated]
        spread = np.std([number.simulation for number in numbers], ddof=1)
        stated = np.mean([number.monte_carlo_error for number in numbers])
        assert 0.6 < spread / stated < 1.5


def test_questions_that_repeat_each_other_count_once():
    x = pilot_values(40)
    alone = rs.plan(x, half_width=0.05, seed=1)
    thrice = rs.plan(np.repeat(x, 3), half_width=0.05, clusters=np.repeat(range(40), 3), seed=1)
    assert thrice.questions.formula == pytest.approx(3 * alone.questions.formula, abs=3)
    assert thrice.questions.simulation == pytest.approx(3 * alone.questions.simulation, rel=0.05)
    assert (thrice.pilot_n, thrice.pilot_clusters) == (120, 40)


def test_scores_runs_and_arrays_give_the_same_plan():
    golden = {f"q{i}": ["a", "b"] for i in range(30)}
    runs = [{f"q{i}": ["a", "x", "b"] if i % k else ["x", "b"] for i in range(30)} for k in (2, 3)]
    first, second = (rs.evaluate(run, golden, ["ndcg@3", "rr"]) for run in runs)
    options = {"difference": 0.1, "seed": 1}
    by_scores = rs.plan(first, second, measure="ndcg@3", **options)
    assert by_scores == rs.plan(first["ndcg@3"], second["ndcg@3"], **options)
    assert by_scores == rs.plan(*runs, qrels=golden, measure="ndcg@3", **options)
    labels = {query: query[-1] for query in first.query_ids}
    by_mapping = rs.plan(first, second, measure="rr", clusters=labels, **options)
    by_label = rs.plan(first, second, measure="rr", clusters=[*labels.values()], **options)
    assert by_mapping == by_label and by_mapping.pilot_clusters == 10


def test_queries_without_a_value_are_left_out():
    golden = {"q1": ["a"], "q2": ["a"], "q3": ["a"], "q4": {"a": 0}}
    run = {"q1": ["a"], "q2": ["x", "a"], "q3": ["x"], "q4": ["a"]}
    scores = rs.evaluate(run, golden, ["rr"], no_relevant="nan")
    assert rs.plan(scores, n=10, seed=1).pilot_n == 3


def test_threads_change_nothing():
    options = {"difference": 0.05, "seed": 1}
    one, seven = (rs.plan(pilot_values(), threads=t, **options) for t in (1, 7))
    assert one == seven


def test_too_many_questions_are_left_to_the_formula():
    found = rs.plan(proportion=0.5, half_width=0.001, seed=1)
    assert found.questions.formula == 960365 and found.questions.simulation is None
    assert "too many to simulate" in found.notes[-1]


def test_a_small_pilot_is_named():
    assert "a pilot of 10 knows little" in rs.plan(pilot_values(10), half_width=0.1).notes[-1]


def test_repr_and_text():
    found = rs.plan(proportion=0.8, half_width=0.05, seed=1)
    assert repr(found).startswith("Plan(goal='half_width', target=0.05, of='proportion'")
    assert "questions for a 95 % interval of the proportion of ± 0.05: 246 by" in str(found)


def test_of_proportion_has_rows_of_that_mean():
    known = of_proportion(0.97)
    assert known.residuals.sum() == pytest.approx(0, abs=1e-9)
    assert np.mean(known.residuals**2) == pytest.approx(0.97 * 0.03)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({}, TypeError, "one of pilot and proportion must be given, found neither"),
        ({"pilot": [0, 1], "proportion": 0.5}, TypeError, "found both"),
        ({"proportion": 0.5}, ValueError, "exactly one of half_width, difference, n"),
        ({"proportion": 0.5, "n": 9, "half_width": 0.1}, ValueError, r"\['half_width', 'n'\]"),
        ({"proportion": 50, "n": 9}, ValueError, "proportion must lie between 0 and 1"),
        ({"proportion": 0.5, "measure": "rr", "n": 9}, TypeError, "takes no measure"),
        ({"proportion": 0.5, "n": 1}, ValueError, "n must lie between 2"),
        ({"proportion": 0.5, "half_width": 0}, ValueError, "half_width must be above 0, found 0"),
        ({"proportion": 0.5, "half_width": 1e-9}, ValueError, "half_width is too small"),
        ({"proportion": 0.5, "n": 9, "power": 80}, ValueError, "power must lie between"),
        ({"proportion": 0.5, "n": 9, "power": 0.01}, ValueError, "power must be above level"),
        ({"proportion": 0.5, "n": 9, "alternative": "up"}, ValueError, "alternative must be one"),
        ({"pilot": [1, 1, 1], "n": 9}, ValueError, "the values of the pilot are all 1"),
        ({"pilot": [1, 0], "other": [1, 0], "n": 9}, ValueError, "differences .* all 0"),
        ({"pilot": [1, 0], "measure": "rr", "n": 9}, TypeError, "measure is for Scores"),
        ({"pilot": [1, 0], "other": [1, 0, 1], "n": 9}, ValueError, "2 and 3 values"),
        ({"pilot": [1, math.nan], "n": 9}, ValueError, "position 1"),
        ({"pilot": [1, 0], "clusters": {"a": 1}, "n": 9}, TypeError, "clusters of an array"),
        ({"pilot": [1, 0], "clusters": [1, 1], "n": 9}, ValueError, "at least 2 clusters"),
    ],
)
def test_refusals(arguments, error, text):
    with pytest.raises(error, match=text):
        rs.plan(**arguments)


def test_refusals_of_scores():
    golden = {"q1": ["a"], "q2": ["b"]}
    run = {"q1": ["a"], "q2": ["a", "b"]}
    scores = rs.evaluate(run, golden, ["rr", "recall@1"])
    with pytest.raises(TypeError, match=r"one of the measures rr, recall@1"):
        rs.plan(scores, n=9)
    with pytest.raises(TypeError, match="both be Scores"):
        rs.plan(scores, [1, 0], measure="rr", n=9)
    with pytest.raises(ValueError, match="query 'q2' has no cluster"):
        rs.plan(scores, measure="rr", clusters={"q1": 1}, n=9)
    with pytest.raises(ValueError, match="different golden sets"):
        rs.plan(scores, rs.evaluate(run, {"q1": ["a"]}, ["rr"]), measure="rr", n=9)
