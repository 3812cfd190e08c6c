"""Kinds of text that nobody looked at."""

import pytest

from unname.measure.unfamiliar import find_unfamiliar

ENGLISH = "The applicant was taken to the hospital, where a nurse looked after him until the next morning."


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (ENGLISH, ""),
        ("", ""),
        ("pt c/o chest pain, BP 120/80, no fever; plan: rest, fluids and follow up in one week", ""),
        ("Der Patient wurde gestern aus dem Krankenhaus entlassen.", "language"),
        ("La patiente est sortie hier soir avec son mari.", "language"),
        ("El paciente fue dado de alta ayer por la noche con su familia.", "language"),
        (f"{ENGLISH} El paciente fue dado de alta ayer por la noche con su familia. {ENGLISH}", "passage"),
        (
            "\u041e\u043b\u044c\u0433\u0430 \u043f\u0440\u0438\u0448\u043b\u0430 \u0434\u043e\u043c\u043e\u0439.",
            "language script",
        ),
        ("\u60a3\u8005\u306f\u6628\u65e5\u9000\u9662\u3057\u305f\u3002", "language script"),
        (f"{ENGLISH} Her sister \u041e\u043b\u044c\u0433\u0430 came.", "script"),
        (f"{ENGLISH} He took 5 \u03bcg of a \u03b2-blocker.", ""),
        ('She <span title="x">went</span> home with him.', "markup"),
        ("She&nbsp;went home with him.", "markup"),
        ("If a < b and c > d, he went home; R&D; went on.", ""),
        (f"{ENGLISH} {'iVBORw0KGgo' * 9}", "encoded"),
        (f"{ENGLISH} {'_' * 90} {'-' * 90} {'=' * 90}", ""),
    ],
)
def test_signs(text, kinds):
    assert find_unfamiliar([text]) == frozenset(kinds.split())


def test_masks_do_not_hide_the_language():
    text = "Der Patient *** wurde gestern von *** aus dem *** entlassen und nach *** gebracht."
    assert find_unfamiliar(text.split("***")) == {"language"}
