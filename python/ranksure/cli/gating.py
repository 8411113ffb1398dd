"""The command `gate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..readers.opening import STANDARD_INPUT
from . import rules, words
from .delivering import deliver, write
from .inputs import read_golden, read_run_file
from .options import Options, clusters_option, shared
from .running import one_line_each

if TYPE_CHECKING:
    from ..scores import Scores

#: Shared options that have no meaning here, and what they are then.
UNUSED: dict[str, Any] = {"measures": (), "confidence_level": 0.95, "verify": False}
FILE = click.Path(path_type=Path)


@click.command()
@click.argument("run")
@click.option(
    "--baseline",
    metavar="FILE",
    required=True,
    help="Scores of the system to be replaced: what `evaluate --save` stored.",
)
@click.option(
    "--max-drop",
    multiple=True,
    metavar="MEASURE=MARGIN",
    help="How much of a measure may be lost at most; repeatable.",
)
@click.option(
    "--segment",
    multiple=True,
    metavar="SEGMENT:MARGIN",
    help="How much each measure of --max-drop may lose in a segment; also "
    "SEGMENT:MEASURE=MARGIN; repeatable.",
)
@click.option(
    "--min",
    "minimum",
    multiple=True,
    metavar="MEASURE=VALUE",
    help="What the mean of a measure must exceed; repeatable.",
)
@clusters_option
@click.option(
    "--level",
    type=float,
    metavar="P",
    default=0.05,
    show_default=True,
    help="One-sided level of each rule.",
)
@click.option("--markdown", type=FILE, metavar="FILE", help="Also write a summary for reviewers.")
@click.option("--junit", type=FILE, metavar="FILE", help="Also write JUnit XML.")
@shared
def gate(
    run: str,
    baseline: str,
    max_drop: tuple[str, ...],
    segment: tuple[str, ...],
    minimum: tuple[str, ...],
    clusters: str | None,
    level: float,
    markdown: Path | None,
    junit: Path | None,
    **given: Any,
) -> None:
    """
    May RUN replace the system whose scores were stored?

    Every rule must pass. A drop passes when its one-sided bound stays within the margin, fails when
    even the other bound is beyond it, and is undecided otherwise. RUN is a run, or scores that
    `evaluate --save` stored.

    Exit codes: 0 pass, 1 fail, 3 undecided, 2 unusable arguments or data.

    \b
    ranksure evaluate old.jsonl --qrels golden.jsonl -m recall@5,ndcg@10 --save baseline.jsonl
    ranksure gate new.jsonl --qrels golden.jsonl --baseline baseline.jsonl \\
        --max-drop recall@5=0.01 --segment identifier:0.02 --min ndcg@10=0.6
    """
    from ..gating import gate as decide
    from ..reporting import gates
    from ..stored_scores import load_scores

    options = Options(**given, **UNUSED)
    with one_line_each():
        drops = rules.margins(max_drop, "--max-drop")
        segment_drops = rules.segment_margins(segment, "--segment")
        least = rules.margins(minimum, "--min")
        by = words.segments(options.by)
        stored = load_scores(baseline)
        inner = [m for given in segment_drops.values() if isinstance(given, dict) for m in given]
        names = [*drops, *inner, *least]
        if not names:
            raise ValueError("a gate needs at least one rule: --max-drop, --segment or --min")
        result = decide(
            scores_of(run, names, options),
            stored,
            max_drop=drops,
            segment_drop=segment_drops,
            minimum=least,
            by=by,
            clusters=words.clusters(clusters),
            level=level,
            n_resamples=options.n_resamples,
            method=options.method,
            seed=options.seed,
            threads=options.threads,
        )
    if markdown is not None:
        write(gates.gate_markdown(result), markdown)
    if junit is not None:
        write(gates.gate_junit(result), junit)
    forms = {
        "table": lambda: gates.gate_text(result),
        "json": lambda: gates.gate_json(result),
        "csv": lambda: gates.gate_csv(result),
        "markdown": lambda: gates.gate_markdown(result),
    }
    deliver(forms, options.chosen_form, options.output)
    click.get_current_context().exit(result.exit_code)


def scores_of(path: str, measures: list[str], options: Options) -> Scores:
    """Scores that were stored, or those of a run."""
    from ..evaluating import evaluate
    from ..stored_scores import holds_scores, load_scores

    if path != STANDARD_INPUT and holds_scores(path):
        return load_scores(path)
    if options.qrels is None:
        raise ValueError(f"--qrels must name the golden set: {path} is a run, not stored scores")
    if not measures:
        raise ValueError(f"--measure must name a measure: {path} is a run, not stored scores")
    return evaluate(
        read_run_file(path, options),
        read_golden(options),
        measures,
        threads=options.threads,
        **options.policies,
    )


def without(command: click.Command, unused: dict[str, Any]) -> None:
    """Take shared options from a command; the golden set is only needed for runs."""
    command.params = [option for option in command.params if option.name not in unused]
    for option in command.params:
        if option.name == "qrels":
            option.required = False


without(gate, UNUSED)
