"""Diversity measures: by hand, against their definition, and against ndeval where it is there."""

import gzip
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure import _core
from ranksure.reference import evaluating

JUDGED = {"q": {"1": ["a", "b"], "2": ["a"], "3": {"c": 1, "d": 0}, "4": {"d": 0}}}
MEASURES = [
    "alpha_dcg@3", "alpha_ndcg@3", "alpha_ndcg(alpha=0.3)@2", "err_ia@2", "err_ia(alpha=1)@5",
    "nerr_ia(rel=2)@3", "nrbp(beta=0.5)", "nrbp(alpha=0.1, beta=0.9)", "nnrbp(beta=0.8)", "ap_ia",
    "ap_ia(judged_only=True)", "precision_ia@2", "st_recall@3", "st_recall(judged_only=True)@1",
    "alpha_ndcg(alpha=0, judged_only=True)@4", "ndcg@3", "ap", "recall@2",
]  # fmt: skip


def test_values_worked_out_by_hand() -> None:
    # N = 3: subtopic 4 has no relevant document. b gains 1; x nothing; a 1/2 + 1; c 1.
    scores = rs.evaluate(
        {"q": ["b", "x", "a", "c"]},
        rs.DiversityQrels.from_dict(JUDGED),
        ["st_recall@1", "st_recall@3", "precision_ia@3", "ap_ia", "alpha_dcg@3", "alpha_ndcg@3",
         "err_ia@3", "nerr_ia@3", "nrbp", "nnrbp", "alpha_dcg@1", "recall@3"],
    )  # fmt: skip
    log3 = math.log2(3)
    gained, by_rank = 1 + 1.5 / 2, 1 + 1.5 / 3
    ideal = [2, 1, 0.5]  # a (two subtopics), c, b (half of subtopic 1)
    wanted = [
        1 / 3,
        2 / 3,
        3 / (3 * 3),
        ((1 + 2 / 3) / 2 + 1 / 3 + 1 / 4) / 3,
        gained / (3 + 1.5 / log3 + 0.75 / 2),
        gained / (ideal[0] + ideal[1] / log3 + ideal[2] / 2),
        by_rank / (3 + 1.5 / 2 + 0.75 / 3),
        by_rank / (2 + 1 / 2 + 0.5 / 3),
        (1 + 1.5 / 4 + 1 / 8) * 0.75 / 3,
        (1 + 1.5 / 4 + 1 / 8) / (2 + 1 / 2 + 0.5 / 4),
        1 / 3,
        2 / 3,
    ]
    assert scores.values[0] == pytest.approx(wanted, abs=1e-15)
    assert scores.verify().ok


ids = st.sampled_from(["a", "b", "c", "d", "é", "10", "9", "100"])
names = st.sampled_from(["1", "2", "10", "ü"])
grades = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0])
judgements = st.dictionaries(names, st.dictionaries(ids, grades, min_size=1), min_size=1)
rankings = st.dictionaries(ids, st.sampled_from([-1.0, 0.0, 0.5, 2.0]))


@settings(max_examples=300, deadline=None)
@given(
    run=st.dictionaries(st.sampled_from(["q1", "q2"]), rankings),
    judged=st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), judgements, min_size=1),
    ties=st.sampled_from(["trec", "stable"]),
    no_relevant=st.sampled_from(["zero", "one", "nan"]),
    threads=st.sampled_from([1, 2, 7]),
)
def test_values_have_the_bits_of_the_definition(run, judged, ties, no_relevant, threads) -> None:
    run.setdefault(min(judged), {})
    qrels = rs.DiversityQrels.from_dict(judged)
    found = rs.evaluate(
        run, qrels, MEASURES, ties=ties, missing="zero", no_relevant=no_relevant, threads=threads
    )
    by_document = {
        query: {
            document: {s: grade[document] for s, grade in subtopics.items() if document in grade}
            for document in {d for grade in subtopics.values() for d in grade}
        }
        for query, subtopics in judged.items()
    }
    wanted = evaluating.evaluate(
        {q: (list(r), list(r.values())) for q, r in run.items()},
        by_document,
        MEASURES,
        ties=ties,
        no_relevant=no_relevant,
    )
    assert list(wanted) == list(found.query_ids)
    assert np.array_equal(np.array(list(wanted.values())), found.values, equal_nan=True)
    assert found.verify().ok


def test_every_kind_is_measured_here() -> None:
    assert {evaluating.parse(m)[0] for m in MEASURES} >= set(_core.diversity_kinds)


def test_1000_topics_agree_with_ndeval() -> None:
    ndeval = pytest.importorskip("pyndeval", reason="pyndeval is not installed")
    cuts = {"alpha_dcg": "alpha-DCG", "alpha_ndcg": "alpha-nDCG", "err_ia": "ERR-IA",
            "nerr_ia": "nERR-IA", "precision_ia": "P-IA", "st_recall": "strec"}  # fmt: skip
    named = {f"{ours}@{k}": f"{theirs}@{k}" for ours, theirs in cuts.items() for k in (1, 2, 5, 20)}
    named |= {"nrbp": "NRBP", "nnrbp": "nNRBP", "ap_ia": "MAP-IA"}
    # ndeval divides by the best that could be from the second rank on
    for name in ("alpha_dcg@1", "err_ia@1"):
        del named[name]
    rng = random.Random(7)
    rows, run = [], {}
    for topic in range(1000):
        documents = [f"d{i}" for i in range(rng.randint(1, 30))]
        rows += [
            (f"{topic}", str(subtopic), document, rng.choice([0, 0, 1]))
            for document in documents
            if rng.random() < 0.7
            for subtopic in rng.sample(range(6), rng.randint(1, 4))
        ]
        run[f"{topic}"] = rng.sample(documents, rng.randint(1, len(documents)))
    qrels = rs.DiversityQrels.from_rows(rows)
    scores = rs.evaluate(run, qrels, list(named), no_relevant="zero")
    theirs = ndeval.RelevanceEvaluator(rows, list(named.values())).evaluate(
        [(q, d, float(-i)) for q, ranked in run.items() for i, d in enumerate(ranked)]
    )
    for row, query in enumerate(scores.query_ids):
        # ndeval's nNRBP is 0 / 0 where nothing is relevant; here no_relevant decides
        wanted = np.nan_to_num([theirs[query][name] for name in named.values()])
        assert scores.values[row] == pytest.approx(wanted, rel=1e-12, abs=1e-15), query


def test_names_of_other_tools() -> None:
    qrels = rs.DiversityQrels.from_dict(JUDGED)
    scores = rs.evaluate({"q": ["a"]}, qrels, ["alpha-nDCG@20", "NRBP(alpha=0.25)", "StRecall@5"])
    assert scores.measures == (
        "alpha_ndcg@20", "nrbp(alpha=0.25, beta=0.5)", "st_recall@5",
    )  # fmt: skip
    assert scores["NRBP(alpha=0.25)"].shape == (1,)
    assert rs.measure_name("alpha-nDCG@20", "ir_measures") == "alpha_nDCG@20"
    for wrong in ("alpha_ndcg(alpha=2)@5", "nrbp(beta=1)", "nrbp@5", "alpha_ndcg"):
        with pytest.raises(ValueError, match=r"alpha|beta|cut-off"):
            rs.evaluate({"q": ["a"]}, qrels, wrong)


def test_what_is_judged_without_subtopics_is_refused() -> None:
    with pytest.raises(ValueError, match="'alpha_ndcg@10' needs judgements for subtopics"):
        rs.evaluate({"q": ["a"]}, {"q": ["a"]}, ["ap", "alpha_ndcg@10"])


def test_policies_reach_the_subtopics() -> None:
    judged = {**JUDGED, "a": {"1": ["a", "b"], "2": ["c"]}}
    qrels = rs.DiversityQrels.from_dict(judged)
    run = {"q": ["x", "a", "c"], "a": {"a": 3.0, "c": 2.0, "b": 1.0}}
    run["q"] = dict(zip(run["q"], [3.0, 2.0, 1.0], strict=True))
    for options in ({"topics": ["q"]}, {"drop_self": True}, {"depth": 2}, {"topics": ["a"]}):
        scores = rs.evaluate(run, qrels, MEASURES, no_relevant="zero", **options)
        assert scores.verify().ok, options
    own = rs.evaluate(run, qrels, ["st_recall@1", "precision_ia@2"], drop_self=True)
    assert own.values[0].tolist() == [
        0.5,
        0.5,
    ]  # document a left query a
    assert rs.evaluate(run, qrels, "st_recall@9", depth=1).values.tolist() == [[0.5], [0.0]]
    with pytest.raises(ValueError, match=r"ties='average': measure 'alpha_ndcg@5' has no average"):
        rs.evaluate(run, qrels, ["ap", "alpha_ndcg@5"], ties="average")
    with pytest.raises(ValueError, match="group= takes a golden set without subtopics"):
        rs.evaluate(run, qrels, "ap", group={"a": "page"})


def test_files(tmp_path) -> None:
    path = tmp_path / "qrels.diversity.gz"
    path.write_bytes(
        gzip.compress(b"q 1 a 1\r\nq 1 b 1\nq\t2 a 1\n\nq 3 c 1\nq 3 d 0\nq 4 d 0\nq 1 a 1")
    )
    found = rs.read_diversity_qrels(path)
    written = rs.DiversityQrels.from_dict(JUDGED)
    assert found.fingerprint == written.fingerprint and found.merged_judgements == 1
    assert found.to_dict() == {"q": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.0}}
    assert found.subtopic_judgements(0)["d"] == {"3": 0.0, "4": 0.0}
    changed = rs.DiversityQrels.from_dict({"q": {**JUDGED["q"], "4": {"d": 1}}})
    moved = rs.DiversityQrels.from_dict({"q": {"1": ["a", "b"], "2": ["a"], "4": ["c"]}})
    assert len({written.fingerprint, changed.fingerprint, moved.fingerprint}) == 3
    integers = rs.DiversityQrels.from_rows([("q", 1, 5, 1), ("q", 2, 6, 2), ("q", 1, 6, 0)])
    assert integers.subtopic_judgements(0) == {5: {"1": 1.0}, 6: {"1": 0.0, "2": 2.0}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q 1 a 1\nq 1 a 0\n", ":2: query 'q', subtopic '1', document 'a': grade 0.0, but 1.0"),
        ("q 1 a\n", ":1: a line must have 4 fields .query subtopic document grade., found 3"),
        ("q 1 a one\n", ":1: a grade must be a number, found 'one'"),
        ("q 1 a nan\n", ":1: .*a grade must be finite"),
        ("\n", "the file is empty"),
        ("# c\nq 1 a 1\n", ":1: a line must have 4 fields"),
    ],
)
def test_wrong_files_are_named_with_their_line(tmp_path, text, message) -> None:
    (tmp_path / "bad.qrels").write_text(text)
    with pytest.raises(ValueError, match=rf"bad\.qrels.*{message}|{message}"):
        rs.read_diversity_qrels(tmp_path / "bad.qrels")


def test_conflicts_and_other_wrong_input() -> None:
    rows = [("q", "1", "a", 0), ("q", "2", "a", 0), ("q", "1", "a", 2)]
    for conflicts, grade in (("max", 2.0), ("first", 0.0)):
        qrels = rs.DiversityQrels.from_rows(rows, conflicts=conflicts)
        assert qrels.subtopic_judgements(0) == {"a": {"1": grade, "2": 0.0}}
        assert qrels.to_dict() == {"q": {"a": grade}}
    with pytest.raises(ValueError, match="row 2: query 'q', subtopic '1'"):
        rs.DiversityQrels.from_rows(rows)
    with pytest.raises(ValueError, match=r"row 0 must be .query, subtopic"):
        rs.DiversityQrels.from_rows([("q", "a", 1)])
    with pytest.raises(TypeError, match="query 'q': judgements must map subtopics"):
        rs.DiversityQrels.from_dict({"q": ["a"]})
    with pytest.raises(TypeError, match="query 'q', subtopic '1': documents must be"):
        rs.DiversityQrels.from_dict({"q": {"1": "a"}})
