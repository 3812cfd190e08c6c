"""A marker goes through every failure, and must not come out anywhere."""

import json
import logging
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from unname.core.document import Document, Mention, Profile, Span
from unname.core.errors import UnnameError
from unname.core.policy import Policy
from unname.core.redaction import Option, Redaction, Replacement, rewrite
from unname.core.results import Guess
from unname.corpora import read
from unname.pipeline.document import Pipeline

MARKER = "Xanthippe"
SENTENCE = f"Dear {MARKER} of Thebes, born in 1931."

BAD_FILES = {
    "not utf-8": ("a.txt", SENTENCE.encode() + b"\xff"),
    "binary": ("a.txt", SENTENCE.encode() + b"\0"),
    "cut json": ("a.jsonl", f'{{"id": "a", "text": "{SENTENCE}'.encode()),
    "json list": ("a.jsonl", json.dumps([SENTENCE]).encode()),
    "text under another key": ("a.jsonl", json.dumps({"id": "a", "body": SENTENCE}).encode()),
    "text in a list": ("a.jsonl", json.dumps({"id": "a", "text": [SENTENCE]}).encode()),
    "text as label": (
        "a.jsonl",
        json.dumps({"id": "a", "text": SENTENCE, "mentions": [{"start": 0, "end": 4, "label": MARKER}]}).encode(),
    ),
    "text as role": (
        "a.jsonl",
        json.dumps(
            {"id": "a", "text": SENTENCE, "mentions": [{"start": 0, "end": 4, "label": "LOC", "role": MARKER}]}
        ).encode(),
    ),
    "text as position": (
        "a.jsonl",
        json.dumps({"id": "a", "text": SENTENCE, "mentions": [{"start": MARKER, "end": 4, "label": "LOC"}]}).encode(),
    ),
    "text as mention": ("a.jsonl", json.dumps({"id": "a", "text": SENTENCE, "mentions": [MARKER]}).encode()),
    "span outside": (
        "a.jsonl",
        json.dumps({"id": "a", "text": SENTENCE, "mentions": [{"start": 0, "end": 9999, "label": "LOC"}]}).encode(),
    ),
    "lone surrogate": ("a.jsonl", b'{"id": "a", "text": "Xanthippe \\udc00"}'),
    "bad tab case": ("a.json", json.dumps([{"doc_id": "a", "text": 3, "annotations": {MARKER: {}}}]).encode()),
    "bad tab mention": (
        "a.json",
        json.dumps(
            [
                {
                    "doc_id": "a",
                    "text": SENTENCE,
                    "annotations": {"x": {"entity_mentions": [{"span_text": MARKER, "entity_type": MARKER}]}},
                }
            ]
        ).encode(),
    ),
    "json of a string": ("a.json", json.dumps(SENTENCE).encode()),
    "conll without tags": ("a.conll", f"{MARKER}\nfrom {MARKER}-{MARKER}\n".encode()),
    "damaged gzip": ("a.txt.gz", SENTENCE.encode()),
}


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """Everything that was logged, at any level."""
    caplog.set_level(logging.DEBUG)
    return lambda: caplog.text


@pytest.mark.parametrize("command", [["release"], ["release", "--format", "jsonl"], ["detect"], ["detect", "--show"]])
@pytest.mark.parametrize(("name", "content"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_files(run, stand_in_detectors, heard, tmp_path, name, content, command):
    path = tmp_path / name
    path.write_bytes(content)
    code, out, err = run(*command, path, "--detector", "capitals")
    assert code == 2
    assert MARKER not in out + err + heard()
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("name", "content"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_files_from_python_not_even_in_the_traceback(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnnameError) as raised:
        list(read(path))
    assert MARKER not in "".join(traceback.format_exception_only(raised.value))
    assert not raised.value.__context__ or raised.value.__suppress_context__


@pytest.mark.parametrize("detector", ["broken", "outside"])
@pytest.mark.parametrize("command", ["release", "detect"])
def test_a_component_that_quotes_the_text_in_its_error(run, stand_in_detectors, heard, tmp_path, detector, command):
    path = tmp_path / "a.txt"
    path.write_text(SENTENCE)
    code, out, err = run(command, path, "--detector", detector)
    assert code == 1
    assert MARKER not in out + err + heard()
    assert "'a'" in err


def test_a_component_that_quotes_the_text_from_python(stand_in_detectors):
    with pytest.raises(UnnameError) as raised:
        Pipeline(detectors=("broken",)).release(Document("a", SENTENCE))
    assert MARKER not in "".join(traceback.format_exception(raised.value))


def test_words_of_a_policy(run, tmp_path, heard):
    policy = tmp_path / "policy.toml"
    policy.write_text(f'deny = ["{MARKER}"]\nallow = ["{MARKER}"]\n')
    code, out, err = run("release", "-", "--policy", policy, "--detector", "rules", stdin=b"x")
    assert code == 2
    assert MARKER not in out + err + heard()
    assert MARKER not in repr(Policy(deny=frozenset({MARKER})))


@pytest.mark.parametrize(
    "value",
    [
        Document("a", SENTENCE, person=MARKER),
        rewrite(Document("a", SENTENCE), [Replacement(Span(0, 4), MARKER)]),
        Redaction("a", SENTENCE),
        Option("e1", "mask", MARKER),
        Profile("a", MARKER, {"name": MARKER}, SENTENCE),
        Guess("a", ((MARKER, 1.0),)),
        Document("a", SENTENCE, mentions=(Mention(Span(5, 14), "PERSON"),)).entities,
    ],
    ids=lambda value: type(value).__name__,
)
def test_printed_values(value):
    assert MARKER not in repr(value)
    assert MARKER not in str(value)


def test_nothing_released_points_back(run, stand_in_detectors, tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / f"{MARKER}.txt").write_text(SENTENCE)
    (source / f"{MARKER}.conll").write_text(f"{MARKER} B-PER\nleft O\n")
    (source / f"{MARKER}.jsonl").write_text(json.dumps({"text": SENTENCE}) + "\n")
    assert run("release", source, "--out", out, "--detector", "capitals").code == 0
    released = [path for path in Path(out).rglob("*") if path.is_file()]
    assert len(released) == 3 + len(("report.html", "report.json"))
    for path in released:
        assert MARKER not in path.name + path.read_text()
        if path.suffix == ".jsonl":
            assert all(set(json.loads(line)) == {"id", "text"} for line in path.read_text().splitlines())
