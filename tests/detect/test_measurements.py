"""Doses and measurements are nobody's number."""

import pytest

from unname.core.document import Document, Mention, Span
from unname.detect.measurements import measured, measurements


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
