"""Rules for other languages than English, one module each: `RULES`, and `REGIONS` for telephone numbers."""

FOREIGN = ("de", "fr", "es", "ru")
"""The languages that have rules of their own."""

CYRILLIC = frozenset({"ru"})
"""Those of them that are written in Cyrillic letters."""

CONFIDENCE: dict[str, float] = {
    "account": 0.95,
    "address": 0.97,
    "age": 0.97,
    "announced": 0.97,
    "court-file": 0.9,
    "day-month": 0.8,
    "day-month-led": 0.97,
    "field": 0.96,
    "health-card": 0.85,
    "initials": 0.97,
    "listed": 0.96,
    "month-year": 0.96,
    "occupation": 0.7,
    "postal-city": 0.93,
    "ramq": 0.9,
    "relative": 0.96,
    "season": 0.8,
    "street": 0.85,
    "sum": 0.5,
    "tax-number": 0.85,
    "titled": 0.97,
    "year": 0.85,
    "year-bare": 0.4,
}
"""How probable it is that a careful annotator hides what a rule found, where it differs from English.

The recognizers are smaller than the English tagger, so that more is left to the rules."""
