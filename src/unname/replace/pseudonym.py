"""Somebody else in everybody's place: believable names, numbers, dates and places, in step wherever they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from unname.core.document import Document, Entity, Mention, Origin, Span
from unname.core.errors import ConfigError
from unname.core.redaction import HIDDEN, Option
from unname.core.registry import Spelled
from unname.replace.book import Book, LocalBook, RunBook, fold_name, note_text, scope_of
from unname.replace.cast import Cast
from unname.replace.mend import is_function_word
from unname.replace.name_words import is_title, split_name
from unname.replace.shift import Shift
from unname.replace.step import count_hidden
from unname.replace.surrogate_codes import draw_code
from unname.replace.surrogate_places import draw_organization, draw_place, is_kind
from unname.text.words import LETTERS

_ENDINGS = ("'s", "’s", "'", "’", "s")
RUSSIAN = "ru"
ACROSS = ("person", "corpus", "document")
"""Within what a name is one person: all documents about the same person, all documents, or each by itself."""


@dataclass
class Pseudonym(Spelled):
    """Writes a surrogate of the same kind and form for everything that has one, and hides the rest behind `text`.

    What people are and do has none, for it would be a lie about them.

    Names of people, numbers and codes, places and organizations are drawn by the key of a book, and remembered there;
    dates are moved as by `shift`, by at most so many `days`. No surrogate stands in a text that the book knows of, and
    no two originals share one. `across` says within what a name is the same person: all documents about the same
    `person` (else the document), the `corpus`, or each `document` by itself.

    In Russian, surrogates stand in the case, number and gender of the mention (`replace/russian/`).

    With `apart` off, only the document's own words are never drawn, and documents may share surrogates as they share
    names: what learns from them then finds the same common names again in other texts.
    """

    across: str = "person"
    days: int = Shift.days
    text: str = HIDDEN
    apart: bool = True
    book: Book = field(default_factory=RunBook, repr=False, compare=False)
    _last: tuple[Document, Cast] | None = field(default=None, init=False, repr=False, compare=False)

    joins: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.across not in ACROSS:
            raise ConfigError(f"pseudonym: unknown across {self.across!r}; known are {', '.join(ACROSS)}")
        self._shift = Shift(self.days, self.text, self.book)

    def with_book(self, book: Book, same_name: bool = False) -> "Pseudonym":
        """The same, with another book; with `same_name`, a name is one person across the corpus."""
        return replace(self, book=book, across="corpus" if same_name else self.across)

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        """One option: the surrogate of the longest mention."""
        longest = max(entity.mentions, key=lambda mention: (mention.span.end - mention.span.start, -mention.span.start))
        value = self.render(longest, Option(entity.id, "pseudonym"), document)
        return [Option(entity.id, "pseudonym", value, count_hidden(entity, document), hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        """The surrogate of one mention in the form of the original, or what hides it."""
        written = self._cast(document).written
        if mention not in written:
            surface = document.text[slice(*mention.span)]
            if _tells_nothing(mention, surface, document):
                return surface
            new = self._draw(mention, surface, document)
            # Whatever was drawn: the original is never its own surrogate.
            survives = _survives_in_russian if document.language == RUSSIAN else _survives
            written[mention] = self.text if new is None or survives(surface, new, mention.label) else new
        return written[mention]

    def mend(self, mention: Mention, new: str, document: Document) -> Sequence[tuple[Span, str]]:
        """The surrogate; before what is hidden, an article or a preposition does not tell how that began."""
        if document.language == RUSSIAN:
            return _mend_russian(mention, new, document, self._cast(document))
        if new == self.text:
            return self._cast(document).mending.mend(mention, new, is_hidden=True)
        return [(mention.span, new)]

    def _draw(self, mention: Mention, surface: str, document: Document) -> str | None:
        if mention.label == "DATETIME":
            return self._shift.render(mention, Option(mention.entity, "shift"), document)
        cast = self._cast(document)
        if mention.label == "PERSON":
            return cast.render(mention)
        if mention.label == "CODE":
            return draw_code(surface, mention.kinds, cast)
        if document.language == RUSSIAN and mention.label in ("LOC", "ORG"):
            return _draw_russian(mention, surface, cast)
        if mention.label == "LOC":
            return draw_place(surface, cast)
        if mention.label == "ORG":
            return draw_organization(surface, cast)
        return None

    def _cast(self, document: Document) -> Cast:
        if self._last is None or self._last[0] is not document:
            book = self.book if self.apart else LocalBook(self.book)
            note_text(book, document.text)
            self._last = document, _cast_of(document)(document, self._scope(document), book)
        return self._last[1]

    def _scope(self, document: Document) -> str:
        if self.across == "corpus":
            return ""
        return scope_of(document if self.across == "person" else replace(document, person=None), self.book.key)


def _cast_of(document: Document) -> type[Cast]:
    """What casts the people of a document: names that are inflected need another one."""
    if document.language != RUSSIAN:
        return Cast
    from unname.replace.russian.russian_cast import (
        RussianCast,  # here, since most documents need no dictionary of Russian
    )

    return RussianCast


def _draw_russian(mention: Mention, surface: str, cast: Cast) -> str | None:
    from unname.replace.russian.russian_cast import RussianCast
    from unname.replace.russian.russian_phrases import draw_russian_organization, draw_russian_place

    if not isinstance(cast, RussianCast):
        return None
    return (draw_russian_place if mention.label == "LOC" else draw_russian_organization)(mention, surface, cast)


def _mend_russian(mention: Mention, new: str, document: Document, cast: Cast) -> Sequence[tuple[Span, str]]:
    from unname.replace.russian.prepositions import fix_preposition
    from unname.replace.russian.russian_cast import RussianCast

    if not isinstance(cast, RussianCast) or mention.label not in ("PERSON", "LOC", "ORG"):
        return [(mention.span, new)]
    return [*fix_preposition(document.text, mention, new, cast.tags), (mention.span, new)]


def _survives_in_russian(surface: str, new: str, label: str) -> bool:
    """The same for Russian, where the name may stand in another case."""
    from unname.replace.russian.survival import survives

    return label != "DATETIME" and survives(surface, new, label)


def _tells_nothing(mention: Mention, surface: str, document: Document) -> bool:
    """Whether a mention is a title or a function word that a detector took for more, and nobody asked to hide.

    "An" may be somebody's name, and "an" is not.
    """
    if mention.origin & Origin.DEMANDED:
        return False
    if document.language == RUSSIAN and mention.label in ("PERSON", "LOC", "ORG"):
        from unname.replace.russian.russian_phrases import tells_nothing

        # A word of grammar that was found to say a name that is hidden elsewhere is hidden, too.
        alike = (each for each in document.mentions if each.entity == mention.entity)
        return tells_nothing(surface) and all(tells_nothing(document.text[slice(*each.span)]) for each in alike)
    is_small = surface.islower() or mention.label != "PERSON"
    return (is_small and is_function_word(surface)) or surface.strip() in _ENDINGS or is_title(surface)


def _survives(surface: str, new: str, label: str) -> bool:
    """Whether a surrogate is the original, or holds a name of it: a word that is no title, kind or part of a date."""
    if fold_name(new) == fold_name(surface):
        return True
    if label == "DATETIME":
        return False
    if label == "PERSON":
        names = {word.text for word in split_name(surface) if word.kind == "name"}
    else:
        names = {word for word in LETTERS.findall(surface) if not word.islower() and not is_kind(word)}
    old = {fold_name(name) for name in names if len(name) > 2}
    return not old.isdisjoint(LETTERS.findall(fold_name(new)))
