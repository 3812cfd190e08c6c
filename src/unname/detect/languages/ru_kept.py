"""What looks like a name in Russian text, and is none: codes of law, headings, abbreviations, names of diseases."""

import re

from unname.core.document import Span
from unname.text.russian import is_known_word
from unname.text.sentences import starts_sentence

_LAW = re.compile(
    r"(?:УК|УПК|УИК|ГК|ГПК|АПК|КАС|ТК|НК|ЖК|СК|БК|ЗК|КоАП|Конституци[ияею]|кодекс[ауе]?|закон[ауе]?)(?:[ ](?:РФ|России|Российской[ ]Федерации))?"
)
_EPONYM_BEFORE = re.compile(
    r"(?i)\b(?:болезн\w+|синдром\w*|симптом\w*|от[её]к\w*|катетер\w*|проб[аыуе]|шкал\w+|палочк\w+|"
    r"теорем\w+|перелом\w*|грыж\w+)[ ]$"
)
_FIELDS = frozenset("ИНН КПП ОГРН ОГРНИП БИК ОКПО ОКТМО ОКАТО ОКВЭД ОМС ДМС СНИЛС УИН УИД КБК ЕГРЮЛ ЕГРИП ЕГРН".split())
"""What numbers are called."""

_IN_THE_NAME = re.compile(r"(?i)\bименем[ ]$")
_REACH = 40
_SURE = 0.5
"""From which probability on a name is one, whatever it may be otherwise."""

_SHORT = 5
"""The letters of an abbreviation that is doubtful where the network is."""


def is_no_name(text: str, span: Span, label: str, chance: float) -> bool:
    """Whether something that may be a name is an ordinary thing.

    >>> text = "По ст. 56 ГПК РФ и болезни Шейермана"
    >>> [is_no_name(text, Span(*found.span()), "PERSON", 0.9) for found in re.finditer("ГПК|РФ|болезни|Шейермана", text)]
    [True, True, False, True]
    """
    surface = text[slice(*span)]
    if surface in _FIELDS:
        return True
    if is_cited(text, span) or (surface.isupper() and _is_ordinary(surface) and len(surface) > _SHORT):
        return True
    before = text[max(0, span.start - _REACH) : span.start]
    if label == "PERSON" and " " not in surface and _EPONYM_BEFORE.search(before):
        return True
    if chance >= _SURE:
        return False
    is_short = surface.isupper() and len(surface) < _SHORT and label == "ORG"
    return is_short or (starts_sentence(text, span.start) and _is_ordinary(surface))


def is_cited(text: str, span: Span) -> bool:
    """Whether a range lies in the name of a code of law, with the state that made it."""
    start = max(0, span.start - _REACH)
    return any(
        found.start() <= span.start and span.end <= found.end()
        for found in _LAW.finditer(text, start, min(len(text), span.end + _REACH))
    ) or bool(_IN_THE_NAME.search(text, start, span.start))


def _is_ordinary(surface: str) -> bool:
    words = [word for word in re.findall(r"[^\W_]+", surface) if not word.isdigit()]
    return bool(words) and all(map(is_known_word, words))
