"""Other scripts than Latin: which one a letter belongs to, how it is written in Latin, and what a name sounds like."""

import re
import unicodedata
from functools import lru_cache
from itertools import product

from anyascii import anyascii

_BEFORE_FRONT_VOWEL = re.compile(r"c(?=[eiyäöü])")
_CONSONANTS = (
    (re.compile(r"tsch|dzh|sch|tch|shch|sh|ch|zh|cz|sz|ts|tz|dz|dj|z|j|x|s"), "s"),
    (re.compile(r"ph|v|w|f"), "f"),
    (re.compile(r"[pb]"), "p"),
    (re.compile(r"th|[dt]"), "t"),
    (re.compile(r"kh|gh|gk|ck|[ckgq]"), "k"),
    (re.compile(r"[mn]"), "n"),
)
_VOWELS = re.compile(r"[aeiouyh]")
_SHARP = str.maketrans({"ц": "ts", "Ц": "Ts", "џ": "dz", "Џ": "Dz", "ფ": "ph"})
_AGAIN = re.compile(r"(.)\1+")
_ABJADS = frozenset({"arabic", "hebrew", "syriac"})
_UNSPACED = frozenset("cjk hiragana katakana katakana-hiragana bopomofo thai lao khmer myanmar".split())

# Where the spelling of a language, or of the phonetic alphabet, says otherwise than its single letters.
_GREEK = (("γου(?=[αεηιοωάέήίόώ])", "w"), ("ου", "u"), ("ού", "u"), ("γκ", "g"), ("γγ", "ng"), ("χ", "kh"))
_OTHERWISE = (
    ("j", "i"),
    ("j", "kh"),
    ("gh", ""),
    ("ch", "kh"),
    ("(?:e?s|[etx])$", ""),
    ("(?<![cgkpstwz])h", "kh"),
    ("gi?(?=[aeiou])", "j"),
)
_FINAL_HE = re.compile("ה$|^א")
_PHONETIC = str.maketrans({"j": "i", "ŋ": "n", "x": "k", "c": "k", "ɹ": "r", "ʁ": "r", "ɐ": "r", "ɚ": "r", "ɝ": "r"})
_IPA = re.compile("[\u0250-\u0258\u025a-\u02af\u02c8\u02cc\u02d0\u02d1]")

_FRONT, _BACK = re.compile("[eiy]"), re.compile("[ou]")
_WEAK = {"f": 0.5, "r": 0.5, "a": 0.15, "i": 0.15, "o": 0.15}
_NEAR = {frozenset(pair): cost for pair, cost in (("fo", 0.2), ("fi", 0.3), ("fa", 0.3), ("fp", 0.4), ("st", 0.5))}
_NEAR |= {frozenset(pair): cost for pair, cost in (("ks", 0.5), ("rl", 0.4), ("ai", 0.08), ("ao", 0.08), ("io", 0.08))}


@lru_cache(maxsize=65536)
def script_of(character: str) -> str:
    """The script of a letter in lower case ("latin", "cyrillic", "hiragana"); empty for what is no letter.

    >>> [script_of(letter) for letter in "aЖ ა7"]
    ['latin', 'cyrillic', '', 'georgian', '']
    """
    if not character.isalpha():
        return ""
    name = unicodedata.name(character, "").split(" ")
    for skipped in ("FULLWIDTH", "HALFWIDTH", "MODIFIER", "MATHEMATICAL"):
        if name[0] == skipped and len(name) > 1:
            name = name[1:]
    # Ligatures, small capitals and letters of the phonetic alphabet bear the name of their script or of Latin.
    return "latin" if name[0] in ("LETTER", "SANS-SERIF", "BOLD", "ITALIC", "SCRIPT") else name[0].lower()


def is_unspaced(character: str) -> bool:
    """Whether a letter belongs to a script that writes no blanks between words.

    >>> is_unspaced("中"), is_unspaced("a")
    (True, False)
    """
    return script_of(character) in _UNSPACED


def is_phonetic(text: str) -> bool:
    """Whether something is written in the phonetic alphabet: it has a letter or a mark that nothing else uses.

    >>> is_phonetic("ˈwɪtkəm"), is_phonetic("Whitcombe")
    (True, False)
    """
    return bool(_IPA.search(text))


def in_latin(text: str) -> str:
    """The text in Latin letters, however long they make it.

    >>> in_latin("Шварценеггер"), in_latin("შვარცენეგერი"), in_latin("Παπαδόπουλος")
    ('Shvartsenegger', 'shvartsenegeri', 'Papadopoylos')
    """
    return text if text.isascii() else anyascii(text.translate(_SHARP))


@lru_cache(maxsize=16384)
def sound(word: str) -> str:
    """What is left of a word when spellings of the same sound are one: its consonants, by kind.

    Meant for comparing a name with itself in another script, where spelling is a matter of taste.

    >>> sound("Schwarzenegger"), sound("Шварценеггер"), sound("Σβαρτσενέγκερ")
    ('sfrsnkr', 'sfrsnkr', 'sfrsnkr')
    """
    return _AGAIN.sub(r"\1", _VOWELS.sub("", _by_kind(in_latin(word))))


@lru_cache(maxsize=16384)
def cores(word: str) -> frozenset[str]:
    """What of a word's sound every script and ear keeps: without w, v, f and r, which come and go, and b after m.

    There are several where the letters of the word are said in several ways.

    >>> [min(cores(name)) for name in ("Whitcombe", "Уиткомб", "ויטקומב", "ˈwɪtkəm")]
    ['tkn', 'tkn', 'tkn', 'tkn']
    """
    return frozenset(_core(said) for said in pronunciations(word))


@lru_cache(maxsize=16384)
def likeness(one: str, other: str) -> float:
    """How alike two words sound, from 0 to 1, whatever scripts they are in.

    The cost of the cheapest way from one to the other: vowels and weak consonants count for little, kindred sounds for
    less than strange ones; but in words with hardly a consonant, vowels count, unless a script leaves them out.

    >>> likeness("Whitcombe", "Уиткомб") > 0.8 > 0.5 > likeness("Whitcombe", "Иванов")
    True
    """
    lacks_vowels = not _ABJADS.isdisjoint((script_of(one[:1]), script_of(other[:1])))
    ways = product(pronunciations(one), pronunciations(other))
    return max(_alike(first, second, lacks_vowels) for first, second in ways)


def _core(said: str) -> str:
    return _AGAIN.sub(r"\1", re.sub("[aiofr]", "", re.sub("np(?!l)|nf$", "n", said)))


def _alike(first: str, second: str, lacks_vowels: bool) -> float:
    short = min(len(_core(first)), len(_core(second))) < 2 and not lacks_vowels
    most = max(sum(_weight(sound, short) for sound in said) for said in (first, second))
    return 1.0 - _distance(first, second, short) / most if most else 0.0


def _distance(first: str, second: str, short: bool) -> float:
    row = [0.0]
    for sound in second:
        row.append(row[-1] + _weight(sound, short))
    for said in first:
        above, row = row, [row[0] + _weight(said, short)]
        for at, heard in enumerate(second):
            row.append(
                min(
                    above[at] + _change(said, heard, short),
                    above[at + 1] + _weight(said, short),
                    row[at] + _weight(heard, short),
                )
            )
    return row[-1]


def _weight(sound: str, short: bool) -> float:
    return 0.4 if short and sound in "aio" else _WEAK.get(sound, 1.0)


def _change(said: str, heard: str, short: bool) -> float:
    if said == heard:
        return 0.0
    if short and said in "aio" and heard in "aio":
        return 0.3
    return _NEAR.get(frozenset((said, heard)), 2.0)


@lru_cache(maxsize=16384)
def pronunciations(word: str) -> tuple[str, ...]:
    """The sounds of a word by kind, in every way its letters may be said: consonants, and vowels as one of a, i, o.

    >>> pronunciations("Katharine") == pronunciations("Catherine")[:1]
    False
    """
    if is_phonetic(word):
        ways = [in_latin(word.lower().translate(_PHONETIC))]
    elif script_of(word[:1]) == "greek":
        said = _greek(word.lower())
        ways = [in_latin(said), in_latin(said.replace("μπ", "b").replace("ντ", "d"))]
    else:
        latin = in_latin(_FINAL_HE.sub("a", word)).lower()
        ways = [latin, *(re.sub(spelling, said, latin) for spelling, said in _OTHERWISE)]
        ways += [in_latin(word.replace("ב", "b")).lower()] if "ב" in word else []
    return tuple(dict.fromkeys(_kinds(way) for way in ways))


def _greek(word: str) -> str:
    for spelling, letters in _GREEK:
        word = re.sub(spelling, letters, word)
    return word


def _kinds(latin: str) -> str:
    return _AGAIN.sub(r"\1", _BACK.sub("o", _FRONT.sub("i", _by_kind(latin).replace("h", ""))))


def _by_kind(latin: str) -> str:
    """Latin letters, the consonants by kind."""
    written = _BEFORE_FRONT_VOWEL.sub("s", latin.lower())
    for spelling, kind in _CONSONANTS:
        written = spelling.sub(kind, written)
    return "".join(letter for letter in written if letter.isalpha())
