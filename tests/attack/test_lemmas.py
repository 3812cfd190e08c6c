import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.attack import lemmas as module
from unname.attack.lemmas import Word, curate, curate_words, join_words
from unname.core.errors import ConfigError
from unname.text.vocabulary import GRAMMAR_WORDS


@pytest.mark.parametrize(
    ("text", "curated"),
    [
        ("", ""),
        ("the of and", ""),
        ("She was walking to the theaters.", "She walk theater."),
        ("ponies and cities", "pony city"),
        ("Paris and James stay as they are", "Paris James stay"),
        ("the judge's #hashtag, (again) €5", "judge hashtag 5"),
        ("[PERSON] met *** in [LOC].", "PERSON met LOC."),
        ("2/3 of Łódź and Москва", "2 / 3 Łódź Москва"),
        ("The_first Will to will", "The first Will"),
    ],
)
def test_what_rules_leave_of_a_text(text, curated):
    assert curate([text], lemmas="rules") == [curated]


@given(st.lists(st.text(max_size=80), max_size=4))
def test_texts_are_curated_one_by_one(texts):
    assert curate(texts, "rules") == [curate([text], "rules")[0] for text in texts]


@given(st.text(max_size=200))
def test_nothing_special_is_left(text):
    assert all(character.isalnum() or character in " ./" for character in curate([text], "rules")[0])


@given(st.lists(st.sampled_from(["actor", ".", "Paris", "/", "1999"]), max_size=12))
def test_words_stand_where_they_are_said_to(lemmas):
    text, starts = join_words([Word(lemma, lemma) for lemma in lemmas])
    assert all(text.startswith(lemma, start) for lemma, start in zip(lemmas, starts, strict=True))
    assert " ." not in text


def test_surfaces_are_kept_beside_lemmas():
    assert curate_words(["theaters burned"], "rules")[0] == [Word("theaters", "theater"), Word("burned", "burn")]


def test_long_texts_are_read_whole(monkeypatch):
    text = " ".join(f"word{number}" for number in range(2000))
    whole = curate([text], "rules")
    monkeypatch.setattr(module, "PIECE", 50)
    assert curate([text], "rules") == whole
    assert len(whole[0].split()) == 2000


def test_unknown_ways_are_refused():
    with pytest.raises(ConfigError, match="stemmer"):
        curate(["text"], lemmas="stemmer")


def test_spacy_finds_lemmas(monkeypatch):
    spacy = pytest.importorskip("spacy")
    language = spacy.blank("en")

    @spacy.Language.component("test_lemmas")
    def lemmas(parsed):
        for token in parsed:
            token.lemma_ = {"went": "go", "horses": "horse"}.get(token.text, token.text)
        return parsed

    language.add_pipe("test_lemmas")
    monkeypatch.setattr(module, "_language", lambda: language)
    assert curate(["She went to the #horses, but She slept."]) == ["She go horse She slept."]


def test_no_library_is_needed_for_rules():
    code = (
        "import sys; sys.modules['spacy'] = None\n"
        "from unname.attack.lemmas import curate; print(curate(['cats'], 'rules'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['cat']"


def test_stop_words_are_lower_case():
    assert all(word == word.lower() for word in GRAMMAR_WORDS)
