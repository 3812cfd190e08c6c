"""Who plays whom in a Russian document: a surrogate for every name, in the case, number and gender of each mention."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from unname.core.document import Mention, Span
from unname.models.russian_morphology import TaggedText
from unname.replace.book import fold_name
from unname.replace.cast import Cast
from unname.replace.lots import Lots
from unname.replace.russian.draw_russian import draw_name
from unname.replace.russian.paradigms import FAMILY, GIVEN, OV, PATRONYMIC, Slot, find_paradigm, gender_of, inflect
from unname.replace.russian.readings import knows, plain
from unname.replace.russian.romanize import romanize
from unname.replace.russian.russian_people import RussianPeople, nearest
from unname.replace.russian.russian_words import (
    ADJECTIVE,
    INITIAL,
    KEPT,
    LATIN,
    NAME,
    SITE,
    SMALL,
    Word,
    split_russian,
)
from unname.text.scripts import in_latin, sound

_LETTERS = "АБВГДЕЗИКЛМНОПРСТФЮЯ"


@dataclass
class RussianCast(Cast):
    """The surrogates of all people of a Russian document, drawn when they are first asked for.

    A surrogate is for a name, whatever the case: "Лужкову" is a form of "Лужков" and becomes that form of the surrogate
    of "Лужков". Which name a word is a form of is decided for the document as a whole: that which most of its words
    are forms of. The case comes from the sentence (`models/russian_morphology.py`) where the form leaves it open.
    Words in Latin letters that sound like a name of the document become its surrogate in Latin letters; others are
    drawn as in any text.
    """

    def render(self, mention: Mention) -> str | None:
        """The surrogate of one mention in the form of the original; None if there is none."""
        surface = self._surface(mention)
        if "<" in surface or ">" in surface:
            return None  # whose tags would be read as letters
        words = split_russian(surface)
        if words and all(word.kind in (SITE, KEPT) for word in words):
            return self._place(surface, mention)
        if not any(word.kind in (NAME, INITIAL, LATIN, SMALL) for word in words):
            return None
        if len(words) == 1 and self._is_nobody(words[0]):
            return self._organization(surface, mention)
        if not any("\u0400" <= letter <= "\u04ff" for letter in surface):
            return self._render_latin(mention, words)
        slot = self.people.slot_of(mention)
        pieces: list[str] = []
        at = 0
        for word in words:
            is_site = word.kind == SITE
            new = self._place(word.text, mention, word.start) if is_site else self._write(word, slot, mention.entity)
            if new is None:
                return None
            pieces += (self._scrambled(surface[at : word.start]), new)
            at = word.end
        return "".join([*pieces, self._scrambled(surface[at:])])

    def _place(self, surface: str, mention: Mention, at: int = 0) -> str | None:
        """What is written for a place that was taken for somebody, or for a part of a name."""
        from unname.replace.russian.russian_phrases import draw_russian_place  # here, since it asks the cast for names

        return draw_russian_place(replace(mention, span=Span(mention.span.start + at, mention.span.end)), surface, self)

    def _is_nobody(self, word: Word) -> bool:
        """Whether a word that was taken for somebody is an abbreviation, or the kind of an organization."""
        from unname.replace.russian.russian_phrases import is_abbreviation, is_russian_kind

        is_name = any(knows(word.text, part) for part in (GIVEN, FAMILY))
        return not is_name and (is_abbreviation(word.text) or is_russian_kind(word.text))

    def _organization(self, surface: str, mention: Mention) -> str | None:
        from unname.replace.russian.russian_phrases import draw_russian_organization

        return draw_russian_organization(mention, surface, self)

    def surrogate(self, name: str, entity: str = "") -> str | None:
        """What is written for one word of a name in Latin letters, as in an address."""
        if base := self._romanized.get(fold_name(name)):
            new = self.drawn(*base)
            return romanize(new.capitalize()) if new else None
        return super().surrogate(name, entity)

    @cached_property
    def words(self) -> dict[str, str]:
        """Every word of a person's name of the document in Latin letters, folded, as it is first written."""
        latin = {
            fold_name(word.text): word.text for _, words in self.people.mentions for word in words if word.kind == LATIN
        }
        return {**{name: name for name in self._romanized}, **latin}

    def spelled(self, written: str) -> str:
        """A form with ё only where the text has that letter, which many do without."""
        return written if self._has_yo else written.replace("ё", "е")

    @cached_property
    def _has_yo(self) -> bool:
        return "ё" in self.document.text.lower()

    @cached_property
    def tags(self) -> TaggedText:
        """What the words of the text are in their sentences."""
        return TaggedText(self.document.text)

    @cached_property
    def people(self) -> RussianPeople:
        """The people of the document, and their names."""
        return RussianPeople(self.document, self.tags)

    def drawn(self, part: str, base: str) -> str | None:
        """The surrogate of a name, both in the nominative and in lower case; a family name as of a man."""
        key = f"{part} {base}"
        if key not in self._drawn:
            # Nothing yet, so that a name and its short form do not ask each other for ever.
            self._drawn[key] = None
            self._drawn[key] = draw_name(part, base, self.people.bearer(part, base), self)
        return self._drawn[key]

    @cached_property
    def words_of_things(self) -> frozenset[str]:
        """All words of places and organizations of the document, as readings know them."""
        things = [mention for mention in self.document.mentions if mention.label in ("LOC", "ORG")]
        return frozenset(plain(word) for mention in things for word in re.findall(r"[\w-]+", self._surface(mention)))

    def _write(self, word: Word, slot: Slot, entity: str) -> str | None:
        if word.kind == KEPT:
            return word.text
        if word.kind == INITIAL:
            return self._letter_for(word.text, entity)
        if word.kind == LATIN:
            return self._latin_word(word.text, entity)
        if word.text.islower() and (adjective := self._adjective(word.text)):
            return adjective
        if word.kind == SMALL or plain(word.text) not in self.people.known or self.people.is_ordinary(word.text):
            return None
        known = self.people.known[plain(word.text)]
        new = self.drawn(known.part, known.reading.base)
        written = inflect(new, known.part, nearest(slot, known.reading)) if new else None
        return None if written is None else _in_case(self.spelled(written), word.text)

    def _adjective(self, text: str) -> str | None:
        """What is made of a surrogate as "лужковский" is of "Лужков"; None if nobody's name is in it."""
        if not (found := ADJECTIVE.fullmatch(plain(text))):
            return None
        stem, tail = found["stem"], found["tail"]
        for base in (stem, re.sub("[ое]в$", "", stem)):
            new = self.drawn(FAMILY, base) if (FAMILY, base) in self.people.bases else None
            if new and (find_paradigm(base) == OV) == (base == stem):
                return (
                    _in_case(new + ("" if base == stem else "ов") + tail, text) if new[-1] not in "аеиоуюяьй" else None
                )
        return None

    def _letter_for(self, letter: str, entity: str) -> str | None:
        """The first letter of the surrogate of the name that it stands for, or of one that is drawn for it."""
        small = plain(letter)
        owners = sorted(self.people.names_of(entity), key=lambda each: (each[0] != GIVEN, each))
        for part, base in owners:
            if base.startswith(small) and (part != FAMILY or len(owners) == 1):
                new = self.drawn(part, base)
                return None if new is None else _in_case(new[0], letter)
        family = next((base for part, base in owners if part == FAMILY), entity)
        if letter.isascii():
            return self._latin_letter(letter, family)
        others = [each for each in _LETTERS if each.lower() != small]
        return _in_case(Lots(self.book.key).choice(others, self.scope, "initial", family, small), letter)

    def _latin_letter(self, letter: str, family: str) -> str:
        return Lots(self.book.key).scramble(letter, self.scope, "initial", family)

    def _render_latin(self, mention: Mention, words: list[Word]) -> str | None:
        if any(word.kind == LATIN and self._heard(word.text) for word in words):
            surface = self._surface(mention)
            pieces: list[str] = []
            at = 0
            for word in words:
                new = self._latin_letter_or_word(word, mention.entity)
                if new is None:
                    return None
                pieces += (self._scrambled(surface[at : word.start]), new)
                at = word.end
            return "".join([*pieces, self._scrambled(surface[at:])])
        return super().render(mention)

    def _latin_letter_or_word(self, word: Word, entity: str) -> str | None:
        if word.kind != INITIAL:
            return self._latin_word(word.text, entity)
        for part, base in sorted(self.people.names_of(entity)):
            if romanize(base)[:1] == word.text.lower() and (new := self.drawn(part, base)):
                return romanize(new)[:1].upper()
        return self._latin_letter(word.text, entity)

    def _latin_word(self, text: str, entity: str) -> str | None:
        """The surrogate of a word in Latin letters: of the name of the document that it sounds like, or its own."""
        if heard := self._heard(text):
            part, base, slot = heard
            new = self.drawn(part, base)
            written = inflect(new, part, slot) if new else None
            return _in_case(romanize(written.capitalize()), text) if written else None
        new = super().surrogate(text, entity)
        return None if new is None else _in_case(new, text)

    def _heard(self, text: str) -> tuple[str, str, Slot] | None:
        """The name of the document that a word in Latin letters sounds like, as of a man or a woman."""
        said = sound(text)
        for part, base in sorted(self.people.bases):
            genders = "mf" if part in (FAMILY, PATRONYMIC) else (gender_of(base, part) or "m")[0]
            written = [(inflect(base, part, Slot("Nom", "s", gender)) or base, gender) for gender in genders]
            if not any(said and said == sound(form) and _begin_alike(text, form) for form, _ in written):
                continue
            is_woman = (
                len(written) > 1 and text.lower()[-1] == "a" and written[1][0][-1:] in "ая" and base[-1] not in "ая"
            )
            return part, base, Slot("Nom", "s", "f" if is_woman else genders[0])
        return None

    @cached_property
    def _romanized(self) -> dict[str, tuple[str, str]]:
        return {fold_name(romanize(base)): (part, base) for part, base in sorted(self.people.bases)}


def _begin_alike(latin: str, name: str) -> bool:
    return sound(latin[:1]) == sound(in_latin(name)[:1]) or not sound(latin[:1])


def _in_case(new: str, original: str) -> str:
    if original.isupper() and len(original) > 1:
        return new.upper()
    if original.islower():
        return new.lower()
    return new.capitalize() if new.islower() else new
