"""Rules for Russian, and names in their cases, on invented sentences."""

import pytest

from unname.core.document import Document, Role, Span
from unname.detect.languages.ru_kept import is_no_name
from unname.detect.normalize import normalize
from unname.detect.rules import Rules
from unname.pipeline.document import Pipeline

FOUND = [
    ("Это было 12 мая 2003 года.", "DATETIME", "12 мая 2003 года"),
    ("Выдан 12.05.2003 г. отделом", "DATETIME", "12.05.2003"),
    ("Они переехали в мае 2003.", "DATETIME", "мае 2003"),
    ("договор от «3» марта 2021 г. действует", "DATETIME", "«3» марта 2021 г."),
    ("В 1987 году она окончила школу.", "DATETIME", "1987 году"),
    ("Иванов, 12 мая 1961 г.р., прописан", "DATETIME", "12 мая 1961"),
    ("служил в 1990-х годах", "DATETIME", "1990-х годах"),
    ("звоните +7 (912) 345-67-89 днём", "CODE", "+7 (912) 345-67-89"),
    ("тел. 8 (495) 123-45-67", "CODE", "8 (495) 123-45-67"),
    ("ИНН 500100732259, далее", "CODE", "500100732259"),
    ("компания 7707083893 перевела", "CODE", "7707083893"),
    ("СНИЛС 112-233-445 95 указан", "CODE", "112-233-445 95"),
    ("ОГРН 1027700132195 внесён", "CODE", "1027700132195"),
    ("паспорт серии 45 08 № 123456 выдан", "CODE", "45 08 № 123456"),
    ("Паспорт: 4508 123456, выдан", "CODE", "4508 123456"),
    ("по делу № 2-1234/2023 решено", "CODE", "2-1234/2023"),
    ("дело А40-12345/2022 слушалось", "CODE", "А40-12345/2022"),
    ("автомобиль А123ВС77 стоял", "CODE", "А123ВС77"),
    ("история болезни № 44-1287/21", "CODE", "44-1287/21"),
    ("счёт 40817810099910004312 открыт", "CODE", "40817810099910004312"),
    ("живёт: г. Омск, ул. Ленина, д. 5, кв. 12, домофон", "LOC", "г. Омск, ул. Ленина, д. 5, кв. 12"),
    ("119021, Москва, улица Льва Толстого, 16", "LOC", "119021, Москва, улица Льва Толстого, 16"),
    ("живёт на ул. Большой Ордынки. Потом уехал", "LOC", "ул. Большой Ордынки"),
    ("живёт на ул. Акад. Павлова, д. 5", "LOC", "ул. Акад. Павлова, д. 5"),
    ("живёт на ул.\r\nЛенина, дом 5, и там же", "LOC", "ул.\r\nЛенина, дом 5"),
    ("Адрес: ул. 1905 года, д. 7.", "LOC", "ул. 1905 года, д. 7"),
    ("на ул. 50 лет Октября, 7", "LOC", "ул. 50 лет Октября, 7"),
    ("ул. 8 Марта, д. 12, кв. 3", "LOC", "ул. 8 Марта, д. 12, кв. 3"),
    ("на улице 26 Бакинских Комиссаров, дом 5", "LOC", "улице 26 Бакинских Комиссаров, дом 5"),
    ("улица пушкина дом 5 квартира 12", "LOC", "улица пушкина дом 5 квартира 12"),
    ("в доме 15 по улице Мира", "LOC", "15"),
    ("улице Мира, квартира 7", "LOC", "7"),
    ("служил в в/ч 12345", "ORG", "12345"),
    ("участок 50:12:0101001:234 продан", "CODE", "50:12:0101001:234"),
    ("Домашний телефон 223344", "CODE", "223344"),
    ("моб. 22-33-45, т. 2-34-56", "CODE", "2-34-56"),
    ("Род. 25.III.1980.", "DATETIME", "25.III.1980"),
    ("Дата рождения: 5/V-1980.", "DATETIME", "5/V-1980"),
    ("на Садовой-Спасской улице, 3", "LOC", "Садовой-Спасской улице, 3"),
    ("пришёл Засядько Ю. М. утром", "PERSON", "Засядько Ю. М."),
    ("от Ю.М. Засядько письмо", "PERSON", "Ю.М. Засядько"),
    ("Позже Ю. М. Засядько ушёл", "PERSON", "Ю. М. Засядько"),
    ("Белый Ю. М. Кшиштов А. П. пришли", "PERSON", "Белый Ю. М."),
    ("передайте Ульяне Игоревне Засядько", "PERSON", "Ульяне Игоревне Засядько"),
    ("КШИШТОВ ПЁТР ИЛЬИЧ, истец", "PERSON", "КШИШТОВ ПЁТР ИЛЬИЧ"),
    ("гражданка Кшиштова пояснила", "PERSON", "Кшиштова"),
    ("её сын Тимоша болеет", "PERSON", "Тимоша"),
    ("пациент, 62 года, жалоб нет", "DEM", "62"),
    ("62-летняя женщина", "DEM", "62"),
    ("в возрасте 62 лет", "DEM", "62"),
    ("сумма 1 250 000 руб. переведена", "QUANTITY", "1 250 000 руб."),
]
KEPT = [
    "АД 168/94 мм рт. ст., ЧСС 96 в минуту, бисопролол 2,5 мг утром 12 месяцев.",
    "На основании ст. 228 УК РФ наказание составляет 3 года лишения свободы.",
    "Она живёт в квартире 15 лет, комната 18 м2. В доме 3 этажа. Позвоните по телефону 112.",
    "Обновление 4.2.1 работает на порту 8080.",
    "Сборы шли до осени 2005 г. Она ждала писем.",
    "Федеральный закон от 27.07.2006 № 152-ФЗ не нарушен.",
]


def found(text: str) -> list[tuple[str, str, float]]:
    mentions = Rules(language="ru").detect(Document("d", text, "ru"))
    return [(m.label, text[m.span.start : m.span.end], m.confidence) for m in mentions]


@pytest.mark.parametrize(("text", "label", "surface"), FOUND)
def test_it_is_found_whole(text: str, label: str, surface: str) -> None:
    assert (label, surface) in [each[:2] for each in found(text)]


@pytest.mark.parametrize("field", ["ИНН", "БИК", "ОГРНИП", "УИН"])
def test_what_a_number_is_called_is_nobody(field: str) -> None:
    text = f"Указан {field} 1234."
    assert is_no_name(text, Span(7, 7 + len(field)), "ORG", 0.9)


@pytest.mark.parametrize("text", KEPT)
def test_nothing_is_sure_in_ordinary_text(text: str) -> None:
    assert [each for each in found(text) if each[2] >= 0.9] == []


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("Президент США Тимур Кшиштов приехал.", ["Тимур Кшиштов"]),
        ("с президентом Белоруссии Кшиштовым", ["Кшиштовым"]),
        ("Премьер Латвии Тимур Кшиштов молчит.", ["Тимур Кшиштов"]),
        ("Министр МВД сказал это.", []),
    ],
)
def test_what_somebody_presides_over_is_no_part_of_the_name(text: str, surfaces: list[str]) -> None:
    found = Rules(language="ru").detect(Document("x", text, "ru"))
    assert [text[slice(*mention.span)] for mention in found if mention.label == "PERSON"] == surfaces


def test_wrong_check_digits_are_nobodys() -> None:
    assert all(
        confidence < 0.96 for _, _, confidence in found("деталь 500100732258 и 112 233 445 96, ещё 1027700132191")
    )


@pytest.mark.parametrize(
    "piece", ["г. Омск, ", "ул. ", "А. Б. ", "Иван ", "№ 1", "12 мая ", "Ивановская ", "серия 4", "а-", "УК "]
)
def test_long_runs_take_no_longer(piece: str) -> None:
    Rules(language="ru").detect(Document("d", piece * 3000))


def hidden(text: str) -> dict[str, str]:
    """What is hidden in a text, with its entity."""
    detected = Pipeline().detect(Document("d", text))
    return {text[slice(*m.span)]: m.entity for m in detected.mentions if m.role is not Role.NONE}


def test_every_case_of_a_name_is_found_and_is_one_person() -> None:
    text = (
        "Истец Кхрангов Бырма Юндунович заявил иск. Суд выслушал Кхрангова. Кхрангову отказано, с Кхранговым "
        "согласился прокурор. Б. Ю. Кхрангов обжаловал решение. О Бырме Юндуновиче писали в газете."
    )
    entities = hidden(text)
    names = ["Кхрангов Бырма Юндунович", "Кхрангова", "Кхрангову", "Кхранговым", "Б. Ю. Кхрангов", "Бырме Юндуновиче"]
    assert {name: entities.get(name) for name in names} == dict.fromkeys(names, entities[names[0]])


def test_a_place_in_two_cases_is_one_entity() -> None:
    entities = hidden("Она родилась в Перми и выросла там. Пермь она любила.")
    assert entities["Перми"] == entities["Пермь"]


def test_names_of_the_person_who_is_known_are_found_in_their_cases() -> None:
    document = Document(
        "d", "Вопрос о кхранговой выплате решён с Кхранговым и его братом.", "ru", names=("Бырма Кхрангов",)
    )
    detected = Pipeline().detect(document)
    assert "Кхранговым" in [document.text[slice(*m.span)] for m in detected.mentions if m.role is not Role.NONE]


MIXED = [
    ("Вчера Ульяна Засядькo пришла домой и легла спать.", "Засядькo"),
    ("Вчера пришла Yльянa и легла спать, а утром ушла на работу.", "Yльянa"),
]


@pytest.mark.parametrize(("text", "surface"), MIXED)
def test_latin_letters_that_look_cyrillic_hide_nothing(text: str, surface: str) -> None:
    assert normalize(text).text.isascii() is False
    assert any(surface in name for name in hidden(text))


def test_words_in_latin_letters_stay_what_they_are() -> None:
    text = "Письмо по HTTP от IBM, размер XXL, пришло вчера вечером."
    assert normalize(text).text == text
    assert normalize("The раtient wrote to us").text == "The patient wrote to us"


def test_two_languages_in_one_document_are_both_read() -> None:
    text = (
        "Уважаемые коллеги, вчера Ульяна Засядько прислала письмо, перевод ниже.\n"
        "Dear Mr Whitcombe, my husband Jonathan Quillfeather was born on 3 March 1961 and lives at 14 Rookery Lane, "
        "Leeds."
    )
    found_there = " ".join(hidden(text))
    for name in ("Ульяна Засядько", "Whitcombe", "Quillfeather", "3 March 1961", "14 Rookery Lane"):
        assert name in found_there


def test_a_russian_text_in_an_english_one_is_read_and_not_blackened() -> None:
    english = "The claimant was heard again on Monday and the court noted what follows from the file. " * 4
    russian = (
        "Вчера вечером свидетель Ульяна Засядько пояснила, что никого на улице не видела, и ушла домой к матери. " * 2
    )
    entities = hidden(english + russian)
    assert "Ульяна Засядько" in entities
    assert not any("никого" in surface for surface in entities)


def test_a_name_in_the_other_script_is_known_again() -> None:
    text = "Пациентка Ульяна Засядько поступила вчера вечером. В паспорте написано Uliana Zasyadko, гражданка России."
    assert any("Zasyadko" in name for name in hidden(text))
