"""The Russian names that surrogates are drawn from, by what they are and how common."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parents[1] / "lists"
RAREST = 2
"""The band of names that the news hardly say."""

OFTEN = (64, 8, 1)
"""How much more often the news say a name of each band than a rare one."""

_FEWEST = 25
"""Names that a pool must have for anything to be drawn from it alone."""

_SHORT_FORMS = """
m Александр Саша Шура Саня|Алексей Леша Алеша|Анатолий Толя|Андрей Андрюша|Антон Антоша Тоша|Борис Боря|Вадим Вадик|Василий Вася
Виктор Витя|Виталий Виталик|Владимир Вова Володя|Владислав Влад|Вячеслав Слава|Геннадий Гена|Георгий Жора Гоша|Григорий Гриша
Даниил Даня|Дмитрий Дима Митя|Евгений Женя|Иван Ваня|Игорь Игорек|Илья Илюша|Константин Костя|Леонид Леня|Максим Макс
Михаил Миша|Николай Коля|Олег Олежка|Павел Паша|Петр Петя|Роман Рома|Семен Сема|Сергей Сережа|Станислав Стас|Степан Степа
Федор Федя|Эдуард Эдик|Юрий Юра|Яков Яша
f Александра Саша Шура|Алена Аленка|Алина Аля|Анастасия Настя|Анна Аня Анюта|Валентина Валя|Валерия Лера|Варвара Варя|Вера Верочка
Виктория Вика|Галина Галя|Дарья Даша|Евгения Женя|Екатерина Катя|Елена Лена|Елизавета Лиза|Ирина Ира|Ксения Ксюша|Лариса Лара
Лидия Лида|Любовь Люба|Людмила Люда Мила|Маргарита Рита|Марина Мариша|Мария Маша Маня|Надежда Надя|Наталья Наташа|Нина Ниночка
Оксана Ксана|Ольга Оля|Полина Поля|Раиса Рая|Светлана Света|София Соня|Тамара Тома|Татьяна Таня|Юлия Юля
"""


class Listed(NamedTuple):
    """What is known of a name: its part, its gender, how it is declined or whether it is foreign, how common it is."""

    part: str
    gender: str
    kind: str
    band: int


@dataclass(frozen=True)
class RussianNames:
    """All names, and what is known of each."""

    pools: dict[Listed, tuple[str, ...]] = field(repr=False)
    given: dict[str, Listed] = field(repr=False)
    family: dict[str, Listed] = field(repr=False)
    _often: dict[Listed, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    def candidates(self, wanted: Listed) -> Iterator[tuple[str, ...]]:
        """Names to draw from: as common as it, then about as common, then all that are alike in the rest."""
        own = self.pools.get(wanted, ())
        if len(own) >= _FEWEST:
            yield own
        near = tuple(
            name for band in self._bands(wanted)[:2] for name in self.pools.get(wanted._replace(band=band), ())
        )
        if len(near) > len(own):
            yield near
        everyone = tuple(n for band in range(RAREST + 1) for n in self.pools.get(wanted._replace(band=band), ()))
        if everyone:
            yield everyone

    def as_often(self, wanted: Listed) -> tuple[str, ...]:
        """All names that are alike but for their commonness, each as often as the news say such names."""
        if wanted not in self._often:
            pools = (self.pools.get(wanted._replace(band=band), ()) for band in range(RAREST + 1))
            self._often[wanted] = tuple(name for pool, n in zip(pools, OFTEN, strict=True) for name in pool * n)
        return self._often[wanted]

    def _bands(self, wanted: Listed) -> list[int]:
        return sorted(range(RAREST + 1), key=lambda band: abs(band - wanted.band))


@dataclass(frozen=True)
class ShortForms:
    """The short forms of given names: of each name its own, and all of a gender."""

    of: dict[str, tuple[str, ...]] = field(repr=False)
    long: dict[str, tuple[str, ...]] = field(repr=False)
    by_gender: dict[str, tuple[str, ...]] = field(repr=False)


@cache
def read_russian_names() -> RussianNames:
    """The list that comes with the package."""
    pools: dict[Listed, tuple[str, ...]] = {}
    known: dict[str, dict[str, Listed]] = {"given": {}, "patronymic": {}, "family": {}}
    for line in read_lines("russian_names"):
        part, gender, kind, band, names = line.split("\t")
        listed = Listed(part, gender, kind, int(band))
        pools[listed] = tuple(names.split(" "))
        for name in pools[listed]:
            known[part].setdefault(name.lower().replace("ё", "е"), listed)
    return RussianNames(pools, known["given"], known["family"])


@cache
def short_forms() -> ShortForms:
    """The short forms that are known, in lower case."""
    of: dict[str, tuple[str, ...]] = {}
    long: dict[str, tuple[str, ...]] = {}
    by_gender: dict[str, tuple[str, ...]] = {"m": (), "f": ()}
    gender = "m"
    for line in _SHORT_FORMS.lower().strip().split("\n"):
        gender = line[0] if line[1] == " " else gender
        for group in line[2 if line[1] == " " else 0 :].split("|"):
            full, *short = group.split()
            of[full] = tuple(short)
            by_gender[gender] += tuple(short)
            for each in short:
                long[each] = (*long.get(each, ()), full)
    return ShortForms(of, long, by_gender)


@cache
def usual_given_names() -> frozenset[str]:
    """The given names that Russians have, and short forms of them."""
    listed = {name for name, each in read_russian_names().given.items() if each.kind == "russian"}
    return frozenset(listed | set(short_forms().long))


def read_lines(name: str) -> list[str]:
    """The lines of a packed list."""
    return gzip.decompress((_FOLDER / f"{name}.txt.gz").read_bytes()).decode("utf-8").splitlines()
