"""Russian names of people, in the form of the mention and in step."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from russian_texts import marked, pseudonym, rendered
from unname.core.redaction import Option, Replacement, rewrite
from unname.replace.restore import Kept, changes_of, restore_text
from unname.replace.russian.paradigms import FAMILY, GIVEN, PATRONYMIC, Slot, find_paradigm, forms_of, inflect
from unname.replace.russian.readings import plain, read_word
from unname.replace.russian.romanize import romanize
from unname.replace.russian.russian_name_lists import read_russian_names, short_forms


def base(word: str, part: str = FAMILY) -> str:
    return read_word(word, part)[0].base


def test_the_surrogate_stands_in_the_case_of_the_mention() -> None:
    new = rendered(
        "Мэр [PERSON:a|Лужков] ушел. У [PERSON:a|Лужкова] спросили. К [PERSON:a|Лужкову] пришли. "
        "С [PERSON:a|Лужковым] спорили. О [PERSON:a|Лужкове] писали."
    )
    name = new[0].lower()
    assert new == [inflect(name, FAMILY, Slot(case)).capitalize() for case in ("Nom", "Gen", "Dat", "Ins", "Loc")]  # type: ignore[union-attr]


def test_women_and_families() -> None:
    woman, man, several = rendered(
        "Пришла [PERSON:a|Мария Захарова]. Ее отца, [PERSON:b|Захарова], нет. Это братья [PERSON:c|Захаровы]."
    )
    name = man.lower().removesuffix("а")
    assert woman.split()[1].lower() == f"{name}а"
    assert several.lower() == f"{name}ы"
    assert read_russian_names().given[plain(woman.split()[0])].gender == "f"


def test_a_full_name_is_in_step_in_all_its_parts() -> None:
    full, reverse, initials, short, mother = rendered(
        "[PERSON:a|Юрий Михайлович Лужков] и [PERSON:a|Лужкову Юрию Михайловичу], [PERSON:a|Ю. М. Лужкову], "
        "[PERSON:a|Лужковым], а [PERSON:b|Анна Михайловна] нет."
    )
    given, patronymic, family = full.split()
    assert [base(word, part) for word, part in zip(reverse.split(), (FAMILY, GIVEN, PATRONYMIC), strict=True)] == [
        family.lower(),
        given.lower(),
        patronymic.lower(),
    ]
    assert initials.startswith(f"{given[0]}. {patronymic[0]}. ")
    assert base(short) == family.lower()
    assert mother.split()[1].lower() == inflect(patronymic.lower(), PATRONYMIC, Slot("Nom", "s", "f"))


@pytest.mark.parametrize("name", ["Живаго", "Петренко", "Черных"])
def test_what_is_not_declined_becomes_what_is_not(name: str) -> None:
    new = rendered(f"Вот [PERSON:a|{name}]. К [PERSON:a|{name}] пришли. С [PERSON:a|{name}] спорили.")
    assert len(set(new)) == 1
    assert find_paradigm(new[0].lower()) == "fixed"


def test_a_woman_with_a_name_of_a_consonant() -> None:
    first, second = rendered("Пришла [PERSON:a|Анна Шмидт]. Письмо [PERSON:a|Анне Шмидт] не дошло.")
    assert first.split()[1] == second.split()[1]
    assert first.split()[0] != second.split()[0]


def test_capitals_quotes_and_small_letters() -> None:
    plain_, capital, quoted, small = rendered(
        "[PERSON:a|Лужков] и [PERSON:a|ЛУЖКОВУ], и «[PERSON:a|Лужков]», и [PERSON:b|лужков]."
    )
    assert capital == inflect(plain_.lower(), FAMILY, Slot("Dat")).upper()  # type: ignore[union-attr]
    assert quoted == plain_
    assert small == plain_.lower()


def test_a_double_name_is_in_step_with_its_parts() -> None:
    double, part = rendered("Роман [PERSON:a|Салтыкова-Щедрина]. [PERSON:a|Щедрин] писал.")
    first, second = double.split("-")
    assert base(second) == part.lower()
    assert base(first) != part.lower()


def test_latin_letters() -> None:
    cyrillic, latin, masked, stranger = rendered(
        "[PERSON:a|Юрий Лужков], or [PERSON:a|Yuri Luzhkov]; [PERSON:a|Лужкoва] не было, как и [PERSON:b|John Smith]."
    )
    given, family = cyrillic.split()
    assert latin == f"{romanize(given)} {romanize(family)}"
    assert masked == inflect(family.lower(), FAMILY, Slot("Gen")).capitalize()  # type: ignore[union-attr]
    assert stranger.isascii()
    assert not {"John", "Smith"} & set(stranger.split())


def test_short_names_are_in_step() -> None:
    short, long = rendered("[PERSON:a|Саша] пришел. [PERSON:a|Александр Петров] ушел.", key=3)
    assert long.split()[0].lower() in short_forms().long[short.lower()]


def test_short_names_alone() -> None:
    (short,) = rendered("Это [PERSON:a|Маша].")
    assert short.lower() in short_forms().by_gender["f"]


def test_an_adjective_of_a_name_follows_it() -> None:
    name, adjective = rendered("[PERSON:a|Лужков] ушел, а [PERSON:a|лужковская] кепка осталась.")
    assert adjective == f"{name.lower()}ская"


def test_an_adjective_of_nobody_is_hidden() -> None:
    assert rendered("[PERSON:a|Петренко] и [PERSON:b|Иван лужковский].")[1] == "***"


def test_names_that_no_dictionary_has() -> None:
    first, second, other = rendered(
        "[PERSON:a|Кукуевкин] ушел. К [PERSON:a|Кукуевкину] пришли. Ждали [PERSON:b|Зюбриковича]."
    )
    assert second == inflect(first.lower(), FAMILY, Slot("Dat")).capitalize()  # type: ignore[union-attr]
    assert other.endswith(("а", "я"))


def test_all_forms_of_a_rare_name_are_one_name() -> None:
    texts = (
        "После освобождения [PERSON:a|Асии Норин] прошел год. Судья оправдал [PERSON:a|Асию]. Муж [PERSON:a|Асии] рад.",
        "Приговор [PERSON:a|Асии Норин] отменили. [PERSON:a|Асия] вышла из тюрьмы, и [PERSON:a|Асию] встретили.",
    )
    for text in texts:
        words = [plain(new.split()[0]) for new in rendered(text)]
        bases = [{reading.base for reading in read_word(word, GIVEN)} for word in words]
        assert set.intersection(*bases)


def test_a_womans_name_that_is_not_declined() -> None:
    (new,) = rendered("С [PERSON:b|Джейн Остин] поехали.")
    given, family = map(plain, new.split())
    assert read_russian_names().given[given].gender == "f"
    assert forms_of(given, GIVEN) == {given}
    assert find_paradigm(family) == "consonant"


def test_a_patronymic_that_nobody_has_is_a_family_name() -> None:
    first, second = rendered("Пришел [PERSON:a|Роман Клепачевич]. С [PERSON:a|Клепачевичем] говорили.")
    assert find_paradigm(first.split()[1].lower()) == "consonant"
    assert second == inflect(first.split()[1].lower(), FAMILY, Slot("Ins")).capitalize()  # type: ignore[union-attr]


def test_foreign_names() -> None:
    first, second = rendered("Премьера [PERSON:a|Бориса Джонсона] сменили. [PERSON:a|Джонсон] ушел.")
    assert base(first.split()[1]) == second.lower()


def test_particles_and_titles_stay() -> None:
    (first, second) = rendered("Вот [PERSON:a|Ларс фон Триер]. Вот [PERSON:b|доктор Вернер].")
    assert first.split()[1] == "фон"
    assert second.startswith("доктор ")


def test_markup_is_hidden() -> None:
    assert rendered("Это [PERSON:a|Иван <b>Лужков].") == ["***"]


def test_a_place_before_a_name_is_a_place() -> None:
    (new,) = rendered("Сказал [PERSON:a|США Джон Смит] вчера.")
    assert len(new.split()) == 3
    assert not {"США", "Джон", "Смит"} & set(new.split())
    (place,) = rendered("Сказал [PERSON:a|Франции] вчера.")
    assert read_word(place, "place")


def test_a_small_word_that_nobody_is_called_by_is_hidden() -> None:
    assert rendered("Вмешались [PERSON:a|хакеры], да.") == ["***"]


def test_words_of_grammar_stay() -> None:
    assert rendered("[PERSON:a|Чтобы] знать [PERSON:b|больше].") == ["Чтобы", "больше"]


_SURNAMES = [
    name for kind, names in sorted(read_russian_names().pools.items()) if kind.part == FAMILY for name in names
]
_FRAMES = ("Ушел [PERSON:a|{Nom}].", "Нет [PERSON:a|{Gen}].", "К [PERSON:a|{Dat}].", "С [PERSON:a|{Ins}] спорили.")


@settings(max_examples=12)
@given(st.sampled_from(_SURNAMES), st.integers(0, 250), st.permutations(_FRAMES))
def test_forms_agree_and_no_original_is_left(name: str, key: int, frames: list[str]) -> None:
    forms = {case: inflect(plain(name), FAMILY, Slot(case)).capitalize() for case in ("Nom", "Gen", "Dat", "Ins")}  # type: ignore[union-attr]
    text = " ".join(frame.format(**forms) for frame in frames)
    new = rendered(text, key)
    assert new == rendered(text, key)
    written = dict(zip([re.search(r"\{(\w+)\}", frame)[1] for frame in frames], new, strict=True))  # type: ignore[index]
    surrogate = plain(written["Nom"])
    assert {case: plain(form) for case, form in written.items()} == {
        case: plain(inflect(surrogate, FAMILY, Slot(case)) or "") for case in written
    }
    assert forms_of(surrogate, FAMILY).isdisjoint(forms_of(plain(name), FAMILY))


@settings(max_examples=12)
@given(st.lists(st.sampled_from(_SURNAMES), min_size=1, max_size=5), st.integers(0, 250))
def test_edits_map_back_exactly(names: list[str], key: int) -> None:
    text = " и ".join(f"[PERSON:e{number}|{name}]" for number, name in enumerate(names))
    document, replacer = marked(f"Вот {text}, о [PERSON:e0|{names[0]}]."), pseudonym(key)
    pieces = [
        Replacement(span, new, mention.entity)
        for mention in document.mentions
        for span, new in replacer.mend(
            mention, replacer.render(mention, Option(mention.entity, "pseudonym"), document), document
        )
    ]
    redaction = rewrite(document, pieces)
    kept = Kept("d", redaction.text, changes_of(document, redaction))
    assert restore_text(kept, redaction.text).text == document.text
    assert set(map(plain, names)).isdisjoint(re.findall(r"\w+", plain(redaction.text)))


def test_what_is_no_person_is_no_family_name() -> None:
    letters, kind = rendered("Сказали в [PERSON:a|ВГТРК] и в [PERSON:b|Конгрессе].")
    assert len(letters) == 5
    assert letters.isupper()
    assert kind == "***"


def test_a_word_of_grammar_that_says_a_name_is_hidden() -> None:
    assert rendered("[PERSON:a|Борис] пришел [PERSON:a|больше].")[1] == "***"
