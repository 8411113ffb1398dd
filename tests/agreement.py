"""Agreement with published values on real data: the table of docs/agreement.md.

``python tests/agreement.py`` writes the document; the tests check that it is up to date.
"""

from collections.abc import Callable
from functools import cache
from textwrap import fill

from agreement_lists import ann_digits_faiss, anthropic_rag, qrels_collections, test_fixtures
from agreement_search import msmarco_doc_dev, rag_arxiv_student, touche2020
from agreement_tally import DATA, Tally
from agreement_trec import osirrc2019_core17, trec_covid_round1, trec_dl19
from agreement_trec_eval import trec_eval
from shared import ROOT

DOCUMENT = ROOT / "docs" / "agreement.md"
_COMPUTE: tuple[Callable[[], list[Tally]], ...] = (
    trec_eval, osirrc2019_core17, trec_dl19, trec_covid_round1, touche2020, msmarco_doc_dev,
    rag_arxiv_student, anthropic_rag, ann_digits_faiss, test_fixtures, qrels_collections,
)  # fmt: skip
FOLDERS = {compute.__name__: compute for compute in _COMPUTE}

INTRODUCTION = """\
# Agreement with published values

Real runs, judgements and the values that their authors or trec_eval's C code gave for them, against
ranksure. The material is not part of the repository, because much of it has no licence; where it
lies beside the checkout, `python tests/agreement.py` computes every row anew and writes this file,
and the tests fail when a value changes.

A printed value agrees when ours is within half a unit of its last digit (a value on the border of
rounding may be printed either way), a value given with all digits when it is within 1e-12, counts
and "same bits" when they are equal. Compared is every measure that the sources hold.
"""


@cache
def tallies(folder: str) -> tuple[Tally, ...]:
    """What was compared in a folder, computed once."""
    return tuple(FOLDERS[folder]())


def document() -> str:
    """The text of docs/agreement.md."""
    found = [tally for folder in FOLDERS for tally in tallies(folder)]
    lines = [
        INTRODUCTION,
        "| folder | what | agreed / compared | notes |",
        "|---|---|---:|---|",
    ]
    for tally in found:
        share = f"{tally.agreed:,} / {tally.compared:,}"
        lines.append(f"| {tally.folder} | {tally.what} | {share} | {tally.note} |")
    agreed, compared = sum(t.agreed for t in found), sum(t.compared for t in found)
    lines += [f"| **all** | | **{agreed:,} / {compared:,}** | |", "", "## What does not agree", ""]
    lines += ["Every value that does not come out, with its reason; no other one may differ.", ""]
    return "\n".join(lines) + "\n".join(_deviations(found))


def _deviations(found: list[Tally]) -> list[str]:
    reasons: dict[tuple[str, str], list[str]] = {}
    for tally in found:
        for where, source, ours, reason in tally.deviations:
            lines = reasons.setdefault((tally.folder, reason or "No reason is known."), [])
            line = f"| {where} | {source} | {ours} |"
            lines += [line] if line not in lines else []
    lines = []
    for (folder, reason), values in reasons.items():
        number = "1 value" if len(values) == 1 else f"{len(values)} values"
        lines += ["", f"### {folder}, {number}", "", fill(reason, 100), ""]
        lines += ["| value | source | ranksure |", "|---|---:|---:|", *values]
    return [*lines, ""]


if __name__ == "__main__":
    if not DATA.is_dir():
        raise SystemExit("the real data is absent: RANKSURE_SHARED names the folder it lies in")
    DOCUMENT.write_text(document(), encoding="utf-8")
    print(f"written: {DOCUMENT.relative_to(ROOT)}")
