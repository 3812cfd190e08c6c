"""Which language a text is in: by its script, and by its small words where several languages write in it.

Small words (the, und, les, que) are a third of any prose, and each language has its own. A text with few of them, such
as a log or a table, is in no language for sure.
"""

import re
from collections import Counter
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from unname.text.scripts import script_of

ENGLISH = "en"
FEWEST_LETTERS = 40
"""Letters below which nothing is said for sure."""

FEWEST_SMALL = 3.0
"""Small words, counted by how much they tell, below which nothing is said for sure."""

FEWEST_KINDS = 5
"""Different small words of two letters or more of another language below which it is not that for sure."""

LEAST_SHARE = 0.03
"""The share of small words that notes and forms in a language have at least; prose has a third."""

CLEARLY = 3.0
"""How many times as many small words of it as of any other language a text has, if it is in a language for sure."""

_SMALL_WORDS = {
    "en": """the of and to in a is that for was with on as at by he she his her it not this are be from you we they
        have had has were been will would which their an or but if my me your our no so do did when who
        what there all can please about after before any than then them out up i he's don't i'm it's""",
    "de": """der die das und ist nicht ein eine einen einem einer den dem des mit auf für von im sich auch es wir sie
        ich als an bei nach wurde werden hat haben war sind zu zum zur aus noch nur aber oder wie über
        durch sehr ihr ihre sein seine dass daß wenn kann bitte uns mich mir unter vor keine mehr""",
    "fr": """le la les des du de et est un une dans pour que qui sur pas avec au aux ce cette il elle nous vous je par
        plus sont été a ont se sa son ses mais ou où ne en leur lui mon ma mes votre notre être fait sans
        très même chez""",
    "es": """el la los las de del que y en un una es por con para se no su sus al lo como más fue ha pero este esta o
        le muy ya sin sobre entre cuando también hasta desde nos mi me usted está son ser años qué porque
        donde""",
    "it": """il lo la i gli le di del della dei delle che e è un una in per con non si da dal nel nella sono ha al
        alla ai come più ma anche suo sua questo questa era stato o mi ci se dopo molto essere hanno
        perché quando""",
    "pt": """o a os as de do da dos das que e em um uma para com não por no na nos nas se ao é foi mais como sua seu
        são mas à ou também já muito está quando até pelo pela ele ela você isso tem ser depois""",
    "nl": """de het een en van is in op dat te met voor niet zijn was aan er ook als bij door naar maar om ik je hij
        ze wij we uit over heeft werd worden nog wel dan deze dit kan mijn haar geen meer wordt na heb""",
    "sv": """och att det som en på är av för med den till inte har de om ett var jag från vi så kan när men han hon
        sig ska eller efter vid under mycket också nu då min ut upp hade blev är mot denna finns""",
    "da": """og at det er en på til af for med den som ikke har de om et var jeg fra vi så kan når men han hun sig
        skal eller efter ved meget også nu da min ud op havde blev være mod denne hvor kun blevet""",
    "no": """og å det er en på til av for med den som ikke har de om et var jeg fra vi så kan når men han hun seg skal
        eller etter ved mye også nå da min ut opp hadde ble være mot denne hvor bare blitt""",
    "fi": """ja on ei se että hän oli ovat kuin myös mutta joka niin sen tai jos kun vain ole hänen minä mukaan ollut
        jälkeen sekä kanssa nyt tämä olen mitä voi ennen vielä hyvin koska siitä eivät""",
    "et": """ja on ei see et ta oli kui ka aga mis nii või siis kes ning oma mida pärast selle väga tema oma minu kus
        veel ainult juba meie mina nad""",
    "pl": """i w na z nie się do jest że to o jak za po od przez dla ale jego jej był była są lub oraz przy tym który
        która które tylko już może tak pan pani ze by ma co gdy po bardzo został""",
    "cs": """a v na se je že z do s to o i jak za po od pro ale jeho její byl byla jsou nebo při který která které jen
        už může tak pan paní ve by má co když velmi bylo ze jsem také podle""",
    "sk": """a v na sa je že z do s to o aj ako za po od pre ale jeho jej bol bola sú alebo pri ktorý ktorá ktoré len
        už môže tak pán pani vo by má čo keď veľmi bolo zo som tiež podľa""",
    "hr": """i u na se je da za od s sa to o kao po ali njegov njena bio bila su ili pri koji koja koje samo već može
        tako što kad vrlo nije iz nakon prema bi ima kako smo sam također""",
    "sl": """in v na se je da za od s z to o kot po ali njegov bil bila so pri ki samo že lahko tako kaj ko zelo ni iz
        pred med sem tudi pa bi ima kako smo""",
    "hu": """a az és hogy nem is egy van volt meg ez el csak már de mint még ki ha azt után vagy kell majd lesz nagyon
        között aki amely ezt által szerint én mert vele""",
    "ro": """și în de la a cu pe nu este un o din care că pentru sunt mai fost dar sau după prin ca să se au lui ei
        acest această foarte când cum între fără doar am fi""",
    "tr": """ve bir bu da de için ile olarak çok daha gibi olan ne var ama kadar sonra o en ben değil mi her şey onun
        oldu olduğu ise ya önce göre""",
    "id": """yang dan di untuk dengan ini itu dari pada tidak adalah ke dalam akan saya sudah oleh ada juga atau telah
        karena kami anda bisa sebagai mereka dia setelah lebih tersebut""",
    "vi": """và của là có cho không được một những trong với người này đã các để khi từ đến tôi về cũng ở như anh ông
        bà còn nhưng rất tại sẽ""",
    "sw": """na ya wa kwa ni za katika la hii kuwa yake cha kama baada alikuwa lakini pia huo wake watu sana hakuna
        bila mimi yeye ambayo hiyo""",
    "tl": """ang ng sa na mga at ay ni para hindi siya ako ito kung may niya din rin ko mo kanyang nang pa po lang
        kami namin ngunit dahil""",
    "af": """die en van is in het nie dat 'n sy wat vir met op te om aan ook as ek hulle was jy ons maar kan sal deur
        na haar hom gaan baie word""",
    "ca": """el la els les de del que i en un una és per amb no es al com més va ha però aquest aquesta o li molt ja
        sense sobre quan també fins des són ser anys perquè dels""",
    "lt": """ir yra kad į iš su ne tai buvo bet kaip jo jos ar po už apie prie dėl labai arba taip jau tik kuris kuri
        mes jis ji nuo""",
    "lv": """un ir ka uz no ar ne tas bija bet kā viņa vai pēc par pie ļoti jau tikai kurš kas mēs viņš kad šis arī ja
        līdz""",
    "ru": """и в не на что с по это как для из к у от за о но а он она его её ее их был была было были или ещё еще уже
        так же мы вы я ты они мне меня нас вас вам при после если чтобы только также который которая которые
        до бы со во под без очень нет есть этого того""",
    "uk": """і в не на що з по це як для із до у від за про але та він вона його її їх був була було були або ще вже так
        ми ви я ти вони мені мене нас вас вам при після якщо щоб тільки також який яка які й із зі під без дуже
        немає є цього того""",
    "be": """і ў не на што з па гэта як для да у ад за пра але ён яна яго яе іх быў была было былі або ўжо так мы вы я
        яны мне мяне нас вас пры пасля калі каб толькі таксама які якая якія са без вельмі няма ёсць""",
    "bg": """и в не на че с по това как за от до са но той тя го му ѝ ги беше бяха или още вече така ние вие аз ти те
        ми ме нас при след ако да само също който която които със във под без много няма има този се е ще съм""",
    "sr": """и у не на да с по то како за из до од о али он она га њега је су био била или још већ тако ми ви ја ти
        они ме нас при после ако само такође који која које са без врло нема има ово се што""",
    "mk": """и во не на дека со по тоа како за од до но тој таа го ја ги беше беа или уште веќе така ние вие јас ти тие
        ми ме нас при после ако да само исто кој која кои без многу нема има овој се е ќе што""",
    "kk": """және мен бұл да де бір үшін ол емес болып бар деп осы сол кейін туралы арқылы оның еді болды ма""",
}  # fmt: skip

LANGUAGE_NAMES = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
    "nl": "Dutch", "sv": "Swedish", "da": "Danish", "no": "Norwegian", "fi": "Finnish", "et": "Estonian",
    "pl": "Polish", "cs": "Czech", "sk": "Slovak", "hr": "Croatian, Bosnian or Serbian", "sl": "Slovenian",
    "hu": "Hungarian", "ro": "Romanian", "tr": "Turkish", "id": "Indonesian or Malay", "vi": "Vietnamese",
    "sw": "Swahili", "tl": "Filipino", "af": "Afrikaans", "ca": "Catalan", "lt": "Lithuanian", "lv": "Latvian",
    "el": "Greek", "ka": "Georgian", "hy": "Armenian", "he": "Hebrew", "th": "Thai", "ko": "Korean",
    "ja": "Japanese", "zh": "Chinese", "ru": "Russian", "uk": "Ukrainian", "be": "Belarusian", "bg": "Bulgarian",
    "sr": "Serbian", "mk": "Macedonian", "kk": "Kazakh",
}  # fmt: skip

_BY_SCRIPT = {
    "greek": "el", "georgian": "ka", "armenian": "hy", "hebrew": "he", "thai": "th", "hangul": "ko", "hiragana": "ja",
    "katakana": "ja", "katakana-hiragana": "ja", "cjk": "zh",
}  # fmt: skip
"""Scripts in which one language is written."""

RUSSIAN, CYRILLIC = "ru", "cyrillic"
_COMMON = frozenset("абвгдежзиклмнопрстуфхцчш")
_ALPHABETS = {
    "ru": _COMMON | frozenset("щьюяйыэёъ"),
    "uk": _COMMON | frozenset("щьюяйіїєґ"),
    "be": _COMMON | frozenset("ьюяйыэёўі") - frozenset("ищ"),
    "bg": _COMMON | frozenset("щьюяйъѝ"),
    "sr": _COMMON | frozenset("јљњћђџ"),
    "mk": _COMMON | frozenset("јљњѓќѕџѝѐ"),
    "kk": _COMMON | frozenset("щьюяйыэёъәғқңөұүһі"),
}
"""The letters of languages in Cyrillic; what has others besides is none of these."""

_MOST_STRANGE = 0.01
"""The share of letters of other languages that a text may have, since it may name a foreigner."""

_FEWEST_RUSSIAN = 3
"""The small words of Russian in a text that is in it for sure, where other languages have all letters of it, too."""

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_TAG = re.compile(r"<[^<>]{1,500}>|https?://\S+|(?<!\S)\S*@\S*")
_SLICES, _SLICE = 8, 4_000


class Guess(NamedTuple):
    """A language, as a code such as `de` or as `und-` and the name of a script, and whether it is sure."""

    language: str
    is_sure: bool


def guess_language(text: str) -> Guess:
    """The language that a text is mostly in; English, unsurely, where that cannot be told.

    >>> guess_language("Der Patient wurde gestern mit seiner Frau aus dem Krankenhaus entlassen.")
    Guess(language='de', is_sure=True)
    """
    sample = _sample(text)
    letters = _by_script(sample)
    if (script := _main_script(letters)) == CYRILLIC:
        return _in_cyrillic(sample, letters[CYRILLIC])
    if script:
        n_letters = sum(count for name, count in letters.items() if name)
        return Guess(_BY_SCRIPT.get(script, f"und-{script}"), n_letters >= FEWEST_LETTERS)
    words = [word.replace("\u2019", "'") for word in _WORD.findall(_TAG.sub(" ", sample).lower())]
    return _by_small_words(words)


def _by_script(text: str) -> Counter[str]:
    """How many letters of each script a text has; one of ASCII alone has none but Latin ones, which need no count."""
    letters = Counter[str]()
    for letter, count in Counter(text).items() if not text.isascii() else ():
        letters[script_of(letter)] += count
    return letters


def language_name(language: str) -> str:
    """What a language is called in a sentence.

    >>> language_name("de"), language_name("und-cyrillic")
    ('German', 'a language in Cyrillic letters')
    """
    if language.startswith("und-"):
        return f"a language in {language.removeprefix('und-').capitalize()} letters"
    return LANGUAGE_NAMES.get(language, f"the language {language}")


def _sample(text: str) -> str:
    """Pieces from all over a text, so that a long one takes no longer."""
    if len(text) <= _SLICES * _SLICE:
        return text
    step = (len(text) - _SLICE) // (_SLICES - 1)
    return " ".join(text[at : at + _SLICE] for at in range(0, len(text) - _SLICE + 1, step))


def _main_script(letters: Counter[str]) -> str:
    """The script, other than Latin, of most letters; a letter of some scripts is a word or a syllable."""
    others = Counter({name: count for name, count in letters.items() if name not in ("", "latin")})
    if not others or sum(others.values()) <= letters["latin"]:
        return ""
    kana = others["hiragana"] + others["katakana"]
    return "hiragana" if kana and kana * 10 > sum(others.values()) else others.most_common(1)[0][0]


def _in_cyrillic(sample: str, n_letters: int) -> Guess:
    """Which language in Cyrillic letters: of those that have all its letters, the one with most of its small words.

    Russian, unsurely, where there is little to tell by.
    """
    letters = Counter(letter for letter in sample.lower() if script_of(letter) == CYRILLIC)
    fitting = [
        language
        for language, alphabet in _ALPHABETS.items()
        if sum(count for letter, count in letters.items() if letter not in alphabet) <= _MOST_STRANGE * n_letters
    ]
    is_long = n_letters >= FEWEST_LETTERS
    if not fitting:
        return Guess(f"und-{CYRILLIC}", is_long)
    scores = dict.fromkeys(fitting, 0.0)
    for word, count in Counter(_WORD.findall(_TAG.sub(" ", sample).lower())).items():
        for language, _ in _weights().get(word, ()):
            if language in scores:
                scores[language] += min(count, 3 + sqrt(count))
    best = max(fitting, key=lambda language: (scores[language], language == RUSSIAN, language))
    # Kazakh has all letters of Russian; of Russian words there are few in it.
    is_clear = best != RUSSIAN or scores[best] >= _FEWEST_RUSSIAN or {*fitting} <= {RUSSIAN, "kk"}
    return Guess(best, is_long and is_clear)


def _by_small_words(words: list[str]) -> Guess:
    weights = _weights()
    scores, kinds = dict[str, float](), Counter[str]()
    for word, count in Counter(words).items():
        for language, weight in weights.get(word, ()):
            # A word that comes again and again, such as a name of a column, says no more each time.
            scores[language] = scores.get(language, 0.0) + weight * min(count, 3 + sqrt(count))
            kinds[language] += len(word) > 1
    if not scores:
        return Guess(ENGLISH, False)
    best, *others = sorted(scores, key=lambda language: (-scores[language], language))
    score, second = scores[best], scores[others[0]] if others else 0.0
    n_letters = sum(map(len, words))
    is_prose = n_letters >= FEWEST_LETTERS and score >= FEWEST_SMALL and score >= LEAST_SHARE * _counted(words)
    if best == ENGLISH:
        # Notes, tables and logs leave small words out; few are enough if they are of no other language.
        return Guess(ENGLISH, n_letters >= FEWEST_LETTERS and score >= FEWEST_SMALL and score >= 1.5 * second)
    if is_prose and kinds[best] >= FEWEST_KINDS and score >= CLEARLY * scores.get(ENGLISH, 0.0):
        return Guess(best, True)
    return Guess(ENGLISH, False)


def _counted(words: list[str]) -> float:
    return sum(min(count, 3 + sqrt(count)) for count in Counter(words).values())


@lru_cache(maxsize=1)
def _weights() -> dict[str, list[tuple[str, float]]]:
    """Every small word with its languages; one of several says less of each."""
    languages: dict[str, list[str]] = {}
    for language, words in _SMALL_WORDS.items():
        for word in set(words.split()):
            languages.setdefault(word, []).append(language)
    return {word: [(each, 1.0 / len(several) ** 0.5) for each in several] for word, several in languages.items()}
