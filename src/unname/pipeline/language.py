"""Whether the detectors read the language of a document: what they do not read is withheld, not released half-read."""

from dataclasses import replace
from typing import NamedTuple

from unname.core.document import Document
from unname.core.errors import ConfigError, MissingModel, Withheld, require
from unname.pipeline import recipe
from unname.text.languages import ENGLISH, RUSSIAN, guess_language, language_name


class Reading(NamedTuple):
    """The language in which a document is read, whether that is known or assumed, and why it cannot be read, if so."""

    language: str
    is_assumed: bool = False
    reason: str = ""


def read_language(document: Document, said: str | None = None) -> Reading:
    """In which language to read a document: as it was `said`, else as its record says, else as its words tell.

    A text too short or too unclear to tell is assumed to be English, or Russian where its letters are Cyrillic.
    """
    if said is not None:
        return Reading(said)
    reading = _read(document)
    if not reading.reason and (missing := missing_for(reading.language)):
        return reading._replace(reason=f"it is read as {language_name(reading.language)}, for which {missing}")
    return reading


def missing_for(language: str) -> str:
    """What is not installed without which a language is not read, with the command that installs it; else nothing."""
    try:
        for name, extra in recipe.NEEDS.get(language, ()):
            require(name, extra)
    except MissingModel as error:
        return str(error)
    return ""


def _read(document: Document) -> Reading:
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
    if guess.is_sure or guess.language == RUSSIAN:
        return Reading(guess.language, not guess.is_sure)
    return Reading(ENGLISH, any(map(str.isalpha, document.text)))


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
    if missing := missing_for(code):
        raise MissingModel(missing)
    return code


def _unread(what: str) -> str:
    read = [language_name(language) for language in recipe.LANGUAGES]
    named = " and ".join(filter(None, [", ".join(read[:-1]), read[-1]]))
    verb = "is" if len(read) == 1 else "are"
    return f"it {what}, and {named} alone {verb} read; language {ENGLISH!r} takes it as English all the same"
