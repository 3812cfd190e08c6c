from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.attack.infilling import infilling
from unname.attack.infilling.infilling import READERS, Infilling, create_reader, readers_at_hand
from unname.attack.infilling.situation import MaskReader, Situation
from unname.core.document import Document, Span
from unname.core.errors import ConfigError, InternalError
from unname.core.results import Filling

ORIGINAL = Document("o", "Ada Grey, a judge of Ruritania, was born in Strelsau on 3 May 1961 and lives in Zenda.")
TEXT = "***, a judge of ***, was born in *** on *** and lives in ***."


@dataclass
class Scripted:
    """Answers from a list, and writes down what it was shown."""

    answers: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)
    name: str = "scripted"
    needs_passages: bool = False

    def propose(self, situation: Situation) -> Sequence[Sequence[Filling]]:
        self.shown.append(situation.text)
        before = [situation.text[: mask.start].split()[-1] for mask in situation.masks]
        return [[Filling(text, p, self.name) for text, p in self.answers.get(word, [])] for word in before]


@dataclass
class Outside(Scripted):
    """Asks somebody else, who cannot be asked."""

    costs: dict[str, float] = field(default_factory=dict)

    def check(self) -> None:
        raise ConfigError("no endpoint")

    def declined(self, text: str) -> str:
        return ""


def test_masks_are_put_back_from_the_original() -> None:
    fills = Infilling(readers=("align",)).fill([TEXT], [ORIGINAL, Document("x", "A page about something else.")])
    best = [fill.candidates[0] for fill in fills]
    assert [each.text for each in best] == ["Ada Grey", "Ruritania", "Strelsau", "3 May 1961", "Zenda"]
    assert {each.source for each in best} == {"o"}
    assert all(each.probability > 0.8 and each.reader == "align" for each in best)
    assert [TEXT[slice(*fill.mask)] for fill in fills] == ["***"] * 5


def test_what_was_filled_is_context_for_the_rest() -> None:
    reader = Scripted({"in": [("Strelsau", 0.95)], "with": [("Rudolf", 0.5), ("Michael", 0.3)]})
    text = "Born in *** and seen with *** or [PERSON]."
    fills = Infilling(readers=(reader,)).fill([text], [])
    assert reader.shown[0] == text
    assert reader.shown[1].startswith("Born in Strelsau and")
    assert [[each.text for each in fill.candidates] for fill in fills] == [["Strelsau"], ["Rudolf", "Michael"], []]
    assert [text[slice(*fill.mask)] for fill in fills] == ["***", "***", "[PERSON]"]


def test_what_is_doubtful_is_no_context_but_at_random_it_is() -> None:
    reader = Scripted({"in": [("Strelsau", 0.05)]})
    fills = Infilling(readers=(reader,)).fill(["Born in *** on ***."], [])
    assert reader.shown == ["Born in *** on ***."]
    assert fills[0].candidates[0].probability == 0.05
    other = Scripted({"in": [("Strelsau", 0.05)], "on": [("Monday", 0.05)]})
    Infilling(readers=(other,), order="random").fill(["Born in *** on ***."], [])
    assert other.shown[0] == "Born in *** on ***."
    assert other.shown[1] in ("Born in Strelsau on ***.", "Born in *** on Monday.")


def test_the_random_order_follows_from_the_seed() -> None:
    def shown(seed: int) -> list[str]:
        reader = Scripted({"in": [("A", 0.5)], "on": [("B", 0.5)], "to": [("C", 0.5)]})
        Infilling(readers=(reader,), order="random", seed=seed).fill(["in *** on *** to ***"], [])
        return reader.shown

    assert shown(1) == shown(1)
    assert len({tuple(shown(seed)) for seed in range(20)}) > 1


def test_what_readers_agree_on_comes_first() -> None:
    one = Scripted({"in": [("Zenda", 0.4), ("Strelsau", 0.3)]}, name="one")
    two = Scripted({"in": [("strelsau", 0.35)]}, name="two")
    [fill] = Infilling(readers=(one, two)).fill(["Born in ***."], [])
    assert [each.text for each in fill.candidates] == ["strelsau", "Zenda"]
    [fill] = Infilling(readers=(one, two), weights={"two": 0.0}, n_best=1).fill(["Born in ***."], [])
    assert [each.text for each in fill.candidates] == ["Zenda"]


def test_masks_and_blanks_are_no_fillings() -> None:
    reader = Scripted({"in": [("***", 0.9), (" ", 0.8), ("[LOC]", 0.7), ("Zenda", 0.1)]})
    [fill] = Infilling(readers=(reader,)).fill(["Born in ***."], [])
    assert [each.text for each in fill.candidates] == ["Zenda"]


def test_the_background_is_indexed_once() -> None:
    background = [ORIGINAL]
    filler = Infilling(readers=("align",))
    filler.fill([TEXT], background)
    index = filler.shelves_.shelves_[""].index_
    filler.fill([TEXT], list(background))
    assert filler.shelves_.shelves_[""].index_ is index
    filler.fill([TEXT], [Document("x", "Other")])
    assert filler.shelves_.shelves_[""].index_ is not index


@pytest.mark.parametrize(
    "settings",
    [
        {"order": "best"},
        {"rounds": 0},
        {"n_best": 0},
        {"n_documents": 0},
        {"n_passages": True},
        {"n_considered": 1},
        {"readers": ()},
        {"readers": ("nobody",)},
        {"readers": ("align(size=3)",)},
        {"readers": (Outside(),)},
    ],
)
def test_settings_that_cannot_be_are_refused_before_any_work(settings: dict) -> None:
    with pytest.raises(ConfigError):
        Infilling(**settings).fill([""], [])


def test_what_does_not_fit_together_is_told() -> None:
    with pytest.raises(InternalError, match="without"):
        Infilling(readers=("align",)).fill([TEXT], [], [])
    short = Scripted()
    short.propose = lambda situation: []  # type: ignore[method-assign]
    with pytest.raises(InternalError, match="0 answers for 1"):
        Infilling(readers=(short,)).fill(["***"], [])


def test_its_name_has_its_settings() -> None:
    assert Infilling(readers=("align",), seed=3).name == Infilling(readers=(create_reader("align"),), seed=3).name
    assert "seed=3" in Infilling(seed=3).name


def test_readers_are_made_by_name() -> None:
    reader = create_reader("align(n_whole=2)")
    assert isinstance(reader, MaskReader)
    assert reader.name == "align(n_whole=2)"
    assert {"align", "extract", "generate", "causal", "chat"} <= set(READERS)


def test_no_text_is_shown_in_reprs() -> None:
    situation = Situation("secret ***", [Span(7, 10)], [Document("a", "secret")])
    assert "secret" not in repr(situation)


def test_each_collection_is_read_by_itself() -> None:
    """So whoever has originals of others finds all that general documents alone tell."""
    general = [Document("general/a", "Ada Grey keeps horses in Zenda."), Document("general/b", "Bo sings in Lutha.")]
    others = [Document(f"original/{n}", f"A nurse keeps horses in a town, {n} of them.") for n in range(200)]
    seen: list[list[str]] = []
    reader = Scripted()
    propose = reader.propose
    reader.propose = lambda now: seen.append([each.id for each in now.documents]) or propose(now)  # type: ignore
    for background in (general, general + others):
        filler = Infilling(readers=(reader,), n_documents=5, rounds=1)
        filler.fill(["She, ***, keeps horses in ***, a nurse."], background)
    assert seen[0] == ["general/a"]
    assert seen[1] == seen[0]
    assert len(seen[2]) == 5
    assert all(id.startswith("original/") for id in seen[2])


@given(st.integers(0, 60), st.integers(1, 4))
def test_who_knows_more_has_all_the_proposals_of_who_knows_less(n_others: int, n_documents: int) -> None:
    general = [Document(f"general/{n}", f"{name} keeps horses in Zenda.") for n, name in enumerate("Ada Bo Cy".split())]
    others = [Document(f"original/{n}", f"Somebody{n} keeps horses in Zenda, too.") for n in range(n_others)]
    settings = {"readers": (FirstWords(),), "n_documents": n_documents, "rounds": 1, "n_best": 100}
    less, more = (
        Infilling(**settings).fill(["She, ***, keeps horses."], background)[0].candidates
        for background in (general, general + others)
    )
    assert {(each.text, each.probability) for each in less} <= {(each.text, each.probability) for each in more}


class FirstWords(Scripted):
    """Proposes the first word of each document."""

    def propose(self, situation: Situation) -> list[list[Filling]]:
        said = [Filling(each.text.split()[0], 0.1, self.name, each.id) for each in situation.documents]
        return [said for _ in situation.masks]


@dataclass
class Looked(Scripted):
    """Wants passages, of which none are looked up here."""

    needs_passages: bool = True


def test_what_is_copied_surely_is_not_asked_of_networks() -> None:
    reader = Looked({"from": [("nobody", 0.5)]})
    filler = Infilling(readers=("align", reader))
    filler.passages_.find = lambda text, masks, documents: [[] for _ in masks]  # type: ignore[method-assign]
    [*fills] = filler.fill([TEXT], [ORIGINAL])
    assert [fill.candidates[0].text for fill in fills] == ["Ada Grey", "Ruritania", "Strelsau", "3 May 1961", "Zenda"]
    assert all("***" in shown and shown != TEXT for shown in reader.shown)


def test_readers_at_hand_are_those_whose_weights_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("masks", "passages"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.onnx").touch()
    monkeypatch.setattr(infilling, "find_weights", lambda name: tmp_path / name.split("/")[1])
    assert readers_at_hand() == ("align", "extract", "generate")
    (tmp_path / "passages" / "model.onnx").unlink()
    assert readers_at_hand() == ("align",)
