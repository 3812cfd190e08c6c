"""What the shipped policies hide and keep: all 18 categories of HIPAA's Safe Harbor, in invented notes."""

import pytest

from unname.core.document import LABELS, Document
from unname.core.policy import find_policy, read_policy
from unname.core.registry import create
from unname.detect.certain import Certain
from unname.pipeline.document import Pipeline

SAFE_HARBOR = {
    "A names": (
        "The patient, Marigold Thistlewood, came with her husband Barnaby.",
        ["Marigold", "Thistlewood", "Barnaby"],
    ),
    "B geographic subdivisions": (
        "She lives at 48 Quarry Hollow Road, Millbrook, Dutchess County, ZIP code 12545; she was seen in Poughkeepsie.",
        ["48 Quarry", "Hollow", "Millbrook", "Dutchess", "12545", "Poughkeepsie"],
    ),
    "B postal codes": ("Home ZIP 12545; before, Rhinebeck NY 12572-0042.", ["12545", "Rhinebeck", "12572", "0042"]),
    "C dates": (
        "Born 14 February 1931, admitted 03/07/2021 at 10:45, operated 2021-03-09, discharged on March 12.",
        ["14 February", "1931", "03/07", "2021-03-09", "-09", "March 12"],
    ),
    "C ages over 89": (
        "He is a 93-year-old man; his sister, aged 91, lives alone. Mr Lowe is 94 years old. The patient is 97 y/o.",
        ["93", "91", "94", "97"],
    ),
    "D telephone numbers": ("Call the patient at (845) 555-0142 or 845.555.0199.", ["555-0142", "555.0199"]),
    "E fax numbers": ("Fax the results to 845-555-0177. Fax number: +1 845 555 0188.", ["555-0177", "555 0188"]),
    "F e-mail addresses": ("Results were mailed to m.thistle@example.org.", ["thistle", "example.org"]),
    "G social security numbers": ("SSN 219-09-9999; social security number 078051120.", ["219-09-9999", "078051120"]),
    "H medical record numbers": ("MRN 00482913 and medical record number A-77123-9.", ["00482913", "A-77123-9"]),
    "I health plan beneficiary numbers": (
        "Health plan beneficiary number 1EG4-TE5-MK73; Medicaid ID QX55512A; Member ID: XYZ882211.",
        ["1EG4-TE5-MK73", "QX55512A", "XYZ882211"],
    ),
    "J account numbers": (
        "Bill to account number 4471-20098 or card 4539 1488 0343 6467.",
        ["4471-20098", "4539 1488", "6467"],
    ),
    "K certificate and license numbers": (
        "Driver's license no. D5512-88710-332; nursing certificate number RN-558812; medical license 44821.",
        ["D5512-88710-332", "RN-558812", "44821"],
    ),
    "L vehicle identifiers": (
        "She drove a car with VIN 1FTFW1ET5DFC10312 and license plate 7KLM482; the trailer's plate was ABC-1234.",
        ["1FTFW1ET5DFC10312", "7KLM482", "ABC-1234"],
    ),
    "M device identifiers": (
        "Pacemaker serial number PM-229-7781X; infusion pump S/N 88213-77A; device identifier (01)00844588003288.",
        ["PM-229-7781X", "88213-77A", "00844588003288"],
    ),
    "N web addresses": (
        "Her story is at https://blog.example.net/marigold?id=7 and www.example.com/mt.",
        ["example.net", "marigold", "example.com"],
    ),
    "O IP addresses": (
        "The portal was opened from 203.0.113.77 and 2001:db8:85a3::8a2e:370:7334.",
        ["203.0.113.77", "2001:db8"],
    ),
    "P biometric identifiers": (
        "Fingerprint template FP-99213-A, voiceprint ID VP7781232, iris code 9f86d081884c7d659a2feaa0, voice_mt.wav.",
        ["FP-99213-A", "VP7781232", "9f86d081884c7d659a2feaa0", "voice_mt"],
    ),
    "Q full-face photographs": (
        "Full-face photograph attached as IMG_4821.jpg and front-mt.png.",
        ["IMG_4821", "front-mt"],
    ),
    "R any other unique code": (
        "Study subject code TRX-0091-KL; barcode 5012345678900; specimen S21-4482; badge 55217.",
        ["TRX-0091-KL", "5012345678900", "S21-4482", "55217"],
    ),
}


STAYS = {
    "A names": ("The patient came with her husband and asked for a nurse.", ["husband", "asked for a nurse"]),
    "B states": ("She grew up in Ohio and moved to Vermont, then to Canada.", ["Ohio", "Vermont", "Canada"]),
    "B state of a town": ("She lives in Rhinebeck, NY 12572-0042.", ["NY 125"]),
    "B first three digits": ("Home ZIP code 12545.", ["ZIP code 125."]),
    "B few people": ("Home ZIP code 82190.", ["ZIP code 000."]),
    "C years": (
        "Born 14 February 1971, admitted 03/07/2021, a smoker since 1994 and in the 1980s.",
        ["Born 1971", "admitted 2021", "since 1994", "1980s"],
    ),
    "C durations and times": ("She slept for three weeks; at 10:45 she woke up.", ["three weeks", "10:45"]),
    "C ages up to 89": ("He is a 62-year-old man; his brother is 89 years old.", ["62-year-old", "89 years old"]),
    "C ages over 89": ("Mr Lowe is 94 years old.", ["is 90 or older"]),
    "D telephone numbers": ("Call back by telephone if she coughs blood.", ["telephone", "coughs blood"]),
    "E fax numbers": ("Fax the ECG: heart rate 72 bpm.", ["Fax", "72 bpm"]),
    "F e-mail addresses": ("Results may be sent by e-mail.", ["by e-mail"]),
    "G social security numbers": ("Creatinine 1.4 mg/dL, no SSN on file.", ["1.4 mg/dL", "SSN"]),
    "H medical record numbers": ("See the medical record: hemoglobin 9.8 g/dL.", ["medical record", "9.8 g/dL"]),
    "I health plan numbers": ("The plan covers metformin 500 mg twice a day.", ["plan covers metformin 500 mg"]),
    "J account numbers": (
        "On account of pain she took 400 mg of ibuprofen.",
        ["On account of pain", "400 mg", "ibuprofen"],
    ),
    "K licenses": ("The drug is licensed for children.", ["licensed for children"]),
    "L vehicles": ("She fell off the trailer of a truck.", ["trailer", "truck"]),
    "M devices": ("A pacemaker was put in; the infusion pump ran at 5 ml/h.", ["pacemaker", "infusion pump", "5 ml/h"]),
    "N web addresses": ("She read about it on the web.", ["on the web"]),
    "O IP addresses": ("Potassium 4.1 mmol/L, creatinine 1.4 mg/dL.", ["4.1 mmol/L", "1.4 mg/dL"]),
    "P biometrics": ("Her voice was hoarse and the fingertips were blue.", ["voice was hoarse", "fingertips"]),
    "Q photographs": ("A photograph of the wound was taken.", ["photograph of the wound"]),
    "R other": (
        "Diagnosis: asthma, type 2 diabetes and hypertension. Given amoxicillin 500 mg for ten days.",
        ["asthma", "type 2 diabetes", "hypertension", "amoxicillin 500 mg", "ten days"],
    ),
}


@pytest.fixture(scope="module")
def safe_harbor() -> Pipeline:
    return Pipeline(policy=read_policy("hipaa-safe-harbor"))


def test_there_is_a_note_for_each_of_the_18_categories() -> None:
    assert {name[0] for name in SAFE_HARBOR} == {name[0] for name in STAYS} == set("ABCDEFGHIJKLMNOPQR")


@pytest.mark.parametrize("category", SAFE_HARBOR)
def test_safe_harbor_hides(safe_harbor: Pipeline, category: str) -> None:
    text, identifiers = SAFE_HARBOR[category]
    assert all(identifier in text for identifier in identifiers)
    released = safe_harbor.release(Document("note", text)).text
    assert [identifier for identifier in identifiers if identifier.lower() in released.lower()] == []
    assert released != text


def test_safe_harbor_keeps_what_a_note_is_shared_for(safe_harbor: Pipeline) -> None:
    text = "The wound was clean and dry; the patient tolerated the procedure well and was given fluids."
    assert "tolerated the procedure well" in safe_harbor.release(Document("note", text)).text


@pytest.mark.parametrize("category", STAYS)
def test_safe_harbor_keeps(safe_harbor: Pipeline, category: str) -> None:
    text, expected = STAYS[category]
    released = safe_harbor.release(Document("note", text)).text
    assert [words for words in expected if words not in released] == []


def test_safe_harbor_hides_a_name_of_a_state_that_may_be_a_city(safe_harbor: Pipeline) -> None:
    released = safe_harbor.release(Document("note", "She was born in New York and works in Washington.")).text
    assert "New York" not in released
    assert "Washington" not in released


NOTE = (
    "Pt: Marigold Thistlewood, MRN 00482913, a 62-year-old woman of 48 Quarry Hollow Road, admitted in Poughkeepsie. "
    "Seen on 14 February 2021 at 10:45 with hypertension and asthma. Given amoxicillin 500 mg for ten days."
)


def test_clinical_keeps_the_medicine_and_hides_the_rest() -> None:
    released = Pipeline(policy=read_policy("clinical")).release(Document("note", NOTE)).text
    gone = ("Marigold", "Thistlewood", "00482913", "62", "Quarry", "Poughkeepsie", "14 February", "2021")
    assert [word for word in gone if word in released] == []
    stays = ("hypertension", "asthma", "amoxicillin 500 mg", "ten days")
    assert [words for words in stays if words not in released] == []


def test_minimal_hides_direct_identifiers_alone() -> None:
    released = Pipeline(policy=read_policy("minimal")).release(Document("note", NOTE)).text
    gone = ("Marigold", "Thistlewood", "00482913", "Quarry")
    assert [word for word in gone if word in released] == []
    stays = ("62-year-old", "Poughkeepsie", "14 February 2021", "hypertension", "ten days")
    assert [words for words in stays if words not in released] == []


def test_strict_hides_every_label() -> None:
    assert read_policy("strict").always_hide == set(LABELS)


def test_the_comments_of_safe_harbor_name_every_category() -> None:
    content = find_policy("hipaa-safe-harbor").read_text(encoding="utf-8")
    assert [letter for letter in "ABCDEFGHIJKLMNOPQR" if f"\n# ({letter}) " not in content] == []


def test_most_specific_keeps_what_the_baseline_keeps() -> None:
    text = "Flavia Elphberg, a French dentist, joined the Zenda Bakers Union in Strelsau on 3 May 1987 for $12,500."
    released = Pipeline(policy=read_policy("most-specific")).release(Document("note", text)).text
    assert all(word not in released for word in ("Flavia", "Elphberg", "Strelsau", "1987", "12,500"))
    assert "French dentist" in released


def test_most_specific_keeps_the_other_kinds_from_detectors_that_are_sure_of_everything() -> None:
    detector = Certain(create("detector", "gazetteer"))
    policy = read_policy("most-specific")
    released = Pipeline(detectors=(detector,), policy=policy).release(Document("note", "A French nurse in Lisbon."))
    assert released.text == "A French nurse in ***."
