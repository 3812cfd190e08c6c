from pathlib import Path

import pytest

from unname.core.document import Role
from unname.core.errors import ConfigError
from unname.core.policy import SHIPPED, Pattern, Policy, describe_policy, find_policy, list_policies, read_policy


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
        ahead = 4
        share = 0.5
        keep = ["substance"]
        knowledge = "L3"
        max_put_back = 0.2
        [thresholds]
        LOC = 0.3
        ORG = 1
        age = 0.1
        [limits]
        CODE = 0
        [replace]
        DATETIME = "generalize(to='year')"
        "*" = "label"
        [[pattern]]
        label = "CODE"
        expression = "H[0-9]{7}"
        context = ["hospital number"]
        [[pattern]]
        label = "ORG"
        expression = "Ward [0-9]+"
        within = 10
        role = "direct"
    """
    assert policy(tmp_path, text) == Policy(
        0.1,
        5,
        frozenset({"PERSON"}),
        frozenset({"QUANTITY"}),
        frozenset({"Acme"}),
        frozenset({"Rome"}),
        {"LOC": 0.3, "ORG": 1.0, "age": 0.1},
        {"CODE": 0.0},
        ("sparse",),
        ("dense",),
        3,
        frozenset({"substance"}),
        {"DATETIME": "generalize(to='year')", "*": "label"},
        (
            Pattern("CODE", "H[0-9]{7}", ("hospital number",), Role.DIRECT),
            Pattern("ORG", "Ward [0-9]+", role=Role.DIRECT, within=10),
        ),
        knowledge="L3",
        max_put_back=0.2,
        ahead=4,
        share=0.5,
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
        ("knowledge = 2", "knowledge must be a string, got int"),
        ("max_put_back = 1.5", r"max_put_back must lie in \[0, 1\], got 1.5"),
        ('max_put_back = "Zanzibar"', "max_put_back must be a number, got str"),
        ('knowledge = "L5"', "unknown level of knowledge 'L5'; known are L1, L2, L3, L4"),
        ("max_rounds = true", "max_rounds must be a whole number"),
        ("ahead = -1", "ahead must not be negative"),
        ("share = 0", "share must lie above 0"),
        ("thresholds = 0.5", "thresholds must be a table"),
        ('thresholds.LOC = "x"', r"thresholds\.LOC must be a number"),
        ("thresholds.PLACE = 0.5", "unknown labels"),
        ('always_hide = ["LOC"]\nnever_change = ["LOC"]', "contradicts itself"),
        ('deny = ["Zanzibar"]\nallow = ["zanzibar"]', "contradicts itself"),
        ('deny = ["Zanzibar  A"]\nallow = ["zänzibar a"]', "contradicts itself"),
        ('deny = ["Zanzibar"', "is not TOML"),
        ("Zanzibar Zanzibar", "is not TOML: see line 1"),
        ('replace = "mask"', "replace must be a table of replacers"),
        ("replace.CODE = 3", "replace must be a table of replacers"),
        ('replace.PLACE = "mask"', "replace names unknown labels"),
        ('replace.CODE = "blur"', r"replace\.CODE: unknown replacer 'blur'"),
        ('replace."*" = "mask(shape=3)"', r"replace\.\*: replacer"),
        ("replace.LOC = \"generalize(to='planet')\"", r"replace\.LOC: generalize: unknown level 'planet'"),
        ('pattern = "Zanzibar"', r"patterns are tables, each below a line \[\[pattern\]\]"),
        ('pattern = ["Zanzibar"]', "patterns are tables"),
        ('[[pattern]]\nlabel = "CODE"', r"policy\.toml.*pattern 1 \(CODE\): expression must be a string"),
        ('[[pattern]]\nlabel = "CODE"\nexpression = ""', r"pattern 1 \(CODE\).* has no expression"),
        ('[[pattern]]\nlabel = "Zanzibar"\nexpression = "x"', "pattern 1 has an unknown label"),
        ('[[pattern]]\nlabel = "LOC"\nexpression = "x"\nrole = "Zanzibar"', "role must be direct or quasi"),
        ('[[pattern]]\nlabel = "LOC"\nexpression = "x"\nrole = "none"', "role must be direct or quasi"),
        ('[[pattern]]\nlabel = "LOC"\nexpression = "x"\nwithin = -1', "within must not be negative"),
        ('[[pattern]]\nlabel = "LOC"\nexpression = "x"\ncontext = "Zanzibar"', "context must be a list"),
        ('[[pattern]]\nlabel = "LOC"\nexpression = "x"\nwords = 3', "unknown key 'words'"),
        ('never_change = ["LOC"]\n[[pattern]]\nlabel = "LOC"\nexpression = "x"', "hides what never_change keeps"),
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
    assert list_policies() == [
        "clinical",
        "gdpr",
        "hipaa-safe-harbor",
        "minimal",
        "most-specific",
        "research",
        "strict",
    ]


@pytest.mark.parametrize("name", list_policies())
def test_every_shipped_policy_is_read_by_name(name: str) -> None:
    assert find_policy(name) == find_policy(f"{name}.toml") == SHIPPED / f"{name}.toml"
    demands = read_policy(name)
    # Where medical words must stay, what hardly anybody would take for a name stays, too.
    assert demands.always_hide >= {"PERSON", "CODE"} or max(demands.thresholds[x] for x in ("PERSON", "CODE")) <= 0.2
    assert not demands.never_change
    assert describe_policy(name).endswith(".")


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
        assert "clinical, gdpr, hipaa-safe-harbor, minimal, most-specific, research, strict" in str(caught.value)


@pytest.mark.parametrize("group", ["world", "France", 5000])
def test_a_crowd_and_its_group_are_read(tmp_path: Path, group: int | str) -> None:
    written = f'"{group}"' if isinstance(group, str) else group
    read = policy(tmp_path, f"min_crowd = 1000\ngroup = {written}")
    assert (read.min_crowd, read.group) == (1000, group)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("min_crowd = 1", "min_crowd must be at least 2, got 1"),
        ("min_crowd = 10\ngroup = 9", "a group of 9 people cannot hide anybody among 10"),
        ("group = 0", "a group of 0 people"),
        ('min_crowd = "many"', "min_crowd"),
        ("min_crowd = true", "min_crowd"),
        ('min_crowd = 2\ngroup = " "', "group"),
        ("min_crowd = 2\ngroup = 2.5", "group"),
    ],
)
def test_a_crowd_that_cannot_be_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        policy(tmp_path, text)


def test_whoever_fills_in_masks_has_general_knowledge_unless_the_policy_says_otherwise() -> None:
    assert Policy().knowledge == "L2"
