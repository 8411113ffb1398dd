"""check(): what a run and a golden set hold, before any number is computed."""

import os
import unicodedata
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Ids
from ._validate import arguments
from ._validate.arguments import PolicyWarning
from .evaluating import evaluate
from .findings import Check, Finding
from .qrels import Qrels, as_qrels
from .readers import opening
from .run import Run, as_run

_EXAMPLES = 3


def check(run: Any, qrels: Any, *, cut_off: int = 10, threads: int | None = None) -> Check:
    """Look at a run and a golden set without computing a measure.

    Parameters
    ----------
    run, qrels
        As in `evaluate`.
    cut_off : int >= 1
        Where ties and unjudged documents are counted.
    threads : int >= 1 or None
        None takes all processors.

    Returns
    -------
    Check
        One finding for each thing that was looked at: form of the files, queries missing from the
        run or from the golden set, repeated documents, equal scores, ranks that contradict the
        scores, unjudged documents, grades, queries without a relevant document. What cannot be
        read is a finding too: nothing is raised for the content of the inputs.

    Examples
    --------
    >>> found = check({"q1": ["a", "b"]}, {"q1": {"a": 1}, "q2": {"b": 1}})
    >>> found.ok
    False
    >>> found["missing"].text
    '1 of 2 judged queries are missing from the run'
    """
    k, workers = arguments.cut_off(cut_off, "cut_off"), arguments.threads(threads)
    report = _Report()
    answers = report.read("run", run, lambda: as_run(run, threads=workers))
    golden = report.read("qrels", qrels, lambda: as_qrels(qrels))
    if golden is None:
        conflicting = report.findings.pop()
        golden = report.read("qrels", qrels, lambda: as_qrels(qrels, conflicts="first"))
        if golden is not None:  # then only the conflict was in the way
            report.findings.append(conflicting)
    if golden is not None:
        _golden(report, golden)
    if answers is not None:
        _answers(report, answers, k)
    if golden is not None and answers is not None:
        _meeting(report, answers, golden, k, workers)
    return Check(_source(run), _source(qrels), tuple(report.findings))


def _source(given: Any) -> str:
    if isinstance(given, str | os.PathLike):
        return os.fspath(given)
    return given.source if isinstance(given, Run | Qrels) else type(given).__name__


class _Report:
    """The findings so far."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def add(
        self, name: str, level: str, count: int, text: str, examples: Iterable[str] = ()
    ) -> None:
        """One finding; nothing found is ok."""
        shown = tuple(examples)[:_EXAMPLES]
        self.findings.append(Finding(name, level if count else "ok", int(count), text, shown))

    def read(self, name: str, given: Any, reader: Callable[[], Any]) -> Any:
        """What the reader gives, or None and a finding with the reason."""
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", PolicyWarning)
                found = reader()
        except (OSError, TypeError, ValueError) as error:
            self.add(name, "error", 1, str(error))
            return None
        form = f", {opening.description(given)}" if _is_file(given) else ""
        self.add(
            name, "note", 1, f"{len(found)} queries, {len(found.document_ids)} documents{form}"
        )
        if name == "run":
            said = next((str(warning.message) for warning in caught), "")
            text = said or "no rank column contradicts the scores"
            self.add("ranks", "warning", found.rank_contradictions, text)
        return found


def _is_file(given: Any) -> bool:
    return isinstance(given, str | os.PathLike) and os.path.isfile(given)


def _names(ids: Ids, rows: NDArray[np.int64]) -> list[str]:
    return [repr(ids[int(row)]) for row in rows[:_EXAMPLES]]


def _golden(report: _Report, golden: Qrels) -> None:
    grades, counts = np.unique(golden.grades, return_counts=True)
    shown = ", ".join(f"{g:g} ({c})" for g, c in zip(grades[:12], counts[:12], strict=True))
    more = ", ..." if len(grades) > 12 else ""
    report.add("grades", "note", len(grades), f"grades {shown}{more}")
    negative = int((golden.grades < 0).sum())
    report.add("negative", "note", negative, f"{negative} grades below zero")
    fractional = int((golden.grades % 1 != 0).sum())
    report.add("fractional", "note", fractional, f"{fractional} grades that are no whole numbers")
    merged = golden.merged_judgements
    report.add("repeated_judgements", "note", merged, f"{merged} repeated judgements were merged")
    relevant = np.add.reduceat(
        np.append(golden.grades >= 1, False), golden.offsets[:-1], dtype=np.int64
    )
    relevant[np.diff(golden.offsets) == 0] = 0
    without = np.flatnonzero(relevant == 0)
    text = f"{len(without)} of {len(golden)} judged queries have no relevant document"
    report.add("no_relevant", "warning", len(without), text, _names(golden.query_ids, without))


def _answers(report: _Report, run: Run, k: int) -> None:
    entries, _ = _core.repeats(run.document_ids.signed().parts, run.offsets)
    rows = np.searchsorted(run.offsets, entries[:_EXAMPLES], side="right") - 1
    text = f"{len(entries)} documents stand more than once in one ranking"
    examples = [
        f"{run.document_ids[int(entry)]!r} of query {run.query_ids[int(row)]!r}"
        for entry, row in zip(entries[:_EXAMPLES], rows, strict=True)
    ]
    report.add("duplicates", "error", len(entries), text, examples)
    lengths = np.diff(run.offsets)
    short = np.flatnonzero(lengths < k)
    text = f"{len(short)} of {len(run)} rankings have fewer than {k} documents"
    report.add("short", "note", len(short), text, _names(run.query_ids, short))
    tied, at_cut_off = _ties(run, k)
    text = f"{len(tied)} of {len(run)} rankings have equal scores"
    report.add("ties", "note", len(tied), text, _names(run.query_ids, tied))
    text = f"{len(at_cut_off)} of {len(run)} rankings have equal scores at ranks {k} and {k + 1}"
    report.add(
        "ties_at_cut_off", "warning", len(at_cut_off), text, _names(run.query_ids, at_cut_off)
    )


def _ties(run: Run, k: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows with equal scores, and rows whose ranks k and k + 1 have equal scores."""
    none = np.zeros(0, np.int64)
    if run.scores is None or not len(run.scores):
        return none, none
    rows = np.repeat(np.arange(len(run)), np.diff(run.offsets))
    scores = run.scores[np.lexsort((-run.scores, rows))]
    equal = (scores[1:] == scores[:-1]) & (rows[1:] == rows[:-1])
    tied = np.unique(rows[1:][equal])
    behind = run.offsets[:-1] + k  # the entry of rank k + 1
    long = behind < run.offsets[1:]
    at_cut_off = np.zeros(len(run), bool)
    at_cut_off[long] = equal[behind[long] - 1]
    return tied, np.flatnonzero(at_cut_off)


def _meeting(report: _Report, run: Run, golden: Qrels, k: int, threads: int) -> None:
    missing = np.flatnonzero(run.query_ids.places_of(golden.query_ids) < 0)
    unknown = np.flatnonzero(golden.query_ids.places_of(run.query_ids) < 0)
    if len(missing) == len(golden):
        text = "run and golden set have no query in common" + _hint(run.query_ids, golden.query_ids)
        names = _names(run.query_ids, unknown) + _names(golden.query_ids, missing)
        report.findings.append(Finding("queries", "error", len(missing), text, tuple(names)))
        return
    text = f"{len(missing)} of {len(golden)} judged queries are missing from the run"
    report.add("missing", "warning", len(missing), text, _names(golden.query_ids, missing))
    text = f"{len(unknown)} of {len(run)} queries of the run are not judged"
    report.add("unjudged_queries", "note", len(unknown), text, _names(run.query_ids, unknown))
    strange = not (run.document_ids.places_of(golden.document_ids) >= 0).any()
    hint = _hint(run.document_ids, golden.document_ids) if strange else ""
    text = f"run and golden set have {'no' if strange else 'a'} document in common{hint}"
    report.add("documents", "warning", int(strange), text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PolicyWarning)
        scores = evaluate(
            run, golden, [f"judged@{k}"], missing="skip", no_relevant="zero", duplicates="first",
            threads=threads,
        )  # fmt: skip
    share = 1 - float(scores.values.mean())
    text = f"{100 * share:.1f} % of the documents up to rank {k} are not judged, on average"
    report.add("unjudged", "note", int(share > 0), text)


def _hint(one: Ids, other: Ids) -> str:
    """What makes ids equal that are not, if something simple does."""
    ways: dict[str, Callable[[str], str]] = {
        "Unicode normalisation": lambda text: unicodedata.normalize("NFKC", text),
        "white space at the ends": str.strip,
        "upper and lower case": str.casefold,
        "leading zeros": lambda text: text.lstrip("0"),
    }
    first, second = ({str(i) for i in ids.tolist()} for ids in (one, other))
    for name, change in ways.items():
        if {change(text) for text in first} & {change(text) for text in second}:
            return f" (some differ only by {name})"
    return ""
