"""The commands `evaluate`, `compare` and `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..measures import DEFAULT_MEASURES
from . import words
from .gating import gate
from .inputs import read_golden, read_run_file
from .options import FORMATS, Options, shared, sharing
from .planning import plan
from .running import DataError, emit, one_line_each, show, to_json

if TYPE_CHECKING:
    from ..summary import Summary

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="ranksure", message="%(prog)s %(version)s")
def program() -> None:
    """Retrieval metrics that are equal to their definitions, with intervals that say how sure."""


@program.command()
@click.argument("run")
@sharing(*FORMATS, "trec_eval")
@click.option(
    "--save", metavar="FILE", help="Store the scores of each query, as the baseline of a gate."
)
@click.option(
    "--per-query", "-q", is_flag=True, help="With --format trec_eval: each query, then all."
)
def evaluate(run: str, save: str | None, per_query: bool, **given: Any) -> None:
    """
    Evaluate one RUN against a golden set.

    RUN is a TREC run, JSONL results or .ivecs; - is standard input.

    \b
    ranksure evaluate hybrid.jsonl --qrels golden.jsonl -m recall@5,ndcg@10 --by segment
    ranksure evaluate bm25.run --qrels qrels.txt --profile trec_eval --format trec_eval
    """
    from ..evaluating import evaluate as evaluate_run

    options = Options(**given)
    theirs = options.chosen_form == "trec_eval"
    with one_line_each():
        if theirs and options.by is not None:
            raise ValueError("--format trec_eval prints no segments; leave --by away")
        if per_query and not theirs:
            raise ValueError("--per-query needs --format trec_eval")
        by = words.segments(options.by)
        qrels = read_golden(options)
        scores = evaluate_run(
            read_run_file(run, options),
            qrels,
            words.measure_names(options.measures, ["official"] if theirs else DEFAULT_MEASURES),
            threads=options.threads,
            **options.policies,
        )
        result: Summary | str
        if theirs:
            result = scores.trec_eval(per_query)
        else:
            result = scores.summary(by=by, threads=options.threads, **options.resampling)
        seed = 0 if isinstance(result, str) else result.seed
        verification = scores.verify(seed=seed) if options.verify else None
        if save is not None:
            scores.save(save)
    emit(result, verification, options)


@program.command()
@click.argument("runs", nargs=-1, required=True, metavar="[NAME=]RUN...")
@click.option(
    "--baseline", metavar="NAME", help="System the others are compared to.  [default: the first]"
)
@shared
@click.option(
    "--plot", type=click.Path(), metavar="FILE", help="Draw the intervals: .png, .svg or .pdf."
)
def compare(
    runs: tuple[str, ...],
    baseline: str | None,
    plot: str | None,
    **given: Any,
) -> None:
    """
    Compare two or more RUNs on one golden set, query by query.

    A RUN without NAME is called by its file's stem.

    \b
    ranksure compare bm25=bm25.run dense=dense.run --qrels qrels.txt --baseline bm25 --plot all.png
    """
    from .. import reporting
    from ..comparing import compare as compare_runs

    options = Options(**given)
    with one_line_each():
        # What needs no data is checked first: runs can be large.
        paths = words.named_runs(runs)
        baseline = _baseline(baseline, list(paths))
        if plot is not None:
            _check_plot(plot)
        by = words.segments(options.by)
        qrels = read_golden(options)
        result = compare_runs(
            {name: read_run_file(path, options) for name, path in paths.items()},
            qrels,
            words.measure_names(options.measures),
            baseline=baseline,
            by=by,
            threads=options.threads,
            **options.policies,
            **options.resampling,
        )
        verification = result.verify() if options.verify else None
        if plot is not None:
            reporting.save_plot(result, plot)
    emit(result, verification, options)


@program.command()
@click.argument("run")
@click.argument("qrels", metavar="GOLDEN")
@click.option(
    "--cut-off",
    type=int,
    metavar="K",
    default=10,
    show_default=True,
    help="Rank at which equal scores and unjudged documents are counted.",
)
@click.option("--threads", type=int, metavar="N", help="[default: all; changes nothing]")
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
)
def check(run: str, qrels: str, cut_off: int, threads: int | None, form: str) -> None:
    """
    Say what RUN and GOLDEN hold, and exit with 1 when something needs a look.

    Reported are the form of both files, missing and unknown queries, repeated documents, equal
    scores, ranks that contradict scores, unjudged documents, grades.

    \b
    ranksure check bm25.run qrels.txt
    """
    from ..checking import check as check_inputs

    with one_line_each():
        found = check_inputs(run, qrels, cut_off=cut_off, threads=threads)
    show(str(found) if form == "table" else to_json(found.to_dict()))
    if not found.ok:
        click.get_current_context().exit(1)


for command in (gate, plan):
    program.add_command(command)


def _baseline(baseline: str | None, names: list[str]) -> str:
    if len(names) < 2:
        raise ValueError(f"compare needs at least two runs, found {names}")
    if baseline is not None and baseline not in names:
        raise ValueError(f"--baseline must be one of {names}, found {baseline!r}")
    return names[0] if baseline is None else baseline


def _check_plot(path: str) -> None:
    from importlib.util import find_spec

    from ..reporting.plot import check_path

    check_path(path)
    if find_spec("matplotlib") is None:
        raise DataError("--plot needs matplotlib: pip install 'ranksure[plot]'")
