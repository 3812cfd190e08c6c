"""Who plays whom in a Russian document: a surrogate for every name, in the case, number and gender of each mention."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from unname.core.document import Mention
from unname.models.russian_morphology import Tag, TaggedText
from unname.replace.book import fold_name
from unname.replace.cast import Cast
from unname.replace.lots import Lots
from unname.replace.russian.draw_russian import Bearer, draw_name
from unname.replace.russian.paradigms import FAMILY, GIVEN, OV, PATRONYMIC, Slot, find_paradigm, gender_of, inflect
from unname.replace.russian.readings import Reading, knows, plain, read_word
from unname.replace.russian.romanize import romanize
from unname.replace.russian.russian_name_lists import short_forms
from unname.replace.russian.russian_words import INITIAL, KEPT, LATIN, NAME, SMALL, Word, name_parts, split_russian
from unname.text.scripts import in_latin, sound

CASE, NUMBER, GENDER = 1.0, 0.6, 0.6
"""How much the tagger's word counts for the case, the number and the gender of a name."""

OF_PERSON = 1.5
"""How much the gender counts that other names of the same person have."""

SINGULAR = 0.3
"""By how much one person is likelier than several."""

_LETTERS = "АБВГДЕЗИКЛМНОПРСТФЮЯ"
_ADJECTIVE = re.compile(r"(?P<stem>.+)(?P<tail>ск(?:ий|ого|ому|им|ом|ая|ой|ую|ие|их|ими|ое))")


@dataclass(frozen=True)
class Known:
    """What a word of a document was found to be: a form of a name of this part, with the reading that says so."""

    part: str
    reading: Reading


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
        if not any(word.kind in (NAME, INITIAL, LATIN, SMALL) for word in words):
            return None
        if not any("\u0400" <= letter <= "\u04ff" for letter in surface):
            return self._render_latin(mention, words)
        slot = self.slot_of(mention)
        pieces: list[str] = []
        at = 0
        for word in words:
            new = self._write(word, slot, mention.entity)
            if new is None:
                return None
            pieces += (self._scrambled(surface[at : word.start]), new)
            at = word.end
        return "".join([*pieces, self._scrambled(surface[at:])])

    def surrogate(self, name: str, entity: str = "") -> str | None:
        """What is written for one word of a name in Latin letters, as in an address."""
        if base := self._romanized.get(fold_name(name)):
            new = self.drawn(*base)
            return romanize(new.capitalize()) if new else None
        return super().surrogate(name, entity)

    @cached_property
    def words(self) -> dict[str, str]:
        """Every word of a person's name of the document in Latin letters, folded, as it is first written."""
        latin = {fold_name(word.text): word.text for _, words in self._split for word in words if word.kind == LATIN}
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

    def drawn(self, part: str, base: str) -> str | None:
        """The surrogate of a name, both in the nominative and in lower case; a family name as of a man."""
        key = f"{part} {base}"
        if key not in self._drawn:
            # Nothing yet, so that a name and its short form do not ask each other for ever.
            self._drawn[key] = None
            self._drawn[key] = draw_name(part, base, self._bearer(part, base), self)
        return self._drawn[key]

    def find(self, word: str, part: str = FAMILY) -> str | None:
        """The name of which a word is a form, if somebody of the document bears it."""
        return next((r.base for r in read_word(word, part) if (part, r.base) in self.bases), None)

    @cached_property
    def bases(self) -> set[tuple[str, str]]:
        """The names of the people of the document: the part of each, and its nominative."""
        return {(known.part, known.reading.base) for known in self._known.values()}

    @cached_property
    def words_of_things(self) -> frozenset[str]:
        """All words of places and organizations of the document, as readings know them."""
        things = [mention for mention in self.document.mentions if mention.label in ("LOC", "ORG")]
        return frozenset(plain(word) for mention in things for word in re.findall(r"[\w-]+", self._surface(mention)))

    def slot_of(self, mention: Mention) -> Slot:
        """Where a mention stands: the case, number and gender that most of its words and its sentence speak for."""
        names = [
            (word, self._known[plain(word.text)]) for word in self._names(mention) if plain(word.text) in self._known
        ]
        options = {slot for _, known in names for slot in known.reading.slots} or {Slot("Nom")}
        gender = self._gender_of(mention)
        return max(sorted(options), key=lambda slot: self._score(slot, names, mention, gender))

    def _score(self, slot: Slot, names: list[tuple[Word, Known]], mention: Mention, gender: str) -> float:
        score = SINGULAR * (slot.number == "s")
        if slot.number == "s" and gender:
            score += OF_PERSON * (slot.gender == gender)
        for word, known in names:
            score += 3.0 * (slot in known.reading.slots)
            if tag := self._tag(mention, word):
                score += agreement(slot, tag)
        return score

    def _tag(self, mention: Mention, word: Word) -> Tag | None:
        return self.tags.tag_at(mention.span.start + word.start, mention.span.start + word.end)

    def _write(self, word: Word, slot: Slot, entity: str) -> str | None:
        if word.kind == KEPT:
            return word.text
        if word.kind == INITIAL:
            return self._letter_for(word.text, entity)
        if word.kind == LATIN:
            return self._latin_word(word.text, entity)
        if word.text.islower() and (adjective := self._adjective(word.text)):
            return adjective
        if word.kind == SMALL or plain(word.text) not in self._known:
            return None
        known = self._known[plain(word.text)]
        new = self.drawn(known.part, known.reading.base)
        written = inflect(new, known.part, nearest(slot, known.reading)) if new else None
        return None if written is None else _in_case(self.spelled(written), word.text)

    def _adjective(self, text: str) -> str | None:
        """What is made of a surrogate as "лужковский" is of "Лужков"; None if nobody's name is in it."""
        if not (found := _ADJECTIVE.fullmatch(plain(text))):
            return None
        stem, tail = found["stem"], found["tail"]
        for base in (stem, re.sub("[ое]в$", "", stem)):
            new = self.drawn(FAMILY, base) if (FAMILY, base) in self.bases else None
            if new and (find_paradigm(base) == OV) == (base == stem):
                return (
                    _in_case(new + ("" if base == stem else "ов") + tail, text) if new[-1] not in "аеиоуюяьй" else None
                )
        return None

    def _letter_for(self, letter: str, entity: str) -> str | None:
        """The first letter of the surrogate of the name that it stands for, or of one that is drawn for it."""
        small = plain(letter)
        owners = sorted(self._names_of(entity), key=lambda each: (each[0] != GIVEN, each))
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
        for part, base in sorted(self._names_of(entity)):
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
        for part, base in sorted(self.bases):
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
        return {fold_name(romanize(base)): (part, base) for part, base in sorted(self.bases)}

    @cached_property
    def _split(self) -> list[tuple[Mention, list[Word]]]:
        """All mentions of people with their words."""
        people = [mention for mention in self.document.mentions if mention.label == "PERSON"]
        return [(mention, split_russian(self._surface(mention))) for mention in people]

    def _names(self, mention: Mention) -> list[Word]:
        return [word for word in split_russian(self._surface(mention)) if word.kind == NAME]

    @cached_property
    def _known(self) -> dict[str, Known]:
        """What each word of a name is: its part by votes, and the name that most words of that part are forms of."""
        votes, places = self._counted
        settled = {form: _winner(each) for form, each in votes.items()}
        sure: dict[str, list[str]] = {GIVEN: [], PATRONYMIC: [], FAMILY: []}
        for form, part in settled.items():
            if part:
                sure[part].append(form)
        support = {part: _support(forms, part) for part, forms in sure.items()}
        for form, part in settled.items():
            if not part:
                settled[form] = part = _guess_part(form, support)
                sure[part].append(form)
        support = {part: _support(forms, part) for part, forms in sure.items()}
        found = {}
        for form, part in settled.items():
            tags = [tag for mention, word in places[form] if (tag := self._tag(mention, word))]
            if reading := _choose(form, part, support[part], tags):
                found[form] = Known(part, reading)
        return found

    @cached_property
    def _counted(self) -> tuple[dict[str, Counter[str]], dict[str, list[tuple[Mention, Word]]]]:
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        places: dict[str, list[tuple[Mention, Word]]] = defaultdict(list)
        for mention, words in self._split:
            for word, part in name_parts(words):
                if word.text.islower() and _ADJECTIVE.fullmatch(plain(word.text)):
                    continue  # "лужковский", which is made of a name and is none
                votes[plain(word.text)][part] += 1
                places[plain(word.text)].append((mention, word))
        return votes, places

    @cached_property
    def _by_person(self) -> dict[str, set[tuple[str, str]]]:
        """The names that each entity is called by."""
        found: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for mention, words in self._split:
            for word in words:
                if word.kind == NAME and (known := self._known.get(plain(word.text))):
                    found[mention.entity].add((known.part, known.reading.base))
        return found

    def _names_of(self, entity: str) -> set[tuple[str, str]]:
        """The names of a person, and of whoever has the same family name."""
        own = self._by_person.get(entity, set())
        families = {each for each in own if each[0] == FAMILY}
        return own.union(*(names for names in self._by_person.values() if names & families))

    def _gender_of(self, mention: Mention) -> str:
        """The gender of a person by the names in the mention itself, then by all mentions of that person."""
        own = Counter[str](dict(self._genders_in(mention)))
        for other, _ in self._split if not own else ():
            if other.entity == mention.entity:
                own.update(dict(self._genders_in(other)))
        return "" if own["m"] == own["f"] else "m" if own["m"] > own["f"] else "f"

    def _genders_in(self, mention: Mention) -> Iterator[tuple[str, int]]:
        for word in self._names(mention):
            known = self._known.get(plain(word.text))
            if known and known.part != FAMILY:
                genders = {slot.gender for slot in known.reading.slots if slot.number == "s"}
                if len(genders) == 1:
                    yield genders.pop(), 1

    def _bearer(self, part: str, base: str) -> Bearer:
        """What is known of who bears a name: the gender, and which short and long forms stand beside it."""
        given = {each for kind, each in self.bases if kind == GIVEN}
        gender = ""
        for mention, words in self._split:
            if not gender and any(self._is_form(word, part, base) for word in words):
                gender = self._gender_of(mention)
        short = short_forms()
        return Bearer(
            gender,
            next((long for long in short.long.get(base, ()) if long in given), ""),
            any(each in given for each in short.of.get(base, ())),
        )

    def _is_form(self, word: Word, part: str, base: str) -> bool:
        known = self._known.get(plain(word.text)) if word.kind == NAME else None
        return known is not None and (known.part, known.reading.base) == (part, base)


def _winner(votes: Counter[str]) -> str:
    sure = [(count, part) for part, count in votes.items() if part]
    return max(sure)[1] if sure else ""


def _guess_part(form: str, support: dict[str, Counter[str]]) -> str:
    """Whether a name by itself is a given or a family name: as elsewhere in the document, or else by the dictionary."""
    for part in (FAMILY, GIVEN, PATRONYMIC):
        if any(support[part][reading.base] for reading in read_word(form, part)):
            return part
    return GIVEN if knows(form, GIVEN) and not knows(form, FAMILY) else FAMILY


def _support(forms: list[str], part: str) -> Counter[str]:
    """How many words of a document are forms of each name."""
    return Counter(reading.base for form in forms for reading in read_word(form, part))


def _choose(form: str, part: str, support: Counter[str], tags: list[Tag]) -> Reading | None:
    """The reading of a word that explains most other words, is believed most and fits its sentences best."""

    def score(reading: Reading) -> float:
        fits = [max(agreement(slot, tag) for slot in reading.slots) for tag in tags]
        return reading.weight + 1.5 * min(3, support[reading.base] - 1) + (sum(fits) / len(fits) if fits else 0.0)

    return max(read_word(form, part), key=score, default=None)


def agreement(slot: Slot, tag: Tag) -> float:
    """How far the tagger agrees that a word stands in a slot."""
    if not tag.case:
        return 0.0
    agreed = CASE * (tag.case == slot.case) + NUMBER * (tag.number == {"s": "Sing", "p": "Plur"}[slot.number])
    return agreed + GENDER * (slot.number == "s" and tag.gender == {"m": "Masc", "f": "Fem", "n": "Neut"}[slot.gender])


def nearest(slot: Slot, reading: Reading) -> Slot:
    """The slot of the mention, or of those that the form of this word allows the one that is most like it."""
    if slot in reading.slots:
        return slot
    return max(
        sorted(reading.slots),
        key=lambda each: 2 * (each.case == slot.case) + (each.number == slot.number) + (each.gender == slot.gender),
    )


def _begin_alike(latin: str, name: str) -> bool:
    return sound(latin[:1]) == sound(in_latin(name)[:1]) or not sound(latin[:1])


def _in_case(new: str, original: str) -> str:
    if original.isupper() and len(original) > 1:
        return new.upper()
    if original.islower():
        return new.lower()
    return new.capitalize() if new.islower() else new
