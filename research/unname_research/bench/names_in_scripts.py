"""Names in other scripts: letter by letter, and as newspapers write them."""

import re
import unicodedata
from collections.abc import Mapping
from random import Random

_WITHOUT_STROKES = {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "đ": "d", "ı": "i"}
_SCRIPTS: Mapping[str, str] = {
    # What is looked up first stands first; letters that a script lacks are left out.
    "Cyrillic": (
        "sch=ш ch=ч sh=ш th=т ph=ф ck=к qu=кв a=а b=б c=к d=д e=е f=ф g=г h=х i=и j=дж k=к l=л m=м n=н "
        "o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=и z=з"
    ),
    "Greek": (
        "sch=σ ch=τσ sh=σ th=θ ph=φ ck=κ qu=κου a=α b=μπ c=κ d=ντ e=ε f=φ g=γκ h=χ i=ι j=τζ k=κ l=λ m=μ "
        "n=ν o=ο p=π q=κ r=ρ s=σ t=τ u=ου v=β w=γου x=ξ y=ι z=ζ"
    ),
    "Georgian": (
        "sch=შ ch=ჩ sh=შ th=თ ph=ფ ck=კ qu=კვ a=ა b=ბ c=კ d=დ e=ე f=ფ g=გ h=ჰ i=ი j=ჯ k=კ l=ლ m=მ n=ნ "
        "o=ო p=პ q=ქ r=რ s=ს t=ტ u=უ v=ვ w=ვ x=ქს y=ი z=ზ"
    ),
    "Armenian": (
        "sch=շ ch=չ sh=շ th=թ ph=ֆ ck=կ qu=քվ a=ա b=բ c=կ d=դ e=ե f=ֆ g=գ h=հ i=ի j=ջ k=կ l=լ m=մ n=ն "
        "o=ո p=պ q=ք r=ր s=ս t=տ u=ու v=վ w=վ x=քս y=ի z=զ"
    ),
    "Hebrew": (
        "sch=ש ch=צ sh=ש th=ת ph=פ ck=ק qu=קו a=א b=ב c=ק d=ד e= f=פ g=ג h=ה i=י j=ג k=ק l=ל m=מ n=נ o=ו "
        "p=פ q=ק r=ר s=ס t=ט u=ו v=ו w=ו x=קס y=י z=ז"
    ),
    "Arabic": (
        "sch=ش ch=تش sh=ش th=ث ph=ف ck=ك qu=كو a=ا b=ب c=ك d=د e= f=ف g=غ h=ه i=ي j=ج k=ك l=ل m=م n=ن "
        "o=و p=ب q=ق r=ر s=س t=ت u=و v=ف w=و x=كس y=ي z=ز"
    ),
    "Devanagari": (
        "sch=श ch=च sh=श th=थ ph=फ ck=क qu=क्व a=ा b=ब c=क d=ड e=े f=फ g=ग h=ह i=ि j=ज k=क l=ल m=म n=न "
        "o=ो p=प q=क r=र s=स t=ट u=ु v=व w=व x=क्स y=ी z=ज"
    ),
    "Katakana": (
        "sch=シュ ch=チ sh=シ th=ス ph=フ ck=ク qu=ク ba=バ bi=ビ bo=ボ be=ベ b=ブ ca=カ co=コ c=ク "
        "da=ダ do=ド de=デ di=ディ d=ド fa=ファ fo=フォ f=フ ga=ガ go=ゴ g=グ ha=ハ he=ヘ hi=ヒ ho=ホ "
        "h=フ ja=ジャ j=ジ ka=カ ki=キ ko=コ ke=ケ k=ク la=ラ li=リ lo=ロ le=レ l=ル ma=マ mi=ミ mo=モ "
        "me=メ m=ム na=ナ ni=ニ no=ノ ne=ネ n=ン pa=パ pi=ピ po=ポ pe=ペ p=プ q=ク ra=ラ ri=リ ro=ロ "
        "re=レ r=ル sa=サ si=シ so=ソ se=セ s=ス ta=タ to=ト te=テ ti=ティ t=ト va=ヴァ v=ヴ wa=ワ "
        "wi=ウィ w=ウ x=クス ya=ヤ yo=ヨ y=イ za=ザ z=ズ a=ア i=イ u=ウ e=エ o=オ"
    ),
    "IPA": (
        "sch=ʃ ch=tʃ sh=ʃ th=θ ph=f ck=k qu=kw a=ɑ b=b c=k d=d e=ɛ f=f g=ɡ h=h i=ɪ j=dʒ k=k l=l m=m n=n "
        "o=ɔ p=p q=k r=ɹ s=s t=t u=ʊ v=v w=w x=ks y=ɪ z=z"
    ),
}


_BY_HAND: Mapping[str, str] = {
    "Whitcombe": (
        "Уиткомб უიტკომბი Γουίτκομ Ουίτκομπ Ուիթքոմբ ויטקומב ويتكومب व्हिटकोम्ब 惠特科姆 ウィットコム 휘트컴 วิตคอมบ์"
    ),
    "Abernathy": "Абернати Αμπερνάθι აბერნათი אברנתי أبرناثي アバナシー एबरनैथी",
    "Kivelahti": "Кивелахти Κιβελάχτι კიველახტი קיבלהטי كيفيلاهتي キヴェラフティ",
    "Peyrolles": "Пейроль Περόλ პეიროლი פיירול بيرول ペロル",
    "Volkonovsky": "Волконовский Βολκονόφσκι ვოლკონოვსკი וולקונובסקי فولكونوفسكي ヴォルコノフスキー",
    "Maisuradvili": "Майсурадвили მაისურადვილი Μαϊσουραντβίλι מאיסורדווילי",
    "Papanikolidis": "Παπανικολίδης Папаниколидис პაპანიკოლიდისი פפניקולידיס بابانيكوليديس",
    "Abramovich": "Абрамович אברמוביץ Αμπράμοβιτς აბრამოვიჩი أبراموفيتش アブラモヴィッチ",
    "Takamurano": "Такамурано タカムラノ Τακαμουράνο ტაკამურანო טקמורנו تاكامورانو",
    "Castellanuova": "Кастелланова Καστελανουόβα კასტელანუოვა קסטלנואובה كاستيلانوفا",
    "Oderbrecht": "Одербрехт Όντερμπρεχτ ოდერბრეხტი אודרברכט أودربرشت",
    "Shevchukenko": "Шевчукенко Шевчукенка შევჩუკენკო Σεβτσουκένκο שבצ'וקנקו شيفتشوكينكو",
}


def in_script(script: str, name: str) -> str:
    """A Latin name in another script, letter by letter.

    >>> in_script("Cyrillic", "Anna Petrova")
    'Анна Петрова'
    """
    table = dict(pair.split("=") for pair in _SCRIPTS[script].split())
    written = re.sub("|".join(table), lambda found: table[found[0]], bare(name).lower())
    return written.title() if script in ("Cyrillic", "Greek", "Armenian") else written


def by_hand(name: str, random: Random) -> str | None:
    """A family name as the newspapers of some other script write it, where that is known."""
    known = _BY_HAND.get(name.split()[-1])
    return random.choice(known.split()) if known else None


def bare(name: str) -> str:
    """A name without accents and signs, in the letters that everybody has."""
    plain = "".join(_WITHOUT_STROKES.get(sign, sign) for sign in name)
    folded = "".join(sign for sign in unicodedata.normalize("NFD", plain) if not unicodedata.combining(sign))
    return re.sub("[^A-Za-z0-9 ]", "", folded.replace("-", " "))
