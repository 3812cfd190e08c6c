"""Who the people of a Russian document are: which names its words are forms of, and where each mention stands."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document, Mention
from unname.models.russian_morphology import Tag, TaggedText
from unname.replace.russian.draw_russian import Bearer
from unname.replace.russian.paradigms import FAMILY, GIVEN, OV, PATRONYMIC, Slot, find_paradigm
from unname.replace.russian.readings import KNOWN, Reading, is_ordinary_word, knows, plain, read_word
from unname.replace.russian.russian_name_lists import short_forms, usual_given_names
from unname.replace.russian.russian_words import ADJECTIVE, NAME, Word, name_parts, split_russian

CASE, NUMBER, GENDER = 1.0, 0.6, 0.6
"""How much the tagger's word counts for the case, the number and the gender of a name."""

_GENDERS = {"Masc": "m", "Fem": "f"}

OF_PERSON = 1.5
"""How much the gender counts that other names of the same person have."""

IN_SENTENCES = 3.0
"""How much it counts that the tagger agrees with what a word is read as."""

SINGULAR = 0.3
"""By how much one person is likelier than several."""


@dataclass(frozen=True)
class Known:
    """What a word of a document was found to be: a form of a name of this part, with the reading that says so."""

    part: str
    reading: Reading


@dataclass
class RussianPeople:
    """The names of the people of a document, found when they are first asked for.

    Which name a word is a form of is decided for the document as a whole: that which most of its words are forms of.
    """

    document: Document = field(repr=False)
    tags: TaggedText = field(repr=False)

    def find(self, word: str, part: str = FAMILY) -> str | None:
        """The name of which a word is a form, if somebody of the document bears it."""
        return next((r.base for r in read_word(word, part) if (part, r.base) in self.bases), None)

    @cached_property
    def bases(self) -> set[tuple[str, str]]:
        """The names of the people of the document: the part of each, and its nominative."""
        return {(known.part, known.reading.base) for known in self.known.values()}

    def slot_of(self, mention: Mention) -> Slot:
        """Where a mention stands: the case, number and gender that most of its words and its sentence speak for."""
        names = [
            (word, self.known[plain(word.text)]) for word in self.names_in(mention) if plain(word.text) in self.known
        ]
        options = {slot for _, known in names for slot in known.reading.slots} or {Slot("Nom")}
        gender = self.gender_of(mention)
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

    def is_ordinary(self, text: str) -> bool:
        """Whether a small word is none of a name: nobody of the document is called so with a capital."""
        if not text.islower() or self.document.text.islower():
            return False
        if is_ordinary_word(text):
            return True
        base = self.known[plain(text)].reading.base
        return not any(
            word.kind == NAME and not word.text.islower() and self.known[plain(word.text)].reading.base == base
            for _, words in self.mentions
            for word in words
            if plain(word.text) in self.known
        )

    @cached_property
    def mentions(self) -> list[tuple[Mention, list[Word]]]:
        """All mentions of people with their words."""
        people = [mention for mention in self.document.mentions if mention.label == "PERSON"]
        return [(mention, split_russian(self.document.text[slice(*mention.span)])) for mention in people]

    def names_in(self, mention: Mention) -> list[Word]:
        """The words of a mention that are names."""
        return [word for word in split_russian(self.document.text[slice(*mention.span)]) if word.kind == NAME]

    @cached_property
    def known(self) -> dict[str, Known]:
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
        scores: dict[str, dict[str, dict[str, float]]] = {part: {} for part in sure}
        for form, part in settled.items():
            tags = [tag for mention, word in places[form] if (tag := self._tag(mention, word))]
            scores[part][form] = _score_readings(form, part, support[part], tags)
        for form, part in settled.items():
            if reading := _choose(form, part, scores[part]):
                found[form] = Known(part, reading)
        return found

    @cached_property
    def _counted(self) -> tuple[dict[str, Counter[str]], dict[str, list[tuple[Mention, Word]]]]:
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        places: dict[str, list[tuple[Mention, Word]]] = defaultdict(list)
        for mention, words in self.mentions:
            for word, part in name_parts(words):
                if word.text.islower() and ADJECTIVE.fullmatch(plain(word.text)):
                    continue  # "лужковский", which is made of a name and is none
                votes[plain(word.text)][part] += 1
                places[plain(word.text)].append((mention, word))
        return votes, places

    @cached_property
    def _by_person(self) -> dict[str, set[tuple[str, str]]]:
        """The names that each entity is called by."""
        found: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for mention, words in self.mentions:
            for word in words:
                if word.kind == NAME and (known := self.known.get(plain(word.text))):
                    found[mention.entity].add((known.part, known.reading.base))
        return found

    def names_of(self, entity: str) -> set[tuple[str, str]]:
        """The names of a person, and of whoever has the same family name."""
        own = self._by_person.get(entity, set())
        families = {each for each in own if each[0] == FAMILY}
        return own.union(*(names for names in self._by_person.values() if names & families))

    def gender_of(self, mention: Mention) -> str:
        """The gender of a person by the names in the mention itself, then by all mentions of that person."""
        own = Counter[str](dict(self._genders_in(mention)))
        for other, _ in self.mentions if not own else ():
            if other.entity == mention.entity:
                own.update(dict(self._genders_in(other)))
        return "" if own["m"] == own["f"] else "m" if own["m"] > own["f"] else "f"

    def _genders_in(self, mention: Mention) -> Iterator[tuple[str, int]]:
        for word in self.names_in(mention):
            known = self.known.get(plain(word.text))
            if not known or known.part == FAMILY:
                continue
            tag = self._tag(mention, word)
            if known.reading.weight < KNOWN and tag and tag.gender in _GENDERS:
                yield _GENDERS[tag.gender], 1  # "Мюриел", of whom the form alone says nothing
            else:
                genders = {slot.gender for slot in known.reading.slots if slot.number == "s"}
                if len(genders) == 1:
                    yield genders.pop(), 1

    def bearer(self, part: str, base: str) -> Bearer:
        """What is known of who bears a name: the gender, and which short and long forms stand beside it."""
        given = {each for kind, each in self.bases if kind == GIVEN}
        gender = ""
        for mention, words in self.mentions:
            if not gender and any(self._is_form(word, part, base) for word in words):
                gender = self.gender_of(mention)
        short = short_forms()
        return Bearer(
            gender,
            next((long for long in short.long.get(base, ()) if long in given), ""),
            any(each in given for each in short.of.get(base, ())),
            gender == "f" and part == FAMILY and find_paradigm(base) == OV and self._is_bare(base),
        )

    def _is_bare(self, base: str) -> bool:
        """Whether a family name stands in the document in the form of a man alone."""
        forms = {form for form, each in self.known.items() if (each.part, each.reading.base) == (FAMILY, base)}
        return forms == {base}

    def _is_form(self, word: Word, part: str, base: str) -> bool:
        known = self.known.get(plain(word.text)) if word.kind == NAME else None
        return known is not None and (known.part, known.reading.base) == (part, base)


def _winner(votes: Counter[str]) -> str:
    sure = [(count, part) for part, count in votes.items() if part]
    return max(sure)[1] if sure else ""


def _guess_part(form: str, support: dict[str, Counter[str]]) -> str:
    """Whether a name by itself is a given or a family name: as elsewhere in the document, or else by the dictionary."""
    for part in (FAMILY, GIVEN, PATRONYMIC):
        if any(support[part][reading.base] for reading in read_word(form, part)):
            return part
    listed = any(reading.base in usual_given_names() for reading in read_word(form, GIVEN)[:1])
    return GIVEN if listed and not knows(form, FAMILY) else FAMILY


def _support(forms: list[str], part: str) -> Counter[str]:
    """How many words of a document are forms of each name."""
    return Counter(reading.base for form in forms for reading in read_word(form, part))


def _score_readings(form: str, part: str, support: Counter[str], tags: list[Tag]) -> dict[str, float]:
    """How far each reading of a word is believed, how many other words it explains, how it fits its sentences."""

    def score(reading: Reading) -> float:
        fits = [max(agreement(slot, tag) for slot in reading.slots) for tag in tags]
        in_sentences = IN_SENTENCES * sum(fits) / len(fits) if fits else 0.0
        return reading.weight + 1.5 * min(3, support[reading.base] - 1) + in_sentences

    return {reading.base: score(reading) for reading in read_word(form, part)}


def _choose(form: str, part: str, scores: Mapping[str, Mapping[str, float]]) -> Reading | None:
    """The reading of a word that has most for it, and that other words of the document would not have to regret."""

    def score(reading: Reading) -> float:
        others = [own for other, own in scores.items() if other != form and reading.base in own]
        regrets = [max(own.values()) - own[reading.base] for own in others]
        return scores[form][reading.base] - (sum(regrets) / len(regrets) if regrets else 0.0)

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
