"""What the label of a field says about its value."""

import pytest

from unname.core.document import Document, Origin, Role
from unname.detect.field_values import READERS
from unname.detect.fields import KINDS, Fields
from unname.detect.weigh import SURE
from unname.pipeline.document import release
from unname.text.field_words import PHRASES


def found(text: str) -> list[tuple[str, str]]:
    return [(mention.label, text[slice(*mention.span)]) for mention in Fields().detect(Document("d", text))]


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("Patient: OKONKWO, Blessing A\n", "PERSON", "OKONKWO, Blessing A"),
        ("Patient: OKONKWO, Blessing A was seen", "PERSON", "OKONKWO, Blessing A"),
        ("pt: crescencio ybarra tecuatl | 47 m", "PERSON", "crescencio ybarra tecuatl"),
        ("Name ............ ASIAMAH-FREMPONG, Kwabena", "PERSON", "ASIAMAH-FREMPONG, Kwabena"),
        ("Surgeon: Dr Una Castellanos-Reid, Nephrology", "PERSON", "Una Castellanos-Reid"),
        ("Next of kin: Afua (sister)", "PERSON", "Afua"),
        ("Seen by: Ji-woo van der Berg, RN", "PERSON", "Ji-woo van der Berg"),
        ("MRN e2209184", "CODE", "e2209184"),
        ("NHS no 943 476 5919", "CODE", "943 476 5919"),
        ("Folder No. ...... ARH/22/07719", "CODE", "ARH/22/07719"),
        ("Tel: 024 551 9083", "CODE", "024 551 9083"),
        ("password: hunter2!x", "CODE", "hunter2!x"),
        ("DOB: 19.3.1937", "DATETIME", "19.3.1937"),
        ("Address: 12 High St, Leeds LS1 4DW", "LOC", "12 High St, Leeds LS1 4DW"),
        ("Employer: Harehills Lets", "ORG", "Harehills Lets"),
        ("Occupation: spare parts dealer, retired", "DEM", "spare parts dealer"),
        ("Age: 27", "DEM", "27"),
        ('{"firstName": "Will"}', "PERSON", "Will"),
        ('{"patient_name": "Ana Page"}', "PERSON", "Ana Page"),
        ("emp_id,last_name\n1,Young\n", "PERSON", "Young"),
        ("<surname>May</surname>", "PERSON", "May"),
        ('<user login="mwanjiru"/>', "PERSON", "mwanjiru"),
        ("login user=okoro port=22", "PERSON", "okoro"),
        ("PV1|1|I|W1|||||7^Banda^Chipo", "PERSON", "Banda"),
    ],
)
def test_values(text: str, label: str, value: str) -> None:
    assert (label, value) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "NOK: unknown",
        "Name: N/A",
        "GP: see above",
        "Contact: self",
        "Bed: 14",
        "Ward: 7B",
        "Patient: stable overnight, no complaints",
        "Patient: Stable.",
        "USER=root ; ok",
        "Name:\nAddress:\nTel:\nDOB:",
        "Name: Patient Name",
        "Employer: none",
        "Tel: none",
        "Occupation: unknown",
        '{"name": "aspirin"}',
        '{"fileName": "Report"}',
        "From: Repairs <x>",
        "Subject: Boiler",
        "Anna Kovac: hello",
        "the patient: he",
        "age of clinic",
    ],
)
def test_no_values(text: str) -> None:
    assert found(text) == []


def test_several_people_under_one_label() -> None:
    assert [value for _, value in found("Present: Anna Kovac, Tom Weiß and Li Wei")] == [
        "Anna Kovac",
        "Tom Weiß",
        "Li Wei",
    ]


def test_a_label_stands_by_itself() -> None:
    assert set(PHRASES) == set(KINDS) == set(READERS)
    (mention,) = Fields().detect(Document("d", "MRN: 4471902"))
    assert mention.origin is Origin.PRIOR
    assert mention.confidence >= SURE
    assert mention.role is Role.DIRECT
    assert mention.kinds == {"code"}


def test_a_bracket_that_was_opened_before_the_label_stays() -> None:
    assert release("Seen today (MRN 00482913), then home.", detectors=("fields",), language="en").text == (
        "Seen today (MRN ***), then home."
    )
