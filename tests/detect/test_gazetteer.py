"""The gazetteer: what it finds, what it leaves alone, and where exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import LABELS, Document
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.detect import tokens
from unname.detect.gazetteer import LABEL_OF, PRIORS, Gazetteer


def found(text: str, **settings: object) -> set[tuple[str, str]]:
    """Pairs of label and covered text."""
    mentions = Gazetteer(**settings).detect(Document("d", text))  # type: ignore[arg-type]
    return {(mention.label, text[mention.span.start : mention.span.end]) for mention in mentions}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met Mr Kowalski there.", ("PERSON", "Mr Kowalski")),
        ("We met Dr. J. K. Exampleton-Samplova there.", ("PERSON", "Dr. J. K. Exampleton-Samplova")),
        ("We met Mr. Price there.", ("PERSON", "Mr. Price")),
        ("He asked Mary O'Brien.", ("PERSON", "Mary O'Brien")),
        ("He asked Ludwig van der Berg.", ("PERSON", "Ludwig van der Berg")),
        ("He asked Khalid al-Samplawi.", ("PERSON", "Khalid al-Samplawi")),
        ("He asked Jean-Pierre Dupont.", ("PERSON", "Jean-Pierre Dupont")),
        ("He asked Maria J. Kowalska.", ("PERSON", "Maria J. Kowalska")),
        ("He asked B. Kowalski.", ("PERSON", "B. Kowalski")),
        ("He asked Will Smith.", ("PERSON", "Will Smith")),
        ("Later Natasha left.", ("PERSON", "Natasha")),
        ("My name is Zzyxa Qwertin.", ("PERSON", "Zzyxa Qwertin")),
        ("Dear Qwertina, thank you.", ("PERSON", "Qwertina")),
        ("then maria kowalska wrote back", ("PERSON", "maria kowalska")),
        ("the case of A.B. was closed", ("PERSON", "A.B.")),
        ("He was born in Reading.", ("LOC", "Reading")),
        ("They live in Nice.", ("LOC", "Nice")),
        ("It happened near Łódź.", ("LOC", "Łódź")),
        ("It happened near Lodz.", ("LOC", "Lodz")),
        ("İstanbul was far away.", ("LOC", "İstanbul")),
        ("She moved to New York City.", ("LOC", "New York City")),
        ("i moved to norway last year", ("LOC", "norway")),
        ("i moved to san francisco last year", ("LOC", "san francisco")),
        ("They returned to Turkey.", ("LOC", "Turkey")),
        ("He lived in the UK.", ("LOC", "UK")),
        ("Two Russians came.", ("DEM", "Russians")),
        ("He is a Polish citizen.", ("DEM", "Polish")),
        ("i am russian", ("DEM", "russian")),
        ("Her Kurdish origin", ("DEM", "Kurdish")),
        ("He became a Jehovah's Witness.", ("DEM", "Jehovah's Witness")),
        ("the teachers", ("DEM", "teachers")),
        ("two policemen", ("DEM", "policemen")),
        ("a primary school teacher", ("DEM", "primary school teacher")),
        ("the deputy mayor of the Upper Town Council said", ("DEM", "deputy mayor of the Upper Town Council")),
        ("his mother-in-law", ("DEM", "mother-in-law")),
        ("with paranoid schizophrenia", ("DEM", "paranoid schizophrenia")),
        ("a convinced socialist", ("DEM", "socialist")),
        ("she has a bachelor's degree", ("DEM", "bachelor's degree")),
        ("convicted of armed robbery", ("MISC", "armed robbery")),
        ("he carried a shotgun", ("MISC", "shotgun")),
        ("on a motorcycle", ("MISC", "motorcycle")),
    ],
)
def test_finds(text: str, expected: tuple[str, str]) -> None:
    assert expected in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Will this work? May I mark the bill?",
        "It is nice to read; reading helps.",
        "We polish the glass and eat turkey.",
        "Mark the page. Bill them later.",
        "In May the rose grew.",
        "the court heard the case of the party",
        "a man, a woman and a person",
        "May 2020, June 2021",
        "us and them",
        "",
        " \n\t ",
    ],
)
def test_leaves_ordinary_words_alone(text: str) -> None:
    assert not {pair for pair in found(text) if pair[0] in ("PERSON", "LOC", "DEM")}


def test_the_longest_entry_of_a_list_wins() -> None:
    assert {text for label, text in found("She moved to New York City.") if label == "LOC"} == {"New York City"}


def test_a_name_is_one_mention() -> None:
    assert found("He asked Anna Maria van der Berg about it.") == {("PERSON", "Anna Maria van der Berg")}


def test_a_family_name_that_is_an_occupation_is_no_occupation() -> None:
    assert found("He asked Anna Carpenter about it.") == {("PERSON", "Anna Carpenter")}


def test_a_place_that_begins_like_a_name_is_no_person() -> None:
    assert not {pair for pair in found("The New York Giants won in San Diego.") if pair[0] == "PERSON"}


def test_nationality_of_an_institution_weighs_less() -> None:
    person, institution = (
        Gazetteer().detect(Document("d", f"the Polish {noun}"))[0] for noun in ("woman", "Government")
    )
    assert institution.confidence < person.confidence


@pytest.mark.parametrize("prefix", ["İ ", "İİİ ß ŉ ", "😀 ", "e\u0301 ", "\u202e", "\x00"])
def test_positions_stay_exact_when_folding_could_change_lengths(prefix: str) -> None:
    text = f"{prefix}she met Natasha Kowalska."
    assert ("PERSON", "Natasha Kowalska") in found(text)


def test_restriction_to_some_lists() -> None:
    text = "Mr Kowalski is a Polish teacher."
    assert found(text, lists=("nationality",)) == {("DEM", "Polish")}
    assert Gazetteer(lists=("nationality",)).name == "gazetteer(lists=('nationality',))"
    assert Gazetteer().name == "gazetteer"


def test_unknown_lists_are_refused() -> None:
    with pytest.raises(ConfigError, match="unknown lists"):
        found("text", lists=("unheard",))


def test_windows_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Mr Jan Kowalski went from New York to Łódź with two Russians. He asked Anna van der Berg. " * 40
    whole = Gazetteer().detect(Document("d", text))
    monkeypatch.setattr(tokens, "WINDOW", 97)
    monkeypatch.setattr(tokens, "CONTEXT", 60)
    assert Gazetteer().detect(Document("d", text)) == whole


@pytest.mark.parametrize(
    "piece", ["Mr ", "A. ", "John ", "van der ", "San ", "New York ", "a", "İ", "Mayor of the ", "-'."]
)
def test_repetition_is_survived(piece: str) -> None:
    for mention in Gazetteer().detect(Document("d", piece * 5000)):
        assert mention.span.end <= len(piece) * 5000


def test_every_list_has_a_prior_and_every_prior_a_label() -> None:
    assert set(tokens.TERMS) <= set(PRIORS)
    assert set(LABEL_OF) <= set(PRIORS)
    assert set(LABEL_OF.values()) <= set(LABELS)
    assert all(0 < prior < 1 for prior in PRIORS.values())


def test_lists_are_sorted_folded_and_without_duplicates() -> None:
    for name in tokens.LISTS:
        entries = tokens.read_list(name)
        assert entries == sorted(set(entries)), name
        assert all(entry.lower() == fold(entry) and entry[1:] == entry[1:].lower() for entry in entries), name


WORDS = (
    "Mr Dr. Anna Kowalski van der A. in Nice York Polish mayor of the İzmir O'Brien al-Samplawi , . name is US"
).split(" ")


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=30).map(" ".join))
def test_contract(text: str) -> None:
    document = Document("d", text.encode("utf-8", "ignore").decode())
    mentions = Gazetteer().detect(document)
    assert mentions == Gazetteer().detect(document)
    for mention in mentions:
        assert 0 <= mention.span.start < mention.span.end <= len(document.text)
        assert document.text[mention.span.start].isalnum()
        assert mention.source.removeprefix("gazetteer:") in PRIORS


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)
