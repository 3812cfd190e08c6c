import pytest

from unname.core.fold import fold


@pytest.mark.parametrize("letter", "łøđðħæœþŋéžç")
def test_case_makes_no_difference(letter):
    assert fold(letter) == fold(letter.upper())


@pytest.mark.parametrize("text", ["Þór", "Straße", "Œuvre — l’été", "İstanbul"])
def test_the_length_stays(text):
    assert len(fold(text)) == len(text)
