"""Maps, keys, policies, reports and vaults: old ones are read, newer ones and nonsense are refused by name."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from unname.core.errors import ConfigError, InputError
from unname.core.policy import Policy, find_policy, list_policies, read_policy
from unname.core.redaction import Redaction
from unname.core.versions import VERSIONS, check_version
from unname.corpora.key_file import key_text, read_key
from unname.corpora.map_back import map_line, read_map
from unname.replace.vault import Access, Vault
from unname.report.release import release_page

FACTS = json.loads((Path(__file__).parents[1] / "data" / "release.json").read_text())
OLD_FACTS = {key: value for key, value in FACTS.items() if key != "version"}
KEY = bytes(range(32))


def _map(path: Path, version: Any) -> object:
    told = {} if version is None else {"version": version}
    path.write_text(json.dumps({"id": "1", "document": "a", "edits": [], **told}))
    return read_map(path) == {"1": "a"}


def _key(path: Path, version: Any) -> object:
    path.write_text(f"{KEY.hex()}\n" if version is None else f"unname-key {version}\n{KEY.hex()}\n")
    return read_key(path, str(path)) == KEY


def _policy(path: Path, version: Any) -> object:
    path.write_text("k = 5\n" if version is None else f"version = {json.dumps(version)}\nk = 5\n")
    return read_policy(path) == Policy(k=5)


def _report(path: Path, version: Any) -> object:
    return "Release report" in release_page(OLD_FACTS if version is None else {**FACTS, "version": version})


def _vault(path: Path, version: Any) -> object:
    Vault.create(path, Access.by_key(KEY)).close()
    if type(version) is int:
        with closing(sqlite3.connect(path)) as database:
            database.execute(f"PRAGMA user_version = {version}")
    else:
        check_version("vault", version, "")  # the file has room for whole numbers alone
    with Vault.open(path, Access.by_key(KEY)) as vault:
        return vault.check() == (0, 0, 0)


READERS: dict[str, Callable[[Path, Any], object]] = {
    "map": _map,
    "key": _key,
    "policy": _policy,
    "report": _report,
    "vault": _vault,
}


@pytest.fixture(params=VERSIONS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("version", [None, 1])
def test_what_is_old_is_read(kind: str, tmp_path: Path, version: int | None) -> None:
    assert READERS[kind](tmp_path / "file", version)


@pytest.mark.parametrize("version", [2, 37])
def test_what_is_newer_is_refused_by_name(kind: str, tmp_path: Path, version: int) -> None:
    with pytest.raises((InputError, ConfigError)) as error:
        READERS[kind](tmp_path / "file", version)
    assert f"made by a newer unname ({kind} version {version}); this one reads up to 1" in str(error.value)


@pytest.mark.parametrize("version", [0, -1, 1.5, "one", "", True, []])
def test_nonsense_is_refused(kind: str, tmp_path: Path, version: object) -> None:
    with pytest.raises((InputError, ConfigError), match=f"the version of a {kind} must be a whole number"):
        READERS[kind](tmp_path / "file", version)


def test_what_is_written_has_the_version_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(key_text(KEY))
    assert read_key(path, "") == KEY
    assert path.read_text() == f"unname-key {VERSIONS['key']}\n{KEY.hex()}\n"
    path.write_text(map_line(Redaction("1", ""), "in.txt", "a"))
    assert json.loads(path.read_text())["version"] == VERSIONS["map"]
    assert read_map(path) == {"1": "a"}


def test_a_newer_policy_is_refused_before_its_keys_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text("version = 2\ncolor = 3\n")
    with pytest.raises(ConfigError, match="made by a newer unname"):
        read_policy(tmp_path / "policy.toml")


@pytest.mark.parametrize("name", list_policies())
def test_shipped_policies_carry_a_version(name: str) -> None:
    assert f"\nversion = {VERSIONS['policy']}\n" in find_policy(name).read_text()


@pytest.mark.parametrize(
    "content", ["", "unname-key", "unname-key 1", "unname-key 1\nxyz", "unname-keys 1\n00", "\udcff"]
)
def test_what_is_no_key(tmp_path: Path, content: str) -> None:
    (tmp_path / "key").write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError, match="key"):
        read_key(tmp_path / "key", "--hash-key key")


def test_every_kind_has_a_version() -> None:
    for kind, version in VERSIONS.items():
        check_version(kind, version, "here")
