"""What somebody found who wanted originals to survive."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from unname.core.document import Document, Mention, Span
from unname.pipeline.document import Pipeline
from unname.replace.book import RunBook
from unname.replace.name_lists import read_names


def pipeline(number: int = 0, replace: str = "pseudonym") -> Pipeline:
    return Pipeline(replace=replace, language="en", book=RunBook(number.to_bytes(32)))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("2018-03-12 Okafor: seen in clinic, discharged.", ("Okafor",)),
        ("Eleanor Whitcombe wrote the report (Whitcombe 2018). See Whitcombe et al. 2014.", ("Whitcombe", "2018")),
        ("Anna King lives in Leeds with Don Draper; Mrs King is ill.", ("King", "Don", "Draper", "Leeds")),
        ("Mr Stephen King and Carol Major met Prince Okafor and Sir Alan Lord.", ("King", "Major", "Prince", "Lord")),
        ("She lives at 5 Oak Street, Lisbon and at 7 Park Lane, Bath.", ("Oak", "Park Lane", "Lisbon")),
        ("My name is John Smith, my SSN is 219-09-9999.", ("Smith", "219-09-9999")),
    ],
)
def test_nothing_of_it_stays(text: str, gone: tuple[str, ...]) -> None:
    for number in range(3):
        released = pipeline(number).release(text).text
        assert not [word for word in gone if word in released], released


def test_overlapping_mentions_hide_all_they_cover() -> None:
    text = "Anna Quill of Lisbon 12 March 1974."
    given = ((0, 10, "PERSON"), (5, 20, "LOC"), (11, 34, "DATETIME"))
    document = Document("d", text, mentions=tuple(Mention(Span(a, b), label) for a, b, label in given))
    for number in range(5):
        released = pipeline(number).release(document).text
        assert not [word for word in ("Anna", "Quill", "Lisbon", "1974") if word in released], released


def test_quotation_marks_are_no_possessives() -> None:
    text = "<r><n id='Jones'>Anna Jones</n><city name='Paris'/></r>"
    for number in range(5):
        ElementTree.fromstring(pipeline(number).release(text).text)
    json.loads(pipeline().release('{"name": "James Jones", "city": "Paris"}').text)


def test_an_account_stays_one_of_its_country() -> None:
    from stdnum import iban

    released = pipeline().release("IBAN ES91 2100 0418 4502 0005 1332").text
    account = released.removeprefix("IBAN ")
    assert account.startswith("ES")
    assert iban.is_valid(account, check_country=False)
    assert account != "ES91 2100 0418 4502 0005 1332"


@pytest.mark.parametrize("script", ["devanagari", "tamil", "bengali", "thai", "hebrew"])
def test_no_surrogate_stands_in_the_text_in_any_script(script: str) -> None:
    pools = [names for pool, names in read_names().pools.items() if pool.script == script]
    words = [name for names in pools for name in names[:15]]
    text = " ".join(words)
    start = 0
    mentions = []
    for number, word in enumerate(words):
        mentions.append(Mention(Span(start, start + len(word)), "PERSON", f"e{number}"))
        start += len(word) + 1
    replacer = pipeline().replacers_.rest
    document = Document("d", text, mentions=tuple(mentions))
    for entity in document.entities:
        (option,) = replacer.options(entity, document)
        assert option.value not in words


def test_a_name_is_one_however_it_is_encoded() -> None:
    composed, decomposed = "Jos\u00e9 Mu\u00f1oz", "Jose\u0301 Mun\u0303oz"
    text = f"{composed} and {decomposed}"
    spans = (Span(0, len(composed)), Span(len(composed) + 5, len(text)))
    document = Document("d", text, mentions=tuple(Mention(span, "PERSON", "e1") for span in spans))
    replacer = pipeline().replacers_.rest
    (option,) = replacer.options(document.entities[0], document)
    one, other = (replacer.render(mention, option, document) for mention in document.mentions)
    assert one == other


def test_initials_and_nicknames_follow_across_mentions() -> None:
    parts = (("Eleanor Whitcombe", "e1"), ("E.W.", "e2"), ("Robert Miller", "e3"), ("Bob Miller", "e4"))
    text, mentions = "", []
    for surface, entity in parts:
        mentions.append(Mention(Span(len(text), len(text) + len(surface)), "PERSON", entity))
        text += f"{surface}; "
    document = Document("d", text, mentions=tuple(mentions))
    replacer = pipeline().replacers_.rest
    new = [replacer.options(entity, document)[0].value for entity in document.entities]
    given_name, family_name = new[0].split()
    assert new[1] == f"{given_name[0]}.{family_name[0]}."
    assert new[3].split()[1] == new[2].split()[1]


def test_titles_alone_stay() -> None:
    released = pipeline().release("Dear Mr and Mrs Whitcombe, thank you.").text
    assert released.startswith("Dear Mr and Mrs ")
    assert "Whitcombe" not in released


@pytest.mark.parametrize("spec", ["pseudonym", "generalize"])
def test_what_the_user_denies_is_hidden_and_a_short_name_too(spec: str) -> None:
    from unname.core.policy import Policy

    denied = Pipeline(replace=spec, language="en", policy=Policy(deny=frozenset({"Mrs", "of"})), detectors=("rules",))
    released = denied.release("She is Mrs Somebody of Nowhere, and thinks a lot about it.").text
    assert "Mrs" not in released
    assert " of " not in released
    document = Document("d", "We met An in town.", mentions=(Mention(Span(7, 9), "PERSON", "e1"),))
    plain = Pipeline(replace=spec, detectors=())
    assert " An " not in plain.apply(document, plain.plan(document)).text
