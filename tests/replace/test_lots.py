import string

from hypothesis import given
from hypothesis import strategies as st

from unname.replace.lots import Lots

LOTS = Lots(b"k" * 32)


@given(st.text(max_size=40), st.text(max_size=5))
def test_scrambling_keeps_the_form(text: str, told: str) -> None:
    new = LOTS.scramble(text, told)
    assert len(new) == len(text)
    for old_sign, new_sign in zip(text, new, strict=True):
        if old_sign in string.ascii_letters:
            assert new_sign in string.ascii_letters
            assert old_sign.isupper() == new_sign.isupper()
        elif old_sign in string.digits:
            assert new_sign in string.digits
        elif not old_sign.isalnum():
            assert new_sign == old_sign
    assert new == LOTS.scramble(text, told)


def test_lots_differ_by_key_and_by_what_they_are_for() -> None:
    drawn = {LOTS.number(10**9, "a"), LOTS.number(10**9, "b"), Lots(b"l" * 32).number(10**9, "a")}
    assert len(drawn) == 3


def test_a_number_does_not_begin_with_a_zero_of_its_own() -> None:
    assert all(not LOTS.scramble("4711", str(attempt)).startswith("0") for attempt in range(200))


def test_a_key_is_not_shown() -> None:
    assert "kkk" not in repr(LOTS)
