"""Relevance by evidence: a chunk is relevant when it contains a string that proves the answer."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise


def normalised(
    text: str,
    ignore_case: bool = True,
    ignore_space: bool = True,
    unicode_form: str | None = "NFKC",
) -> str:
    """Text as it is compared.

    In this order: the Unicode form; case folding, and the form again, which folding can leave;
    each run of white space as one space, none at the ends.
    """
    if unicode_form is not None:
        text = unicodedata.normalize(unicode_form, text)  # type: ignore[arg-type]
    if ignore_case:
        text = text.casefold()
        if unicode_form is not None:
            text = unicodedata.normalize(unicode_form, text)  # type: ignore[arg-type]
    return " ".join(text.split()) if ignore_space else text


def relevant_chunks(
    evidence: Mapping[str, Collection[str]], chunks: Mapping[str, str]
) -> dict[str, list[str]]:
    """For each query the chunks that contain one of its strings; all texts are normalised."""
    return {
        query: [chunk for chunk, text in chunks.items() if any(s in text for s in strings)]
        for query, strings in evidence.items()
    }


def is_split(string: str, chunks: Sequence[str], ignore_space: bool = True) -> bool:
    """Whether a string that no chunk contains stands across two neighbouring chunks.

    Neighbours are joined as they are and, where white space does not matter, with a space; where
    the second repeats the end of the first, it is joined behind what it repeats.
    """
    return any(
        string in joined
        for first, second in pairwise(chunks)
        for joined in joins(first, second, ignore_space)
    )


def joins(first: str, second: str, ignore_space: bool) -> list[str]:
    """The texts that two neighbouring chunks may have been cut from.

    Fewer than 16 characters are not taken as a repeat: they may be equal by chance.
    """
    repeated = max(
        (n for n in range(16, min(len(first), len(second)) + 1) if first.endswith(second[:n])),
        default=0,
    )
    spaces = ["", " "] if ignore_space else [""]
    return [first + second[repeated:], *(first + space + second for space in spaces)]
