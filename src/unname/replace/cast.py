"""Who plays whom in one document: a surrogate for every word of a person's name, in step wherever it stands."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document, Mention
from unname.replace.book import Book, Identity, fold_name
from unname.replace.draw_name import draw_from
from unname.replace.lots import Lots
from unname.replace.mend import Mending
from unname.replace.name_lists import FAMILY, GIVEN, nicknames, read_names, script_of_word
from unname.replace.name_words import MEN, WOMEN, Word, name_parts, natural_order, pick_by_initials, split_name

_HE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
_SHE = re.compile(r"\b(?:she|her|hers|herself)\b", re.IGNORECASE)
_NEAR = 200
MOST_LETTERS = 20
"""Initials of one document that get letters of their own; then letters are shared."""


@dataclass
class Cast:
    """The surrogates of all people of a document, drawn when they are first asked for.

    Names are told apart by word: whoever is called Ekdahl, in full, by the family name alone or with a title, is called
    by the surrogate of Ekdahl, and so is the rest of the family. `written` is what was written so far, by mention.
    """

    document: Document = field(repr=False)
    scope: str
    book: Book = field(repr=False)
    written: dict[Mention, str] = field(default_factory=dict, init=False, repr=False)
    _drawn: dict[str, str | None] = field(default_factory=dict, init=False, repr=False)
    _letters: dict[tuple[str, str], str] = field(default_factory=dict, init=False, repr=False)

    def render(self, mention: Mention) -> str | None:
        """The surrogate of one mention in the form of the original; None if there is none."""
        surface = self._surface(mention)
        if "<" in surface or ">" in surface:
            return None  # whose tags would be read as letters
        pieces: list[str] = []
        at = 0
        words = split_name(surface)
        own = self._spelled_by([word for word in words if word.kind != "kept"])
        for word in words:
            new = own.get(word.start) or self._new(word, mention.entity)
            if new is None:
                return None
            pieces += (self._scrambled(surface[at : word.start]), new)
            at = word.end
            if word.possessive:
                pieces.append(_possessive(word, new) if word.kind == "name" else word.possessive)
                at += len(word.possessive)
        pieces.append(self._scrambled(surface[at:]))
        return "".join(pieces)

    def surrogate(self, name: str, entity: str = "") -> str | None:
        """What is written for one word of a name; None where no list has names in its script."""
        key = fold_name(name)
        if key not in self._drawn:
            # Nothing yet, so that a name and its short form do not ask each other for ever.
            self._drawn[key] = None
            self._drawn[key] = self._draw(name, entity)
        return self._drawn[key]

    def letters(self, text: str) -> str:
        """Other letters for those of an abbreviation, which is no word of a text; nothing if there are none."""
        return Lots(self.book.key).rename(
            text, lambda new: self.book.has_word(fold_name(new)), self.scope, "letters", text
        )

    @cached_property
    def mending(self) -> Mending:
        """What makes the words around a mention fit."""
        return Mending(self.document)

    @cached_property
    def words(self) -> dict[str, str]:
        """Every word of a person's name of the document, folded, as it is first written."""
        return {fold_name(word.text): word.text for words in self._by_entity.values() for word in words}

    def _new(self, word: Word, entity: str) -> str | None:
        if word.kind == "kept":
            return word.text
        if word.kind == "initial":
            return self._initial(word.text, entity)
        if initials := self._initials(word.text, entity):
            return initials
        surrogate = self.surrogate(word.text, entity)
        return None if surrogate is None else _in_case(surrogate, word.text)

    def _initial(self, letter: str, entity: str) -> str | None:
        """The first letter of the surrogate of the name that it stands for, or of one that is drawn for it."""
        for name in self._owners(letter, entity):
            surrogate = self.surrogate(name, entity)
            return None if surrogate is None else _in_case(surrogate[0], letter)
        drawn = self._letters.setdefault((entity, letter), "")
        if not drawn:
            others = set(self._letters.values()) if len(self._letters) <= MOST_LETTERS else set()
            told = (self.scope, "initial", entity, fold_name(letter))
            drawn = Lots(self.book.key).rename(letter, lambda new: new == letter or new in others, *told)
            self._letters[entity, letter] = drawn
        return drawn or None

    def _owners(self, letter: str, entity: str) -> list[str]:
        """The names that an initial may stand for: the person's own, or of somebody with the same family name."""
        names = [word.text for word in self._alike(entity)]
        fitting = [name for name in names if fold_name(name)[0] == fold_name(letter)]
        return sorted(fitting, key=lambda name: self._part_of(name) != GIVEN)

    def _initials(self, text: str, entity: str) -> str:
        """The initials of the surrogates, if a word is made of the initials of somebody of the document."""
        if not (2 <= len(text) <= 4 and text.isupper()) or len(self._by_entity.get(entity, ())) > 1:
            return ""
        if letters := self._letters_of(text):
            return letters
        lists = read_names()
        if fold_name(text) in lists.given or fold_name(text) in lists.family:
            return ""
        return self.letters(text)

    def _spelled_by(self, words: list[Word]) -> dict[int, str]:
        """New letters for a mention that is nothing but initials, "E.W.", by their places."""
        if len(words) < 2 or any(word.kind != "initial" for word in words):
            return {}
        letters = self._letters_of("".join(word.text for word in words))
        return {word.start: letter for word, letter in zip(words, letters, strict=True)} if letters else {}

    def _letters_of(self, initials: str) -> str:
        """The initials of the surrogates of whoever of the document has these initials."""
        for id, words in self._full_names.items():
            if own := pick_by_initials(initials, words):
                letters = [new[0] for word in own if (new := self._new(word, id))]
                return "".join(letters).upper() if len(letters) == len(own) else ""
        return ""

    @cached_property
    def _full_names(self) -> dict[str, list[Word]]:
        """The longest name of each person, the family name last; who is known by one word has no initials."""
        longest = {id: max(map(self._surface, mentions), key=len) for id, mentions in self._mentions.items()}
        ordered = {id: natural_order(surface) for id, surface in longest.items()}
        return {
            id: words for id, words in ordered.items() if any(word.kind == "name" for word in words) and len(words) > 1
        }

    def _alike(self, entity: str) -> list[Word]:
        """The names of a person, and of whoever has one of them, too."""
        own = self._by_entity.get(entity, [])
        others = {id for word in own for id in self._bearers[fold_name(word.text)]} - {entity}
        return [*own, *(word for id in sorted(others) for word in self._by_entity[id])]

    @cached_property
    def _bearers(self) -> dict[str, set[str]]:
        bearers: dict[str, set[str]] = defaultdict(set)
        for entity, words in self._by_entity.items():
            for word in words:
                bearers[fold_name(word.text)].add(entity)
        return bearers

    def _draw(self, name: str, entity: str) -> str | None:
        identity = Identity(self.scope, "name", fold_name(name))
        if known := self.book.find(identity):
            return known
        if short := self._short_form(name, entity):
            return self.book.claim(identity, short) or self._drawn_name(identity, name, entity)
        return self._drawn_name(identity, name, entity)

    def _drawn_name(self, identity: Identity, name: str, entity: str) -> str | None:
        part = self._part_of(name)
        wanted = read_names().find(name, part)
        wanted = wanted._replace(script=script_of_word(name), part=part, gender=self._gender(name, part, entity))
        is_unfit = self._judge(name, part, entity)
        if self._has_short_form(name, entity):
            long = tuple(each for each in read_names().gendered(wanted) if fold_name(each) in nicknames())
            if drawn := draw_from(self.book, identity, [long], is_unfit):
                return drawn
        return draw_from(self.book, identity, read_names().candidates(wanted, name), is_unfit)

    def _short_form(self, name: str, entity: str) -> str | None:
        """The short form of somebody's surrogate, if this is the short form of the name."""
        for word in self._alike(entity):
            if fold_name(name) in map(fold_name, nicknames().get(fold_name(word.text), ())):
                long = self.surrogate(word.text, entity) or ""
                short = (
                    each for each in nicknames().get(fold_name(long), ()) if not self.book.has_word(fold_name(each))
                )
                return next(short, None)
        return None

    def _has_short_form(self, name: str, entity: str) -> bool:
        short = set(map(fold_name, nicknames().get(fold_name(name), ())))
        return any(fold_name(word.text) in short for word in self._alike(entity))

    def _judge(self, name: str, part: str, entity: str) -> Callable[[str], bool]:
        """Tells what may not be drawn: what has the same initial, and what would make somebody famous."""
        famous = read_names().famous
        others = [self._drawn.get(fold_name(word.text)) or "" for word in self._by_entity.get(entity, ())]
        rest = [fold_name(other) for other in others if other]

        def is_unfit(drawn: str) -> bool:
            pairs = ((fold_name(drawn), other) if part == GIVEN else (other, fold_name(drawn)) for other in rest)
            return fold_name(drawn)[0] == fold_name(name)[0] or any(pair in famous for pair in pairs)

        return is_unfit

    def _gender(self, name: str, part: str, entity: str) -> str:
        """The gender of a name: what the titles of the person say, then names, then the words that follow; or none.

        Family names have one in some scripts, and are listed that way.
        """
        lists = read_names()
        if part == FAMILY and script_of_word(name) == "latin":
            return ""
        surfaces = [self._surface(mention) for mention in self._mentions.get(entity, ())]
        titles = {fold_name(word.text) for each in surfaces for word in split_name(each) if word.kind == "kept"}
        if bool(titles & MEN) != bool(titles & WOMEN):
            return "m" if titles & MEN else "f"
        given_names = [name] if part == GIVEN else [word.text for word in self._by_entity.get(entity, ())]
        known = (lists.given[fold_name(each)].gender for each in given_names if fold_name(each) in lists.given)
        return next(filter(None, known), "") or self._gender_by_pronouns(entity)

    def _gender_by_pronouns(self, entity: str) -> str:
        ends = [mention.span.end for mention in self._mentions.get(entity, ())]
        following = " ".join(self.document.text[end : end + _NEAR] for end in ends)
        n_men, n_women = len(_HE.findall(following)), len(_SHE.findall(following))
        return "" if n_men == n_women else "m" if n_men > n_women else "f"

    def _part_of(self, name: str) -> str:
        votes = self._votes.get(fold_name(name), Counter())
        if votes[GIVEN] != votes[FAMILY]:
            return GIVEN if votes[GIVEN] > votes[FAMILY] else FAMILY
        lists = read_names()
        given, family = lists.given.get(fold_name(name)), lists.family.get(fold_name(name))
        return GIVEN if given and (not family or given.band <= family.band) else FAMILY

    @cached_property
    def _mentions(self) -> dict[str, list[Mention]]:
        grouped: dict[str, list[Mention]] = defaultdict(list)
        for mention in self.document.mentions:
            if mention.label == "PERSON":
                grouped[mention.entity].append(mention)
        return grouped

    @cached_property
    def _by_entity(self) -> dict[str, list[Word]]:
        """The names that each person is called by, those of the longest mention first."""
        found = {}
        for entity, mentions in self._mentions.items():
            surfaces = sorted({self._surface(mention) for mention in mentions}, key=lambda text: (-len(text), text))
            names = (word for surface in surfaces for word in split_name(surface) if word.kind == "name")
            found[entity] = list({fold_name(word.text): word for word in names}.values())
        return found

    @cached_property
    def _votes(self) -> dict[str, Counter[str]]:
        """How often each word stands where a given name stands, or a family name."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for mentions in self._mentions.values():
            for surface in {self._surface(mention) for mention in mentions}:
                for word, part in name_parts(surface):
                    votes[fold_name(word.text)][part] += 1
        return votes

    def _surface(self, mention: Mention) -> str:
        return self.document.text[slice(*mention.span)]

    def _scrambled(self, between: str) -> str:
        """What stands between words; figures among them would tell as much as a name."""
        if not any(map(str.isdigit, between)):
            return between
        return Lots(self.book.key).scramble(between, self.scope, "figures", between)


def _in_case(surrogate: str, original: str) -> str:
    if original.isupper() and len(original) > 1:
        return surrogate.upper()
    if len(original) == 1:
        return surrogate.upper() if original.isupper() else surrogate.lower()
    return surrogate.lower() if original.islower() else surrogate


def _possessive(word: Word, surrogate: str) -> str:
    """The ending of the surrogate: Rodgers', but Rosen's."""
    is_bare = len(word.possessive) == 1 and word.text[-1:] in "sS" and surrogate[-1:] not in "sS"
    return f"{word.possessive}s" if is_bare else word.possessive
