"""Files: compression recognised by content, damage, encoding, names."""

import bz2
import gzip
import importlib
import io
import lzma
import os
import threading

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
    with pytest.raises(ValueError, match=r"run\.zip: must be plain text, gzip.*found ZIP"):
        rs.read_run(file(b"PK\x03\x04 rest", "run.zip"))


def test_zstandard(file, monkeypatch):
    try:
        zstd = importlib.import_module("compression.zstd")
    except ModuleNotFoundError:
        zstd = pytest.importorskip("backports.zstd")
    data = zstd.compress(RUN)
    assert rs.read_run(file(data + zstd.compress(b"q3 Q0 d 1 1 t"), "r")).to_dict() == {
        **RUN_READ,
        "q3": [("d", 1.0)],
    }
    for damaged in (data[:-3], data + b"more"):
        with pytest.raises(ValueError, match=r"run\.zst: damaged Zstandard data"):
            rs.read_run(file(damaged, "run.zst"))

    def missing(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("ranksure.readers.decompressing.import_module", missing)
    with pytest.raises(ValueError, match=r"run\.zst: Zstandard needs Python 3.14 or"):
        rs.read_run(file(data, "run.zst"))


@pytest.mark.parametrize("content", [RUN, gzip.compress(RUN), b"\xef\xbb\xbf" + RUN])
def test_standard_input(monkeypatch, content):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    run = rs.read_run("-")
    assert run.to_dict() == RUN_READ and run.name == "stdin"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_to_its_end(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    content = RUN + b"".join(b"q3 Q0 d%d 1 1 t\n" % i for i in range(500_000))
    writer = threading.Thread(target=path.write_bytes, args=(content,))
    writer.start()
    run = rs.read_run(path)
    writer.join()
    assert len(run.document_ids) == 500_003


@pytest.mark.parametrize("content", [b"", b"\n \t\r\n", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_an_error(file, content):
    for read in (rs.read_run, rs.read_qrels):
        with pytest.raises(ValueError, match=r"file\.txt: the file is empty"):
            read(file(content))


def test_text_that_is_not_utf8_is_refused_with_its_line(file):
    with pytest.raises(ValueError, match=r"file\.txt:2: must be UTF-8 text, found byte 0xfc"):
        rs.read_qrels(file(b"q1 0 d1 1\nq1 0 d\xfc 1\n"))
    with pytest.raises(ValueError, match=r"file\.txt:1: must be UTF-8 text, found byte 0x80"):
        rs.read_qrels(file(b"#\x80\nq1 0 d1 1\n"), comment="#")


def test_a_run_is_named_after_its_file(file):
    assert rs.read_run(file(RUN, "bm25.rm3.run.gz")).name == "bm25.rm3"
    assert opening.stem("runs/v1.2.jsonl") == "v1.2"
    assert rs.read_run(file(RUN)).source.endswith("file.txt")
