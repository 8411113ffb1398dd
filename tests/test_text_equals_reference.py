"""Text in the core: the same rows, and the same first wrong line, as the reference reads."""

import random
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ranksure.readers import opening, trec
from ranksure.readers.table import Table
from ranksure.reference import lines

NUMBERS = {"run": ("rank", "score"), "qrels": ("grade",)}
NAMES = {"run": trec.RUN, "qrels": trec.QRELS}


def core(what: str, text: bytes, cuts: list[int], comment: str = "", more: bool = False) -> Table:
    """The text as the core reads it, in blocks that end behind the lines at the cuts."""
    options = trec.LineOptions(comment or None, "ignore" if more else "error", None, 2)
    ends = [m.end() for m in re.finditer(b"\n", text)]
    bounds = sorted({0, len(text), *(ends[cut % len(ends)] for cut in cuts if ends)})
    blocks = iter([text[i:j] for i, j in pairwise(bounds)] or [b""])
    read = trec.read_run if what == "run" else trec.read_qrels
    return read(opening.Text("file", b"", blocks), options)


def check(what: str, text: bytes, cuts: list[int], comment: str = "", more: bool = False) -> str:
    """Compare both; says what came out."""
    try:
        expected = lines.rows(text, NAMES[what], NUMBERS[what], comment, more)
    except ValueError as wrong:
        line = str(wrong).removeprefix("line ")
        with pytest.raises(ValueError, match=rf"^file:{line}: "):
            core(what, text, cuts, comment, more)
        return "refused"
    if not expected and not comment:
        with pytest.raises(ValueError, match="file: the file is empty"):
            core(what, text, cuts)
        return "empty"
    table = core(what, text, cuts, comment, more)
    queries = lines.by_query(expected)
    assert table.query_ids.tolist() == list(queries)
    assert np.diff(table.offsets).tolist() == [len(rows) for rows in queries.values()]
    in_order = [row for rows in queries.values() for row in rows]
    assert table.document_ids.tolist() == [row["document"] for row in in_order]
    numbers = {"score": table.values, "grade": table.values, "rank": table.ranks}
    for name in NUMBERS[what]:
        wanted = np.array([row[name] for row in in_order], np.float64)
        found = numbers[name]
        assert found is not None and found.tobytes() == wanted.tobytes()
    return "read"


BLANKS = st.sampled_from([" ", "\t", "  ", " \t "])
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\n\n", " \n", "\n \t\r\n", "\n#c d\n"])
ID = st.one_of(
    st.sampled_from(["q1", "q2", "d1", "#x", "\r", "é", "\U0001f600", "a" * 40]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n"), min_size=1),
)
NUMBER = st.one_of(
    st.floats().map(repr),
    st.integers(-(10**25), 10**25).map(str),
    st.from_regex(r"[+-]?[0-9]{0,25}\.?[0-9]{0,25}(?:[eE][+-]?[0-9]{1,3})?", fullmatch=True),
    st.sampled_from(["nan", "1_0", "0x1", "-inf", "1e400", "1e-400", "٣", "9\v", "12345678:", "+"]),
).filter(bool)


@st.composite
def texts(draw: st.DrawFn, what: str) -> bytes:
    """Lines of a run or of qrels, most of them good."""
    result = draw(st.sampled_from(["", "\n", " ", "\r\n"]))
    for _ in range(draw(st.integers(0, 8))):
        fields = [
            draw(NUMBER if name in NUMBERS[what] else ID)
            for name in NAMES[what]
            if draw(st.integers(0, 60)) != 0
        ]
        result += draw(BLANKS).join(fields) + draw(ENDS)
    data = result.encode().removesuffix(draw(st.sampled_from([b"", b"\n", b"\r\n"])))
    if draw(st.integers(0, 20)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=3)) + data[at:]
    return data.removeprefix(b"\xef\xbb\xbf")


@pytest.mark.parametrize("what", ["run", "qrels"])
@settings(max_examples=150, deadline=None)
@given(data=st.data(), comment=st.sampled_from(["", "#", "//"]), more=st.booleans())
def test_any_text_in_any_blocks(what: str, data: st.DataObject, comment: str, more: bool) -> None:
    text = data.draw(texts(what))
    check(what, text, data.draw(st.lists(st.integers(0, 20), max_size=3)), comment, more)


@settings(max_examples=100, deadline=None)
@given(st.lists(NUMBER, min_size=1))
def test_a_number_is_what_python_reads(numbers: list[str]) -> None:
    good = []
    for number in numbers:
        try:
            good.append(lines.number_of(number))
        except ValueError:
            continue
        text = f"q 0 d {number}\n".encode()
        assert check("qrels", text, []) == "read"


def test_a_large_text_is_read_in_pieces_and_threads() -> None:
    rng = random.Random(7)
    rows = []
    for i in range(40_000):
        query = rng.choice(["a", "b", f"q{i // 700}", f"q{i // 700}"])
        rows.append(f"{query} Q0 {'d' * rng.randrange(30)}{i} {i} {rng.random()!r} tag")
        if rng.random() < 0.01:
            rows.append(rng.choice(["", " \t", "\r", "# note"]))
    text = "\n".join(rows).encode()
    cuts = [rng.randrange(40_000) for _ in range(5)]
    assert check("run", text, cuts, "#") == "read"
    assert check("run", text.replace(b"\r", b"").replace(b"\n", b"\r\n"), cuts, "#") == "read"
    wrong = text.replace(b" Q0 d", b" d", 1)
    later = text[: len(text) // 2] + b"\nq d\n" + text[len(text) // 2 :]
    for bad in (wrong, later, text + b"\nq Q0 d\xff 1 1 t", b"q Q0 d x 1 t\n" + later):
        assert check("run", bad, cuts, "#") == "refused"


def test_whole_lines_are_cut_from_any_pieces() -> None:
    text = b"one\n\ntwo\r\n" + b"x" * 10_000 + b"\nend"
    for size in (1, 2, 3, 7, 4096, 10**6):
        pieces = (text[i : i + size] for i in range(0, len(text), size))
        blocks = [bytes(block) for block in opening._whole_lines(pieces)]
        assert b"".join(blocks) == text
        assert all(block.endswith(b"\n") for block in blocks[:-1])
