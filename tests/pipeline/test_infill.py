"""Masks that are filled in, and what truly stands behind them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.core.results import Fill, Filling
from unname.pipeline.infill import fill_all, hidden_parts, infill, recover, write_fills
from unname.pipeline.knowledge import knowledge
from unname.text.masks import find_masks

TEXT = "Ada Grey, born in Zenda in 1901, is a judge in Strelsau."
LIFE = Document(
    "a",
    TEXT,
    mentions=(
        Mention(Span(0, 8), "PERSON", role=Role.DIRECT),
        Mention(Span(18, 23), "LOC"),
        Mention(Span(27, 31), "DATETIME"),
        Mention(Span(47, 55), "LOC", role=Role.NONE),
    ),
)


@dataclass
class Reader:
    """Puts the first word of the background behind every mask."""

    name: str = "first"
    asked: list[tuple[int, list[Collection[str]]]] = field(default_factory=list)

    def fill(
        self,
        texts: Sequence[str],
        background: Sequence[Document],
        without: Sequence[Collection[str]] | None = None,
    ) -> Sequence[Fill]:
        self.asked.append((len(texts), list(without or ())))
        fills = []
        for number, text in enumerate(texts):
            left_out = without[number] if without else ()
            words = [document.text.split()[0] for document in background if document.id not in left_out]
            told = tuple(Filling(word, 0.5) for word in words[:1])
            fills += [Fill(str(number), mask, told) for mask in find_masks(text)]
        return fills


def redacted(*spans: tuple[int, int], mask: str = "***", joins: bool = False) -> Redaction:
    return rewrite(LIFE, [Replacement(Span(*span), mask, joins=joins) for span in spans])


def test_edits_say_what_is_hidden() -> None:
    redaction = redacted((0, 8), (18, 23), (27, 31))
    told = hidden_parts(LIFE, redaction)
    assert [(part.text, part.role, part.label) for part in told.parts] == [
        ("Ada Grey", Role.DIRECT, "PERSON"),
        ("Zenda", Role.QUASI, "LOC"),
        ("1901", Role.QUASI, "DATETIME"),
    ]
    assert [redaction.text[slice(*part.mask)] for part in told.parts] == ["***"] * 3
    assert (told.n_other, told.n_unclear) == (0, 0)


@pytest.mark.parametrize(
    ("released", "hidden", "n_other", "n_unclear"),
    [
        ("***, born in *** in ***, is a judge in Strelsau.", ["Ada Grey", "Zenda", "1901"], 0, 0),
        ("PERSON_1, born in GPE in DATE_1, is a judge in Strelsau.", ["Ada Grey", "Zenda", "1901"], 0, 0),
        ("██████ ████, born in Zenda in 1901, is a judge in Strelsau.", ["Ada", "Grey"], 0, 0),
        ("Eve Black, born in [LOC] in the 1900s, is a judge in Strelsau.", ["Zenda"], 2, 0),
        ("Ada Grey is a judge in <mask>.", ["Strelsau"], 1, 0),
        ("*** *** ***, born in Zenda in 1901, is a judge in Strelsau.", [], 0, 3),
        ("Ada *** born in Zenda in 1901, is a judge in Strelsau. [MASK]", ["Grey,"], 0, 1),
        (TEXT, [], 0, 0),
        ("", [], 1, 0),
    ],
)
def test_alignment_says_what_is_hidden(released: str, hidden: list[str], n_other: int, n_unclear: int) -> None:
    told = hidden_parts(Document("a", TEXT), released)
    assert [part.text for part in told.parts] == hidden
    assert (told.n_other, told.n_unclear) == (n_other, n_unclear)


def test_masks_tell_labels_where_the_original_has_none() -> None:
    told = hidden_parts(Document("a", TEXT), "[PERSON], born in *** in DATE_2, is a judge in Strelsau.")
    assert [(part.role, part.label) for part in told.parts] == [(None, "PERSON"), (None, None), (None, "DATETIME")]


def test_masks_in_a_row_are_divided_by_mentions() -> None:
    text = "Ada Grey 12 May 1901 in Zenda"
    mentions = (Mention(Span(0, 8), "PERSON"), Mention(Span(9, 20), "DATETIME"))
    told = hidden_parts(Document("a", text, mentions=mentions), "*** *** in Zenda")
    assert [(part.text, part.label) for part in told.parts] == [("Ada Grey", "PERSON"), ("12 May 1901", "DATETIME")]


def test_masks_that_grow_together_hide_all() -> None:
    redaction = rewrite(
        Document("a", "AdaGrey sings"), [Replacement(Span(0, 3), "***"), Replacement(Span(3, 7), "***")]
    )
    assert [part.text for part in hidden_parts(Document("a", "AdaGrey sings"), redaction).parts] == ["AdaGrey"]


def test_an_edit_may_leave_words_beside_its_mask() -> None:
    film = Document("a", "She made Twelve Years a Harbor there.")
    redaction = rewrite(film, [Replacement(Span(9, 30), "*** Years a ***")])
    assert [part.text for part in hidden_parts(film, redaction).parts] == ["Twelve", "Harbor"]
    other = rewrite(film, [Replacement(Span(9, 30), "a film of ***")])
    told = hidden_parts(film, other)
    assert (told.parts, told.n_unclear) == ((), 1)


def test_masks_of_the_original_hide_nothing_known() -> None:
    letter = Document("a", "Dear [NAME], Ada Grey is well.")
    told = hidden_parts(letter, rewrite(letter, [Replacement(Span(13, 21), "***")]))
    assert ([part.text for part in told.parts], told.n_unclear) == (["Ada Grey"], 1)


def test_texts_are_filled_in_batches_and_counted_anew() -> None:
    originals = [Document(str(n), f"Name{n} sings.") for n in range(5)]
    known = knowledge("L4", [], originals)
    reader, told = Reader(), []
    fills = fill_all(["*** sings."] * 5, known, reader, report=lambda *each: told.append(each), batch=2)
    assert [size for size, _ in reader.asked] == [2, 2, 1]
    assert told == [("infill L4", n, 5, 0.0) for n in (2, 4, 5)]
    assert [[fill.document for fill in each] for each in fills] == [[str(n)] for n in range(5)]


def test_knowledge_is_for_each_text() -> None:
    with pytest.raises(InputError):
        fill_all(["***"], knowledge("L1", [], [LIFE, Document("b", "Bob.")]), Reader())


def test_levels_are_attacked_with_what_they_know() -> None:
    originals = [Document("a", "Ada sings."), Document("b", "Bob sings.")]
    redactions = [rewrite(each, [Replacement(Span(0, 3), "***")]) for each in originals]
    exact = {}
    for level in ("L1", "L2", "L3", "L4"):
        told = infill(level, originals, redactions, [Document("x", "Zenda is a town.")], Reader())
        exact[level] = [each.best for each in told.recoveries]
    assert exact == {"L1": ["", ""], "L2": ["Zenda"] * 2, "L3": ["Zenda"] * 2, "L4": ["Zenda"] * 2}
    own = infill("L3", originals, redactions, [], Reader())
    assert [each.best for each in own.recoveries] == ["Bob", "Ada"]
    assert [each.hidden for each in own.recoveries] == ["Ada", "Bob"]


def test_a_mask_that_was_not_filled_is_a_recovery_without_candidates() -> None:
    hidden = [hidden_parts(LIFE, redacted((0, 8)))]
    [found] = recover(hidden, [[]])
    assert (found.document, found.best, found.fill.mask) == ("a", "", Span(0, 3))


def test_texts_are_not_shown() -> None:
    assert "Zenda" not in repr(hidden_parts(LIFE, redacted((18, 23))))


def test_fills_are_written_in_place_of_their_masks() -> None:
    text = "*** sings in [LOC] and ***."
    first, second, third = find_masks(text)
    fills = [Fill("0", first, (Filling("Ada", 0.9), Filling("Bob", 0.1))), Fill("0", second), Fill("0", third)]
    assert write_fills(text, fills) == "Ada sings in [LOC] and ***."
    assert write_fills(text, []) == text
