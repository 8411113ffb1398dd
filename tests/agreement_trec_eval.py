"""Agreement with trec_eval's own tests: each expected output of version 10.0, line by line."""

from collections.abc import Iterator

import ranksure as rs
from agreement_tally import DATA, Tally

FOLDER = "trec_eval"
PATH = DATA / FOLDER
# Text, and values that exist only over all queries.
NO_COLUMN = ("runid", "relstring", "relstring_20", "num_q", "gm_map", "gm_bpref")
SUMMED = ("num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret")
OURS = {"rbp": 'rbp(p=0.9, gain="graded")'}  # its default persistence
BEFORE = "expected_before_2023_v9.0.8/out.test.aq"
TRUNCATED = (
    "Version 9.0.8 takes floor(level * R + 0.9) relevant documents for a recall level, 10.0 and "
    "ranksure the nearest whole number."
)
RESIDUAL = (
    "All of rbp is open for a query that was not answered, so that the residual is 1; trec_eval "
    "gives 0 where no unjudged document was retrieved."
)
SCALE = (
    "trec_eval divides grades by the largest of the query (4, 3 and 2 here), `rbp` by the largest "
    "of the golden set."
)
EXPECTED = {
    "out.test.aql": [(f"{q} rbp", SCALE) for q in ("302", "303", "all")],
    "out.test.aqc": [(f"{q} rbp_resid", RESIDUAL) for q in ("302", "all")],
    "out.test.aqcM": [(f"{q} rbp_resid", RESIDUAL) for q in ("302", "all")],
    BEFORE: [
        (value, TRUNCATED)
        for value in (
            "301 iprec_at_recall_0.10", "302 iprec_at_recall_0.60", "302 11pt_avg",
            "all iprec_at_recall_0.10", "all iprec_at_recall_0.60", "all 11pt_avg",
        )
    ],
}  # fmt: skip


def lines(name: str) -> Iterator[tuple[str, str, str]]:
    """Measure, query ("all" for the summary) and value of each line of an expected output."""
    for line in (PATH / name).read_text(encoding="utf-8").splitlines():
        measure, query, value = map(str.strip, line.split("\t"))
        if measure not in NO_COLUMN:
            yield measure, query, value


def compare(
    tally: Tally, name: str, run: rs.Run, golden: rs.Qrels, *, missing: str = "skip", rel: int = 1
) -> Tally:
    """Every value of an expected output, whose options are ours: -c is ``missing``, -l ``rel``."""
    tally.expected = {f"{name} {where}": reason for where, reason in EXPECTED.get(name, [])}
    expected = list(lines(name))
    ours = {measure: _ours(measure, rel) for measure, _, _ in expected}
    scores = rs.evaluate(run, golden, ours.values(), missing=missing, no_relevant="zero")
    place = {str(query): row for row, query in enumerate(scores.query_ids)}
    for measure, query, value in expected:
        column = scores[ours[measure]]
        if query != "all":
            found = float(column[place[query]])
        else:
            found = float(column.sum() if measure in SUMMED else column.mean())
        tally.printed(f"{name} {query} {measure}", value, found, 0 if "." not in value else 4)
    return tally


def _ours(measure: str, rel: int) -> str:
    name = OURS.get(measure, measure)
    if rel == 1 or name.startswith(("ndcg", "Rndcg", "G", "unj", "rbp", "num_ret")):
        return name
    return f"{name}(rel={rel})"


def trec_eval() -> list[Tally]:
    return [*_plain(), *_truncated(), _comments(), _before()]


def _tally(what: str, note: str = "") -> Tally:
    return Tally(FOLDER, what, note)


def _plain() -> Iterator[Tally]:
    run, golden = rs.read_run(PATH / "results.test"), rs.read_qrels(PATH / "qrels.test")
    for name, what in (
        ("out.test", "`official`"),
        ("out.test.a", "`all_trec`, summary"),
        ("out.test.aq", "`all_trec`, each query"),
        ("out.test.meas_params", "own cut-offs, levels, weights and gains"),
    ):
        yield compare(_tally(f"{name}: {what}"), name, run, golden)
    levels = rs.read_qrels(PATH / "qrels.rel_level")
    aql = _tally("out.test.aql: -l2", "names with `(rel=2)`")
    yield compare(aql, "out.test.aql", run, levels, rel=2)


def _truncated() -> Iterator[Tally]:
    golden = rs.read_qrels(PATH / "qrels.test")
    run = rs.read_run(PATH / "results.trunc", extra_fields="ignore")
    note = 'what stands behind field 6 is ignored (`extra_fields="ignore"`)'
    aqc = _tally('out.test.aqc: -c, `missing="zero"`', note)
    yield compare(aqc, "out.test.aqc", run, golden, missing="zero")
    short = _top(run, 100)
    aqcm = _tally("out.test.aqcM: -c -M100", "the run cut at 100 documents")
    yield compare(aqcm, "out.test.aqcM", short, golden, missing="zero")


def _top(run: rs.Run, k: int) -> rs.Run:
    """The first k documents of each ranking in trec_eval's order."""
    cut = {}
    for row, query in enumerate(run.query_ids.tolist()):
        ranked = sorted(run.ranking(row), key=lambda d: (d[1], str(d[0]).encode()), reverse=True)
        cut[query] = dict(ranked[:k])
    return rs.Run.from_dict(cut)


def _comments() -> Tally:
    tally = _tally("out.comment.test, and qrels.test.with-comments", 'read with `comment="#"`')
    run = rs.read_run(PATH / "results.comment.test.gz", comment="#")
    golden = rs.read_qrels(PATH / "qrels.comment.test", comment="#")
    compare(tally, "out.comment.test", run, golden)
    golden = rs.read_qrels(PATH / "qrels.test.with-comments", comment="#")
    return compare(tally, "out.test", rs.read_run(PATH / "results.test"), golden)


def _before() -> Tally:
    run, golden = rs.read_run(PATH / "results.test"), rs.read_qrels(PATH / "qrels.test")
    return compare(_tally("out.test.aq of version 9.0.8"), BEFORE, run, golden)
