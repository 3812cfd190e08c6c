"""Rules for German: dates, addresses, national ids, titles, ages and field labels of Germany, Austria, Switzerland."""

import re

from unname.core.document import Role
from unname.detect.languages.shared import (
    ACCOUNTS,
    CAPITAL,
    DATES,
    MONEY,
    NAME_WORD,
    PERSON_VALUE,
    WEEKDAY,
    YEAR,
    announced,
    dated,
    field,
    rule,
    vouched,
)
from unname.detect.languages.titled import ListedNames, TitledNames
from unname.detect.rules.rule import Finder, after, before

REGIONS = ("DE", "AT", "CH")

_MONTH = (
    r"(?:Januar|Jänner|Februar|Feber|März|Maerz|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|"
    r"(?:Jan|Jän|Feb|Mär|Mrz|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\b\.?)"
)
_PART = r"(?:Anfang|Ende|Mitte|seit|bis)"
_DAY = r"\d{1,2}(?:\.|ten|te)?"
_LAW_BEFORE = re.compile(
    r"(?:[Gg]esetz\w*|[Vv]erordnung|[Rr]ichtlinie|Bekanntmachung|Fassung|BGBl\.?|(?:BGH|BVerfG|BAG|BSG|BFH|BVerwG|EuGH|OGH|"
    r"OLG\s\w+|BGer)[,:]?\s(?:Urt(?:eil|\.)|Beschl(?:uss|\.)))[^.\n]{0,12}\s(?:vom|v\.)\s$"
)
_dated = dated(_LAW_BEFORE, whole=r"\d{3}|\d\d$")
_STREET = (
    r"(?:straße|strasse|str\.|gasse|weg|platz|allee|ufer|damm|ring|steig|stieg|graben|markt|hof|berg|pfad|zeile|"
    r"chaussee|promenade|park|winkel|kamp|rain|feld|wall|anger|siedlung|garten|brücke|tor|leite|steg|höhe|halde|matte)"
)
_HOUSE = r"\d{1,4}(?:[ ]?[a-hA-H]\b)?(?:[ ]?[-–/+][ ]?\d{1,4}(?:[ ]?[a-h]\b)?){0,3}"
_TOWN = (
    rf"(?:(?:D|A|CH|DE|AT)[-–])?\d{{4,5}}[ ](?:(?:St\.|Bad)[ ])?(?:{CAPITAL}[\w'’-]{{1,30}}+(?:[ ](?:am|an[ ]der|im|in[ ]der|ob[ ]der|vor[ ]"
    rf"der|bei|a\.d\.|a\.)[ ]?{CAPITAL}[\w'’-]{{1,30}}+|[ /-]{CAPITAL}[\w'’-]{{1,30}}+(?=\s*(?:$|[,.;·|)\n]))){{0,2}})"
)
_FLAT = (
    r"(?:(?:,[ ]?|[ ]|/)(?:(?:Top|Tür|Stiege|Whg\.?|Wohnung|App\.?|Haus|Hs\.|Zimmer|Zi\.)[ ]?\w{1,4}|"
    r"\d{1,2}\.[ ]?(?:OG|Stock|Etage|Stg\.)(?:[ ](?:links|rechts|li\.|re\.|Mitte))?|EG|DG|[HV]H))"
)
_TAIL = rf"{_FLAT}{{0,3}}(?:(?:,[ ]?|[ ]|[ ]?[·|–-][ ])(?P<town>{_TOWN}))?"


def _short_date(match: re.Match[str]) -> str:
    day, month = int(match["day"]), int(match["month"])
    if not (1 <= day <= 31 and 1 <= month <= 12) or re.match(r"\s?\d|\s?(?:OG|Stock|SSW|Tag|Mal)\b", after(match, 8)):
        return ""
    led = re.search(
        r"(?i)\b(?:am|vom|seit|bis|zum|ab|den|und|der|dem|Mo|Di|Mi|Do|Fr|Sa|So|tag|woch)\.?,?\s?$", before(match, 9)
    )
    return "day-month-led" if led else "day-month"


def _insurance(match: re.Match[str]) -> str:
    """A pension insurance number: area, date of birth, initial, serial number, check digit."""
    number = re.sub(r"\s", "", match["x"]).upper()
    digits = number[:8] + f"{ord(number[8]) - 64:02d}" + number[9:11]
    weights = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
    products = (int(digit) * weight for digit, weight in zip(digits, weights, strict=True))
    total = sum(product // 10 + product % 10 for product in products)
    return "id-number" if total % 10 == int(number[11]) else "announced" if _NEAR_ID.search(before(match, 40)) else ""


_NEAR_ID = re.compile(r"(?i)(?:versicherung|sv|rv|renten)\S{0,20}[^\n]{0,15}$")


def _card(match: re.Match[str]) -> str:
    """A serial number of an identity card or passport with its check digit."""
    number = match["x"].upper()
    values = (int(sign, 36) for sign in number[:9])
    total = sum(value * weight for value, weight in zip(values, (7, 3, 1) * 3, strict=True))
    has_both = any(map(str.isdigit, number)) and any(map(str.isalpha, number))
    return "id-number" if has_both and total % 10 == int(number[9]) else ""


def _tax(match: re.Match[str]) -> str:
    grouped = re.fullmatch(r"\d{2} \d{3} \d{3} \d{3}", match["x"])
    named = re.search(r"(?i)steuer|\bid[-. ]?nr|identifikation|tin\b", before(match, 40))
    return vouched("de.idnr")(match) if grouped or named else ""


RULES: tuple[Finder, ...] = (
    *DATES,
    rule(
        "date",
        "DATETIME",
        rf"(?<![\w.,/-])(?:{WEEKDAY})?(?:\d{{1,2}}\.?[ ]?(?:[-–/]|und|bis)[ ]?)?{_DAY}[ ]?{_MONTH}(?!\w)(?:,?[ ](?:{YEAR}|['’]\d\d))?"
        r"(?:,[ ](?:um[ ])?\d{1,2}[:.]\d\d(?:[ ]Uhr)?)?",
        _dated,
    ),
    rule(
        "date",
        "DATETIME",
        r"(?<![\w.,/-])(?P<day>\d{1,2})\.[ ]?(?P<month>\d{1,2})\.(?!\d|[ ]?\d{2,4})",
        _short_date,
        anchor="free",
    ),
    rule("month-year", "DATETIME", rf"(?<!\w)(?:{_PART}[ ])?{_MONTH}(?:[ /-]{_MONTH})?,?[ ](?:['’]\d\d|{YEAR})"),
    rule("season", "DATETIME", rf"(?<!\w)(?:Frühjahr|Frühling|Sommer|Herbst|Winter|Ostern|Pfingsten|Weihnachten)[ ](?:{YEAR}(?:/\d\d)?)"),
    rule("year", "DATETIME", rf"(?<!\w)(?:[Ii]m[ ]Jahre?|[Ss]eit|[Aa]nno|[Gg]eboren|Jahrgang|Jg\.|Bj\.|Baujahr|[Bb]is|[Aa]b)[ ](?P<x>{YEAR})"),
    rule("decade", "DATETIME", r"(?<!\w)(?:[Aa]nfang|[Ee]nde|[Mm]itte)?[ ]?(?:der[ ])?(?P<x>(?:19|20)?\d0er)(?:[ -]Jahren?)?"),
    rule("time", "DATETIME", r"(?<![\w.,:/-])\d{1,2}(?:[.:]\d{2})?(?:[ ]?[-–][ ]?\d{1,2}(?:[.:]\d{2})?)?[ ]?(?:Uhr|h)\b", anchor="worded"),
    rule("age", "DEM", r"(?<![\w.,/-])(?P<x>\d{1,3})(?:[ ]?[-‑]?[ ]?jährig\w{0,2}|[ ]Jahre?[ ]alt|[ ]J\.|[ ]?[Jj]ahre[ ]jung)", anchor="worded"),
    rule("age", "DEM", r"(?i)(?<!\w)(?:Alter|im[ ]Alter[ ]von|alter:)[ ]{0,3}:?[ ]{0,3}(?P<x>\d{1,3})(?!\d|[.,]\d)"),
    rule(
        "age",
        "DEM",
        r"(?i)(?<!\w)(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|vierzig|fünfzig|"
        r"sechzig|siebzig|achtzig|neunzig)jährige\w?",
        needs=("jährige",),
    ),
    rule(
        "address",
        "LOC",
        rf"(?<![\w.'’-])(?P<street>(?:{CAPITAL}[\w.'’-]{{0,30}}+[ ]){{0,3}}{CAPITAL}?[\w'’-]{{1,30}}?{_STREET}|(?:{CAPITAL}[\w'’.-]{{1,30}}+[ -])"
        rf"{{1,3}}(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ufer|Damm|Ring|Markt|Hof|Chaussee))[ ]{_HOUSE}(?!\d|[.,]\d){_TAIL}",
        role=Role.DIRECT,
    ),
    rule(
        "address",
        "LOC",
        rf"(?<![\w.'’-])(?:Am|An[ ]der|An[ ]den|Auf[ ]der|Auf[ ]dem|Im|In[ ]der|In[ ]den|Zum|Zur|Unter[ ]den|Hinter[ ]der|Vor[ ]dem|Beim|"
        rf"Rue|Via|Alte[rn]?|Neue[rn]?|Große|Kleine|Obere[rn]?|Untere[rn]?)(?:[ ]{NAME_WORD}){{1,3}}[ ]{_HOUSE}(?!\d|[.,]\d){_TAIL}",
        role=Role.DIRECT,
    ),
    # A name of any kind, a house number, a postal code and a town
    rule(
        "address",
        "LOC",
        rf"(?<![\w.'’-])(?:{CAPITAL}[\w'’.-]{{1,30}}+[ ]){{1,4}}{_HOUSE}{_FLAT}{{0,3}}(?:,[ ]?|[ ]?[·|][ ])(?:{_TOWN})",
        role=Role.DIRECT,
    ),
    rule("postal-city", "LOC", rf"(?<![\w.,/-]){_TOWN}", lambda match: "" if re.match(r"(?:19|20)\d\d\b", match.group()) else "postal-city"),
    rule("street", "LOC", rf"(?<![\w.'’-]){CAPITAL}[\w'’-]{{2,30}}?(?:straße|strasse|str\.|gasse|allee|platz|weg)(?![\w])"),
    rule("po-box", "LOC", rf"(?<!\w)Postfach[ ]\d[\d ]{{1,8}}(?:,[ ]?{_TOWN})?", role=Role.DIRECT),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{2}[ ]?\d{6}[ ]?[A-Z][ ]?\d{2}[ ]?\d)(?!\w)", _insurance, anchor="free"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d)D?(?!\w)", _card, anchor="lettered"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3})(?![\w.,]?\d)", _tax, anchor="free"),
    rule("id-number", "CODE", r"(?<![\w.,-])(?P<x>756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2})(?!\w)", lambda match: vouched("ch.ssn")(match) or "announced"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{4}[ ]?\d{6})(?![\w.,]?\d)", vouched("at.vnr"), anchor="free"),
    rule("id-number", "CODE", r"(?<![\w.,/-])(?P<x>(?:DE[ ]?\d{9}|ATU[ ]?\d{8}|CHE[- ]?\d{3}\.?\d{3}\.?\d{3}))(?!\w)"),
    rule("tax-number", "CODE", r"(?<![\w.,/-])(?P<x>\d{2,3}/\d{3,4}/\d{4,5})(?![\w/])", anchor="free"),
    rule("court-file", "CODE", r"(?<![\w.,/-])(?:[IVX]{1,5}[ ])?\d{1,4}[ ](?:[A-Z][A-Za-z]{0,4}|[A-Z]{2,4})[ ]?(?:\([A-Z]+\)[ ])?\d{1,6}/\d{2}(?:[ ][A-Z]{1,3})?(?!\w)"),
    announced(
        r"(?:Patienten|Fall|Aufnahme|Kunden|Vertrags|Konto|Mitglieds?|Versicherten|Versicherungs|Vers\.|Personal|Pers\.|"
        r"Rechnungs|Bestell|Auftrags|Vorgangs|Ticket|Geschäfts|Akten|Führerschein|Ausweis|Personalausweis|Reisepass|Pass|"
        r"Steuer|Sozialversicherungs|Rentenversicherungs|SV|AHV|KV|KVNR|Depot|Karten|Kreditkarten|Darlehens|Police|Policen|"
        r"Schadens?|Serien|Geräte|Fahrgestell|Sendungs|Tracking|Referenz|Buchungs|Beleg|Mandats|Gläubiger|Matrikel|"
        r"Untersuchungs|Auftrag|Zähler|Chip|Proben|Einsende|Labor|Tagebuch|Dienst|Klienten|Bewohner)[-‐ ]?"
        r"(?:nummer|Nummer|Nr|nr|ID|Id|Zeichen|zeichen|kennung|Kennzeichen|zahl)|(?:Az|AZ|Aktenzeichen|Gz|GZ|Geschäftszeichen|Unser[ ]Zeichen|"
        r"Ihr[ ]Zeichen|Kassenzeichen|Vorgang|Zeichen|Kennzeichen|Pat-?ID|PID|FallNr|SVNR|SVNr|IdNr|St-?Nr|Kd-?Nr|Kto|IBAN|BLZ|"
        r"Ticket|Mandatsreferenz|LANR|BSNR|IK|Durchwahl|DW|PIN|TAN|PUK|Kundennr|Vertragsnr|Rechnungsnr|Best\.-?Nr|Rg\.?-?Nr|"
        r"Vers\.-?Nr|Pers\.-?Nr|Kd\.-?Nr|Tgb\.-?Nr|Ausw\.-?Nr|VNR|VS-?Nr|FIN|IMEI)"
    ),
    TitledNames(
        "de",
        r"(?:(?:[Hh]err[n]?|HERRN?|[Ff]rau|FRAU|Fr\.|Hr\.|Hrn\.|Frl\.|Fräulein|Familie|Fam\.|Eheleute|Kollegin|Kollege|Schwester|Sr\.|Pfleger|"
        r"Zeug(?:e|in)|Richter(?:in)?|Rechtsanw[aä]lt(?:in)?|RA(?:in)?|StA(?:in)?|OStA|PHK(?:in)?|POK(?:in)?|PK(?:in)?|PM(?:in)?|KHK(?:in)?|KOK|"
        r"OÄ|OA|Oberarzt|Oberärztin|CA|Chefarzt|Chefärztin|Facharzt|Hausarzt|Hausärztin|Notar(?:in)?|Pfarrer(?:in)?|gez\.|i\.[ ]?[AV]\.|"
        r"Mag\.|Dipl\.-\w{2,5}\.?|Ing\.|Dr\.|Prof\.|PD)(?:[ ](?:Dr\.|Prof\.|med\.|dent\.|jur\.|phil\.|rer\.|nat\.|h\.[ ]?c\.|habil\.|Mag\.|PD|"
        r"vet\.|Dipl\.-\w{2,5}\.?|Ing\.|Univ\.-Prof\.|Kolleg(?:e|in|en)|Rechtsanw[aä]lt(?:in)?|Richter(?:in)?)){0,5})",
        "von van vom zu zur zum der den de di da del el al la le und ten ter af ben abu bin freiherr graf freifrau gräfin",
    ),
    TitledNames(
        "de",
        r"(?:(?:Ehe|Schwieger|Groß|Stief|Halb|Zwillings)?(?:[Tt]ochter|[Ss]ohn|[Bb]ruder|[Ss]chwester|[Mm]utter|[Vv]ater|[Mm]ann|[Ff]rau)|Nichte|Neffe|Enkel(?:in|sohn|tochter)?|Oma|Opa|Onkel|Tante|Cousin(?:e)?|Partner(?:in)?|Lebensgefährt(?:e|in)|Freundin|Zwilling)",
        "von van de",
        "relative",
        is_firm=False,
    ),
    field("PERSON", r"(?i:(?:vor[- ]?und[ ])?(?:nach|vor|familien|zu|geburts)?name(?:,[ ]?vorname)?|pat(?:ient)?(?:in)?\.?|versicherter?|"
          r"kontoinhaber(?:in)?|antragsteller(?:in)?|ansprechpartner(?:in)?|sachbearbeiter(?:in)?|bearbeiter(?:in)?|empfänger(?:in)?|absender(?:in)?)", PERSON_VALUE),
    ListedNames("de", "von van vom zu zur der den de di"),
    *ACCOUNTS,
    *MONEY,
)  # fmt: skip
"""Every rule for German."""
