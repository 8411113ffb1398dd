"""The outcome of a gate as text, as a Markdown summary for reviewers, JSON, CSV and JUnit XML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from . import grids

if TYPE_CHECKING:
    from ..gating import GateResult, Loss, RuleResult
    from .records import Record
    from .text import Row

MARKS = {"pass": "✅", "fail": "❌", "undecided": "❓"}
_MEANING = (
    "pass: the lower bound is above the limit",
    "fail: the upper bound is below the limit",
    "undecided: the limit lies between the bounds, so these questions cannot tell",
)
_FEW_QUERIES = 5


def gate_text(result: GateResult) -> str:
    """Outcome, a table of the rules, what lost most, and how the bounds were made."""
    parts = [result.headline, grids.text_grid(_rules(result, {}))]
    if result.segments:
        parts.append(grids.text_grid(_segments(result.segments)))
    if result.queries:
        parts.append(grids.text_grid(_queries(_first(result.queries))))
    lines = [*_below(result), *(f"note: {note}" for note in result.notes), result.signature]
    return "\n\n".join([*parts, "\n".join(lines)]) + "\n"


def gate_markdown(result: GateResult) -> str:
    """A summary of a pull request."""
    parts = [f"### {MARKS[result.outcome]} Retrieval gate: {result.outcome}"]
    parts.append(grids.escape(_sentence(result)))
    parts.append(grids.markdown_grid(_rules(result, MARKS)))
    if result.segments:
        parts.append(grids.markdown_grid(_segments(result.segments)))
    if result.queries:
        table = grids.markdown_grid(_queries(result.queries))
        parts.append(f"<details><summary>Queries that lost most</summary>\n\n{table}\n\n</details>")
    lines = [*_made(result), *(f"note: {note}" for note in result.notes)]
    parts.append("\n".join(f"- {grids.escape(line)}" for line in lines))
    parts.append(f"`{result.signature}`")
    return "\n\n".join(parts) + "\n"


def gate_json(result: GateResult) -> str:
    """Everything at full precision."""
    return grids.json_text(
        {
            "kind": "gate",
            "outcome": result.outcome,
            "exit_code": result.exit_code,
            "rules": [_record(found) for found in result.rules],
            "lost_segments": [_loss_record(loss) for loss in result.segments],
            "lost_queries": [_loss_record(loss) for loss in result.queries],
            "settings": {
                "new": result.new,
                "baseline": result.baseline,
                "n": result.n,
                "n_clusters": result.n_clusters,
                "level": result.level,
                "method": result.method,
                "n_resamples": result.n_resamples,
                "seed": result.seed,
                "signature": result.signature,
                "fingerprint": result.fingerprint,
            },
            "notes": list(result.notes),
        }
    )


def gate_csv(result: GateResult) -> str:
    """A line a rule, at full precision."""
    return grids.csv_text([_record(found) for found in result.rules])


def gate_junit(result: GateResult) -> str:
    """A test case a rule; an undecided rule is an error, which a failed one is not."""
    from xml.etree import ElementTree as xml

    outcomes = [found.outcome for found in result.rules]
    counts = {
        "tests": str(len(outcomes)),
        "failures": str(outcomes.count("fail")),
        "errors": str(outcomes.count("undecided")),
        "skipped": "0",
    }
    root = xml.Element("testsuites", {"name": "ranksure gate", **counts})
    suite = xml.SubElement(root, "testsuite", {"name": _xml(result.new), **counts})
    properties = xml.SubElement(suite, "properties")
    for name, value in (("seed", str(result.seed)), ("signature", result.signature)):
        xml.SubElement(properties, "property", name=name, value=_xml(value))
    for found in result.rules:
        case = xml.SubElement(
            suite, "testcase", classname="ranksure.gate", name=_xml(str(found.rule))
        )
        tag = {"fail": "failure", "undecided": "error"}.get(found.outcome)
        if tag is not None:
            why = xml.SubElement(case, tag, type=found.outcome, message=_xml(str(found)))
            why.text = _xml("\n".join(map(str, _lost_by(found, result))))
    xml.indent(root)
    text: bytes = xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def _xml(text: str) -> str:
    """Names may hold what XML cannot."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def _sentence(result: GateResult) -> str:
    failed = [str(found.rule) for found in result.rules if found.outcome == "fail"]
    what = {
        "pass": f"{result.new} may replace {result.baseline}: every rule holds.",
        "fail": f"{result.new} must not replace {result.baseline}: not so for {', '.join(failed)}.",
        "undecided": f"{result.n} questions cannot tell whether {result.new} may replace "
        f"{result.baseline}.",
    }[result.outcome]
    advice = [f"{found.rule}: {found.advice}." for found in result.rules if found.advice]
    return " ".join([what, *advice])


def _rules(result: GateResult, marks: Mapping[str, str]) -> list[Row]:
    level = f"{100 * (1 - result.level):.10g} %"
    lines: list[Row] = [
        ("rule", "n", "old", "new", f"change or mean [{level} bounds]", "limit", "outcome")
    ]
    for found in result.rules:
        drop = found.rule.kind == "max_drop"
        sign = "+" if drop else ""
        bounds = f"[{found.low:{sign}.4f}, {found.high:{sign}.4f}]"
        lines.append(
            (
                str(found.rule),
                str(found.n),
                "" if found.old is None else f"{found.old:.4f}",
                f"{found.new:.4f}",
                f"{found.estimate:{sign}.4f} {bounds}",
                f"{found.rule.threshold:{sign}g}",
                f"{marks.get(found.outcome, '')} {found.outcome}".strip(),
            )
        )
    return lines


def _segments(losses: Sequence[Loss]) -> list[Row]:
    lines: list[Row] = [("segments that lost", "measure", "n", "old", "new", "change")]
    return lines + [
        (str(loss.segment), loss.measure, str(loss.n), *_change(loss)) for loss in losses
    ]


def _queries(losses: Sequence[Loss]) -> list[Row]:
    lines: list[Row] = [("queries that lost most", "segment", "measure", "old", "new", "change")]
    return lines + [
        (str(loss.query), loss.segment or "", loss.measure, *_change(loss)) for loss in losses
    ]


def _change(loss: Loss) -> Row:
    return f"{loss.old:.4f}", f"{loss.new:.4f}", f"{loss.difference:+.4f}"


def _first(losses: Sequence[Loss]) -> list[Loss]:
    """The few that lost most of each measure."""
    measures = dict.fromkeys(loss.measure for loss in losses)
    return [
        loss
        for measure in measures
        for loss in [loss for loss in losses if loss.measure == measure][:_FEW_QUERIES]
    ]


def _lost_by(found: RuleResult, result: GateResult) -> list[Loss]:
    """Losses that stand behind a rule."""
    rule = found.rule
    return [
        loss
        for loss in (*result.segments, *result.queries)
        if loss.measure == rule.measure and rule.segment in (None, loss.segment)
    ]


def _below(result: GateResult) -> list[str]:
    advice = [f"{found.rule}: {found.advice}" for found in result.rules if found.advice]
    return [*advice, *_made(result)]


def _made(result: GateResult) -> list[str]:
    """What the outcomes mean, and how the bounds were made."""
    units = "queries" if result.n_clusters is None else f"{result.n_clusters} clusters of queries"
    bounds = (
        f"one-sided {100 * (1 - result.level):.10g} % bounds: {result.method} bootstrap over "
        f"{units}, {result.n_resamples:,} resamples, seed {result.seed}"
    )
    return [*_MEANING, bounds]


def _record(found: RuleResult) -> Record:
    return {
        "kind": found.rule.kind,
        "measure": found.rule.measure,
        "segment": found.rule.segment,
        "bound": found.rule.bound,
        "threshold": found.rule.threshold,
        "outcome": found.outcome,
        "n": found.n,
        "old": found.old,
        "new": found.new,
        "estimate": found.estimate,
        "low": found.low,
        "high": found.high,
        "more_questions": found.more_questions,
        "changed": found.changed,
    }


def _loss_record(loss: Loss) -> Record:
    return {
        "measure": loss.measure,
        "segment": loss.segment,
        "query": loss.query,
        "n": loss.n,
        "old": loss.old,
        "new": loss.new,
        "difference": loss.difference,
    }
