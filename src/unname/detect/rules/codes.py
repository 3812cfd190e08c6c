"""Rules for identifiers: national and tax ids, bank and card numbers, case, record and travel numbers."""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from unname.core.document import Role
from unname.detect.rules.rule import Judge, Rule, after, before, by_initial

# What a compact number looks like, and the modules of python-stdnum that can vouch for it. Those in the
# first table are strict enough to stand alone; those in the second need a word that announces an id.
_STRICT: tuple[tuple[str, str], ...] = (
    (r"[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\w{3}[A-Z]", "it.codicefiscale"),
    (r"[XYZ]?\d{7,8}[A-Z]", "es.nif ie.pps"),
    (r"[A-Z]\d{8}", "es.nif"),
    (r"\d{6}[-+A-FU-Y]\d{3}\w", "fi.hetu"),
    (r"\d{6}-\d{4}", "dk.cpr se.personnummer is_.kennitala"),
    (r"\d{6}/\d{3,4}", "cz.rc sk.rc"),
    (r"\d{8}-\d{4}", "se.personnummer"),
    (r"\d{6}-\d{7}", "kr.rrn"),
    (r"\d{6}-\d{2}-\d{4}", "my.nric"),
    (r"\d{11}", "pl.pesel ee.ik lt.asmens no.fodselsnummer tr.tckimlik gr.amka be.nn"),
    (r"\d{13}", "ro.cnp za.idnr si.emso th.pin"),
    (r"[12]\d{12,14}", "fr.nir"),
    (r"\d{17}[\dX]", "cn.ric"),
    (r"756\d{10}", "ch.ssn"),
    (r"\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]", "cl.rut"),
    (r"[A-Z]{4}\d{6}[HM][A-Z]{5}\w\d", "mx.curp"),
    (r"[A-Z]{3,4}\d{6}\w{3}", "mx.rfc"),
    (r"[A-Z]{5}\d{4}[A-Z]", "in_.pan"),
    (r"\d{15}", "imei"),
    (r"[A-Z]{2}[\dA-Z]{8,12}", "eu.vat"),
    (r"[A-Z]{2}[\dA-Z]{9}\d", "isin"),
    (r"[\dA-Z]{18}\d\d", "lei"),
)
_ANNOUNCED: tuple[tuple[str, str], ...] = (
    (r"\d{8}", "ar.dni"),
    (r"\d{9}", "nl.bsn ca.sin pt.nif au.tfn il.idnr us.ssn us.rtn us.ein cz.rc"),
    (r"\d{10}", "gb.nhs bg.egn ua.rntrc ru.inn lv.pvn pl.nip cz.rc us.tin ec.ci dk.cpr se.personnummer gb.utr"),
    (r"\d{11}", "hr.oib de.idnr br.cpf ar.cuit pe.ruc lv.pvn au.abn it.iva"),
    (r"\d{12}", "in_.aadhaar ru.inn"),
    (r"\d{14}", "br.cnpj"),
    (r"\d{16}", "id.nik"),
)
_KIND = (
    r"passport|driv(?:er|ing)['’]?s?['’]?\slicen[cs]e|licen[cs]e(?:\splate)?|number\splate|ssn|"
    r"social\s(?:security|insurance)|sin|nino|"
    r"national\s(?:insurance|id|identification)|nhs|npi|dea|mrn|medical\srecord|patient|chart|records?|"
    r"account|acct|a/c|routing|"
    r"sort\scode|iban|swift|bic|bank|policy|claim|member(?:ship)?|subscriber|group|employee|staff|badge|"
    r"student|invoice|order|booking|"
    r"confirmation|reservation|ticket|tracking|cases?|file|docket|applications?|reference|ref|visa|permit|"
    r"id(?:entity)?(?:\scard)?|"
    r"identification|tax(?:payer)?|tin|ein|itin|vat|cpf|serial|imei|vin|plates?|registration|reg|certificate|"
    r"registry|register|prisoner|"
    r"inmate|detainee|flight|plot|parcel|block|card|credit\scard|debit\scard|bank\scard|pin|cvv|cvc|"
    r"security\scode|customer|client|user(?:name)?|login|"
    r"password|passcode|medicare|medicaid|beneficiary|health\splan|contract|loan|transaction|wire|token|"
    r"aadhaar|pan|bsn|pesel|nif|dni|"
    r"cnp|curp|rfc|steuer-?id|device|wallet|tfn|cpr|hetu|nie|abn|svnr|petition|complaint|warrant|incident|"
    r"report|receipt|shipment|roll|"
    r"enrol?lment|folio|locker|"
    r"extension|barcode|sample|specimen|accession|lab|prescription|rx|study|protocol\sid|voter|alien|uscis|"
    r"green\scard"
)
_ANNOUNCEMENT = re.compile(rf"(?i)\b(?:{_KIND}|n[or°]\.?|number)\b[^\n.;]{{0,20}}$")
_LEGAL = re.compile(
    r"(?i)\b(?:laws?|acts?|protocols?|decrees?|regulations?|directives?|decisions?|resolutions?|"
    r"recommendations?|orders?|convention|article|"
    r"articles|rules?|sections?|paragraphs?|art\.|series|pages?|pp?\.|amendment|ordinance|gazette|instruction|"
    r"circular|additional|ets|cets)"
    r"(?:\s\((?:EC|EEC|EU)\))?(?:\s?(?:nos?|n°|nr)\.?)?\s?\(?(?:[\d/.]+(?:,\s|\sand\s))?$"
)
_CITED = re.compile(
    r"\((?:dec\.|[A-Z])[^()]{0,10}\),\s(?:nos?\.\s)?$|\bv\.\s[^.;()]{3,60},\s(?:nos?\.\s)?$|"
    r"judgment[^.]{0,30}\(?nos?\.\s$"
)


@lru_cache(maxsize=256)
def _validator(module: str) -> Callable[[str], bool]:
    return import_module(f"stdnum.{module}").is_valid  # type: ignore[no-any-return]


def _is_valid(module: str, number: str) -> bool:
    """Whether a module calls a number valid; one that fails does not vouch for it."""
    try:
        return _validator(module)(number)
    except KeyError:  # a Chinese number of a province without counties, in stdnum 2
        return False


class _Vouchers:
    """A table of shapes and of the modules that can vouch for a number of that shape."""

    def __init__(self, table: tuple[tuple[str, str], ...]):
        self.table = [(re.compile(shape), modules.split()) for shape, modules in table]
        self.any_shape = re.compile("|".join(shape for shape, _ in table))

    def vouch_for(self, forms: set[str]) -> bool:
        """Whether a module calls one of the ways to write a number valid."""
        return any(
            _is_valid(module, form)
            for shape, modules in self.table
            for form in forms
            if shape.fullmatch(form)
            for module in modules
        )

    def know(self, forms: set[str]) -> bool:
        """Whether one of the ways to write a number has a shape of the table; most numbers have none."""
        return any(map(self.any_shape.fullmatch, forms))


_ALONE, _WITH_WORDS = _Vouchers(_STRICT), _Vouchers(_ANNOUNCED)


def _forms(number: str) -> set[str]:
    """A number as it is written and without what separates its groups."""
    written = number.upper().replace("‑", "-")
    return {written, written.translate(_JOINED)} if written.isascii() else set()


_JOINED = str.maketrans("", "", " ./-")


def _iban(match: re.Match[str]) -> str:
    words = match.group().split(" ")
    # Words that follow may have been taken in; the number is the longest prefix that the check digits confirm.
    return "iban" if any(_validator("iban")("".join(words[:n])) for n in range(len(words), 0, -1)) else ""


def _card(match: re.Match[str]) -> str:
    digits = re.sub(r"\D", "", match.group())
    return "card" if len(set(digits)) > 1 and _validator("luhn")(digits) else ""


def _ssn(match: re.Match[str]) -> str:
    if re.search(r"(?i)\b(?:ssn|social|security|tax|tin|itin)\b", before(match)):
        return "ssn"
    return "ssn" if match["area"] not in ("000", "666") and match["area"][0] != "9" else "ssn-weak"


_PHONE = re.compile(r"(?i)\b(?:tel|telephone|phone|fax|call|mobile|cell)\b")


def _national(match: re.Match[str]) -> str:
    number = match.group()
    forms = _forms(number)
    alone, with_words = _ALONE.know(forms), _WITH_WORDS.know(forms)
    if not (alone or with_words) or sum(map(str.isdigit, number)) < 6 or _PHONE.search(before(match, 20)):
        return ""
    if alone and _ALONE.vouch_for(forms):
        return "id-number"
    if with_words and _ANNOUNCEMENT.search(before(match)) and _WITH_WORDS.vouch_for(forms):
        return "id-number"
    return ""


def _bitcoin(match: re.Match[str]) -> str:
    return "wallet" if _validator("bitcoin")(match.group()) else ""


def _slashed(match: re.Match[str]) -> str:
    head = before(match, 60)
    if _LEGAL.search(head):
        return "reference-law"
    if _CITED.search(head):
        return "reference-cited"
    if re.search(r"(?<!\d)\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)$", match["x"]) or match["x"].startswith("BP "):
        return ""
    number = re.search(
        r"(?i)\b(?:nos?\.?|numbers?|application|case|file|ref\.?)\s?(?:\(?[\d/]+(?:,\s|\sand\s))*\(?$", head
    )
    first, _, second = match["x"].partition("/")
    if not number and (len(first) < 3 or len(second) < 2):
        return ""
    return "reference"


def _announced(match: re.Match[str]) -> str:
    value = match["x"]
    n_digits = sum(map(str.isdigit, value))
    if n_digits == 0 or _LEGAL.search(before(match, 30)):
        return ""
    if match["number"]:
        return "announced"
    if re.match(r"(?i)cv[vc]|pin\b|security", match.group()):
        return "announced" if n_digits >= 3 else ""
    if n_digits < 3 or len(value) < 4 or re.fullmatch(r"(?:19|20)\d\d", value):
        return ""
    return "announced"


def _numbered(match: re.Match[str]) -> str:
    head = before(match, 60)
    if _LEGAL.search(head):
        return ""
    if "/" not in match["x"]:
        return "numbered"
    return "reference-cited" if _CITED.search(head) else "reference"


def _mixed(match: re.Match[str]) -> str:
    value = match.group()
    n_digits = sum(map(str.isdigit, value))
    n_letters = sum(map(str.isalpha, value))
    if (
        n_digits < 3
        or not n_letters
        or re.fullmatch(r"(?i)\d+(?:st|nd|rd|th|s|m|km|kg|mm|cm|am|pm|px|bn|eur|usd|gbp|pln|x\d+)", value)
    ):
        return ""
    return "mixed" if n_digits + n_letters >= 6 else ""


def _long_number(match: re.Match[str]) -> str:
    if re.match(r"(?i)\s?(?:%|[€$£]|eur|usd|euros?|dollars?|pounds|[a-z]+ liras?|liras?)", after(match, 16)):
        return ""
    return "" if re.search(r"(?:[€$£]|\b[A-Z]{3})\s?$", before(match, 6)) else "long-number"


def _rule(name: str, pattern: str, judge: Judge | None = None, needs: tuple[str, ...] = (), anchor: str = "") -> Rule:
    return Rule(name, "CODE", re.compile(pattern), Role.DIRECT, judge, needs, anchor)


RULES: tuple[Rule, ...] = (
    _rule(
        "iban",
        r"(?i)(?<!\w)[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?(?!\w)",
        _iban,
        anchor="lettered",
    ),
    _rule("card", r"(?<![\w.,/-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w/]|[-.,]\d)", _card, anchor="free"),
    _rule("card", r"(?<![\w.,/-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w/]|[-.,]\d)", _card, anchor="free"),
    _rule("ssn", r"(?<![\w.,/-])(?P<area>\d{3})([- .])\d{2}\2\d{4}(?![\w/]|[-.,]\d)", _ssn, anchor="free"),
    _rule("ssn", r"(?<!\w)[Xx*]{3}-?[Xx*]{2}-?\d{4}(?!\w)"),
    _rule("id-number", r"(?<![.,/-])\d(?:[ .\-/‑]?[\dA-Z]){6,22}(?!\w)", _national, anchor="free"),
    _rule("id-number", r"(?<![\w.,/-])[A-Z]{1,6}[ -]?\d(?:[ .\-/‑]?[\dA-Z]){5,22}(?!\w)", _national, anchor="lettered"),
    _rule(
        "nino",
        r"\b(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ ]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?[A-D]\b",
        anchor="lettered",
    ),
    _rule(
        "wallet",
        r"(?<!\w)(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[a-z0-9]{11,71})(?!\w)",
        _bitcoin,
        anchor="code",
    ),
    _rule("wallet", r"(?<!\w)0x[0-9a-fA-F]{40}(?!\w)", needs=("0x",)),
    _rule("uuid", r"(?<![\w-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w-])", needs=("-",)),
    _rule("hash", r"(?<!\w)(?=[a-fA-F]{0,40}\d)[0-9a-fA-F]{24,128}(?!\w)", anchor="code"),
    _rule("vin", r"(?<!\w)(?=[A-Z]{0,16}\d)(?=\d{0,16}[A-Z])[A-HJ-NPR-Z0-9]{17}(?!\w)", anchor="coded"),
    _rule("plate", r"(?<![\w-])[A-Z]{2}\d{2}[ ][A-Z]{3}(?![\w-])", anchor="lettered"),
    _rule("plate", r"[A-ZÄÖÜ](?<![\w-].)[A-ZÄÖÜ]{0,2}[- ][A-Z]{1,2}[ ]\d{2,4}(?![\w-])"),
    _rule("flight", r"(?i:\bflights?\s(?:no\.?\s|number\s)?)(?P<x>[A-Z0-9]{2,3}[ ]?\d{1,4})(?!\w)"),
    _rule("flight-weak", r"(?<![\w/-])[A-Z]{2}\d{3,4}(?![\w/-])", anchor="lettered"),
    # 36244/06, 12345/2001, A-1234/2005, II K 123/99
    _rule(
        "reference",
        r"(?<![\w./,-])(?P<x>(?:[A-Z]{1,5}[- .]){0,3}\d{1,7}(?:[/:‑-]\d{1,7}){0,2}/(?:\d{2,4}|"
        r"\d{1,7}/\d{2,4}))(?![\w/]|[.,]\d)",
        _slashed,
        needs=("/",),
    ),
    _rule("reference", r"(?<![\w-])[A-Z]{1,4}-\d{2,7}(?:[/-]\d{1,6}){0,3}(?![\w/-])", anchor="lettered"),
    _rule("docket", r"(?<![\w-])\d{1,2}:\d{2}-[a-z]{2}-\d{3,6}(?:-[A-Z]{2,4}){0,3}(?!\w)", anchor="worded"),
    _rule("docket", r"(?<![\w-])(?:[A-Z]{1,3}[-‑])?(?:19|20)?\d{2}[-‑][A-Z]{1,4}[-‑]\d{2,7}(?!\w)", anchor="coded"),
    _rule(
        "announced",
        rf"(?i)(?<!\w)(?:{by_initial(_KIND)})\b(?P<number>s?\s?(?:\((?:ssn|mrn|npi|id|dob)\))?\s?(?:numbers?|"
        rf"nos?\b\.?|num\b\.?|nr\b\.?|n°|id\b|code|\#|:)"
        r"(?:\s?(?:is|was|:|=|\#|of)(?=\W)){0,2}|\s?[=\#])?\s{0,3}(?:(?:is|was|as|in|of|ending\s(?:in|"
        r"with))\s)?"
        r"(?P<x>(?-i:[A-Z]{1,5}[ ])?(?=[A-Za-z]{0,6}[-/.]?[A-Za-z]{0,6}[-/.]?\d)[A-Za-z0-9]{1,34}(?:[-/.:][A-Z"
        r"a-z0-9]{1,20}){0,7}(?:[ ]\d{2,8}){0,5})(?!\w)",
        _announced,
    ),
    _rule(
        "numbered",
        r"(?<!\w)[Nn]os?\.\s(?P<x>\d{1,9}(?:[/.-]\w{1,9}){0,4}+(?:(?:,\s|"
        r"\sand\s)\d{1,9}(?:[/.-]\d{1,9}){0,4}+(?!\s(?:January|February|March|April|May|June|July|August|"
        r"September|October|November|December)\b)){0,30})(?!\w)",
        _numbered,
    ),
    _rule("mixed", r"(?<![\w./@-])(?=[A-Za-z]{0,12}\d)[A-Za-z0-9]{6,40}(?![\w@/]|\.\w)", _mixed, anchor="coded"),
    _rule("mixed", r"(?<![\w./@-])[A-Z0-9]{1,10}(?:-[A-Z0-9]{1,12}){1,6}(?![\w@/-]|\.\w)", _mixed, anchor="coded"),
    _rule("long-number", r"(?<![\w.,/$€£-])\d{7,40}(?![\w/]|[.,]\d)", _long_number, anchor="free"),
)
