"""Information content: rounds, pooling, the cache; against a slow transcription."""

import re
import stat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from expecting import Expecting
from unname.core.errors import ConfigError, InputError
from unname.models.information import Fingerprinted, piece_ranges, span_information
from unname.models.information_cache import InformationCache, key_of
from unname.models.masked_lm import MaskedLM
from unname.text.sentences import sentences

TEXT = "Tony Booth, a nurse from Ruritania, sang."
WORDS = [found.span() for found in re.finditer(r"\w+", TEXT)]


def slow(text, spans, model, rounds, pool):
    """One span after the other, each with the spans of its round masked."""
    pieces = model.tokenize(text)

    def inside(span):
        return [n for n in range(len(pieces)) if max(pieces.starts[n], span[0]) < min(pieces.ends[n], span[1])]

    ordered = sorted(
        (n for n in range(len(spans)) if inside(spans[n])), key=lambda n: (inside(spans[n])[0], inside(spans[n])[-1])
    )
    every = min(rounds or len(ordered), len(ordered))
    answer = [0.0] * len(spans)
    for at, number in enumerate(ordered):
        masked = {place for other in ordered[at % every :: every] for place in inside(spans[other])}
        said = [-model.surprise(pieces, place, masked) for place in inside(spans[number])]
        answer[number] = max(said) if pool == "max" else sum(said)
    return answer


spans_of = st.lists(st.tuples(st.integers(0, 41), st.integers(0, 41)).map(lambda pair: tuple(sorted(pair))), max_size=8)


@given(spans_of, st.sampled_from([None, 1, 2, 6]), st.sampled_from(["max", "sum"]))
def test_it_equals_a_slow_transcription(spans, rounds, pool):
    model = Expecting()
    found = span_information(TEXT, spans, model, rounds, pool)
    assert found == pytest.approx(slow(TEXT, spans, model, rounds, pool), abs=1e-5)
    assert (found >= 0).all()


def test_one_term_of_every_n_is_masked_at_a_time():
    model = Expecting()
    span_information(TEXT, WORDS, model, rounds=3)
    [rounds] = model.rounds
    pieces = model.tokenize(TEXT)
    ranges = piece_ranges(pieces, WORDS)
    assert rounds == [[n for a, b in ranges[start::3] for n in range(a, b)] for start in range(3)]


def test_every_term_alone():
    model = Expecting()
    span_information(TEXT, WORDS[::-1], model, rounds=None)
    [rounds] = model.rounds
    assert len(rounds) == len(WORDS)
    pieces = model.tokenize(TEXT)
    assert sorted(rounds) == [list(range(*span)) for span in piece_ranges(pieces, WORDS)]


SENTENCES = "Tony sang. A nurse from Ruritania heard it! Did Ada hear it too?"


def test_every_term_alone_in_its_sentence():
    """S-TA as published: what is said elsewhere changes nothing."""
    words = [found.span() for found in re.finditer(r"\w+", SENTENCES)]
    found = span_information(SENTENCES, words[::-1], Expecting(), rounds="sentence")[::-1]
    alone = []
    for start, end in sentences(SENTENCES):
        inside = [(a - start, b - start) for a, b in words if start <= a < end]
        alone += list(span_information(SENTENCES[start:end], inside, Expecting(), rounds=None))
    assert list(found) == pytest.approx(alone)
    model = Expecting()
    span_information(SENTENCES, words, model, rounds="sentence")
    assert [len(rounds) for rounds in model.rounds] == [2, 6, 5]


@given(st.lists(st.tuples(st.integers(0, 64), st.integers(0, 64)).map(sorted).map(tuple), max_size=6))
def test_any_spans_can_be_judged_by_sentence(spans):
    found = span_information(SENTENCES, spans, Expecting(), rounds="sentence")
    assert len(found) == len(spans)
    assert (found >= 0).all()


def test_more_masks_around_make_a_word_less_likely():
    alone = span_information(TEXT, WORDS, Expecting(), rounds=None)
    together = span_information(TEXT, WORDS, Expecting(), rounds=1)
    assert (together > alone).all()


@pytest.mark.parametrize(
    ("text", "spans"), [("", []), ("", [(0, 0)]), ("   ", [(0, 3)]), (TEXT, []), (TEXT, [(4, 5)]), (TEXT, [(1, 1)])]
)
def test_nothing_says_nothing(text, spans):
    assert list(span_information(text, spans, Expecting())) == [0.0] * len(spans)


def test_a_certain_word_says_nothing():
    class Certain(Expecting):
        def log_probabilities(self, pieces, rounds):
            return [np.full(len(places), 1e-7, dtype=np.float32) for places in rounds]

    assert list(span_information(TEXT, WORDS, Certain(), pool="sum")) == [0.0] * len(WORDS)


@pytest.mark.parametrize("span", [(0, 99), (-1, 3), (5, 4)])
def test_a_span_outside_the_text_is_refused_without_quoting_it(span):
    with pytest.raises(InputError) as caught:
        span_information(TEXT, [span], Expecting())
    assert "Tony" not in str(caught.value)


def test_a_reader_has_not_seen_what_follows():
    both, left = (span_information(TEXT, WORDS, Expecting(), rounds=None, context=side) for side in ("both", "left"))
    assert (left[:-1] > both[:-1]).all()
    # Nothing but the full stop follows the last word.
    before = TEXT[: WORDS[-1][1]]
    alone = span_information(before, WORDS[-1:], Expecting(), context="left")
    assert alone == pytest.approx(span_information(before, WORDS[-1:], Expecting(), rounds=None))


@pytest.mark.parametrize("setting", [{"context": "right"}, {"pool": "mean"}, {"rounds": 0}, {"rounds": -1}])
def test_settings_that_make_no_sense(setting):
    with pytest.raises(ConfigError):
        span_information(TEXT, WORDS, Expecting(), **setting)


def test_what_was_computed_is_kept():
    model, cache = Expecting("one"), InformationCache()
    first = span_information(TEXT, WORDS, model, cache=cache)
    expected = first.copy()
    first[:] = -1
    assert list(span_information(TEXT, WORDS, model, cache=cache)) == list(expected)
    assert len(model.rounds) == 1
    for changed in ({"rounds": 2}, {"pool": "sum"}, {"context": "left"}):
        span_information(TEXT, WORDS, model, cache=cache, **changed)
    span_information(TEXT, WORDS[1:], model, cache=cache)
    span_information(TEXT + " ", WORDS, model, cache=cache)
    assert len(model.rounds) == 6
    other = Expecting("two")
    span_information(TEXT, WORDS, other, cache=cache)
    assert other.rounds


def test_a_model_that_cannot_be_told_apart_is_asked_every_time():
    model, cache = Expecting(), InformationCache()
    for _ in range(2):
        span_information(TEXT, WORDS, model, cache=cache)
    assert len(model.rounds) == 2


def test_the_oldest_answer_goes_first():
    cache = InformationCache(size=2)
    for key in "abacd":
        cache.put(key, np.ones(1))
    assert [key for key in "abcd" if cache.get(key, 1) is not None] == ["c", "d"]
    assert cache.get("d", 2) is None


def test_on_disk_there_are_numbers_alone_for_the_owner_alone(tmp_path):
    folder = tmp_path / "kept"
    model = Expecting("one")
    expected = span_information(TEXT, WORDS, model, cache=InformationCache(folder=folder))
    [file] = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"Tony" not in file.read_bytes()
    assert file.stem == key_of(TEXT, WORDS, ("one", 6, "max", "both"))
    assert list(span_information(TEXT, WORDS, model, cache=InformationCache(folder=folder))) == list(expected)
    assert len(model.rounds) == 1


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\x93NUMPY\x01\x00", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18])
def test_a_damaged_file_counts_as_absent(tmp_path, damage):
    model = Expecting("one")
    expected = span_information(TEXT, WORDS, model, cache=InformationCache(folder=tmp_path))
    [file] = tmp_path.iterdir()
    file.write_bytes(damage)
    assert list(span_information(TEXT, WORDS, model, cache=InformationCache(folder=tmp_path))) == list(expected)
    assert len(model.rounds) == 2


def test_other_weights_are_another_model(tmp_path):
    model = MaskedLM(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"one")
    assert isinstance(model, Fingerprinted)
    first = model.fingerprint
    (tmp_path / "model.onnx").write_bytes(b"other")
    assert first != model.fingerprint
    assert MaskedLM(tmp_path, length=64).fingerprint != model.fingerprint
