"""The options that `evaluate` and `compare` share, and the values a user gave them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ..measures import DEFAULT_MEASURES
from . import words

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("table", "json", "csv", "markdown", "latex", "html")
ENDINGS = {".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex", ".html": "html"}

# Policies are passed on as they are: the library names what it allows, in one place.
OPTIONS = (
    click.option(
        "--qrels", metavar="GOLDEN", required=True, help="Golden set: JSONL, TREC or BEIR qrels."
    ),
    click.option(
        "--chunks",
        metavar="FILE",
        help="JSONL of chunks, {id, text} a line: the golden set gives evidence strings, and the "
        "chunks that hold them are relevant.",
    ),
    click.option(
        "--measure",
        "-m",
        "measures",
        multiple=True,
        metavar="NAME",
        help=f"Measure; repeat or separate by commas.  [default: {','.join(DEFAULT_MEASURES)}]",
    ),
    click.option(
        "--by",
        metavar="segment|FILE",
        help="Rows per segment: 'segment' takes the golden set's own, a TSV or CSV file with the "
        "columns query and segment gives others.",
    ),
    click.option(
        "--profile",
        metavar="trec_eval|beir",
        help="Choices of another tool, where none is given here.",
    ),
    click.option(
        "--order",
        metavar="score|rank",
        help="Column of a run that orders the documents.  [default: score, with a warning when the "
        "ranks contradict]",
    ),
    click.option(
        "--ties",
        metavar="trec|stable|average",
        default="trec",
        show_default=True,
        help="Order of equal scores.",
    ),
    click.option(
        "--missing",
        metavar="zero|skip|error",
        help="A judged query that the run lacks.  [default: zero, with a warning]",
    ),
    click.option(
        "--no-relevant",
        metavar="zero|one|nan|skip|error",
        help="A query without relevant documents.  [default: zero, with a warning]",
    ),
    click.option(
        "--duplicates",
        metavar="error|first",
        default="error",
        show_default=True,
        help="A document twice in one ranking.",
    ),
    click.option(
        "--conflicts",
        metavar="error|max|first",
        default="error",
        show_default=True,
        help="A document judged twice, with different grades.",
    ),
    click.option(
        "--drop-self/--keep-self",
        default=None,
        help="Whether a document with the id of its query leaves.  [default: it stays]",
    ),
    click.option(
        "--group",
        metavar="FILE",
        help="Rank pages, not chunks: a TSV or CSV file with the columns document and page.",
    ),
    click.option(
        "--topics", metavar="FILE", help="Evaluate only the queries of this file, one id a line."
    ),
    click.option(
        "--depth", type=int, metavar="N", help="Only the first N documents of a ranking count."
    ),
    click.option(
        "--comment", metavar="PREFIX", help="Skip lines of TREC files that start with this."
    ),
    click.option(
        "--extra-fields",
        metavar="error|ignore",
        default="error",
        show_default=True,
        help="More fields in a TREC line than the format has.",
    ),
    click.option(
        "--run-columns",
        metavar="NAMES",
        help="Fields of a line of a run that is not TREC, such as query,document,rank "
        "(also: score; _ is not read).",
    ),
    click.option(
        "--qrels-columns",
        metavar="NAMES",
        help="Fields of a line of qrels that are neither TREC nor BEIR: query,document,grade,_.",
    ),
    click.option(
        "--confidence-level",
        type=float,
        metavar="P",
        default=0.95,
        show_default=True,
        help="Of the intervals.",
    ),
    click.option(
        "--method",
        metavar="percentile|basic|bca|studentized",
        default="percentile",
        show_default=True,
        help="Of the intervals.",
    ),
    click.option(
        "--n-resamples",
        type=int,
        metavar="N",
        default=10_000,
        show_default=True,
        help="Bootstrap resamples.",
    ),
    click.option(
        "--seed", type=int, metavar="N", help="Repeats a result.  [default: drawn, and printed]"
    ),
    click.option("--threads", type=int, metavar="N", help="[default: all; changes no number]"),
    click.option(
        "--verify",
        is_flag=True,
        help="Compute every value and some resamples again by the slow definition; exit with 1 "
        "when a bit differs.",
    ),
)
OUTPUT = click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write here, not to stdout.",
)


clusters_option = click.option(
    "--clusters",
    metavar="FILE",
    help="Questions that belong together: a TSV or CSV file with the columns query and cluster.",
)


def sharing(*formats: str) -> Callable[[Command], Command]:
    """Give a command the shared options, in the order of `OPTIONS`, and its output formats."""
    form = click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        help="[default: by the ending of --output, else table]",
    )

    def share(command: Command) -> Command:
        for option in reversed((*OPTIONS, form, OUTPUT)):
            command = option(command)
        return command

    return share


shared = sharing(*FORMATS)


@dataclass(frozen=True)
class Options:
    """What the shared options were given; each field has its option's name."""

    qrels: str
    chunks: str | None
    measures: tuple[str, ...]
    by: str | None
    profile: str | None
    order: str | None
    ties: str
    missing: str | None
    no_relevant: str | None
    duplicates: str
    conflicts: str
    drop_self: bool | None
    group: str | None
    topics: str | None
    depth: int | None
    comment: str | None
    extra_fields: str
    run_columns: str | None
    qrels_columns: str | None
    confidence_level: float
    method: str
    n_resamples: int
    seed: int | None
    threads: int | None
    verify: bool
    form: str | None
    output: Path | None

    @property
    def policies(self) -> dict[str, Any]:
        """Arguments of the evaluation; the files of topics and pages are read here."""
        return {
            "profile": self.profile,
            "ties": self.ties,
            "missing": self.missing,
            "no_relevant": self.no_relevant,
            "duplicates": self.duplicates,
            "drop_self": self.drop_self,
            "group": None if self.group is None else words.read_pages(self.group),
            "topics": None if self.topics is None else words.read_topics(self.topics),
            "depth": self.depth,
        }

    @property
    def resampling(self) -> dict[str, Any]:
        """Arguments of the intervals."""
        return {
            "confidence_level": self.confidence_level,
            "method": self.method,
            "n_resamples": self.n_resamples,
            "seed": self.seed,
        }

    @property
    def run_file(self) -> dict[str, Any]:
        """Arguments of the reader of runs."""
        return {"order": self.order, "columns": _names(self.run_columns), **self._file}

    @property
    def qrels_file(self) -> dict[str, Any]:
        """Arguments of the reader of golden sets."""
        return {
            "conflicts": self.conflicts,
            "columns": _names(self.qrels_columns),
            **self._file,
        }

    @property
    def _file(self) -> dict[str, Any]:
        return {
            "comment": self.comment,
            "extra_fields": self.extra_fields,
            "threads": self.threads,
        }

    @property
    def chosen_form(self) -> str:
        """The output format: as given, else by the ending of the output file, else a table."""
        if self.form is not None:
            return self.form
        return "table" if self.output is None else ENDINGS.get(self.output.suffix.lower(), "table")


def _names(columns: str | None) -> list[str] | None:
    return None if columns is None else [name.strip() for name in columns.split(",")]
