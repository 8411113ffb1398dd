"""Files: compression recognised by content, damage, encoding, names."""

import bz2
import gzip
import lzma

import pytest

import ranksure as rs
from ranksure.readers import opening

RUN = b"q1 Q0 d1 1 9.5 t\nq1 Q0 d2 2 8.5 t\nq2 Q0 d3 1 1 t\n"
RUN_READ = {"q1": [("d1", 9.5), ("d2", 8.5)], "q2": [("d3", 1.0)]}


@pytest.fixture
def file(tmp_path):
    """Write bytes and return the path."""

    def write(content, name="file.txt"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_compression_is_recognised_by_content(file, compress):
    first, second = RUN[:17], RUN[17:]
    assert rs.read_run(file(compress(RUN), "run.txt")).to_dict() == RUN_READ
    assert rs.read_run(file(compress(first) + compress(second), "run.gz")).to_dict() == RUN_READ
    assert rs.read_run(file(RUN, "run.gz")).to_dict() == RUN_READ


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("damage", [lambda d: d[:-12], lambda d: d[:20] + b"\0\0" + d[22:]])
def test_damaged_data_is_an_error_and_never_part_of_the_answer(file, compress, damage):
    path = file(damage(compress(RUN * 50)), "run.gz")
    with pytest.raises(ValueError, match=r"run\.gz: damaged"):
        rs.read_run(path)


def test_other_compression_is_named(file):
    with pytest.raises(ValueError, match=r"run\.zst: must be plain text, gzip.*found Zstandard"):
        rs.read_run(file(b"\x28\xb5\x2f\xfd rest", "run.zst"))


@pytest.mark.parametrize("content", [b"", b"\n \t\r\n", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_an_error(file, content):
    for read in (rs.read_run, rs.read_qrels):
        with pytest.raises(ValueError, match=r"file\.txt: the file is empty"):
            read(file(content))


def test_text_that_is_not_utf8_is_refused_with_its_line(file):
    with pytest.raises(ValueError, match=r"file\.txt:2: must be UTF-8 text, found byte 0xfc"):
        rs.read_qrels(file(b"q1 0 d1 1\nq1 0 d\xfc 1\n"))


def test_a_run_is_named_after_its_file(file):
    assert rs.read_run(file(RUN, "bm25.rm3.run.gz")).name == "bm25.rm3"
    assert opening.stem("runs/v1.2.jsonl") == "v1.2"
    assert rs.read_run(file(RUN)).source.endswith("file.txt")
