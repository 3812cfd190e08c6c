"""No pattern of any rule takes more than linear time, whatever the text."""

import random
import resource
import subprocess
import sys

import phonenumbers
import pytest

from unname.core.document import Document
from unname.detect.rules import Rules
from unname.detect.rules.dialing import could_be_valid
from unname.detect.rules.rule import Anchors

HOSTILE = {
    "digits": "1",
    "letters": "a",
    "capitals": "A",
    "spaces": " ",
    "lines": "\n",
    "dashes": "-",
    "dots": ".",
    "slashes": "/",
    "mails": "a@",
    "dotted": "a.",
    "commas": "1,",
    "list": "1, 2 and ",
    "grouped": "1 ",
    "groups": "123 456-",
    "codes": "A1",
    "hexadecimal": "f:",
    "words": "Abc ",
    "street": "1 Abc ",
    "lined": "Abc\n",
    "months": "May ",
    "dates": "1 May, ",
    "number words": "two ",
    "amounts": "1 day and ",
    "announced": "ID no. ",
    "mixed": "1.a-/ @:,",
    "opened": "(+",
    "urls": "http://",
    "accents": "é1",
}

SECONDS = 60
"""Processor time for a megabyte: a pattern that backtracks without bound would take hours, all others a tenth of it."""

SCRIPT = """
import sys
from unname.core.document import Document
from unname.detect.rules import Rules
units = sys.argv[1:]
n_each = 1_000_000 // len(units)
Rules().detect(Document("d", "\\n\\n".join((unit * n_each)[:n_each] for unit in units)))
"""


def read_a_megabyte_of(*units: str) -> None:
    """Every pattern at work in a process of its own, ended by the system when its processor time is used up."""
    subprocess.run(
        [sys.executable, "-c", SCRIPT, *units],
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
    )


def test_a_megabyte_of_all_that_is_hostile_ends_in_time():
    read_a_megabyte_of(*HOSTILE.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_megabyte_of_one_hostile_text_ends_in_time(name):
    read_a_megabyte_of(HOSTILE[name])


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """What the library of phone numbers is asked about."""
    stretches: list[str] = []
    matcher = phonenumbers.PhoneNumberMatcher

    def ask(stretch: str, *settings: object, **more: object) -> object:
        stretches.append(stretch)
        return matcher(stretch, *settings, **more)

    monkeypatch.setattr(phonenumbers, "PhoneNumberMatcher", ask)
    return stretches


def filled(form: str, n: int) -> str:
    """The form over and over, with other digits each time."""
    chance = random.Random(7)
    return "".join(str(chance.randrange(10)) if letter == "d" else letter for _ in range(n) for letter in form)


@pytest.mark.parametrize("form", ["123 456-", "ddd ddd-", "dd/dd-", "d ", "dddd, ", "d.d", "ddddddddddddddd "])
def test_the_library_of_phone_numbers_is_asked_about_few_rows_of_digits(asked, form):
    n = 2_000
    Rules().detect(Document("d", filled(form, n)))
    assert len(asked) <= n // 50


def test_a_number_that_comes_again_is_asked_about_once(asked):
    found = Rules().detect(Document("d", "call 212-555-0143, " * 50))
    assert [mention.source for mention in found] == ["rules:phone"] * 50
    assert len(asked) <= 2


def test_rules_that_need_words_are_not_tried_in_rows_of_digits():
    starts = Anchors("123 456-" * 1_000).starts
    assert len(starts["digit"]) == 2_000
    assert not starts["worded"] + starts["amount"] + starts["dated"] + starts["coded"]


@pytest.mark.parametrize("gap", [", ", " - ", "/"])
def test_what_stands_before_a_word_is_tried_however_many_numbers_are_between(gap):
    text = "on " + gap.join(map(str, range(11, 24))) + " May 1999"
    (found,) = Rules().detect(Document("d", text))
    assert text[slice(*found.span)] == text[3:]
    assert found.source == "rules:date"


@pytest.mark.parametrize("region", sorted(phonenumbers.SUPPORTED_REGIONS))
def test_no_number_that_the_library_knows_is_passed_over(region):
    kinds = phonenumbers.PhoneNumberType.values()
    examples = [phonenumbers.example_number_for_type(region, kind) for kind in kinds]
    forms = phonenumbers.PhoneNumberFormat
    for example in filter(None, examples):
        for form in (forms.NATIONAL, forms.INTERNATIONAL, forms.E164):
            written = phonenumbers.format_number(example, form)
            abroad = phonenumbers.format_out_of_country_calling_number(example, "GB")
            for text, home in ((written, region), (written, "US"), (abroad, "GB"), (f"12 {written} 34", region)):
                if phonenumbers.PhoneNumberMatcher(text, home).has_next():
                    groups = "".join(letter if letter.isdigit() else " " for letter in text).split()
                    assert could_be_valid(groups, "+" in text, home), (text, home)
