"""The Russian places that surrogates are drawn from, and the words that tell what kind of place or organization it is."""

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from unname.replace.russian.russian_name_lists import OFTEN, RAREST, read_lines

CITY_ADJECTIVES = (
    "самарск тульск рязанск калужск тверск омск томск пермск курск орловск брянск липецк тамбовск пензенск саратовск "
    "воронежск белгородск ивановск костромск ярославск вологодск архангельск мурманск псковск новгородск смоленск "
    "кировск ульяновск оренбургск челябинск курганск тюменск иркутск хабаровск астраханск волгоградск ростовск "
    "ставропольск краснодарск свердловск нижегородск владимирск калининградск магаданск кемеровск".split()
)
"""Adjectives of towns and regions, without their endings."""

NATION_ADJECTIVES = (
    "германск французск итальянск испанск польск чешск шведск норвежск датск финск греческ турецк венгерск румынск "
    "сербск хорватск австрийск бельгийск голландск португальск ирландск шотландск канадск мексиканск бразильск "
    "аргентинск индийск китайск японск корейск вьетнамск иранск египетск грузинск армянск казахск узбекск эстонск "
    "латышск литовск белорусск украинск молдавск российск русск американск британск английск немецк израильск".split()
)
"""Adjectives of countries, without their endings."""

REGION_ADJECTIVES = (
    "азиатск африканск балтийск тихоокеанск каспийск черноморск сибирск уральск балканск альпийск атлантическ "
    "средиземноморск скандинавск кавказск карпатск дунайск".split()
)
"""Adjectives of regions of the world, without their endings."""

PLAIN_ADJECTIVES = "северн южн западн восточн центральн зелен светл тих дальн ближн солнечн лесн речн полев садов цветочн школьн".split()

KINDS = frozenset(
    "город область край район округ республика улица проспект площадь переулок шоссе бульвар набережная река озеро море океан "
    "залив пролив остров полуостров гора хребет село деревня поселок станица станция метро аэропорт вокзал мост парк сад "
    "дом корпус строение квартира федерация союз штат штаты королевство эмираты княжество провинция графство земля община уезд "
    "губерния автономия автономный федеральный народный народная демократическая исламская объединенные соединенные соединенное "
    "северный южный западный восточный центральный верхний нижний новый старый большой малый великий ближний дальний "
    "восток запад север юг территория регион зона граница посольство мыс долина пустыня степь архипелаг государство страна".split()
)
"""Words that tell the kind of a place."""

ORGANIZATION_KINDS = KINDS | frozenset(
    "министерство комитет комиссия департамент управление агентство служба инспекция администрация правительство совет дума "
    "парламент сенат конгресс палата собрание суд прокуратура полиция милиция армия флот академия университет институт школа гимназия "
    "лицей колледж училище центр фонд ассоциация объединение федерация лига клуб партия движение фронт профсоюз банк "
    "компания корпорация концерн холдинг группа фирма завод фабрика комбинат предприятие общество товарищество кооператив "
    "трест биржа страховая газета журнал издательство телеканал канал радио радиостанция телерадиокомпания агентства театр "
    "музей галерея библиотека оркестр филармония цирк киностудия студия больница поликлиника клиника госпиталь аптека "
    "церковь собор монастырь епархия патриархия мечеть синагога тюрьма колония отдел отделение сектор бюро штаб полк бригада "
    "дивизия батальон рота эскадра генеральный генеральная государственный государственная государственное федеральная "
    "федеральное национальный национальная национальное международный международная международное верховный верховная "
    "высший высшая конституционный арбитражный апелляционный следственный следственная центральная центральное народное "
    "общественный общественная общественное открытое закрытое акционерное публичное научный научная научно технический "
    "технологический медицинский педагогический экономический политехнический юридический военный военная военно единая "
    "европейский европейская европейское всемирный всемирная всемирное объединенный объединенная организация организации "
    "главное главный региональный региональная областной областная областное городской городская городское районный районная "
    "наций безопасность безопасности сборная команда миссия посольство консульство кабинет ведомство аппарат пресс коллегия служб имени".split()
)
"""Words that tell the kind of an organization."""

LEGAL_FORMS = frozenset("ООО ОАО ЗАО АО ПАО НАО ИП НКО АНО ФГУП ГУП МУП ТОО ТД НПО НИИ ГК УК ФК ХК БК".split())
"""What companies and clubs are, in short."""

BRANDS = {
    "m": "Горизонт Вектор Меридиан Прогресс Маяк Импульс Орион Квант Алмаз Гранит Рубин Восток Простор Рассвет "
    "Родник Парус Компас Азимут Каскад Монолит Фрегат Эталон Титан Авангард Исток Топаз Кристалл Метеор Факел "
    "Салют Полет Спектр Контур Ориентир Резонанс Аккорд Базис Форпост Регион Бриз Этюд Сигнал Радар Лотос Кедр Зенит Океан",
    "f": "Заря Звезда Победа Радуга Вега Аврора Волна Искра Планета Комета Орбита Лагуна Гамма Дельта Лира Сфера Вершина "
    "Магистраль Стрела Эра Энергия Надежда Премьера Палитра Мозаика Формула",
    "n": "Согласие Созвездие Содружество Наследие Единство Доверие Движение Возрождение",
    "p": "Звезда Волна Искра Планета Комета Орбита Вершина Стрела Сфера Формула Лагуна Палитра",
}
"""What organizations may be called, by gender; those of "p" stand in the plural where the original does."""

TAILS = {
    "министерств": "обороны|культуры|транспорта|финансов|здравоохранения|юстиции|энергетики|образования|экономики|связи|спорта|торговли",
    "комитет": "по бюджету|по обороне|по культуре|по транспорту|по спорту|по энергетике|по печати|по науке",
    "комисси": "по бюджету|по этике|по транспорту|по науке|по энергетике|по спорту|по регламенту",
    "департамент": "культуры|транспорта|финансов|здравоохранения|образования|торговли|строительства",
    "управлени": "культуры|транспорта|финансов|здравоохранения|образования|торговли|строительства",
    "служб": "охраны|занятости|связи|надзора|контроля|доставки",
    "агентств": "по туризму|по печати|по рыболовству|по недвижимости|по молодежи|по науке",
    "институт": "физики|химии|истории|экономики|географии|геологии|философии|математики",
    "фонд": "развития|культуры|поддержки науки|защиты природы|социальных программ",
}
"""What may stand behind the kind of an organization, in a form that does not change."""

MINISTRIES = (
    "Минфин Минюст Минздрав Минтранс Минпром Минтруд Минкульт Минвуз Минторг Минспорт".split(),
    "Минобороны Минэнерго Минэкономразвития Минкультуры Минобрнауки".split(),
)
"""Short names of ministries: those that are declined, and those that are not."""


_ALSO_COUNTRIES = {
    "f": "америка корея британия англия шотландия европа азия африка чечня ингушетия калмыкия карелия башкирия удмуртия "
    "якутия бурятия мордовия чувашия хакасия абхазия осетия сибирь галиция каталония шампань бавария саксония калифорния",
    "m": "татарстан башкортостан дагестан крым донбасс кавказ урал уэльс техас",
    "n": "приднестровье поволжье приморье забайкалье подмосковье",
}
"""Other names that stand where names of countries do, and of which lists have none."""


_ABBREVIATED = {"p-fixed": "США ОАЭ Нидерланды", "f-fixed": "РФ ФРГ КНР КНДР ЮАР"}
"""Countries that are written as abbreviations, and stand for each other."""

COUNTRIES_IN_CAPITALS = frozenset(name for names in _ABBREVIATED.values() for name in names.split() if name.isupper())
SHARED_ABBREVIATIONS = ("США", "США", "РФ", "РФ", "КНР", "ФРГ", "ЮАР", "ОАЭ")
"""The same, about as often as the news say them, for surrogates that documents share."""

_FEWEST = 8
"""Places that a pool must have for anything to be drawn from it alone."""


class Listed(NamedTuple):
    """What is known of a place: whether country or city, its gender, whether one is in it or on it, how common it is."""

    part: str
    gender: str
    preposition: str
    band: int


@dataclass(frozen=True)
class Places:
    """All places, and what is known of each."""

    pools: dict[Listed, tuple[str, ...]] = field(repr=False)
    known: dict[str, Listed] = field(repr=False)
    _often: dict[Listed, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    def as_often(self, wanted: Listed) -> tuple[str, ...]:
        """Places that are alike but for their commonness, each as often as the news say such places."""
        if wanted not in self._often:
            pools = (self.pools.get(wanted._replace(band=band), ()) for band in range(RAREST + 1))
            self._often[wanted] = tuple(name for pool, n in zip(pools, OFTEN, strict=True) for name in pool * n)
        return self._often[wanted]

    def candidates(self, wanted: Listed) -> list[tuple[str, ...]]:
        """Places to draw from, the most alike first; the gender is kept, the rest as far as there are enough."""
        bands = sorted(range(RAREST + 1), key=lambda band: abs(band - wanted.band))
        near = [self.pools.get(wanted._replace(band=band), ()) for band in bands]
        other = self._all(wanted.gender, (wanted.preposition,))
        return [
            pool for pool in (near[0] + near[1], sum(near, ()), other, self._all(wanted.gender, ("in", "on"))) if pool
        ]

    def candidates_like(self, base: str, wanted: Listed, is_shared: bool = False) -> list[tuple[str, ...]]:
        """The same, those first that are declined like a place: what its form leaves open makes no difference then.

        Where surrogates are shared, they are drawn as often as the news say them.
        """
        pools = [*([self.as_often(wanted)] if is_shared else []), *self.candidates(wanted)]
        alike = [tuple(name for name in pool if _ending(name.lower()) == _ending(base)) for pool in pools[:2]]
        return [pool for pool in (*(each for each in alike if len(set(each)) >= _FEWEST), *pools) if pool]

    def _all(self, gender: str, prepositions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            name
            for listed, names in self.pools.items()
            if listed.gender.removesuffix("-fixed") == gender.removesuffix("-fixed")
            and listed.preposition in prepositions
            for name in names
        )


def _ending(name: str) -> str:
    return "ия" if name.endswith("ия") else name[-1] if name[-1] in "аяьйоеи" else ""


@cache
def read_places() -> Places:
    """The list that comes with the package."""
    pools: dict[Listed, tuple[str, ...]] = {}
    known: dict[str, Listed] = {}
    for line in read_lines("russian_places"):
        part, gender, preposition, band, names = line.split("\t")
        listed = Listed(part, gender, preposition, int(band))
        pools[listed] = tuple(names.split(" "))
        for name in pools[listed]:
            known.setdefault(name.lower().replace("ё", "е"), listed)
    for gender, also in _ALSO_COUNTRIES.items():
        for name in also.split():
            known.setdefault(name, Listed("country", gender, "in", 1))
    for gender, abbreviated in _ABBREVIATED.items():
        listed = Listed("country", gender, "in", 0)
        pools[listed] = tuple(abbreviated.split())
        known.update(dict.fromkeys((name.lower() for name in pools[listed] if name.isupper()), listed))
    return Places(pools, known)
