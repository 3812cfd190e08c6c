import importlib
import subprocess
import sys

import pytest

import unname

NAMES = {
    "ConfigError",
    "Document",
    "Edit",
    "Entity",
    "InfeasiblePlan",
    "InputError",
    "InternalError",
    "LABELS",
    "Mention",
    "MissingModel",
    "Origin",
    "Pipeline",
    "Policy",
    "Profile",
    "Redaction",
    "Release",
    "Role",
    "Span",
    "UnnameError",
    "Withheld",
    "read_policy",
    "release",
    "release_all",
}
ROOMS = ["core", "text", "people", "index", "models", "training", "corpora", "detect", "replace", "measure", "pipeline"]


def test_the_public_names_are_these_and_few() -> None:
    assert set(unname.__all__) == NAMES
    assert len(NAMES) < 30


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_name_is_there_and_listed(name: str) -> None:
    value = getattr(unname, name)
    assert name in dir(unname)
    if callable(value):
        assert value.__doc__


def test_no_public_name_is_a_folder() -> None:
    assert not NAMES & set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_folders_are_folders(room: str) -> None:
    assert importlib.import_module(f"unname.{room}").__doc__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        unname.no_such_name  # noqa: B018


def test_starting_loads_nothing_heavy() -> None:
    heavy = "numpy onnxruntime tokenizers phonenumbers stdnum ahocorasick torch spacy typer rich".split(" ")
    program = f"import sys, unname; unname.Pipeline(); print([n for n in {heavy!r} if n in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert answer.stdout.strip() == "[]"
