"""evaluate() on nested mappings and on arrays: 6,980 queries x 1,000 documents, seven measures."""

import machine  # noqa: F401 (one thread; before NumPy)

# isort: split
from dataclasses import replace

import numpy as np
import peers_evaluate as peers
from peers_evaluate import MEASURES, means_of
from report import Report, settings
from retrieval_data import Retrieval, retrieval
from timing import Contestant, Timed, race, ratio

import ranksure as rs

OURS, PYTREC, LOOK_UPS = "ranksure", "pytrec_eval-terrier", "NumPy, relevant ids looked up"
BROADCAST, CHECKED = "NumPy broadcast", "NumPy broadcast, repeats checked"
LARGEST = "ids.max()"


def our_means(run: object, qrels: object) -> np.ndarray:
    return means_of(rs.evaluate(run, qrels, MEASURES, threads=1))


def whole(name: str, call: object, *data: object) -> Contestant:
    return Contestant(name, lambda _: call(*data), 1, least=None)  # type: ignore[operator]


def equal_means(results: dict[str, Timed], *names: str) -> None:
    for name in names:
        np.testing.assert_allclose(results[name].answer, results[OURS].answer, rtol=1e-9)


def mappings(report: Report, data: Retrieval, order: str) -> None:
    """Nested mappings with text ids."""
    run = data.text_run(np.random.default_rng(3) if order == "in no order" else None)
    qrels = data.text_qrels()
    lanes = [
        whole(OURS, our_means, run, qrels),
        whole(PYTREC, peers.pytrec, run, qrels),
        whole(LOOK_UPS, peers.look_ups, run, qrels),
    ]
    results = race(lanes, rounds=report.chosen.rounds, budget=1.0)
    report.race(f"nested mappings {order}, {data.ids.shape}", results, OURS, data.ids.size)
    equal_means(results, PYTREC, LOOK_UPS)
    times = ratio(results[PYTREC], results[OURS])
    report.goal(f"mappings {order}: faster than {PYTREC}", times, 15.0)
    times = ratio(results[LOOK_UPS], results[OURS])
    report.goal(f"mappings {order}: faster than {LOOK_UPS}", times, 3.0)


def arrays(report: Report, data: Retrieval) -> None:
    """int64 arrays; ranksure's side makes its golden set from arrays within the time."""
    ids, relevant = data.ids, data.relevant
    queries = np.arange(len(ids))

    def ours() -> np.ndarray:
        return our_means(ids, rs.Qrels.from_arrays(relevant, query_ids=queries, pad=-1))

    lanes = [
        whole(OURS, ours),
        whole(BROADCAST, peers.broadcast, ids, relevant),
        whole(CHECKED, peers.broadcast_checked, ids, relevant),
        whole(LARGEST, ids.max),
    ]
    results = race(lanes, rounds=report.chosen.rounds, budget=1.0)
    report.race(f"int64 arrays {ids.shape}", results, OURS, ids.size)
    equal_means(results, BROADCAST, CHECKED)
    refuses_a_repeat(data)
    for name, needed in ((BROADCAST, 5.0), (CHECKED, 10.0)):
        report.goal(f"arrays: faster than {name}", ratio(results[name], results[OURS]), needed)
    times = ratio(results[OURS], results[LARGEST])
    report.goal(f"arrays: times one {LARGEST}", times, 6.0, at_most=True)


def refuses_a_repeat(data: Retrieval) -> None:
    """What is timed has its checks on: one unjudged document twice in the last query is found."""
    ids = data.ids.copy()
    unjudged = ids[-1][~np.isin(ids[-1], data.relevant[-1])]
    ids[-1, ids[-1] == unjudged[-1]] = unjudged[0]
    golden = rs.Qrels.from_arrays(data.relevant, pad=-1)
    try:
        rs.evaluate(ids, golden, MEASURES, threads=1)
    except ValueError:
        return
    raise AssertionError("a document that stands twice in one list was not refused")


def golden_set(report: Report) -> None:
    """What a person waits for: a small golden set, two systems."""
    data = retrieval(500, 10, seed=5)
    qrels, run = data.text_qrels(), data.text_run()
    shuffled = np.random.default_rng(6).permuted(data.ids, axis=1)
    systems = {"one": run, "other": replace(data, ids=shuffled).text_run()}
    lanes = [
        whole(OURS, our_means, run, qrels),
        whole(PYTREC, peers.pytrec, run, qrels),
        whole(LOOK_UPS, peers.look_ups, run, qrels),
        whole(
            "ranksure compare, B = 10,000",
            lambda: rs.compare(systems, qrels, MEASURES, seed=1, threads=1),
        ),
    ]
    results = race(lanes, rounds=3 * report.chosen.rounds, budget=1.0)
    report.race("golden set of 500 queries x 10", results, OURS)
    equal_means(results, PYTREC, LOOK_UPS)


def main() -> None:
    report = Report("Evaluation", settings(__doc__))
    data = retrieval(698 if report.chosen.quick else 6_980, 1_000, seed=4)
    arrays(report, data)
    for order in ("in order of scores", "in no order"):
        mappings(report, data, order)
    golden_set(report)
    report.finish()


if __name__ == "__main__":
    main()
