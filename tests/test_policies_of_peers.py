"""Profiles and averaged ties against pytrec_eval and scikit-learn, where these are installed."""

import random

import pytest

import ranksure as rs


def test_averaged_ndcg_is_that_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    for seed in range(300):
        rng = random.Random(seed)
        n = rng.randrange(2, 30)
        documents = [f"d{i}" for i in range(n)]
        grades = [rng.choice([0, 0, 1, 2, 3.5]) for _ in documents]
        scores = [float(rng.randrange(rng.choice([1, 3, 20]))) for _ in documents]
        for k in (1, 3, 10, 40):
            names = [f"ndcg@{k}", f"dcg@{k}"]
            found = rs.evaluate(
                {"q": dict(zip(documents, scores, strict=True))},
                {"q": dict(zip(documents, grades, strict=True))},
                names,
                ties="average",
                no_relevant="zero",
            )
            wanted = metrics.ndcg_score([grades], [scores], k=k, ignore_ties=False)
            assert found[names[0]][0] == pytest.approx(wanted, rel=1e-12, abs=1e-15)
            wanted = metrics.dcg_score([grades], [scores], k=k, ignore_ties=False)
            assert found[names[1]][0] == pytest.approx(wanted, rel=1e-12, abs=1e-15)


NAMES = {"map": "ap", "ndcg_cut_5": "ndcg@5", "P_5": "precision@5", "recall_5": "recall@5",
         "recip_rank": "rr", "success_1": "hit_rate@1", "Rprec": "r_precision",
         "map_cut_5": "ap@5"}  # fmt: skip


def generated(rng: random.Random) -> tuple[dict, dict]:
    """A run and qrels with ties, unjudged and missing queries, negative grades, own ids."""
    ids = [f"d{i}" for i in range(12)] + ["q0", "q1"]
    run = {
        f"q{q}": {d: float(rng.randrange(4)) for d in rng.sample(ids, rng.randrange(1, 12))}
        for q in range(6)
        if rng.random() < 0.8
    }
    qrels = {
        f"q{q}": {d: rng.choice([-1, 0, 0, 1, 2]) for d in rng.sample(ids, rng.randrange(1, 9))}
        for q in range(7)
        if rng.random() < 0.9
    }
    return run, qrels


@pytest.mark.parametrize("profile", ["trec_eval", "beir"])
def test_profiles_give_what_pytrec_eval_gives(profile: str) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    compared = 0
    for seed in range(300):
        run, qrels = generated(random.Random(seed))
        if not set(run) & set(qrels):
            continue
        found = rs.evaluate(run, qrels, list(NAMES), profile=profile)
        if profile == "beir":  # what EvaluateRetrieval does before it calls pytrec_eval
            run = {q: {d: s for d, s in r.items() if d != q} for q, r in run.items()}
            qrels = {q: {d: g for d, g in r.items() if d != q} for q, r in qrels.items()}
            # an empty answer or golden query is one that pytrec_eval cannot be asked about
            qrels = {q: r for q, r in qrels.items() if r}
            run = {q: r for q, r in run.items() if r}
        wanted = pytrec_eval.RelevanceEvaluator(qrels, set(NAMES)).evaluate(run)
        assert set(wanted) <= set(found.query_ids)
        if profile == "trec_eval":
            assert set(wanted) == set(found.query_ids)
        for row, query in enumerate(found.query_ids):
            for name in NAMES if query in wanted else ():
                assert found[name][row] == pytest.approx(wanted[query][name], rel=1e-12), name
                compared += 1
    assert compared > 5000
