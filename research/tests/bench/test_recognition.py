"""How names found in Russian are counted, on invented sentences."""

import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from unname.core.document import Span
from unname.core.example import Example, Mark
from unname_research.bench.recognition import Reading, all_or_nothing, read_plain, strict, unite
from unname_research.bench.russian_data import LOC, ORG, PER, read_collection3

TEXT = "Ульяна Засядько живёт в Твери. Засядько работает в банке «Рудник»."


def mark(surface: str, label: str, nth: int = 0) -> Mark:
    at = TEXT.index(surface)
    for _ in range(nth):
        at = TEXT.index(surface, at + 1)
    return Mark(Span(at, at + len(surface)), label)


GOLD = Example(
    "a", TEXT, (mark("Ульяна Засядько", PER), mark("Твери", LOC), mark("Засядько", PER, 1), mark("Рудник", ORG))
)


def test_names_are_right_to_the_letter() -> None:
    found = [mark("Ульяна Засядько", PER), mark("Твери", ORG), mark("Засядько", PER, 1), mark("«Рудник»", ORG)]
    scores = strict([GOLD], [Reading(found, [])])
    assert (scores["precision"], scores["recall"], scores["f1"]) == (0.5, 0.5, 0.5)
    assert scores["by_type"][PER]["f1"] == 1.0
    assert scores["by_type"][LOC]["f1"] == scores["by_type"][ORG]["f1"] == 0.0


def test_a_mention_is_hidden_if_all_its_letters_are() -> None:
    hidden = [mark("Ульяна", PER).span, mark("Засядько", PER).span, mark("Твер", LOC).span, mark("«Рудник»", ORG).span]
    person = (GOLD.marks[0].span, GOLD.marks[2].span)
    shares = all_or_nothing([GOLD], [Reading([], hidden)], {"a": [person, (GOLD.marks[3].span,)]})
    assert shares["mention_recall"] == 0.5
    assert shares["entity_recall"] == 0.5
    assert shares["document_recall"] == 0.0
    assert 0.4 < shares["hidden_share"] < 0.6


def test_of_two_recognizers_the_second_adds_what_the_first_leaves() -> None:
    first, second = [mark("Ульяна Засядько", PER)], [mark("Засядько", PER), mark("Твери", LOC)]
    assert unite(first, second) == [first[0], second[1]]


def test_plain_natasha_reads() -> None:
    pytest.importorskip("natasha")
    assert mark("Твери", LOC) in read_plain()(GOLD).names


def test_places_with_two_signs_at_line_ends_are_found(tmp_path: Path) -> None:
    text = "Тема\nЗасядько\nв Твери\n"
    written = text.replace("\n", "\r\n")
    entities = [("PER", "Засядько"), ("GEOPOLIT", "Твери")]
    rows = [
        f"T{n}\t{label} {written.index(surface)} {written.index(surface) + len(surface)}\t{surface}"
        for n, (label, surface) in enumerate(entities, start=1)
    ]
    (tmp_path / "ru/collection5").mkdir(parents=True)
    with tarfile.open(tmp_path / "ru/collection5/collection5.tar.gz", "w:gz") as archive:
        for number in range(5):
            for ending, content in (("txt", text), ("ann", "\n".join(rows))):
                member = tarfile.TarInfo(f"collection5/{number}.{ending}")
                member.size = len(content.encode())
                archive.addfile(member, BytesIO(content.encode()))
    learned, held_out = read_collection3(tmp_path)
    assert (len(learned), len(held_out)) == (4, 1)
    for example in (*learned, *held_out):
        assert [(m.label, example.text[slice(*m.span)]) for m in example.marks] == [(PER, "Засядько"), (LOC, "Твери")]
