import pytest

from unname.measure.leaks.misspelled import is_misspelled


@pytest.mark.parametrize("word", ["witcombe", "whitccombe", "whitcambe", "whitcobme", "whitcomb", "hwitcombe"])
def test_one_wrong_letter(word):
    assert is_misspelled(word, "whitcombe")


@pytest.mark.parametrize("word", ["witcomb", "hwitcobme", "whitcombely", "combewhit"])
def test_more_than_one(word):
    assert not is_misspelled(word, "whitcombe")
