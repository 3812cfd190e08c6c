"""Rules for German, French and Spanish, on invented sentences."""

import pytest

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.detect.languages import CONFIDENCE, FOREIGN
from unname.detect.rules import Rules

FOUND = [
    ("de", "Die Feier war am 12. März 2024 im Garten.", "DATETIME", "12. März 2024"),
    ("de", "Aufnahme Di, 12.03.2024, Entlassung offen.", "DATETIME", "Di, 12.03.2024"),
    ("de", "Kontrolle vom 07.03. bis auf Weiteres.", "DATETIME", "07.03."),
    ("de", "Er zog Ende Mai 2019 um.", "DATETIME", "Ende Mai 2019"),
    ("de", "Sie wohnt Lindenstr. 14, 04103 Leipzig, im Hof.", "LOC", "Lindenstr. 14, 04103 Leipzig"),
    ("de", "Am Sonnenhang 8 a, 91572 Bechhofen", "LOC", "Am Sonnenhang 8 a, 91572 Bechhofen"),
    ("de", "Top: Neustiftgasse 12/3/7, 1070 Wien", "LOC", "Neustiftgasse 12/3/7, 1070 Wien"),
    ("de", "Steuer-ID 86 095 742 719", "CODE", "86 095 742 719"),
    ("de", "SV-Nummer 65 170839 J 003 liegt bei", "CODE", "65 170839 J 003"),
    ("de", "Ausweis L01X00T471 vorgelegt", "CODE", "L01X00T471"),
    ("de", "Kundennummer: 4471-902 bitte angeben", "CODE", "4471-902"),
    ("de", "Frau Dr. Blum Rechnung beigelegt", "PERSON", "Blum"),
    ("de", "Herrn Prof. Dr. med. Hartwig von der Grün", "PERSON", "Hartwig von der Grün"),
    ("de", "Patient: Zeisig, Ludwig Ferdinand, Tel. folgt", "PERSON", "Zeisig, Ludwig Ferdinand"),
    ("de", "eine 62-jährige Frau", "DEM", "62"),
    ("de", "Rückruf: 0341 9876543", "CODE", "0341 9876543"),
    ("de", "mit ihrer Nichte Keto, die hilft", "PERSON", "Keto"),
    ("es", "su hermano Vahé tiene", "PERSON", "Vahé"),
    ("es", "cuenta;ES1701820417990201557736;", "CODE", "ES1701820417990201557736"),
    ("fr", "Elle est née le 3 mai 1961 à la maison.", "DATETIME", "3 mai 1961"),
    ("fr", "Envoyé : jeudi 18 janvier 2024 08:52", "DATETIME", "jeudi 18 janvier 2024 08:52"),
    ("fr", "Il habite 12 bis, rue des Lilas, 69003 Lyon.", "LOC", "12 bis, rue des Lilas, 69003 Lyon"),
    ("fr", "NIR 2 55 08 14 168 025 38 sur la carte", "CODE", "2 55 08 14 168 025 38"),
    ("fr", "SIRET 732 829 320 00074", "CODE", "732 829 320 00074"),
    ("fr", "un homme âgé de 62 ans", "DEM", "62"),
    ("fr", "Mme Petit est venue avec le Dr Anne de La Tour.", "PERSON", "Petit"),
    ("fr", "Mme Petit est venue avec le Dr Anne de La Tour.", "PERSON", "Anne de La Tour"),
    ("fr", "joignable au 06 14 88 20 71", "CODE", "06 14 88 20 71"),
    ("es", "Nació el 3 de mayo de 1961 en casa.", "DATETIME", "3 de mayo de 1961"),
    ("es", "Vive en C/ Mayor 5, 2º B, 28013 Madrid.", "LOC", "C/ Mayor 5, 2º B, 28013 Madrid"),
    ("es", "DNI 12345678Z, firmado", "CODE", "12345678Z"),
    ("es", "NIE X1234567L, firmado", "CODE", "X1234567L"),
    ("es", "NHC: 1048823", "CODE", "1048823"),
    ("es", "La D.ª Uxía Blanco vino sola", "PERSON", "Uxía Blanco"),
    ("es", "varón de 62 años", "DEM", "62"),
    ("es", "Tfno. 981 70 61 24", "CODE", "981 70 61 24"),
]
KEPT = [
    ("de", "RR 168/94 mmHg, HF 96/min, Bisoprolol 2,5 mg 1-0-1 für 12 Monate."),
    ("de", "Die Mutter Maschine und der Mann Rechnung."),
    ("de", "Nach § 543 Abs. 2 BGB beträgt die Frist zwei Wochen."),
    ("de", "Das Update 4.2.1 läuft auf Port 8080."),
    ("fr", "TA 130/80 mmHg, amlodipine 5 mg le matin pendant trois semaines."),
    ("fr", "Le contrat suit l'article 1224 du Code civil."),
    ("es", "TA 162/91 mmHg, enalapril 20 mg 1-0-0 durante dos semanas."),
    ("es", "Según el artículo 1124 del Código Civil."),
]


def found(language: str, text: str) -> list[tuple[str, str, float]]:
    mentions = Rules(language=language).detect(Document("d", text, language))
    return [(m.label, text[m.span.start : m.span.end], m.confidence) for m in mentions]


@pytest.mark.parametrize(("language", "text", "label", "surface"), FOUND)
def test_it_is_found_whole(language: str, text: str, label: str, surface: str) -> None:
    assert (label, surface) in [each[:2] for each in found(language, text)]


@pytest.mark.parametrize(("language", "text"), KEPT)
def test_nothing_is_sure_in_ordinary_text(language: str, text: str) -> None:
    assert [each for each in found(language, text) if each[2] >= 0.9] == []


def test_the_date_of_a_law_is_no_date_of_somebody() -> None:
    (_, surface, confidence), *_ = found("fr", "selon la loi du 10 juillet 1965")
    assert (surface, confidence < 0.5) == ("10 juillet 1965", True)


def test_a_wrong_check_digit_is_no_number_of_anybody() -> None:
    assert all(confidence < 0.96 for _, _, confidence in found("de", "Teil L01X00T472 und 86 095 742 718"))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match="none for the language"):
        Rules(language="tlh").detect(Document("d", "x"))


def test_every_rule_has_a_confidence() -> None:
    for language in FOREIGN:
        rules = Rules(language=language)
        assert {rule.name for rule in rules.table} <= set(rules.confidence)  # type: ignore[attr-defined]
    assert all(0 < value < 1 for value in CONFIDENCE.values())


@pytest.mark.parametrize("language", FOREIGN)
def test_long_runs_take_no_longer(language: str) -> None:
    """Nothing here may try every way to split a long line."""
    for piece in ("1", "1 ", "12.", "Am Weg ", "rue de la ", "Calle de la ", "Name: A ", "a,", "Dr. "):
        Rules(language=language).detect(Document("d", piece * 3000))
