"""Sentences after something else was written into them: they read well, and only what may be changed is changed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.pipeline.document import Pipeline
from unname.replace.generalize import Generalize
from unname.replace.mend import Mending

_MARKED = re.compile(r"\{(?P<label>[A-Z]+):(?P<words>[^{}]*)\}")


def read(marked: str, language: str = "en") -> Document:
    """The document of a text in which mentions are marked: "born in {LOC:Lyon}"."""
    text, mentions, at = "", [], 0
    for found in _MARKED.finditer(marked):
        text += marked[at : found.start()]
        span = Span(len(text), len(text) + len(found["words"]))
        mentions.append(Mention(span, found["label"], f"{found['label']}{found['words']}", Role.QUASI))
        text += found["words"]
        at = found.end()
    return Document("d", text + marked[at:], language, mentions=tuple(mentions))


def release(document: Document) -> Redaction:
    pipeline = Pipeline(detectors=(), replace="generalize")
    return pipeline.apply(document, pipeline.plan(document))


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        # times
        ("Born on {DATETIME:12 March 1974}.", "Born in 1974."),
        ("born on the {DATETIME:12 March 1974}.", "born in 1974."),
        ("On {DATETIME:12 March 1974} he left.", "In 1974 he left."),
        ("{DATETIME:On 12 March 1974} he left.", "In 1974 he left."),
        ("He left in {DATETIME:March 1974}.", "He left in 1974."),
        ("He left in {DATETIME:1974}.", "He left in the 1970s."),
        ("He left on {DATETIME:12 March}.", "He left in March."),
        ("the {DATETIME:12 March 1974} hearing", "the 1974 hearing"),
        ("the {DATETIME:1974} hearing", "the 1970s hearing"),
        ("a {DATETIME:1974} hearing", "a 1970s hearing"),
        ("an {DATETIME:1890} house", "an 1890s house"),
        ("on the {DATETIME:2004} album", "on the 2000s album"),
        ("(born {DATETIME:1974})", "(born 1970s)"),
        ("(he left in {DATETIME:1974})", "(he left in the 1970s)"),
        ("She was born {DATETIME:1974} there", "She was born in the 1970s there"),
        ("({DATETIME:1974}–{DATETIME:2010})", "(1970s–2010s)"),
        ("({DATETIME:12 March 1974} – {DATETIME:3 May 2010})", "(1974 – 2010)"),
        ("He served from {DATETIME:2001 to 2005}.", "He served in the 2000s."),
        ("He served between {DATETIME:2001 and 2005}.", "He served in the 2000s."),
        ("{DATETIME:Between 2001 and 2005} he served.", "In the 2000s he served."),
        ("He served from {DATETIME:1998 to 2005}.", "He served from the 1990s to the 2000s."),
        ("since {DATETIME:12 March 1974}", "since 1974"),
        ("dated {DATETIME:12/03/1974}", "dated 1974"),
        ("He left before {DATETIME:12 March 1974}.", "He left before ***."),
        ("He came on {DATETIME:Monday} at {DATETIME:17:30}.", "He came on *** at ***."),
        ("for {DATETIME:seven months}", "for less than a year"),
        ("the {DATETIME:four decades} since", "the *** since"),
        # ages
        ("He is {DEM:37 years old}.", "He is in his thirties."),
        ("She is {DEM:37}.", "She is in her thirties."),
        ("the patient, aged {DEM:37}, came", "the patient, in their thirties, came"),
        ("At the age of {DEM:37} she left.", "In her thirties she left."),
        ("he, {DEM:aged 37}, left", "he, in his thirties, left"),
        ("a {DEM:37-year-old} man", "a man in his thirties"),
        ("an {DEM:18-year-old} woman", "a woman in her teens"),
        ("an {DEM:81-year-old woman} came", "a woman in her eighties came"),
        ("The {DEM:37-year-old} said so.", "The person in their thirties said so."),
        ("a {DEM:37-year-old} lawyer", "a 30-to-39-year-old lawyer"),
        ("an {DEM:85-year-old} lawyer", "an 80-to-89-year-old lawyer"),
        ("a {DEM:37-year-old} {DEM:surgeon}", "a 30-to-39-year-old doctor"),
        ("turning the legal age of {DEM:18}", "turning the legal age of ***"),
        # places
        ("He lives in {LOC:Orléans}.", "He lives in a city in France."),
        ("{LOC:Orléans} is large.", "A city in France is large."),
        ("the mayor of {LOC:Lyon}", "the mayor of a city in France"),
        ("{LOC:Lyon}'s mayor", "A French city's mayor"),
        ("the mayor of {LOC:Lyon's} court", "the mayor of a French city's court"),
        ("the {LOC:Lyon} court", "the French court"),
        ("a {LOC:Orléans} court", "a French court"),
        ("an {LOC:Orléans} court", "a French court"),
        ("{LOC:Lyon} police came", "French police came"),
        ("his native {LOC:Lyon}", "his native city in France"),
        ("the {LOC:Lyon} of his youth", "a city in France of his youth"),
        ("in southern {LOC:France}", "in a country in Europe"),
        ("in {LOC:Lyon}, {LOC:France}, he", "in a city in Europe, he"),
        ("in {LOC:Lyon} and {LOC:France}", "in a city in Europe and a country in Europe"),
        ("a {LOC:Lyon}-based firm", "a ***-based firm"),
        ("{LOC:Texas}-based {ORG:Acme Ltd}", "***-based company"),
        ("on the {LOC:Thames}", "on a river"),
        # organizations
        ("at the {ORG:University of Leeds}.", "at a university in the United Kingdom."),
        ("The {ORG:University of Leeds} said", "A university in the United Kingdom said"),
        ("at {ORG:St Mary's Hospital}", "at a hospital"),
        ("{ORG:Acme Ltd}'s director", "A company's director"),
        ("a {ORG:Stanford University} professor", "a university professor"),
        ("his {ORG:Acme Ltd} shares", "his company shares"),
        ("an {ORG:Acme Ltd} van", "a company van"),
        # numbers that count nothing
        ("She hit .{QUANTITY:225} in {QUANTITY:108} games", "She hit .*** in 100 to 200 games"),
        ("a {QUANTITY:7}-song record", "a ***-song record"),
        ("at #{QUANTITY:182} of the list", "at #*** of the list"),
        ("the News at {QUANTITY:Six}", "the News at ***"),
        ("around {DATETIME:30 years}", "around ***"),
        ("in {PERSON:Ada}'s {DATETIME:1962} novel", "in ***'s 1960s novel"),
        ("in the  {MISC:Gulf War}", "in a war"),
        # what people are and have
        ("He is an {DEM:actor}.", "He is a performer."),
        ("He is a {DEM:surgeon}.", "He is a doctor."),
        ("An {DEM:Irish} pub", "A European pub"),
        ("{DEM:Actors} came.", "Performers came."),
        ("with {DEM:asthma}", "with a respiratory disease"),
        ("severe {DEM:asthma}", "severe respiratory disease"),
        ("She speaks {DEM:French}.", "She speaks ***."),
        ("He is a {DEM:Swedish} {DEM:surgeon}.", "He is a European doctor."),
        ("her {QUANTITY:two children}", "her children"),
        ("He won the {MISC:Nobel Prize}.", "He won a prize."),
        ("the {DATETIME:1991} {MISC:Rugby World Cup}", "the 1990s competition"),
        # masks
        ("an {PERSON:Ann} actor", "a *** actor"),
        ("An {CODE:A12} form", "A *** form"),
        ("a {PERSON:Bob} actor", "a *** actor"),
        # what others cover is not touched
        ("Born {DATETIME:on} {DATETIME:12 March 1974}", "Born in 1974"),
        ("{MISC:Born on} {DATETIME:12 March 1974}", "*** 1974"),
    ],
)
def test_sentences(marked: str, expected: str) -> None:
    document = read(marked)
    spared = [
        m if not Generalize().spares(m, document) else Mention(m.span, m.label, m.entity, Role.NONE)
        for m in document.mentions
    ]
    assert release(document.with_mentions(spared)).text == expected


@pytest.mark.parametrize("language", ["de", "fr", "es", "ru"])
def test_other_languages_are_only_hidden(language: str) -> None:
    marked = "an {DATETIME:12 March 1974} in {LOC:Lyon}, {DEM:37}, an {DEM:actor}"
    assert release(read(marked, language)).text == "an *** in ***, ***, an ***"


@pytest.mark.parametrize("words", ["Москва", "北京", "القاهرة", "𝕷𝖞𝖔𝖓"])
def test_other_scripts_are_only_hidden(words: str) -> None:
    assert release(read(f"in {{LOC:{words}}} an {{ORG:{words}}}")).text == "in *** a ***"


def test_overlapping_mentions_are_one_and_mend_nothing() -> None:
    mentions = (Mention(Span(8, 21), "DATETIME", "e1"), Mention(Span(11, 24), "DATETIME", "e2"))
    document = Document("d", "Born on 12 March 1974 at noon.", mentions=mentions)
    released = release(document)
    assert "12" not in released.text
    assert released.text.startswith("Born on ")


WORDS = st.sampled_from(
    "Born on|on the|the|an|a|in|aged|at the age of|his native|, |.|'s|(|)|–|He|she|man|years old|police|between|\n|\t|"
    '<b>|</b>|"|: '.split("|")
)
FOUND = st.sampled_from(
    "{DATETIME:12 March 1974}|{DATETIME:1974}|"
    "{DATETIME:2001 to 2005}|{DEM:37}|{DEM:37-year-old}|{DEM:actor}|"
    "{DEM:Swedish}|{LOC:Lyon}|{LOC:France}|{ORG:Acme Ltd}|{PERSON:Ada Quill}|{QUANTITY:two children}|"
    "{MISC:Nobel Prize}".split("|")
)


@given(st.lists(st.one_of(WORDS, FOUND), min_size=1, max_size=12), st.sampled_from(["", " "]))
def test_the_map_back_is_exact_and_nothing_of_a_mention_is_left(parts: list[str], gap: str) -> None:
    document = read(gap.join(parts))
    released = release(document)
    back, at = "", 0
    for edit in released.edits:
        assert edit.old.start <= edit.old.end
        back += released.text[at : edit.new.start] + document.text[slice(*edit.old)]
        at = edit.new.end
    assert back + released.text[at:] == document.text
    covered = {place for edit in released.edits for place in range(*edit.old)}
    assert all(set(range(*mention.span)) <= covered for mention in document.mentions)
    for kept in re.findall(r"[\n\t<>\"]", document.text):
        assert released.text.count(kept) == document.text.count(kept)
    assert released.text.count("  ") <= document.text.count("  ")


@given(
    st.lists(st.one_of(WORDS, FOUND), min_size=1, max_size=12),
    st.sampled_from(["1974", "a city", "***", "in their thirties"]),
)
def test_neighbors_and_other_lines_are_not_changed(parts: list[str], new: str) -> None:
    document = read(" ".join(parts))
    mending = Mending(document)
    for mention in document.mentions:
        others = {p for other in document.mentions if other is not mention for p in range(*other.span)}
        for span, _ in mending.mend(mention, new, is_hidden=new == "***"):
            assert others.isdisjoint(range(*span))
            outside = [p for p in range(*span) if not mention.span.start <= p < mention.span.end]
            assert all(document.text[p] not in '\n\t<>"' for p in outside)


def test_pieces_are_written_as_they_are_given() -> None:
    document = read("Born on {DATETIME:12 March 1974}.")
    pieces = Mending(document).mend(document.mentions[0], "1974", is_hidden=False)
    assert rewrite(document, [Replacement(span, text) for span, text in pieces]).text == "Born in 1974."
