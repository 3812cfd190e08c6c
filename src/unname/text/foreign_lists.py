"""The word lists of German, French and Spanish: names, jobs, countries, and stems of ordinary words."""

import re
from functools import lru_cache

from unname.core.fold import fold
from unname.text.word_lists import read_list

# Endings are cut off by one expression each, since a stemmer of rules takes a hundred times as long and the same is
# done to the lists: that forms of a word meet is all that counts.
_ENDINGS = {
    "de": "ungen|ung|heiten|heit|keiten|keit|lichen?|licher|liche[sm]?|isch(?:e[nmrs]?)?|enden?|endes?|"
    "ern|em|en|er|es|est|e|st|te|ten|tes|t|s|n",
    "fr": "ements?|ations?|ateurs?|atrices?|issements?|issant|issons|issez|issent|euses?|eurs?|ives?|ifs?|antes?|ants?|"
    "eraient|erait|erais|erions|eront|era|erai|aient|ait|ais|ions|iez|ons|ez|"
    "ent|ees?|er|ir|re|es|e|s|x|i|a|ai|is|it|ie|ies|us?|ue|ues",
    "es": "amientos?|imientos?|aciones|acion|iciones|icion|adoras?|adores|ador|amente|mente|andose|iendose|"
    "ando|iendo|aron|ieron|arse|erse|irse|arlos?|arlas?|ados?|adas?|idos?|idas?|abamos|aban?|abas|iamos|ian?|ias|aran?|aria|arian|"
    "eria|iria|"
    "aremos|amos|emos|imos|are|aste|iste|asen?|iesen?|ar|er|ir|es|as|os|an|en|a|e|o|s|ais|eis|is|ad|ed|id",
}
_ENDING = {language: re.compile(rf"(?<=\w{{3}})(?:{endings})$") for language, endings in _ENDINGS.items()}

FOREIGN = tuple(_ENDINGS)
"""The languages that have lists of their own."""

KINDS = ("first", "family", "job", "country")
"""The lists of words as they are written; ordinary words are listed by their stems."""


@lru_cache(maxsize=16)
def read_foreign(language: str, kind: str) -> frozenset[str]:
    """One list of a language, folded to plain lower-case letters.

    >>> "jurgen" in read_foreign("de", "first")
    True
    """
    return frozenset(read_list(f"{language}_{kind}"))


def is_ordinary(word: str, language: str) -> bool:
    """Whether a word is one of the language that names nothing in particular.

    >>> is_ordinary("Rechnungen", "de"), is_ordinary("Zeisigbauer", "de")
    (True, False)
    """
    return stem_of(word, language) in read_foreign(language, "ordinary")


def stem_of(word: str, language: str) -> str:
    """What a word has in common with its other forms, folded.

    >>> stem_of("Rechnungen", "de"), stem_of("operaciones", "es")
    ('rechn', 'oper')
    """
    return _ENDING[language].sub("", fold(word))
