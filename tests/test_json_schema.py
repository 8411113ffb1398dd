"""The JSON output is what the published schema says."""

import json
from importlib.resources import files

import pytest

import ranksure as rs
from ranksure import reporting
from results import VERIFIED, comparison, summary, with_row

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads(files("ranksure.reporting").joinpath("result.schema.json").read_text())
RESULTS = [
    comparison(),
    summary(),
    with_row(comparison(), 1, mean=float("nan"), confidence_interval=None),
    rs.compare({"a": [0.0, 1.0], "b": [1.0, 1.0]}, seed=1),
    rs.evaluate({"q": ["a"]}, {"q": ["a"]}, ["rr"]).summary(seed=1),
]


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("verification", [None, VERIFIED])
def test_json_is_valid(result, verification):
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    found = json.loads(reporting.to_json(result, verification))
    validator.validate(found)
    described = set(SCHEMA["$defs"]["row"]["properties"])
    assert set(found["rows"][0]) <= described, "the schema lacks a key"


@pytest.mark.parametrize("key", ["mean", "difference", "system"])
def test_a_missing_key_is_invalid(key):
    found = json.loads(reporting.to_json(comparison()))
    del found["rows"][0][key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, SCHEMA)
