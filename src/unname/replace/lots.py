"""Draws by a key: the same key and the same question give the same lot, and nobody else can foretell it."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TypeVar

Drawn = TypeVar("Drawn")

CYRILLIC = "абвгдежзиклмнопрстуфхцчшэюя"
"""Cyrillic letters that any word may begin with."""

TRIES = 64
"""How often letters are drawn that are not taken."""


_ALPHABETS = (digits, ascii_lowercase, ascii_uppercase, CYRILLIC, CYRILLIC.upper())


@dataclass(frozen=True)
class Lots:
    """Draws numbers and things; every lot is asked for by words that tell what it is for."""

    key: bytes = field(repr=False)

    def number(self, below: int, *told: str) -> int:
        """A number from 0 up to, but not including, `below`."""
        drawn = hmac.digest(self.key, "\x1f".join(told).encode("utf-8", "surrogatepass"), "sha256")
        return int.from_bytes(drawn[:16]) % below

    def choice(self, things: Sequence[Drawn], *told: str) -> Drawn:
        """One of the things."""
        return things[self.number(len(things), *told)]

    def rename(self, text: str, is_taken: Callable[[str], bool], *told: str) -> str:
        """The text scrambled into something that is not taken, if that can be found."""
        tries = (self.scramble(text, *told, str(attempt)) for attempt in range(TRIES))
        return next((new for new in tries if not is_taken(new)), "")

    def scramble(self, text: str, *told: str) -> str:
        """The text with another digit for every digit and another letter for every letter, Latin or Russian as it is.

        A letter of another alphabet becomes a Latin one. What else it holds stays, and so do its length and its form.
        """
        pieces = []
        for at, sign in enumerate(text):
            alphabet = next((each for each in _ALPHABETS if sign in each), "")
            if not alphabet and sign.isalnum():
                alphabet = digits if sign.isdigit() else ascii_uppercase if sign.isupper() else ascii_lowercase
            # A code keeps its length in digits: none begins with a zero that did not.
            leads = sign.isdigit() and sign != "0" and (at == 0 or not text[at - 1].isdigit())
            others = [each for each in alphabet if not (leads and each == "0")]
            pieces.append(self.choice(others, *told, str(at)) if others else sign)
        return "".join(pieces)
