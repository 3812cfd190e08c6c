"""Everybody here is invented."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.policy import Policy
from unname.detect.known_person import find_names
from unname.detect.resolve import resolve
from unname.risk.named import Named

ANNA = ("Anna Maria Quenby",)


def found(text: str, *names: str) -> list[str]:
    return [text[start:end] for start, end in find_names(text, names)]


FORMS = """
Anna Maria Quenby|Anna Quenby|Maria Quenby|Anna Maria|Maria Anna Quenby|Anna-Maria Quenby|Anna\u00a0Quenby|ANNA QUENBY
anna quenby|Quenby|QUENBY|quenby|Anna|Maria|Quenby, Anna|Quenby, Anna Maria|QUENBY, Anna|Quenby, A. M.|Quenby A.M.
A. M. Quenby|A.M. Quenby|A. Quenby|A M Quenby|Anna M. Quenby|Anna M Quenby|Anna Q.|A.M.Q.|A. M. Q.|A.Q.|AMQ
"""


@pytest.mark.parametrize("form", FORMS.strip().replace("\n", "|").split("|"))
@pytest.mark.parametrize(
    "around", ["{} left", "They met {} there.", "so ({})", "“{}” it says", "{}, who left", "on {}: no"]
)
def test_every_form_of_a_name_is_found(form: str, around: str) -> None:
    assert found(around.format(form), *ANNA) == [form]
    assert found(around.format(form.replace(" ", "\n")), *ANNA) == [form.replace(" ", "\n")]


@pytest.mark.parametrize("around", ["{}'s house", "{}\u2019s house", "Dr. {} left", "the {}-Marsh case", "{}_77"])
@pytest.mark.parametrize("form", ["Anna Quenby", "Quenby", "A. Quenby"])
def test_what_is_beside_a_name_stays(form: str, around: str) -> None:
    assert found(around.format(form), *ANNA) == [form]


OTHERS = """
Quenbyton|Annals of Quenbying|Annabel|Marianne|AMQX|XAMQ|AQ|amq|In a.q. now|J.A.Q. came|A.Q.X. came|a bird|A bird and I
A. M.|9 A.M. in Rome|P.Q. and A.B.|quenby77|manna|
"""


@pytest.mark.parametrize("text", OTHERS.strip().replace("\n", "|").split("|"))
def test_nothing_is_found_in_other_words_and_letters(text: str) -> None:
    assert found(text, *ANNA) == []


@pytest.mark.parametrize(
    ("text", "names", "forms"),
    [
        ("A memo by w. long and w.long", ["Will Long"], ["w. long", "w.long"]),
        ("Mr Long and W. Long met Will Long; long ago it will do", ["Will Long"], ["Long", "W. Long", "Will Long"]),
        ("He saw Long in the long run", ["Will Long"], ["Long"]),
        ("Long ago, in the long run", ["Will Long"], []),
        ("Long said so in the long run. Long's car", ["Will Long"], ["Long", "Long"]),
        ("LONG ROAD AHEAD, and the Long March", ["Will Long"], []),
        ("the King of Zenda met King. Dear King, a King", ["Martin King"], ["King", "King"]),
        ("will Quill go, and Anna so too", ["Will Quill", "Anna So"], ["Quill", "Anna"]),
        ("In May 2004 they met May and Mrs May; 4 May", ["Rose May"], ["May", "May"]),
        ("Li met Wei Li. LI, li", ["Wei Li"], ["Li", "Wei Li"]),
        ("So Mr So met Anna So, so what", ["Anna So"], ["So", "Anna So"]),
        ("Jo met Jo Brandt; the Jo Band", ["Jo Quill"], ["Jo"]),
        ("Mark my words, mark them; Mark Quill", ["Mark Quill"], ["Mark Quill"]),
        ("the heron flew off; the Heron; a Heron", ["The Heron"], ["Heron"]),
        ("van der Berg, Van Der Berg and Berg van", ["Anna van der Berg"], ["van der Berg", "Van Der Berg", "Berg"]),
        ("O'Neill and o\u2019neill", ["Anna O'Neill"], ["O'Neill", "o\u2019neill"]),
        ("Mueller, M\u00fcller, MULLER", ["J\u00f6rg M\u00fcller"], ["Mueller", "M\u00fcller", "MULLER"]),
        ("Anna Marsh, now Quill", ["Anna Quill", "Marsh"], ["Anna Marsh", "Quill"]),
        ("\u90a3\u662f\u738b\u5c0f\u660e\u7684", ["\u738b\u5c0f\u660e"], ["\u738b\u5c0f\u660e"]),
        ("Иван Петров и петров", ["Петров, Иван"], ["Иван Петров", "петров"]),
    ],
)
def test_ordinary_words_and_short_names_need_company_or_a_capital(
    text: str, names: list[str], forms: list[str]
) -> None:
    assert found(text, *names) == forms


@pytest.mark.parametrize("write", [str.lower, str.upper])
def test_in_a_text_of_one_case_every_family_name_is_found(write) -> None:
    text = write("Then Mr Long came. Will Long or long will.")
    assert found(text, "Will Long") == [write(form) for form in ("Long", "Will Long", "long will")]
    assert found(write("so he will do so"), "Will So") == []
    assert found(write("we met rose at the rose garden"), "Rose Quill") == []


def test_no_names_find_nothing() -> None:
    assert found("Anna Quill", "", "17", "???", ",") == []
    assert find_names("Anna Quill", ()) == []


def test_a_very_long_name_is_found_by_its_parts() -> None:
    name = " ".join(f"{letter}{letter.lower()}xon" for letter in "ABCDEFGHIJKLMNOPRSTUVWYZ") * 20
    assert found("He met Bbxon and Ccxon Zzxon there", name) == ["Bbxon", "Ccxon Zzxon"]


WORDS = "Anna Maria Quenby Long Will Li A. M. Q. , . ( and the will long said Mr van quenby \n Rome AMQ 's -".split(" ")
KNOWN = [*ANNA, "Will Long", "Li, Wei", "van Quenby", "The Heron", "Q."]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
NAMES = st.lists(st.sampled_from(KNOWN) | st.text(max_size=8), max_size=3)


@given(TEXTS | st.text(max_size=60), NAMES)
def test_what_is_found_are_whole_words_apart_and_in_order(text: str, names: list[str]) -> None:
    spans = [span for span in find_names(text, names) if text[span.start].isascii()]
    assert spans == sorted(spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    for start, end in spans:
        assert 0 <= start < end <= len(text)
        assert not (text[start - 1 : start].isalnum() and text[start].isalnum())
        assert not (text[end : end + 1].isalnum() and text[end - 1].isalnum())


@given(st.permutations(["Anna", "Maria", "Quenby"]), st.integers(1, 3), TEXTS, TEXTS)
def test_any_names_in_any_order_are_hidden_in_any_text(order: list[str], count: int, before: str, after: str) -> None:
    name = " ".join(order[:count])
    text = f"{before} then {name} then {after}"
    start = len(before) + 6
    covered = {at for span in find_names(text, ANNA) for at in range(*span)}
    assert covered.issuperset(range(start, start + len(name)))


def known(
    text: str, *mentions: Mention, names: tuple[str, ...] = ANNA, **demands: frozenset[str]
) -> tuple[Mention, ...]:
    document = Document("d", text, person="p7", names=names)
    return resolve(document, mentions, Policy(**demands), {"PERSON": 0.5})  # type: ignore[arg-type]


def test_what_no_detector_found_is_hidden_as_certain() -> None:
    text = "Then AMQ and Miss Quenby left."
    resolved = known(text)
    assert [text[slice(*mention.span)] for mention in resolved] == ["AMQ", "Quenby"]
    assert all((m.label, m.role, m.confidence) == ("PERSON", Role.DIRECT, 1.0) for m in resolved)
    assert all(Origin.GIVEN in m.origin for m in resolved)


def test_whatever_holds_a_name_is_hidden_for_certain() -> None:
    text = "They work at Quenby Ltd."
    (mention,) = known(text, Mention(Span(13, 23), "ORG", source="fake"))
    assert (mention.label, mention.source, mention.role) == ("ORG", "fake", Role.QUASI)
    document = Document("d", text, mentions=(mention,))
    assert Named().assess(document, [{}])[0].total == 1.0


def test_the_policy_has_the_last_word() -> None:
    assert known("AMQ left", never_change=frozenset({"PERSON"})) == ()
    assert known("AMQ left", allow=frozenset({"amq"})) == ()


def test_an_id_is_still_searched_for_and_is_no_name() -> None:
    document = Document("d", "Tallow77 wrote; TT left", person="Tallow77")
    assert [m.span for m in resolve(document, [])] == [(0, 8)]


def test_names_decide_who_the_text_is_about() -> None:
    text = "The patient Ada Grey met T. White."
    people = [Mention(Span(12, 20), "PERSON"), Mention(Span(25, 33), "PERSON")]
    assert [m.role for m in known(text, *people, names=("White, Tom",))] == [Role.QUASI, Role.DIRECT]
