from pathlib import Path

import pytest

from unname.core.errors import ConfigError
from unname.core.policy import SHIPPED, Policy, find_policy, list_policies, read_policy


def policy(folder: Path, text: str) -> Policy:
    path = folder / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return read_policy(path)


def test_every_key_is_read(tmp_path: Path) -> None:
    text = """
        max_risk = 0.1
        k = 5
        always_hide = ["PERSON"]
        never_change = ["QUANTITY"]
        deny = ["Acme"]
        allow = ["Rome"]
        attacks = ["sparse"]
        jury = ["dense"]
        max_rounds = 3
        [thresholds]
        LOC = 0.3
        ORG = 1
        [limits]
        CODE = 0
    """
    assert policy(tmp_path, text) == Policy(
        0.1,
        5,
        frozenset({"PERSON"}),
        frozenset({"QUANTITY"}),
        frozenset({"Acme"}),
        frozenset({"Rome"}),
        {"LOC": 0.3, "ORG": 1.0},
        {"CODE": 0.0},
        ("sparse",),
        ("dense",),
        3,
    )


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    assert policy(tmp_path, "") == Policy()


def test_a_byte_order_mark_and_line_ends_of_windows_are_read(tmp_path: Path) -> None:
    assert policy(tmp_path, '\ufeffdeny = ["Acme"]\r\nk = 5\r\n') == Policy(k=5, deny=frozenset({"Acme"}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('denied = ["Zanzibar"]', "unknown key 'denied'"),
        ('deny = "Zanzibar"', "deny must be a list of strings"),
        ('deny = ["Zanzibar", 3]', "deny must be a list of strings"),
        ('deny = [" "]', "deny holds an empty string"),
        ('max_risk = "Zanzibar"', "max_risk must be a number, got str"),
        ("max_risk = true", "max_risk must be a number, got bool"),
        ("k = 1.5", "k must be a whole number, got float"),
        ("max_rounds = true", "max_rounds must be a whole number"),
        ("thresholds = 0.5", "thresholds must be a table"),
        ('thresholds.LOC = "x"', r"thresholds\.LOC must be a number"),
        ("thresholds.PLACE = 0.5", "unknown labels"),
        ('always_hide = ["LOC"]\nnever_change = ["LOC"]', "contradicts itself"),
        ('deny = ["Zanzibar"]\nallow = ["zanzibar"]', "contradicts itself"),
        ('deny = ["Zanzibar  A"]\nallow = ["zänzibar a"]', "contradicts itself"),
        ('deny = ["Zanzibar"', "is not TOML"),
        ("Zanzibar Zanzibar", "is not TOML: see line 1"),
    ],
)
def test_bad_policies_are_refused_without_quoting_them(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        policy(tmp_path, text)
    assert "anzibar" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml.* cannot be read"):
        read_policy(tmp_path / "nowhere.toml")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_policy(path)


def test_policies_are_shipped() -> None:
    assert list_policies() == ["gdpr", "hipaa-safe-harbor", "research", "strict"]


@pytest.mark.parametrize("name", list_policies())
def test_every_shipped_policy_is_read_by_name(name: str) -> None:
    assert find_policy(name) == find_policy(f"{name}.toml") == SHIPPED / f"{name}.toml"
    demands = read_policy(name)
    assert demands.always_hide >= {"PERSON", "CODE"}
    assert not demands.never_change


def test_a_file_goes_before_a_shipped_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strict").mkdir()
    assert find_policy("strict") == SHIPPED / "strict.toml"
    (tmp_path / "strict.toml").write_text("k = 7")
    assert read_policy("strict.toml") == Policy(k=7)
    assert find_policy("strict") == SHIPPED / "strict.toml"


@pytest.mark.parametrize(
    "name", ["lenient", "lenient.toml", "", ".", "..", "sub/strict", "../strict.toml", "strict.json"]
)
def test_an_unknown_name_is_told_what_is_shipped(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read") as caught:
        read_policy(name)
    assert "\n" not in str(caught.value)
    if name.startswith(("lenient", "sub", "../", "strict")):
        assert "gdpr, hipaa-safe-harbor, research, strict" in str(caught.value)
