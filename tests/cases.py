"""The public cases: small inputs with the answer a careful user expects, as calls of ranksure."""

import gzip
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ranksure as rs
from shared import SHARED

READER_OPTIONS = ("conflicts", "order", "pad", "columns")


def whole_cases(path: Path) -> Iterator[dict[str, Any]]:
    """Every variant as a case of its own."""
    for case in json.loads(path.read_text())["cases"]:
        for variant in case.get("variants", [{"name": ""}]):
            new = variant.get("input", {})
            sides = {"run", "qrels"} & {key.split("_")[0] for key in new}
            old = {k: v for k, v in case.get("input", {}).items() if k.split("_")[0] not in sides}
            options = {**case["options"], **variant.get("options", {})}
            yield {**case, **variant, "input": {**old, **new}, "options": options}


def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """(subject-number name, case) of every public case; empty where they are absent."""
    found = []
    for path in sorted((SHARED / "cases").glob("*.json")):
        for case in whole_cases(path):
            found.append((f"{case['id']} {case.get('name', '')}".strip(), case))
    return found


def literal(value: Any) -> Any:
    """JSON as meant: {"$float": "nan"} is a float, arrays are NumPy arrays."""
    if isinstance(value, dict):
        if "$float" in value:
            return float(value["$float"])
        if "repeat" in value and "times" in value:
            return value["repeat"] * value["times"]
        if {"dtype", "shape", "data"} <= set(value):
            return array(value)
        return {key: literal(item) for key, item in value.items()}
    if isinstance(value, list):
        return [literal(item) for item in value]
    return value


def array(spec: dict[str, Any]) -> np.ndarray:
    """An array that reads as `data`, whatever its memory looks like."""
    a = np.array(literal(spec["data"])).astype(spec["dtype"]).reshape(spec["shape"])
    layout = spec.get("layout", "C")
    if layout == "F":
        return np.asfortranarray(a)
    if layout == "transposed":
        return np.ascontiguousarray(a.T).T
    if layout == "reversed":
        return np.ascontiguousarray(a[:, ::-1])[:, ::-1]
    if layout == "strided":
        wide = np.repeat(a, 2, axis=1)
        return wide[:, ::2]
    if layout == "read-only":
        a.setflags(write=False)
    return a


def _integer_keys(mapping: dict[Any, Any]) -> dict[Any, Any]:
    return {int(key): value for key, value in mapping.items()}


def write_file(spec: dict[str, Any], folder: Path) -> Path:
    path = folder / spec["name"]
    parts = [part.encode() for part in spec.get("members", [spec.get("text", "")])]
    if spec.get("encode") == "gzip":
        parts = [gzip.compress(part) for part in parts]
    data = b"".join(parts)
    path.write_bytes(data[: len(data) - spec.get("cut", 0)])
    return path


def frame(spec: dict[str, Any]) -> Any:
    """A frame of the named library."""
    library = spec["library"]
    columns = {c["name"]: literal(c["data"]) for c in spec["columns"]}
    if library == "numpy structured":
        rows = list(zip(*columns.values(), strict=True))
        return np.array(rows, dtype=[(c["name"], c["dtype"]) for c in spec["columns"]])
    if library == "pandas":
        pd = pytest.importorskip("pandas")
        data = {}
        for c in spec["columns"]:
            if c["dtype"] == "category":
                kind = pd.CategoricalDtype(c.get("categories"))
            else:
                kind = c["dtype"]
            data[c["name"]] = pd.Series(columns[c["name"]], dtype=kind)
        if spec.get("score_objects"):
            data["score"] = pd.Series([np.float32(v) for v in columns["score"]], dtype=object)
        result = pd.DataFrame(data)
        return result.set_index(spec["index"]) if "index" in spec else result
    if library.startswith("polars"):
        pl = pytest.importorskip("polars")
        schema = {c["name"]: getattr(pl, c["dtype"]) for c in spec["columns"]}
        result = pl.DataFrame(columns, schema=schema)
        return result.lazy() if library == "polars lazy" else result
    pa = pytest.importorskip("pyarrow")
    kinds = {"string": pa.string(), "large_string": pa.large_string(), "double": pa.float64(),
             "string_view": pa.string_view(), "int64": pa.int64(),
             "dictionary<int32,string>": pa.dictionary(pa.int32(), pa.string())}  # fmt: skip
    table = pa.table({c["name"]: pa.array(columns[c["name"]], kinds[c["dtype"]])
                      for c in spec["columns"]})  # fmt: skip
    if "rows_before" in spec:
        table = pa.concat_tables([table.slice(0, 1)] * spec["rows_before"] + [table])
        table = table.combine_chunks().slice(spec["rows_before"])
    if "chunks" in spec:
        table = pa.concat_tables([table.slice(i, 1) for i in range(table.num_rows)])
    return table


def qrels_of(case: dict[str, Any], folder: Path) -> Any:
    given, options = case["input"], case["options"]
    conflicts = {"conflicts": options["conflicts"]} if "conflicts" in options else {}
    columns = {"columns": options["columns"]} if "columns" in options else {}
    if "qrels_file" in given:
        return rs.read_qrels(write_file(given["qrels_file"], folder), **conflicts)
    if "qrels_rows" in given:
        return rs.Qrels.from_rows([tuple(literal(row)) for row in given["qrels_rows"]], **conflicts)
    if "qrels_arrays" in given:
        spec = literal(given["qrels_arrays"])
        return rs.Qrels.from_arrays(query_ids=spec["query_ids"], ids=spec["ids"])
    if "qrels_frame" in given:
        return rs.Qrels.from_frame(frame(given["qrels_frame"]), **conflicts, **columns)
    qrels = literal(given["qrels"])
    integer = given.get("int_ids", [])
    if "qrels.document" in integer:
        qrels = {q: _integer_keys(d) for q, d in qrels.items()}
    return rs.Qrels.from_dict(_integer_keys(qrels) if "qrels.query" in integer else qrels,
                              **conflicts)  # fmt: skip


def run_of(case: dict[str, Any], folder: Path) -> Any:
    given, options = case["input"], case["options"]
    columns = {"columns": options["columns"]} if "columns" in options else {}
    if "run_file" in given:
        order = {"order": options["order"]} if "order" in options else {}
        return rs.read_run(write_file(given["run_file"], folder), **order)
    if "run_arrays" in given:
        spec = literal(given["run_arrays"])
        pad = {"pad": options["pad"]} if "pad" in options else {}
        return rs.Run.from_arrays(
            spec["ids"], scores=spec.get("scores"), query_ids=spec["query_ids"], **pad
        )
    if "run_frame" in given:
        return rs.Run.from_frame(frame(given["run_frame"]), **columns)
    run = literal(given["run"])
    return rs.Run.from_dict(_integer_keys(run) if "run.query" in given.get("int_ids", []) else run)


def evaluate(case: dict[str, Any], folder: Path) -> rs.Scores:
    options = {k: v for k, v in case["options"].items() if k not in READER_OPTIONS}
    run, qrels = run_of(case, folder), qrels_of(case, folder)
    return rs.evaluate(run, qrels, case["measures"], **options)


def close(found: float, wanted: Any, tolerance: float) -> bool:
    """Within the tolerance (0: the same float64); NaN equals NaN."""
    value = literal(wanted["value"]) if isinstance(wanted, dict) else literal(wanted)
    tolerance = wanted.get("tolerance", tolerance) if isinstance(wanted, dict) else tolerance
    if math.isnan(value):
        return math.isnan(found)
    return abs(found - value) <= tolerance
