"""Documents that every component must bear."""

import sys

import pytest

from unname.core.document import Document, Mention, Role, Span

TEXTS = {
    "letter": "Mr Tony Booth (born 2 May 1970) of 7 Mill Lane wrote to tony@booth.example.\nBooth is a nurse.",
    "odd": "\x00 J\u043ehn 👩🏽‍⚕️ שלום \u200b\u200d Ｊｏｈｎ\r\n\t— “O’Neil” 𝓙𝓸𝓱𝓷 ﬁ e\u0301",
    "blank": " \n\t ",
    "signs": "*** [PERSON] ... 5 %",
    "long": "Dear Ms Anna Grey, your reference is AB-1234/06. " * 40,
}


@pytest.fixture(params=TEXTS)
def document(request: pytest.FixtureRequest) -> Document:
    return Document(request.param, TEXTS[request.param])


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that has it not: whoever imports it fails."""
    monkeypatch.setitem(sys.modules, "torch", None)


@pytest.fixture
def resolved() -> Document:
    """Three entities: a person named twice, a place, and something that does not identify."""
    text = "Tony Booth left Ruritania by train. Booth slept."
    return Document(
        "trip",
        text,
        mentions=(
            Mention(Span(0, 10), "PERSON", "e1", Role.DIRECT),
            Mention(Span(16, 25), "LOC", "e2", Role.QUASI),
            Mention(Span(29, 34), "MISC", "e3", Role.NONE),
            Mention(Span(36, 41), "PERSON", "e1", Role.DIRECT),
        ),
    )
