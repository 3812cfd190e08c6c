"""The published method of `replace2021` on an invented sentence."""

import pytest

from unname.core.document import Document
from unname_research.papers.replace2021 import replace2021

pytest.importorskip("natasha")
DOCUMENT = Document("x", "В Омске Анна Квилл встретила Петра. Анна Квилл уехала в Омск.", "ru")


def test_sanitized_texts_say_what_stood_there() -> None:
    text = replace2021("sanitized").release(DOCUMENT).text
    assert text == "В [LOC] [PERSON] встретила [PERSON]. [PERSON] уехала в [LOC]."


def test_pseudonyms_are_consistent_within_an_instance() -> None:
    text = replace2021("pseudonymized").release(DOCUMENT).text
    assert not {"Омск", "Омске", "Анна", "Квилл", "Петра"} & set(text.replace(".", "").split())
    first, second = text.split(". ")
    assert first.split(" встретила")[0].split()[-2:] == second.split(" уехала")[0].split()
