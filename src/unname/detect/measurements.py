"""Doses and what instruments show: numbers that say how somebody fares, and not who it is."""

import re
from collections.abc import Iterable, Iterator

from unname.core.document import Document, Mention, Span
from unname.text.spans import Spans, join_spans

_NUMBERS_OF = frozenset({"QUANTITY", "CODE", "MISC", "DATETIME", "DEM"})

_NUMBER = r"\d{1,6}(?:[.,]\d{1,4})?"
_NUMBERS = rf"{_NUMBER}(?:\s?(?:[-\u2013/x\u00d7]|to)\s?{_NUMBER}){{0,2}}"
_PER = (
    r"(?:\s?/\s?(?:kg|h|hr|hour|min|minute|day|d|week|dose|m?l|m?L|dl|dL|[\u00b5\u03bcu][lL]|m2|m\u00b2|mmol|24\s?h))"
)
_UNIT = (
    rf"(?:(?:(?:mc|[m\u00b5\u03bcunp])g|micrograms?|milligrams?|(?:[m\u00b5\u03bcnp]|milli|micro)?mol(?:es)?|mEq|m?IU|"
    rf"[md\u00b5\u03bcu][lL]|millilit(?:re|er)s?|mm\s?Hg|cm\s?H2O|kPa|\u00b0\s?[CF]|bpm|mSv|mGy|mV|"
    rf"(?:beats|breaths|mls?|drops)(?=\s?/|\sper\b))(?:{_PER}){{0,2}}(?:\sper\s(?:minute|hour|day|kg|dose))?"
    rf"|(?:g|m?U|IU|kcal|cells|copies){_PER}{{1,2}}|(?:\s?[x\u00d7]\s?)?10\^?\d{{1,2}}\s?/\s?[lL]|tablets?|capsules?|puffs?|"
    r"g(?=\s(?:once|twice|three\stimes|four\stimes|daily|per\sday|a\sday|po\b|iv\b|im\b|bd\b|tds\b|qds\b|od\b|prn\b|orally|"
    r"every\s|intravenously)))"
)
_SHOWN = re.compile(rf"(?<![\w.,/$\u20ac\u00a3])[<>~\u2248]?\s?(?P<x>{_NUMBERS}[\s\u00a0-]?{_UNIT})(?![\w/])")
_NAMED = re.compile(
    r"(?<![\w-])(?P<x>(?:BP|[Bb]lood\spressure|HR|[Hh]eart\srate|[Pp]ulse|RR|[Rr]espiratory\srate|Sp?O2|O2\ssats?|[Ss]ats?|"
    r"[Oo]xygen\ssaturation|[Ss]aturation|FiO2|HbA1c|Hb|Hgb|[Hh]a?emoglobin|[Hh]a?ematocrit|Hct|LVEF|EF|[Ee]jection\sfraction|"
    r"GCS|INR|CRP|ESR|WBC|WCC|eGFR|TSH|LDL|HDL|PSA|[Tt]emp(?:erature)?|pH)"
    rf"(?:\s(?:of|was|is|at)|\s?[:=])?\s?[<>~\u2248]?{_NUMBERS}(?:\s?%|[\s\u00a0]?{_UNIT})?)(?![\w/]|[.,]\d)"
)


def measurements(text: str) -> Iterator[Span]:
    """Where a dose or a measurement stands, in no order.

    >>> text = "500 mg, BP 120/80 mmHg, 5 ml/h, SpO2 98 %; 5 km, 60 kg, 98 %"
    >>> [text[start:end] for start, end in measurements(text)]
    ['500 mg', '120/80 mmHg', '5 ml/h', 'BP 120/80 mmHg', 'SpO2 98 %']
    """
    for pattern in (_SHOWN, _NAMED):
        for found in pattern.finditer(text):
            yield Span(*found.span("x"))


def measured(document: Document, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions without those inside a dose or a measurement."""
    taken = Spans(join_spans(measurements(document.text)))
    return (mention for mention in mentions if mention.label not in _NUMBERS_OF or not taken.covers(mention.span))
