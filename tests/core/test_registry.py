from dataclasses import dataclass, field
from importlib.metadata import EntryPoint

import pytest

from unname.core import registry
from unname.core.errors import ConfigError
from unname.core.registry import BUILT_INS, create, names, parse, spelled


@pytest.mark.parametrize(
    ("spec", "name", "settings"),
    [
        ("mask", "mask", {}),
        (" mask ( ) ", "mask", {}),
        ("mask(text='#', per_word=True)", "mask", {"text": "#", "per_word": True}),
        ("spacy(model='a(b)c')", "spacy", {"model": "a(b)c"}),
        ("my-own(width=-8)", "my-own", {"width": -8}),
        ("x(a=[1, 2], b={'c': None})", "x", {"a": [1, 2], "b": {"c": None}}),
    ],
)
def test_parse(spec: str, name: str, settings: dict[str, object]) -> None:
    assert parse(spec) == (name, settings)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "mask(",
        "mask)",
        "mask(1)",
        "mask(**{})",
        "mask(a=b)",
        "mask(a=open('x'))",
        "mask()()",
        "ma sk",
        "mask(a=1, a=2)",
    ],
)
def test_nonsense_is_refused(spec: str) -> None:
    with pytest.raises(ConfigError, match="cannot read"):
        parse(spec)


def test_create_passes_settings_and_lets_the_spec_win() -> None:
    assert create("replacer", "mask(text='#')", text="?", per_word=True).name == "mask(text='#', per_word=True)"


def test_an_unknown_setting_is_named() -> None:
    with pytest.raises(ConfigError, match="width"):
        create("replacer", "mask(width=3)")


def test_an_old_name_is_answered_with_the_new() -> None:
    with pytest.raises(ConfigError, match="risk 'told' is now called 'exposed'"):
        create("risk", "told()")
    for role, renamed in registry.RENAMED.items():
        assert set(renamed.values()) <= set(BUILT_INS[role])
        assert not set(renamed) & set(names(role))


@pytest.mark.parametrize(("role", "name"), [("replacer", "maks"), ("detector", "mask"), ("painter", "mask")])
def test_unknown_names_are_answered_with_the_known(role: str, name: str) -> None:
    with pytest.raises(ConfigError, match="known are"):
        create(role, name)


@pytest.mark.parametrize("role", BUILT_INS)
def test_names_of_every_role(role: str) -> None:
    assert set(BUILT_INS[role]) <= set(names(role))


def test_plug_ins_come_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("hash", "fakes:FakeReplacer", "unname.replacer")
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == point.group else [])
    assert "hash" in names("replacer")
    assert create("replacer", "hash(joins=True)").joins
    assert "hash" not in names("detector")


@dataclass
class Component:
    width: int = 8
    words: list[str] = field(default_factory=list)
    secret: str = field(default="", repr=False)


@pytest.mark.parametrize(
    ("component", "name"),
    [
        (Component(), "it"),
        (Component(width=9), "it(width=9)"),
        (Component(words=["a"]), "it(words=['a'])"),
        (Component(secret="x"), "it"),
    ],
)
def test_spelled_names_what_differs(component: Component, name: str) -> None:
    assert spelled("it", component) == name
    assert parse(name)[0] == "it"
