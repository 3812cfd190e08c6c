"""A second language in a document, in letters of its own: its words are read by its own detectors, too."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from unname.core.document import Document, Mention, Origin
from unname.core.roles import Detector
from unname.detect.weigh import weighed
from unname.pipeline.language import missing_for
from unname.text.languages import ENGLISH, RUSSIAN, guess_language

_LETTERS = {RUSSIAN: "\u0400-\u04ff", ENGLISH: "A-Za-z\u00c0-\u024f"}
_CYRILLIC_WORD = re.compile(rf"[{_LETTERS[RUSSIAN]}]{{2}}")
_LATIN_WORDS = re.compile(rf"[{_LETTERS[ENGLISH]}]{{2,}}[ ]{{1,2}}[{_LETTERS[ENGLISH]}]{{2}}")
_LAST_LETTER = re.compile(f"(?s).*([{_LETTERS[ENGLISH]}{_LETTERS[RUSSIAN]}])")
_BEFORE = 100
"""How far before a number a word is looked for that says in which language it stands."""

_ELSEWHERE, _MUCH = "other-script", 100
"""The kind of finding that hides any word in another script; more letters than so many are a text of their own."""


def read_second(
    document: Document, found: list[Mention], detectors_of: Callable[[str], Sequence[Detector]]
) -> list[Mention]:
    """What was found by the detectors of a document's language, and what those of a second one find in its words.

    A few words in another script are names as they are written elsewhere, and hidden whatever they are; more are a text
    of which the detectors of the first language know nothing.
    """
    language = second_language(document.text, document.language)
    if not language:
        return found
    # Those of Russian know words in Latin letters; others know nothing of Russian.
    is_text = language == RUSSIAN and len(re.findall(f"[{_LETTERS[language]}]", document.text)) > _MUCH
    kept = [mention for mention in found if not (is_text and _is_written(document, mention, language))]
    read = (mention for each in detectors_of(language) for mention in each.detect(document))
    there = [mention for mention in read if _ELSEWHERE not in mention.kinds and _is_in(document, mention, language)]
    # What a tagger says of its own language has no weight for what was found in another one.
    return kept + [replace(mention, origin=Origin.FOUND) for mention in weighed(there)]


def second_language(text: str, language: str) -> str:
    """The language in other letters that a text has, beside that which it is in; nothing if there is none that is read.

    In a text in Latin letters that is Russian, from its first word of two Cyrillic letters; in a Russian one it is
    English, from two words in Latin letters side by side.

    >>> second_language("Signed: Юрий Лужков", "en"), second_language("Подпись: Yuri Luzhkov", "ru")
    ('ru', 'en')
    """
    if language == RUSSIAN:
        return ENGLISH if _LATIN_WORDS.search(text) else ""
    if text.isascii() or not _CYRILLIC_WORD.search(text):
        return ""
    there = " ".join(re.findall(rf"[{_LETTERS[RUSSIAN]}][{_LETTERS[RUSSIAN]} ]*", text))
    is_russian = guess_language(there).language == RUSSIAN
    return RUSSIAN if is_russian and not missing_for(RUSSIAN) else ""


def _is_written(document: Document, mention: Mention, language: str) -> bool:
    """Whether a mention is in the letters of a language and no others."""
    surface = document.text[slice(*mention.span)]
    other = ENGLISH if language == RUSSIAN else RUSSIAN
    return bool(re.search(f"[{_LETTERS[language]}]", surface)) and not re.search(f"[{_LETTERS[other]}]", surface)


def _is_in(document: Document, mention: Mention, language: str) -> bool:
    """Whether a mention is in the letters of a language, or a number behind such letters."""
    if any(map(str.isalpha, document.text[slice(*mention.span)])):
        return _is_written(document, mention, language)
    before = _LAST_LETTER.match(document.text, max(0, mention.span.start - _BEFORE), mention.span.start)
    return bool(before and re.match(f"[{_LETTERS[language]}]", before[1]))
