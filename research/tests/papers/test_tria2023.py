"""What tria2023 composes."""

from unname.attack.classifier import Classifier
from unname_research.papers.tria2023 import PUBLISHED, tria2023


def test_the_published_settings_are_those_of_the_attack() -> None:
    own = {name: getattr(Classifier(), name) for name in PUBLISHED}
    assert own == {**PUBLISHED, "attention_dropout": False}
    assert tria2023().name == "classifier(attention_dropout=True)"


def test_settings_of_ones_own_win() -> None:
    assert tria2023(epochs=1, frozen=True).name == "classifier(epochs=1, attention_dropout=True, frozen=True)"
