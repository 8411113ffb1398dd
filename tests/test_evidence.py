"""Relevance by evidence: as the reference defines it, and what is refused."""

import json
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure.evidence import TextRules
from ranksure.qrels import Qrels
from ranksure.reference import evidence as reference

pytest.importorskip("ahocorasick_rs")

CHUNKS = {
    "c1": "The plan  Team\nincludes SSO. Prices rise",
    "c2": "in May. Straße ﬁne",
    "c3": "team includes sso",
}


def judged(golden, chunks=CHUNKS, **rules):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rs.PolicyWarning)
        return Qrels.from_evidence(golden, chunks, **rules)


def test_what_does_not_matter_is_chosen():
    golden = {"q": ["TEAM includes sso"], "r": ["strasse fine"]}
    assert judged(golden).to_dict() == {"q": {"c1": 1.0, "c3": 1.0}, "r": {"c2": 1.0}}
    assert judged(golden, ignore_case=False).to_dict() == {"q": {}, "r": {}}
    assert judged(golden, ignore_space=False).to_dict()["q"] == {"c3": 1.0}
    assert judged(golden, unicode_form="NFC").to_dict()["r"] == {"c2": 1.0}  # folded
    assert judged({"r": ["ße fine"]}, ignore_case=False, unicode_form="NFC").to_dict() == {"r": {}}
    assert judged({"r": ["ße fine"]}, ignore_case=False).to_dict() == {"r": {"c2": 1.0}}


def test_evidence_that_no_chunk_holds_is_counted_listed_and_warned_of():
    golden = {"q": ["prices rise in may", "absent"], "r": ["sso", "Absent"]}
    with pytest.warns(rs.PolicyWarning, match=r"no chunk holds 3 of 4 .*: 1 stand across two"):
        qrels = Qrels.from_evidence(golden, CHUNKS)
    search = qrels.evidence_search
    assert search is not None and (search.n_strings, search.n_chunks) == (4, 3)
    assert search.split == (("q", "prices rise in may"),)
    assert search.nowhere == (("q", "absent"), ("r", "Absent"))


def test_chunks_that_overlap_are_joined_where_they_repeat():
    chunks = [(1, "aaa the quick brown fox jumps"), (2, "the quick brown fox jumps over it")]
    search = judged({"q": ["aaa the quick brown fox jumps over"]}, chunks).evidence_search
    assert search is not None and len(search.split) == 1


WORD = st.text("ab ", max_size=6)
NAMES = st.sampled_from(["q", "r"])


@settings(max_examples=300)
@given(
    st.dictionaries(NAMES, st.lists(WORD.filter(str.strip), max_size=3), min_size=1),
    st.lists(st.text("abA \nß", max_size=40), min_size=1, max_size=5),
    st.booleans(),
    st.booleans(),
)
def test_any_texts(golden, texts, ignore_case, ignore_space):
    rules = TextRules(ignore_case, ignore_space, "NFKC")
    normal = [reference.normalised(text, *rules) for text in texts]
    strings = {q: [reference.normalised(s, *rules) for s in given] for q, given in golden.items()}
    qrels = judged(golden, enumerate(texts), ignore_case=ignore_case, ignore_space=ignore_space)
    expected = reference.relevant_chunks(strings, {str(i): t for i, t in enumerate(normal)})
    found = {query: list(map(str, chunks)) for query, chunks in qrels.to_dict().items()}
    assert found == dict(sorted(expected.items()))
    lost = [
        (query, string, reference.is_split(normal_string, normal, ignore_space))
        for query, given in golden.items()
        for string, normal_string in zip(given, strings[query], strict=True)
        if not any(normal_string in text for text in normal)
    ]
    search = qrels.evidence_search
    assert search is not None
    assert sorted(search.split) == sorted((q, s) for q, s, split in lost if split)
    assert sorted(search.nowhere) == sorted((q, s) for q, s, split in lost if not split)


@given(st.text(), st.booleans(), st.booleans(), st.sampled_from(["NFC", "NFKD", None]))
def test_normalised_as_the_reference(text, case, space, form):
    assert TextRules(case, space, form).normalise(text) == reference.normalised(
        text, case, space, form
    )


def test_files_and_frames(tmp_path):
    golden, chunks = tmp_path / "golden.jsonl", tmp_path / "chunks.jsonl"
    golden.write_text(
        json.dumps({"id": "q", "evidence": ["sso"], "segment": "s", "question": "?"}) + "\n"
    )
    chunks.write_text(
        "".join(json.dumps({"_id": c, "text": t}) + "\n\n" for c, t in CHUNKS.items()), "utf-8"
    )
    qrels = judged(golden, chunks)
    assert qrels.to_dict() == {"q": {"c1": 1.0, "c3": 1.0}}
    assert qrels.segments == {"q": "s"} and qrels.questions == {"q": "?"}
    frame = pytest.importorskip("pandas").DataFrame({"id": [1, 2], "body": ["x", "an SSO"]})
    assert judged({"q": ["sso"]}, frame, columns={"text": "body"}).to_dict() == {"q": {2: 1.0}}


@pytest.mark.parametrize(
    ("golden", "chunks", "error", "message"),
    [
        ({"q": "sso"}, CHUNKS, TypeError, "query 'q': evidence must be a list of texts, found"),
        ({"q": [1]}, CHUNKS, TypeError, "query 'q': evidence must be text, found 1"),
        ({"q": [" \n"]}, CHUNKS, ValueError, "query 'q': evidence must not be blank"),
        ({"q": ["a"]}, [("c", "t"), ("c", "u")], ValueError, "chunk 'c' stands twice, at 0 and 1"),
        ({"q": ["a"]}, [("c", None)], TypeError, "chunk 0: the text of a chunk must be text"),
        ({"q": ["a"]}, ["c"], ValueError, r"chunk 0 must be \(id, text\)"),
        ({"q": ["a"]}, 3, TypeError, "chunks must be a path, a mapping"),
        ({"q": ["a"]}, {}, ValueError, "at least one chunk"),
        ([], CHUNKS, TypeError, "golden must be a mapping"),
        ({}, CHUNKS, ValueError, "holds no query"),
    ],
)
def test_what_is_refused(golden, chunks, error, message):
    with pytest.raises(error, match=message):
        Qrels.from_evidence(golden, chunks)
    with pytest.raises(ValueError, match="unicode_form must be one of"):
        Qrels.from_evidence({"q": ["a"]}, CHUNKS, unicode_form="utf8")
    with pytest.raises(TypeError, match="ignore_case must be True or False"):
        Qrels.from_evidence({"q": ["a"]}, CHUNKS, ignore_case=None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "c"}', r"chunks.jsonl:2: the key 'text' is missing"),
        ('{"text": "c"}', r"chunks.jsonl:2: the key 'id' or '_id' is missing"),
        ('{"id": "c", "text"', r"chunks.jsonl:2: must be a JSON object on one line"),
    ],
)
def test_a_bad_line_of_chunks_is_named(tmp_path, line, message):
    path = tmp_path / "chunks.jsonl"
    path.write_text('{"id": "b", "text": "a"}\n' + line + "\n")
    with pytest.raises(ValueError, match=message):
        Qrels.from_evidence({"q": ["a"]}, path)
