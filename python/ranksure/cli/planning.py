"""The command `plan`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from . import words
from .delivering import deliver
from .gating import scores_of, without
from .options import Options, clusters_option, shared
from .running import one_line_each

if TYPE_CHECKING:
    from ..scores import Scores

#: Shared options that have no meaning here, and what they are then.
UNUSED: dict[str, Any] = {"by": None, "method": "percentile", "verify": False}


@click.command()
@click.argument("pilot", nargs=-1, metavar="[PILOT [OTHER]]")
@click.option(
    "--proportion",
    type=float,
    metavar="P",
    help="Without a pilot: the share of questions that is answered.",
)
@click.option("--half-width", type=float, metavar="X", help="Goal: an interval of plus minus X.")
@click.option("--difference", type=float, metavar="D", help="Goal: find a difference of D.")
@click.option("--questions", type=int, metavar="N", help="Goal: say what N questions can tell.")
@clusters_option
@click.option(
    "--power",
    type=float,
    metavar="P",
    default=0.8,
    show_default=True,
    help="Share of golden sets in which the difference is found.",
)
@click.option(
    "--level", type=float, metavar="P", default=0.05, show_default=True, help="Of the test."
)
@click.option(
    "--alternative",
    metavar="two-sided|greater|less",
    default="two-sided",
    show_default=True,
    help="Of the test; 'greater' for the margin of a gate.",
)
@shared
def plan(
    pilot: tuple[str, ...],
    proportion: float | None,
    half_width: float | None,
    difference: float | None,
    questions: int | None,
    clusters: str | None,
    power: float,
    level: float,
    alternative: str,
    **given: Any,
) -> None:
    """
    How many questions are needed, or what N questions can tell.

    PILOT is a run, or scores that `evaluate --save` stored; with OTHER the plan is for their
    difference. Give one goal and one measure.

    \b
    ranksure plan --proportion 0.8 --half-width 0.03
    ranksure plan new.jsonl old.jsonl --qrels golden.jsonl -m ndcg@10 --difference 0.02
    ranksure plan baseline.jsonl -m recall@5 --questions 200
    """
    from ..planning import plan as plan_questions
    from ..reporting import plans

    options = Options(**given, **UNUSED)
    with one_line_each():
        if len(pilot) > 2:
            raise ValueError(f"plan takes one or two systems, found {len(pilot)}")
        measure = _one_measure(options)
        names = [] if measure is None else [measure]
        systems: list[Scores] = [scores_of(path, names, options) for path in pilot]
        result = plan_questions(
            *systems,
            proportion=proportion,
            half_width=half_width,
            difference=difference,
            n=questions,
            measure=measure if systems else None,
            clusters=words.clusters(clusters),
            confidence_level=options.confidence_level,
            power=power,
            level=level,
            alternative=alternative,
            n_resamples=options.n_resamples,
            seed=options.seed,
            threads=options.threads,
        )
    forms = {
        "table": lambda: plans.plan_text(result),
        "json": lambda: plans.plan_json(result),
        "csv": lambda: plans.plan_csv(result),
        "markdown": lambda: plans.plan_markdown(result),
    }
    deliver(forms, options.chosen_form, options.output)


def _one_measure(options: Options) -> str | None:
    """The measure to plan for; stored scores of a single measure need none."""
    names = words.measure_names(options.measures) if options.measures else []
    if len(names) > 1:
        raise ValueError(f"plan takes one measure, found {', '.join(names)}")
    return names[0] if names else None


without(plan, UNUSED)
