"""Collections of runs with trec_eval's values, per query and as means."""

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import ranksure as rs
from agreement_tally import DATA, Tally, rows, warned

# Columns of the sources that are no measures.
NO_MEASURE = {
    "run", "query", "topic", "stored", "n_eval", "n_qrels", "queries_in_run",
}  # fmt: skip
OURS = {"rbp_50": "rbp(p=0.5)", "rbp_50_graded": 'rbp(p=0.5, gain="graded")'}
NO_THRESHOLD = ("ndcg", "judged", "num_ret")
SUMMED = ("num_ret", "num_rel", "num_rel_ret")  # the source gives sums over the queries
DECIMALS = 6  # of the computed files; those per query drop trailing zeros


def measures(row: Mapping[str, str]) -> list[str]:
    """The columns of a computed file that are our measures, without those of the means `|c`."""
    return [c for c in row if c not in NO_MEASURE and not c.endswith("|c")]


def ours(column: str, level: int) -> str:
    """Name of a column of trec_eval at a level of relevance, J_k is judged@k."""
    name = column.replace("J_", "judged@") if column.startswith("J_") else column
    name = OURS.get(name, name)
    return name if level == 1 or name.startswith(NO_THRESHOLD) else f"{name}(rel={level})"


class Collection:
    """A folder with judgements and a folder of runs."""

    def __init__(
        self, folder: str, qrels: str, prefix: str = "", suffix: str = "", **options: str
    ) -> None:
        self.folder, self.path, self.options = folder, DATA / folder, options
        self.golden = rs.read_qrels(self.path / qrels)
        self.files: dict[str, Path] = {
            path.name.removeprefix(prefix).removesuffix(suffix): path
            for path in sorted((self.path / "runs").iterdir())
            if path.suffix in (".gz", ".trec")
        }
        self.contradicted: list[str] = []  # runs whose ranks are not the order of their scores

    def tally(self, what: str, note: str = "", expected: Mapping[str, str] | None = None) -> Tally:
        return Tally(self.folder, what, note, expected or {})

    @cached_property
    def runs(self) -> dict[str, rs.Run]:
        found = {}
        for name, path in self.files.items():
            with warned() as texts:
                found[name] = rs.read_run(path, **self.options)
            self.contradicted += [name for text in texts if "the rank column contradicts" in text]
        return found

    def scores(self, run: str | rs.Run, names: Iterable[str], missing: str = "zero") -> rs.Scores:
        given = self.runs[run] if isinstance(run, str) else run
        return rs.evaluate(given, self.golden, names, missing=missing, no_relevant="zero")

    def mean(self, run: str | rs.Run, name: str) -> float:
        return next(iter(self.scores(run, [name]).mean().values()))

    def per_query(
        self,
        tally: Tally,
        table: list[dict[str, str]],
        level: int = 1,
        query: str = "query",
        runs: Mapping[str, str | rs.Run] | None = None,
    ) -> Tally:
        """Every value of every query; ``runs`` says which of our runs a name of the file means."""
        names = measures(table[0])
        runs = runs or {name: name for name in self.runs}
        for source, run in runs.items():
            scores = self.scores(run, [ours(name, level) for name in names])
            place = {str(q): row for row, q in enumerate(scores.query_ids)}
            columns = {name: scores[ours(name, level)].tolist() for name in names}
            for row in (row for row in table if row["run"] == source):
                at = place[row[query]]
                for name in names:
                    where = f"{source} {query} {row[query]} {name}"
                    tally.printed(where, row[name], columns[name][at], DECIMALS)
        return tally

    def means(
        self,
        tally: Tally,
        table: list[dict[str, str]],
        level: int = 1,
        runs: Mapping[str, str | rs.Run] | None = None,
    ) -> Tally:
        """Columns `|c` are over all judged queries, the others over those that were answered."""
        names = measures(table[0])
        by_name = {row["run"]: row for row in table}
        for source, run in (runs or {name: name for name in self.runs}).items():
            for ending, missing in (("", "skip"), ("|c", "zero")):
                scores = self.scores(run, [ours(name, level) for name in names], missing)
                for name, mean in zip(names, scores.mean().values(), strict=True):
                    found = mean * len(scores) if name in SUMMED else mean
                    if name + ending in by_name[source]:
                        where = f"{source} mean {name}{ending}"
                        tally.printed(where, by_name[source][name + ending], found)
        return tally

    def oddities(self, tally: Tally) -> Tally:
        """What the source counted in its files, against what reading and `counts` say."""
        golden, runs = self._counted()
        lines = len(self.golden.grades) + self.golden.merged_judgements
        grades = sorted(set(self.golden.grades.tolist()))
        tally.equal("judged queries", golden["queries"], len(self.golden))
        tally.equal("judgement lines", golden["info"]["lines"], lines)
        tally.equal("grades", sorted(map(float, golden["grades"])), grades)
        repeated = golden["info"].get("dup_pairs", 0)
        tally.equal("repeated judgements", repeated, self.golden.merged_judgements)
        for name, run in self.runs.items():
            counted, counts = runs[name], self.scores(name, ["rr"]).counts
            tally.equal(f"{name} lines", counted["info"]["lines"], len(run.document_ids))
            for key, found in (
                ("queries_in_run", len(run)),
                ("qrels_queries_missing", counts["missing"]),
                ("queries_not_in_qrels", counts["unjudged_queries"]),
            ):
                tally.equal(f"{name} {key}", counted[key], found)
            ties = counted["info"].get("queries_with_ties", 0)
            tally.equal(f"{name} queries with ties", ties, counts["tied_queries"])
        return tally

    def _counted(self) -> tuple[dict[str, Any], dict[str, Any]]:
        path = sorted(self.path.glob("*oddities.json"))[0]
        counted = json.loads(path.read_text(encoding="utf-8"))
        return counted["qrels"], counted["runs"]

    def verified(self, run: str, names: Iterable[str], level: int = 1) -> Tally:
        """One run, every value, against the literal reference."""
        tally = self.tally("`scores.verify()`, bit for bit", f"run {run}")
        tally.verified(self.scores(run, [ours(name, level) for name in names]))
        return tally

    def table(self, name: str) -> list[dict[str, str]]:
        return rows(self.path / name)
