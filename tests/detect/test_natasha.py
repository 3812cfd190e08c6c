"""Names in Russian text, by natasha itself."""

import socket
import sys
from pathlib import Path

import pytest

from unname.core.document import Document
from unname.core.errors import MissingModel
from unname.detect import natasha as module
from unname.detect.natasha import Natasha, find_mentions

TEXT = (
    "Вчера Ульяна Засядько приехала из Перми в Москву. Там её встретил адвокат Пётр Кшиштофович из компании "
    "«Северный рудник», и Засядько уехала с ним в Тверь.\n"
)


def read(text: str, least: float = 0.5) -> list[tuple[str, str]]:
    mentions = Natasha().detect(Document("d", text))
    return [(mention.label, text[slice(*mention.span)]) for mention in mentions if mention.confidence >= least]


def test_it_finds_what_natasha_finds() -> None:
    natasha = pytest.importorskip("natasha")
    plain = natasha.NewsNERTagger(natasha.NewsEmbedding())(TEXT * 5)
    expected = [(module.LABELS[span.type], (TEXT * 5)[span.start : span.stop]) for span in plain.spans]
    assert len(expected) >= 25
    assert read(TEXT * 5, least=0.4) == expected


def test_people_places_and_organizations() -> None:
    assert ("PERSON", "Ульяна Засядько") in read(TEXT)
    assert ("LOC", "Перми") in read(TEXT)


def test_what_is_doubtful_is_told_with_its_probability() -> None:
    mentions = Natasha(floor=0.01).detect(Document("d", TEXT))
    assert all(0.01 <= mention.confidence <= 1 for mention in mentions)
    assert len(mentions) >= len(read(TEXT))


def test_blocks_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(TEXT * 20)
    monkeypatch.setattr(module, "BLOCK", 97)
    assert read(TEXT * 20) == whole


def test_the_network_comes_with_the_package_and_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nothing may be fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert read("Вчера Ульяна Засядько приехала.")
    natasha = pytest.importorskip("natasha")
    assert Path(natasha.data.NEWS_NER).is_file()


def test_without_the_package_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "natasha", None)
    with pytest.raises(MissingModel, match=r"pip install 'unname\[ru\]'"):
        Natasha().detect(Document("d", TEXT))


def test_tags_that_do_not_begin_begin_all_the_same() -> None:
    assert list(find_mentions(["I-PER", "I-PER", "I-LOC", "O"], slice(0, 4))) == [(0, 2, "PER"), (2, 3, "LOC")]
