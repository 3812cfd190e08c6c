"""The words of a Russian name in a mention: names, initials, and what may stay, such as a title or a particle."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from unname.replace.russian.readings import is_patronymic, knows, plain
from unname.replace.russian.romanize import unmask
from unname.replace.russian.russian_place_lists import read_places
from unname.text.scripts import script_of

NAME, INITIAL, KEPT, LATIN, SMALL, SITE = "name", "initial", "kept", "latin", "small", "site"

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ][^\W\d_]+)*[\u0301]?")
ADJECTIVE = re.compile(r"(?P<stem>.+)(?P<tail>ск(?:ий|ого|ому|им|ом|ая|ой|ую|ие|их|ими|ое))")
"""What may be made of a name, as "лужковский" is, behind its stem."""

_TITLES = frozenset(
    "г-н г-жа господин госпожа гражданин гражданка товарищ мистер миссис мисс месье мадам сеньор сеньора пан пани сэр леди лорд "
    "доктор профессор академик президент премьер министр депутат сенатор губернатор мэр судья адвокат генерал полковник "
    "майор капитан лейтенант сержант дядя тетя дед бабушка отец мать брат сестра князь княгиня граф графиня барон король "
    "королева принц принцесса царь императрица конгрессвумен конгрессмен святой святая патриарх папа".split()
)
_PARTICLES = frozenset(
    "де да ди дель дела ди дю дос ду фон цу ван дер ден тер ле ла аль эль ас аз аш ад ар ан ибн бен бин бинт абу оглы оглу "
    "кызы гызы заде хан бек паша и или мак о ул уль ур эд ед".split()
)
_SMALL_WORDS = frozenset("авикосу")
"""Words of one letter."""


class Word(NamedTuple):
    """One word of a mention, at its place in it, as it is written and as it is meant."""

    start: int
    end: int
    text: str
    kind: str


def split_russian(surface: str) -> list[Word]:
    """The words of a mention of a person; the parts of a double name are words of their own.

    >>> [(word.text, word.kind) for word in split_russian("г-ну Ю. М. Лужкову-Белому")]
    [('Ю', 'initial'), ('М', 'initial'), ('Лужкову', 'name'), ('Белому', 'name')]
    """
    masked = re.sub(r"(?i)\bг-(?:н|жа|на|ну|ном|не|жи|же|жу|жой)\b", lambda found: "~" * len(found[0]), surface)
    words = [Word(*found.span(), unmask(found[0]), "") for found in _WORD.finditer(masked)]
    is_small = surface.islower()
    words = [word._replace(kind=_kind(word.text, is_small)) for word in words]
    if not is_small:
        words = [word._replace(kind=KEPT) if _is_preposition(word, surface) else word for word in words]
    if not any(word.kind in (NAME, INITIAL, LATIN) for word in words):
        return [word._replace(kind=NAME if word.text[0].isupper() else word.kind) for word in words]
    words = _with_sites(words)
    first = next((at for at, word in enumerate(words) if word.kind in (NAME, INITIAL, LATIN)), len(words))
    # A title stands before the name; whoever is called so behind it bears it as a name.
    return [
        word._replace(kind=NAME)
        if word.kind == KEPT and at > first and word.text[0].isupper() and not _is_particle(word)
        else word
        for at, word in enumerate(words)
    ]


def name_parts(words: list[Word]) -> Iterator[tuple[Word, str]]:
    """The names of a mention with what they are by their order and form: given, patronymic or family; "" is unsure."""
    names = [word for word in words if word.kind == NAME]
    n_initials = sum(word.kind == INITIAL for word in words)
    if n_initials or len(names) < 2:
        # Whoever has initials is called by the family name beside them, which may be a double one.
        yield from ((word, "family" if n_initials else "") for word in names)
        return
    patronymic = next((at for at in range(1, len(names)) if is_patronymic(names[at].text)), None)
    if patronymic is not None and len(names) == 2 and not knows(names[1].text, "patronymic"):
        patronymic = None  # "Роман Клепачевич", whose family name it is
    if patronymic is not None and _is_given(names[patronymic - 1]):
        for at, word in enumerate(names):
            yield word, "patronymic" if at == patronymic else "given" if at == patronymic - 1 else "family"
        return
    is_reversed = _is_given(names[-1]) and not _is_given(names[0]) if names else False
    for at, word in enumerate(names):
        if is_reversed:
            yield word, "family" if at == 0 else "given"
        elif at == 0:
            yield word, "given"
        elif at == len(names) - 1 or not _is_given(word):
            yield word, "family"
        else:
            yield word, "given"


def is_site(text: str) -> bool:
    """Whether a word is the name of a place, and of nobody."""
    if text.isupper() and len(text) <= 3:
        return plain(text) in read_places().known
    return knows(text, "place") and not knows(text, "family") and not knows(text, "given")


def _with_sites(words: list[Word]) -> list[Word]:
    """The words, of which those that are places and stand before a name are none: "США Джон Смит"."""
    n_sites = next((at for at, word in enumerate(words) if word.kind != NAME or not is_site(word.text)), len(words))
    if n_sites == len(words) - 1:
        return words  # "Азия Норин", who is called so
    return [word._replace(kind=SITE) for word in words[:n_sites]] + words[n_sites:]


def _is_given(word: Word) -> bool:
    return knows(word.text, "given")


def _kind(text: str, is_small: bool) -> str:
    form = plain(text)
    if script_of(text[0].lower()) == "latin":
        return INITIAL if len(text) == 1 else LATIN
    if form in _TITLES or _is_form_of_title(form):
        return KEPT
    if form in _PARTICLES and (text.islower() or len(text) > 1):
        return KEPT
    if len(text) == 1:
        return INITIAL
    return SMALL if text.islower() and not is_small else NAME


def _is_preposition(word: Word, surface: str) -> bool:
    """Whether a word of one small letter came into a mention with the name behind it: "у Юрия", but not "ю. Лужков"."""
    return word.text in _SMALL_WORDS and surface[word.end : word.end + 1] != "."


def _is_particle(word: Word) -> bool:
    return plain(word.text) in _PARTICLES


def _is_form_of_title(form: str) -> bool:
    stem = re.sub("(?:ом|ем|ой|ей|а|у|е|ы|и|я|ю|ого|ому|ым)$", "", form)
    return any(stem in (title, title[:-1]) for title in _TITLES if len(stem) > 3)
