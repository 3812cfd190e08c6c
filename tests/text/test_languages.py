"""Which language a text is in; English is practically never taken for another one."""

from pathlib import Path

import pytest

from unname.corpora import read
from unname.text.languages import LANGUAGE_NAMES, Guess, guess_language, language_name

EVERYDAY = Path(__file__).parents[2] / "research" / "unname_research" / "everyday"

PROSE = {
    "en": "The patient came with his wife last night and was not in pain, but he said that he was tired.",
    "de": "Der Patient kam gestern mit seiner Frau ins Krankenhaus und hatte keine Schmerzen, war aber sehr müde.",
    "fr": "Le patient est venu hier soir avec sa femme et il ne souffre pas, mais il est très fatigué.",
    "es": "El paciente llegó anoche con su esposa al hospital y no tenía dolor, pero estaba muy cansado.",
    "it": "Il paziente è stato visitato ieri sera con la moglie e non ha riferito dolore.",
    "pt": "O paciente foi visto ontem à noite com a sua esposa e não tem dores.",
    "nl": "De patiënt is gisteren met zijn vrouw naar het ziekenhuis gekomen en had geen pijn.",
    "sv": "Patienten kom i går till sjukhuset med sin fru och hade inte ont.",
    "da": "Patienten kom i går til hospitalet med sin kone og havde ikke ondt, men han var træt.",
    "no": "Pasienten kom i går til sykehuset med sin kone og hadde ikke vondt, men han var sliten nå.",
    "fi": "Potilas tuli eilen sairaalaan vaimonsa kanssa, ja hän oli väsynyt mutta ei kipeä.",
    "pl": "Pacjent został wczoraj przyjęty do szpitala z żoną i nie zgłaszał bólu, ale był zmęczony.",
    "cs": "Pacient byl včera přijat s manželkou a neměl bolesti, ale byl velmi unaven, protože se to stalo už podruhé.",
    "hu": "A beteg tegnap este jött, és nem volt fájdalma, de már nagyon fáradt volt, mert csak most ért ide.",
    "ro": "Pacientul a fost internat ieri cu soția lui și nu are dureri, dar este foarte obosit.",
    "tr": "Hasta dün gece eşi ile birlikte hastaneye geldi ve ağrısı yoktu ama çok yorgundu, bu da bir şey.",
    "id": "Pasien datang ke rumah sakit kemarin malam dengan istrinya dan tidak ada nyeri yang berat.",
    "vi": "Bệnh nhân đã đến bệnh viện tối qua với vợ và không có đau, nhưng rất mệt.",
    "sw": "Mgonjwa alikuja hospitali jana usiku na mke wake na hakuna maumivu, lakini alikuwa amechoka sana.",
    "el": "Ο ασθενής ήρθε χθες το βράδυ με τη γυναίκα του και δεν πονούσε.",
    "he": "החולה הגיע אמש עם אשתו לבית החולים ולא היו לו כאבים כלל.",
    "ka": "პაციენტი გუშინ საღამოს მეუღლესთან ერთად მოვიდა საავადმყოფოში.",
    "hy": "Հիվանդը երեկ երեկոյան կնոջ հետ եկավ հիվանդանոց և ցավ չուներ։",
    "th": "ผู้ป่วยมาโรงพยาบาลเมื่อคืนนี้กับภรรยาและไม่มีอาการปวด",
    "ja": "患者は昨日の夜、妻と一緒に病院に来ました。痛みはありませんでしたが、とても疲れていました。",
    "zh": "患者昨晚和妻子一起来到医院,没有疼痛,但是非常疲倦。医生给他开了药,让他回家休息,一周后再来。",
    "ko": "환자는 어제 저녁 아내와 함께 병원에 왔으며 통증은 없었지만 매우 피곤했습니다. 약을 처방했습니다.",
    "ru": "Пациент поступил вчера вечером с женой и не жаловался на боль.",
    "uk": "Пацієнт надійшов учора ввечері з дружиною і не скаржився на біль, але він був дуже втомлений.",
    "be": "Пацыент паступіў учора ўвечары з жонкай і не скардзіўся на боль, але ён быў вельмі стомлены.",
    "bg": "Пациентът постъпи снощи със съпругата си и не се оплака от болка, но беше много уморен.",
    "sr": "Пацијент је примљен синоћ са женом и није се жалио на бол, али је био врло уморан.",
    "mk": "Пациентот дојде синоќа со сопругата и не се пожали на болка, но беше многу уморен.",
    "und-cyrillic": "Бемор дирӯз бегоҳӣ бо ҳамсараш ба беморхона омад ва аз дард шикоят накард.",
    "und-arabic": "جاء المريض مساء أمس مع زوجته إلى المستشفى ولم يكن يشعر بأي ألم.",
    "und-devanagari": "मरीज़ कल रात अपनी पत्नी के साथ अस्पताल आया और उसे कोई दर्द नहीं था, लेकिन वह बहुत थका हुआ था।",
}

UNSURE = [
    "",
    "Anna Berg",
    "Der Patient ging.",
    "Мария",
    "id,name,city\n1,Zofia Wójcik,Łódź\n2,Jan Kowalski,Kraków\n3,Ewa Nowak,Gdańsk\n4,Adam Lis,Radom",
    '{"id": 1, "nom": "Delacourt", "ville": "Lyon", "actif": true, "montant": 120}',
    "0x7f 0x45 GET /api/v1/items 200 12ms\n0x7f 0x46 GET /api/v1/items 500 18ms\nERROR timeout db01 retry=3",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p",
]

STILL_ENGLISH = [
    "She said \u201cder Patient ist nicht mehr da\u201d and left the room, and nobody knew what it was about.",
    "We met Наталья Ковальчук and ליאור כהן at the station and went home with them in the evening.",
    "The term de facto is used of what is so in fact, e.g. a de facto head of state, as on the list in Annex A.",
]


@pytest.mark.parametrize("language", PROSE)
def test_prose_is_known(language: str) -> None:
    assert guess_language(PROSE[language]) == Guess(language, True)


@pytest.mark.parametrize("text", UNSURE)
def test_what_is_short_or_no_prose_is_unsure(text: str) -> None:
    assert not guess_language(text).is_sure


@pytest.mark.parametrize("text", STILL_ENGLISH)
def test_words_of_another_language_change_nothing(text: str) -> None:
    assert guess_language(text).language == "en"


@pytest.mark.parametrize("folder", ["train", "dev"])
def test_no_english_document_is_taken_for_another(folder: str) -> None:
    documents = list(read(EVERYDAY / folder))
    assert len(documents) > 50
    guesses = [(document.id, guess_language(document.text)) for document in documents]
    assert [id for id, guess in guesses if guess.language != "en"] == []


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_most_documents_in_other_languages_are_known(language: str) -> None:
    guesses = [guess_language(document.text) for document in read(EVERYDAY / language)]
    assert sum(guess == Guess(language, True) for guess in guesses) >= 0.9 * len(guesses)
    assert {guess.language for guess in guesses if guess.is_sure} <= {language, "en"}


def test_every_russian_document_is_read_as_such() -> None:
    """Records with few words are so unsurely, by their letters."""
    guesses = [guess_language(document.text) for document in read(EVERYDAY / "ru")]
    assert {guess.language for guess in guesses} == {"ru"}
    assert sum(guess.is_sure for guess in guesses) >= 0.85 * len(guesses)


def test_long_texts_are_sampled_all_over() -> None:
    english, german = PROSE["en"] + "\n", PROSE["de"] + "\n"
    assert guess_language(english * 4 + german * 5_000) == Guess("de", True)
    assert guess_language("7" * 1_000_000).is_sure is False


def test_every_language_has_a_name() -> None:
    assert {language_name(code) for code in PROSE if not code.startswith("und-")} <= set(LANGUAGE_NAMES.values())
    assert language_name("xx") == "the language xx"
