"""Labels of fields, doses and measurements are nobody's name or number."""

import pytest

from unname.core.document import Document, Mention, Span
from unname.detect.fields import clear_of_fields, measured
from unname.detect.measurements import measurements


def cleared(text: str, surface: str, label: str = "PERSON") -> list[str]:
    start = text.index(surface)
    mention = Mention(Span(start, start + len(surface)), label)
    return [text[slice(*m.span)] for m in clear_of_fields(Document("d", text), [mention])]


@pytest.mark.parametrize("field", ["DOB", "MRN", "Pt", "Tel", "NHS", "SSN", "D.O.B.", "Name", "Re"])
def test_the_label_of_a_field_is_no_person(field: str) -> None:
    assert cleared(f"{field}: 12", field) == []


def test_a_label_beside_a_name_is_no_part_of_it() -> None:
    assert cleared("Pt: Eleanor Quill\nTel: 020", "Pt: Eleanor Quill\nTel") == ["Eleanor Quill"]
    assert cleared("DOB Eleanor Quill MRN", "DOB Eleanor Quill MRN") == ["Eleanor Quill"]


@pytest.mark.parametrize(("text", "label"), [("Tel Aviv", "LOC"), ("NHS", "ORG"), ("Name", "PERSON"), ("DOB", "CODE")])
def test_what_is_no_label_here_stays(text: str, label: str) -> None:
    assert cleared(f"{text} was there", text, label) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "500 mg",
        "2.5 mg/kg/day",
        "37.5 °C",
        "120/80 mmHg",
        "5 ml/h",
        "12 g/dL",
        "100-200 μg",
        "SpO2 98 %",
        "BP 120/80",
        "HR 72",
        "2 tablets",
        "Hb of 12.1",
        "7 x 10^9/L",
        "4.5 mmol/L",
    ],
)
def test_doses_and_measurements(text: str) -> None:
    start, end = max(measurements(f"She had {text}, then."), key=lambda span: span.end - span.start)
    assert f"She had {text}, then."[start:end] == text


@pytest.mark.parametrize(
    "text", ["60 kg", "1.80 m", "98 %", "EUR 500", "5 km", "34 years", "500 people", "50 g of tea", "2 May"]
)
def test_what_may_tell_somebody_is_no_measurement(text: str) -> None:
    assert list(measurements(f"She had {text}, then.")) == []


def test_a_mention_inside_a_measurement_is_dropped() -> None:
    text = "She took 500 mg from Dr Mg."
    mentions = [Mention(Span(9, 15), "QUANTITY"), Mention(Span(9, 12), "CODE"), Mention(Span(21, 26), "PERSON")]
    assert [m.label for m in measured(Document("d", text), mentions)] == ["PERSON"]
