"""Russian places and organizations, in the form of the mention; the prepositions before them."""

from itertools import pairwise

import pytest

from russian_texts import marked, pseudonym, rendered
from unname.core.document import Document
from unname.core.redaction import Option, Replacement, rewrite
from unname.replace.book import RunBook
from unname.replace.pseudonym import Pseudonym
from unname.replace.russian.paradigms import PLACE, Slot, gender_of, inflect
from unname.replace.russian.readings import plain, read_word
from unname.replace.russian.russian_place_lists import COUNTRIES_IN_CAPITALS, read_places

KEYS = range(1, 7)


def released(text: str, key: int = 1) -> str:
    document, replacer = marked(text), pseudonym(key)
    pieces = [
        Replacement(span, new, mention.entity)
        for mention in document.mentions
        for span, new in replacer.mend(
            mention, replacer.render(mention, Option(mention.entity, "pseudonym"), document), document
        )
    ]
    return rewrite(document, pieces).text


@pytest.mark.parametrize("key", KEYS)
def test_a_town_stands_in_its_case_and_keeps_its_gender(key: int) -> None:
    here, there, through = rendered("Он жил в [LOC:a|Москве]. Вот [LOC:a|Москва]. Мимо [LOC:a|Москвы].", key)
    name = there.lower()
    assert gender_of(plain(name), PLACE) == "f"
    assert [plain(here), plain(through)] == [
        plain(inflect(plain(name), PLACE, Slot(case, "s", "f")) or "") for case in ("Loc", "Gen")
    ]


@pytest.mark.parametrize("key", KEYS)
def test_several_words(key: int) -> None:
    region, street, square, university = rendered(
        "В [LOC:a|Московской области], на [LOC:b|улице Лужкова], у [LOC:c|Красной площади], "
        "в [ORG:d|Московском государственном университете].",
        key,
    )
    assert region.endswith("ской области")
    assert street.startswith("улице ")
    assert street.endswith(("а", "ой"))
    assert square.endswith("ой площади") or square.endswith("ей площади")
    assert university.endswith("ском государственном университете")
    assert region.split()[0][:-2] == university.split()[0][:-2]
    assert "осков" not in region + university


def test_a_street_is_named_after_the_surrogate_of_a_person() -> None:
    name, street = rendered("[PERSON:a|Лужков] ушел. Живу на [LOC:b|улице Лужкова].")
    assert street == f"улице {name}а"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("[ORG:a|Министерство обороны]", "Министерство "),
        ("[ORG:a|ООО «Ромашка»]", "ООО «"),
        ("[ORG:a|Минфин]", "Мин"),
        ("[ORG:a|МВД]", ""),
        ("[ORG:a|Pfizer]", ""),
        ("[ORG:a|Газпром]", ""),
    ],
)
def test_an_organization_becomes_another(text: str, pattern: str) -> None:
    (new,) = rendered(f"Вот {text} там.")
    original = text.partition("|")[2].rstrip("]")
    assert new.startswith(pattern)
    assert new != original
    assert new != "***"


def test_an_organization_that_is_all_kind_is_hidden() -> None:
    assert rendered("Вот [ORG:a|Верховный суд] там.") == ["***"]


@pytest.mark.parametrize("key", KEYS)
def test_prepositions_fit_what_is_written(key: int) -> None:
    text = released(
        "Он жил во [LOC:a|Франции], потом на [LOC:b|Украине] и в [LOC:c|Чехии]. Приехал с [LOC:b|Украины].", key
    )
    known = read_places().known
    for sentence_part in text.replace(".", ",").split(","):
        words = sentence_part.split()
        for preposition, name in pairwise(words):
            bases = (
                [reading.base for reading in read_word(name, PLACE) if reading.base in known]
                if name[0].isupper()
                else []
            )
            if not bases or preposition not in ("в", "во", "на", "с", "со", "из"):
                continue
            is_on = known[bases[0]].preposition == "on"
            assert (preposition in ("на", "с", "со")) is is_on
            if preposition in ("в", "во"):
                assert (preposition == "во") == (name[0] in "ВФ" and name[1] not in "аеёиоуыэюя")


def test_a_preposition_does_not_tell_how_what_is_hidden_began() -> None:
    assert released("Он был во [ORG:a|Верховном суде].") == "Он был в ***."


def test_a_preposition_before_a_person() -> None:
    for key in KEYS:
        text = released("Писали о [PERSON:a|Лужкове].", key)
        new = text.split()[2]
        assert text.split()[1] == ("об" if new[0] in "АОУЭИ" else "о")


def test_a_text_in_english_is_written_as_before() -> None:
    document = marked("He met [PERSON:a|Юрий Лужков] in [LOC:b|Moscow].", language="en")
    replacer = pseudonym()
    new = [replacer.render(each, Option(each.entity, "pseudonym"), document) for each in document.mentions]
    assert all("Лужков" not in each and each != "Moscow" for each in new)
    assert isinstance(document, Document)


def test_surrogates_that_documents_share_are_as_common_as_names_are() -> None:
    places = read_places()
    listed = places.known["казань"]
    drawn = []
    for key in range(60):
        shared = Pseudonym(apart=False, book=RunBook(bytes([key]) * 32))
        document = marked("Это [LOC:a|Казань].")
        drawn.append(shared.render(document.mentions[0], Option("a", "pseudonym"), document))
    bands = [places.known[plain(name)].band for name in drawn]
    often = places.as_often(listed)
    assert set(drawn) <= set(often) - {"Казань"}
    assert bands.count(0) + bands.count(1) > bands.count(2)


def test_a_country_in_capitals_becomes_another_one() -> None:
    for text in ("Это [LOC:a|РФ].", "Это [LOC:a|КНДР].", "Это [LOC:a|США]."):
        document = marked(text)
        for key in range(8):
            for apart in (True, False):
                replacer = Pseudonym(apart=apart, book=RunBook(bytes([key]) * 32))
                new = replacer.render(document.mentions[0], Option("a", "pseudonym"), document)
                assert new in COUNTRIES_IN_CAPITALS | {"Нидерланды"}
                assert new not in text
