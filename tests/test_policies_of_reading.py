"""The policies that act when a run or a golden set is read: order and conflicts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ranksure as rs
from policy_runs import evaluate
from ranksure.reference import preparing

CONTRADICTORY = "q Q0 a 2 9.0 t\nq Q0 b 1 1.0 t\nr Q0 x 1 1.0 t\n"


def test_ranks_against_scores(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_text(CONTRADICTORY)
    qrels = {"q": ["b"], "r": ["x"]}
    with pytest.warns(rs.PolicyWarning, match="rank column contradicts"):
        open_choice = rs.evaluate(path, qrels, "rr")
    by_score = evaluate(path, qrels, order="score")
    by_rank = evaluate(path, qrels, order="rank")
    assert open_choice["rr"].tolist() == by_score["rr"].tolist() == [0.5, 1.0]
    assert by_rank["rr"].tolist() == [1.0, 1.0]
    assert by_score.counts["rank_contradictions"] == 1
    assert by_rank.counts["rank_contradictions"] == 0
    assert "order:score" in by_score.signature and "order:rank" in by_rank.signature
    with pytest.raises(ValueError, match=r"order='rank'.*read with order='score'"):
        evaluate(rs.read_run(path, order="score"), qrels, order="rank")
    assert evaluate({"q": {"a": 1.0, "b": 2.0}}, {"q": ["b"]}, order="rank").mean() == {"rr": 0.5}
    with pytest.raises(ValueError, match="order must be one of"):
        evaluate(path, qrels, order="ranks")


@given(rows=st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 3)), min_size=1, max_size=6),
       ranks=st.lists(st.integers(1, 4), min_size=6, max_size=6))  # fmt: skip
def test_reading_settles_and_orders_as_the_reference(tmp_path_factory, rows, ranks) -> None:
    for conflicts in ("max", "first"):
        found = rs.Qrels.from_rows([("q", *row) for row in rows], conflicts=conflicts)
        assert found.judgements(0) == preparing.settled(rows, conflicts)
        first = dict(reversed(rows))
        assert found.conflicting_judgements == sum(first[d] != g for d, g in rows)
    path = tmp_path_factory.mktemp("run") / "run.txt"
    documents = [f"d{i}" for i in range(6)]
    lines = [f"q Q0 {d} {r} 1 t" for d, r in zip(documents, ranks, strict=True)]
    path.write_text("\n".join(lines))
    ranked = [document for document, _ in rs.read_run(path, order="rank").ranking(0)]
    assert ranked == preparing.by_rank(documents, ranks)


def test_conflicting_judgements(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    path.write_text("q 0 a 1\nq 0 a 3\nq 0 a 3\nq 0 b 2\n")
    run = {"q": ["a", "b"]}
    with pytest.raises(ValueError, match="conflicts="):
        evaluate(run, path)
    largest = evaluate(run, path, "dcg@1", conflicts="max")
    first = evaluate(run, path, "dcg@1", conflicts="first")
    assert (largest.mean()["dcg@1"], first.mean()["dcg@1"]) == (3.0, 1.0)
    assert largest.counts["merged_judgements"] == 2
    assert largest.counts["conflicting_judgements"] == 2
    assert "conflicts:max" in largest.signature and "conflicts:first" in first.signature
    qrels = rs.read_qrels(path, conflicts="max")
    assert "conflicts:max" in evaluate(run, qrels).signature
    with pytest.raises(ValueError, match=r"conflicts='first'.*read with conflicts='max'"):
        evaluate(run, qrels, conflicts="first")


def test_the_rank_column_of_a_frame() -> None:
    pd = pytest.importorskip("pandas")
    rows = {"qid": ["q", "q"], "document": ["a", "b"], "score": [9.0, 1.0], "rank": [1, 0]}
    frame, columns = pd.DataFrame(rows), {"query": "qid"}
    with pytest.warns(rs.PolicyWarning, match=r"a frame: .*query 'q'"):
        assert rs.Run.from_frame(frame, columns=columns).rank_contradictions == 1
    by_rank = rs.Run.from_frame(frame, columns={**columns, "score": "score"}, order="rank")
    assert by_rank.to_dict() == {"q": ["b", "a"]} and by_rank.order == "rank"
    without = rs.Run.from_frame(frame.drop(columns="rank"), columns=columns)
    assert without.rank_contradictions == 0
    renamed = frame.rename(columns={"qid": "query"})
    assert evaluate(renamed, {"q": ["b"]}, order="rank").mean() == {"rr": 1.0}
    assert evaluate(renamed, {"q": ["b"]}, order="score").counts["rank_contradictions"] == 1
    with pytest.raises(ValueError, match="needs the columns query, document, rank"):
        evaluate(renamed.drop(columns="rank"), {"q": ["b"]}, order="rank")
    with pytest.raises(TypeError, match="row 0: a rank must be a number"):
        evaluate(renamed.astype({"rank": str}), {"q": ["b"]})
