"""Results as records, JSON, CSV and Markdown."""

import csv
import io
import json

import pytest

from ranksure import reporting
from results import VERIFIED, comparison, summary, with_row


@pytest.mark.parametrize("result", [comparison(), summary((None, "short"))])
def test_records_share_their_keys_and_hold_plain_values(result):
    records = reporting.records(result)
    assert len(records) == len(result.rows)
    assert {tuple(record) for record in records} == {tuple(records[0])}
    assert {type(value) for record in records for value in record.values()} <= {
        str,
        int,
        float,
        bool,
        type(None),
    }


def test_a_record_repeats_its_row():
    record = reporting.records(comparison())[1]
    assert record == {
        "measure": "recall@5",
        "segment": None,
        "system": "new",
        "n": 12,
        "mean": 0.75,
        "mean_low": 0.5,
        "mean_high": 1.0,
        "baseline": "old",
        "difference": 0.25,
        "difference_low": 0.125,
        "difference_high": 0.375,
        "wins": 9,
        "ties": 1,
        "losses": 2,
        "degenerate": False,
    }


def test_what_does_not_exist_is_none():
    result = with_row(comparison(), 1, mean=float("nan"), confidence_interval=None)
    baseline, other = reporting.records(result)[:2]
    assert baseline["difference"] is baseline["difference_low"] is baseline["wins"] is None
    assert other["mean"] is other["mean_low"] is other["mean_high"] is None


def test_json_holds_rows_settings_counts_notes_and_verification():
    result = comparison()
    found = json.loads(reporting.to_json(result, VERIFIED))
    assert list(found) == ["kind", "rows", "settings", "counts", "notes", "verification"]
    assert found["kind"] == "comparison"
    assert found["rows"] == reporting.records(result)
    assert found["settings"]["seed"] == 7
    assert found["settings"]["baseline"] == "old"
    assert found["counts"] == {
        "old": {"queries": 12, "missing": 0},
        "new": {**result.counts["new"]},
    }
    assert found["notes"] == ["new: 2 queries have equal scores"]
    assert found["verification"]["ok"] is True
    assert found["verification"]["text"] == str(VERIFIED)
    assert json.loads(reporting.to_json(summary()))["verification"] is None


def test_json_has_no_nan():
    text = reporting.to_json(with_row(summary(), 0, mean=float("nan")))
    assert "NaN" not in text
    assert json.loads(text)["rows"][0]["mean"] is None


def test_csv_gives_back_every_bit():
    third = 1 / 3
    result = with_row(comparison(), 1, mean=third)
    rows = list(csv.DictReader(io.StringIO(reporting.to_csv(result))))
    assert [row["system"] for row in rows[:2]] == ["old", "new"]
    assert float(rows[1]["mean"]) == third
    assert rows[0]["difference"] == rows[0]["segment"] == ""
    assert rows[0]["degenerate"] == "false"


def test_csv_quotes_names():
    text = reporting.to_csv(comparison(systems=('a,"b"', "c")))
    assert next(csv.DictReader(io.StringIO(text)))["system"] == 'a,"b"'


def test_markdown_of_a_comparison():
    expected = """\
### recall@5

| segment     | system | n  | mean [95 % interval] | difference to baseline        | win/tie/loss |
|-------------|--------|----|----------------------|-------------------------------|--------------|
| all queries | old    | 12 | 0.500 [0.250, 0.750] | baseline                      |              |
| all queries | new    | 12 | 0.750 [0.500, 1.000] | **+0.250 [+0.125, +0.375]** ▲ | 9/1/2        |
| short       | old    | 12 | 0.500 [0.250, 0.750] | baseline                      |              |
| short       | new    | 12 | 0.750 [0.500, 1.000] | **+0.250 [+0.125, +0.375]** ▲ | 9/1/2        |

- ▲▼ interval of the paired difference excludes 0 (2 comparisons, not corrected)
- 95 % intervals: percentile bootstrap over queries, 10,000 resamples, seed 7
- note: new: 2 queries have equal scores

`ties:trec|golden:0123456789abcdef`
"""
    assert reporting.to_markdown(comparison(measures=("recall@5",))) == expected


def test_markdown_of_a_summary_has_no_column_of_segments_without_any():
    header = reporting.to_markdown(summary()).splitlines()[2]
    assert header == "| measure  | n  | mean [90 % interval] | standard error |"
    assert reporting.to_markdown(summary((None, "short"))).splitlines()[2].startswith("| segment")


def test_markdown_escapes_names():
    text = reporting.to_markdown(comparison(systems=("a|b*c", "new\nline")))
    assert "| a\\|b\\*c " in text
    assert "| new line " in text
