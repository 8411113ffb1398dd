"""Agreement with trec_eval's own tests: each expected output of version 10.0, line by line."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import ranksure as rs
from agreement_tally import DATA, Tally

FOLDER = "trec_eval"
PATH = DATA / FOLDER
# Text, and values that exist only over all queries.
NO_COLUMN = ("runid", "relstring", "relstring_20", "num_q", "gm_map", "gm_bpref")
SUMMED = ("num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret")
TRUNCATED = (
    "Version 9.0.8 takes floor(level * R + 0.9) relevant documents for a recall level, 10.0 and "
    "ranksure the nearest whole number."
)
# Values of version 9.0.8, by query: levels of iprec_at_recall, and the mean over levels.
BEFORE = "expected_before_2023_v9.0.8/"
ROUNDED = {
    "out.test": {"all": "0.10 0.60"},
    "out.test.a": {"all": "0.10 0.60 11pt_avg"},
    "out.test.aq": {"301": "0.10", "302": "0.60 11pt_avg", "all": "0.10 0.60 11pt_avg"},
    "out.test.aqc": {"301": "0.10"},
    "out.test.aqcM": {},
    "out.test.aql": {
        "301": "0.10 11pt_avg", "302": "0.60 11pt_avg", "303": "0.90 11pt_avg",
        "all": "0.10 0.60 0.90 11pt_avg",
    },
    "out.test.meas_params": {
        "301": "0.10", "302": "0.25 11pt_avg_.25,.5,.75", "all": "0.10 0.25 11pt_avg_.25,.5,.75",
    },
}  # fmt: skip
EXPECTED = {
    BEFORE + name: [
        (f"{query} {level if 'avg' in level else f'iprec_at_recall_{level}'}", TRUNCATED)
        for query, levels in queries.items()
        for level in levels.split()
    ]
    for name, queries in ROUNDED.items()
}


def lines(name: str) -> Iterator[tuple[str, str, str]]:
    """Measure, query ("all" for the summary) and value of each line of an expected output."""
    for line in (PATH / name).read_text(encoding="utf-8").splitlines():
        measure, query, value = map(str.strip, line.split("\t"))
        if measure not in NO_COLUMN:
            yield measure, query, value


def compare(
    tally: Tally, name: str, run: rs.Run, golden: rs.Qrels, *, rel: int = 1, **options: Any
) -> Tally:
    """Every value of an expected output; its options are ours, -l is ``(rel=)`` in the names."""
    reasons = {f"{name} {where}": reason for where, reason in EXPECTED.get(name, [])}
    tally.expected = {**tally.expected, **reasons}
    expected = list(lines(name))
    ours = {measure: _ours(measure, rel) for measure, _, _ in expected}
    scores = rs.evaluate(run, golden, ours.values(), profile="trec_eval", **options)
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
    if rel == 1 or measure.startswith(("ndcg", "Rndcg", "G", "unj", "rbp", "num_ret")):
        return measure
    return f"{measure}(rel={rel})"


class Variant(NamedTuple):
    """One expected output: what it shows, and what ranksure is given for the same values."""

    name: str
    what: str
    run: rs.Run
    golden: rs.Qrels
    options: dict[str, Any]
    note: str = ""


def variants() -> list[Variant]:
    run, golden = rs.read_run(PATH / "results.test"), rs.read_qrels(PATH / "qrels.test")
    short = rs.read_run(PATH / "results.trunc", extra_fields="ignore")
    levels = rs.read_qrels(PATH / "qrels.rel_level")
    zero = {"missing": "zero"}
    behind = 'what stands behind field 6 is ignored (`extra_fields="ignore"`)'
    return [
        Variant("out.test", "`official`", run, golden, {}),
        Variant("out.test.a", "`all_trec`, summary", run, golden, {}),
        Variant("out.test.aq", "`all_trec`, each query", run, golden, {}),
        Variant("out.test.meas_params", "own cut-offs, levels, weights and gains", run, golden, {}),
        Variant("out.test.aql", "-l2", run, levels, {"rel": 2}, "names with `(rel=2)`"),
        Variant("out.test.aqc", '-c, `missing="zero"`', short, golden, zero, behind),
        Variant("out.test.aqcM", "-c -M100", short, golden, {**zero, "depth": 100}, "`depth=100`"),
    ]


def trec_eval() -> list[Tally]:
    found = [
        compare(Tally(FOLDER, f"{v.name}: {v.what}", v.note), v.name, v.run, v.golden, **v.options)
        for v in variants()
    ]
    before = Tally(FOLDER, "the same of version 9.0.8")
    for v in variants():
        compare(before, BEFORE + v.name, v.run, v.golden, **v.options)
    return [*found, _comments(), before]


def _comments() -> Tally:
    what = "out.comment.test, and qrels.test.with-comments"
    tally = Tally(FOLDER, what, 'read with `comment="#"`')
    run = rs.read_run(PATH / "results.comment.test.gz", comment="#")
    golden = rs.read_qrels(PATH / "qrels.comment.test", comment="#")
    compare(tally, "out.comment.test", run, golden)
    golden = rs.read_qrels(PATH / "qrels.test.with-comments", comment="#")
    return compare(tally, "out.test", rs.read_run(PATH / "results.test"), golden)
