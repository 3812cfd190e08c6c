"""Whether the detectors read the language of a document: what they do not read is withheld, not released half-read."""

from dataclasses import replace
from typing import NamedTuple

from unname.core.document import Document
from unname.core.errors import ConfigError, Withheld
from unname.pipeline import recipe
from unname.text.languages import ENGLISH, guess_language, language_name


class Reading(NamedTuple):
    """The language in which a document is read, whether that is known or assumed, and why it cannot be read, if so."""

    language: str
    is_assumed: bool = False
    reason: str = ""


def read_language(document: Document, said: str | None = None) -> Reading:
    """In which language to read a document: as it was `said`, else as its record says, else as its words tell.

    A text too short or too unclear to tell is assumed to be English.
    """
    if said is not None:
        return Reading(said)
    guess = guess_language(document.text)
    stated = document.language.lower().replace("_", "-").partition("-")[0] or ENGLISH
    if guess.is_sure and guess.language not in recipe.LANGUAGES:
        return Reading(stated, reason=_unread(f"seems to be in {language_name(guess.language)}"))
    if stated not in recipe.LANGUAGES:
        return Reading(stated, reason=_unread(f"is in {language_name(stated)}, says its record"))
    # Records without a language are taken as English, too, so that this word alone says nothing.
    if stated != ENGLISH:
        return Reading(stated)
    # Where there is not a word, nothing is assumed of its language.
    return Reading(guess.language) if guess.is_sure else Reading(ENGLISH, any(map(str.isalpha, document.text)))


def in_language(document: Document, said: str | None = None) -> Document:
    """The document under the language in which it is read."""
    language = read_language(document, said).language
    return document if language == document.language else replace(document, language=language)


def check_language(document: Document, said: str | None = None) -> Reading:
    """In which language a document is read; one that is not read is `Withheld`."""
    reading = read_language(document, said)
    if reading.reason:
        raise Withheld(f"document {document.id!r}: {reading.reason}")
    return reading


def known_language(said: str | None) -> str | None:
    """A language that a user named, as a code that is read, or None where none was named."""
    if said is None:
        return None
    code = said.lower().replace("_", "-").partition("-")[0]
    if code not in recipe.LANGUAGES:
        raise ConfigError(f"language must be {' or '.join(recipe.LANGUAGES)}, got {said!r}")
    return code


def _unread(what: str) -> str:
    read = [language_name(language) for language in recipe.LANGUAGES]
    named = " and ".join(filter(None, [", ".join(read[:-1]), read[-1]]))
    verb = "is" if len(read) == 1 else "are"
    return f"it {what}, and {named} alone {verb} read; language {ENGLISH!r} takes it as English all the same"
