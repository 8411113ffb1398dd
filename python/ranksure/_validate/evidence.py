"""Checks of relevance by evidence, and its messages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .arguments import choice, kind

if TYPE_CHECKING:
    from .._ids import Ids

FORMS = (None, "NFC", "NFD", "NFKC", "NFKD")


def text_rules(ignore_case: Any, ignore_space: Any, unicode_form: Any) -> None:
    """The three choices of what does not matter in a text."""
    for name, value in (("ignore_case", ignore_case), ("ignore_space", ignore_space)):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, found {kind(value)}")
    choice(unicode_form, "unicode_form", FORMS)


def search_library() -> Any:
    """The library that looks for many strings at once."""
    try:
        import ahocorasick_rs
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "evidence needs ahocorasick_rs: pip install 'ranksure[evidence]'", name=error.name
        ) from None
    return ahocorasick_rs


def strings(value: Any, where: str) -> Sequence[str]:
    """The evidence of one query: a list of texts."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"{where}: evidence must be a list of texts, found {kind(value)}")
    for string in value:
        if not isinstance(string, str):
            raise TypeError(f"{where}: evidence must be text, found {kind(string)}")
    return value


def not_blank(normal: str, string: str, query: object) -> None:
    """Every chunk would contain the empty text."""
    if not normal:
        raise ValueError(f"query {query!r}: evidence must not be blank, found {string!r}")


def chunk_pairs(value: Any) -> Sequence[Any]:
    """Chunks that are neither a file nor a mapping nor a frame are pairs."""
    if isinstance(value, bytes) or not hasattr(value, "__iter__"):
        raise TypeError(
            "chunks must be a path, a mapping from id to text, a frame with the columns id and "
            f"text, or pairs (id, text), found {kind(value)}"
        )
    pairs = list(value)
    for place, pair in enumerate(pairs):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError(f"chunk {place} must be (id, text), found {pair!r}")
    return pairs


def chunk_text(value: Any, where: str) -> str:
    """The text of a chunk."""
    if not isinstance(value, str):
        raise TypeError(f"{where}: the text of a chunk must be text, found {kind(value)}")
    return value


def distinct_chunks(ids: "Ids", repeat: tuple[int, int] | None) -> None:
    """Each chunk has an id of its own, and there is one."""
    if not len(ids):
        raise ValueError("chunks must hold at least one chunk, found none")
    if repeat is not None:
        raise ValueError(f"chunk {ids[repeat[1]]!r} stands twice, at {repeat[0]} and {repeat[1]}")


def not_found(split: Sequence[Any], nowhere: Sequence[Any], n: int) -> str:
    """The warning about evidence that no chunk holds."""
    first = (*nowhere, *split)[0]
    return (
        f"no chunk holds {len(split) + len(nowhere)} of {n} evidence strings: {len(split)} stand "
        f"across two chunks, {len(nowhere)} nowhere; the first is {first[1]!r} of query "
        f"{first[0]!r} (evidence_search lists them)"
    )
