"""What the shipped policies hide: all 18 categories of HIPAA's Safe Harbor, in invented notes."""

import pytest

from unname.core.document import LABELS, Document
from unname.core.policy import find_policy, read_policy
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
        ["14 February", "1931", "03/07", "10:45", "2021-03-09", "March 12"],
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


@pytest.fixture(scope="module")
def safe_harbor() -> Pipeline:
    return Pipeline(policy=read_policy("hipaa-safe-harbor"))


def test_there_is_a_note_for_each_of_the_18_categories() -> None:
    assert {name[0] for name in SAFE_HARBOR} == set("ABCDEFGHIJKLMNOPQR")


@pytest.mark.parametrize("category", SAFE_HARBOR)
def test_safe_harbor_hides(safe_harbor: Pipeline, category: str) -> None:
    text, identifiers = SAFE_HARBOR[category]
    assert all(identifier in text for identifier in identifiers)
    released = safe_harbor.release(Document("note", text)).text
    assert [identifier for identifier in identifiers if identifier.lower() in released.lower()] == []
    assert len(released) < len(text)


def test_safe_harbor_keeps_what_a_note_is_shared_for(safe_harbor: Pipeline) -> None:
    text = "The wound was clean and dry; the patient tolerated the procedure well and was given fluids."
    assert "tolerated the procedure well" in safe_harbor.release(Document("note", text)).text


def test_strict_hides_every_label() -> None:
    assert read_policy("strict").always_hide == set(LABELS)


def test_the_comments_of_safe_harbor_name_every_category() -> None:
    content = find_policy("hipaa-safe-harbor").read_text(encoding="utf-8")
    assert [letter for letter in "ABCDEFGHIJKLMNOPQR" if f"\n# ({letter}) " not in content] == []
