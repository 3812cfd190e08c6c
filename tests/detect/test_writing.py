"""Names in another writing: other scripts, pronunciations, and the name in another language."""

import pytest

from unname.core.document import Document
from unname.detect.normalize import normalize
from unname.detect.rules import Rules

KINDS = ("other-script", "pronunciation", "respelling", "name-elsewhere")


def found(text: str) -> list[str]:
    clean = normalize(text).text
    mentions = Rules().detect(Document("d", clean))
    return [clean[slice(*m.span)].strip() for m in mentions if m.source.removeprefix("rules:") in KINDS]


@pytest.mark.parametrize(
    "name",
    [
        "Элеонора Уиткомб",
        "Ю́рий Уиткомб",
        "ელეონორ უიტკომბი",
        "Ελέονορ Ουίτκομπ",
        "Էլեոնոր Ուիթքոմբ",
        "אלינור ויטקומב",
        "إليانور ويتكومب",
        "एलेनोर व्हिटकॉम्ब",
        "เอเลนอร์ วิทคอมบ์",
        "埃莉诺",
        "エレノア・ウィットコム",
        "엘리너 위트컴",
        "А. С. Уиткомб",
    ],
)
def test_a_name_in_another_script(name: str) -> None:
    assert found(f"Eleanor Whitcombe ({name}) was born in a small town by the sea, far from here.") == [name]
    assert found(f"I met {name} there.") == [name]


def test_signs_of_science_are_no_names() -> None:
    assert found("α-synuclein, TGF-β1, 5 μg/mL, ΔG, 3 Ω, αβ T cells, π, χ² and 5 µm; the σ-algebra") == []


def test_a_text_in_another_script_is_no_name() -> None:
    assert found("Мы долго шли по лесу и говорили о том, что будет дальше, а потом вернулись домой. " * 3) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Arno Whit (; German: [ˈaɐ̯nɔlt ˈvɪtkəm]; born 3 May)", "ˈaɐ̯nɔlt ˈvɪtkəm"),
        ("Whitcombe /ˈwɪtkəm/ came", "ˈwɪtkəm"),
        ("Whitcombe is said as ˈwɪtkəm here", "ˈwɪtkəm"),
        ("Whitcombe (WIT-kəm) came", "WIT-kəm"),
        ("Lena Hill ( LEE-nə HIL; born 3 May)", "LEE-nə HIL"),
        ("Whitcombe (WIT-kum) came", "WIT-kum"),
        ("Whitcombe, pronounced WIT-kum, came", "WIT-kum"),
        ("Whitcombe, pronounced \u201cwhit come\u201d, came", "\u201cwhit come\u201d"),
        ("Whitcombe (pronounced Witcum) came", "Witcum"),
        ("Whitcombe (Azerbaijani: Elənor Uitkomb; born 3 May)", "Elənor Uitkomb"),
        ("Whitcombe (Polish: Eleonora Whitcombowa) came", "Eleonora Whitcombowa"),
        ("Whitcombe (pinyin: Wēitè Kāng, born 3 May)", "Wēitè Kāng"),
    ],
)
def test_pronunciations_and_names_elsewhere(text: str, expected: str) -> None:
    assert found(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "The judgment was pronounced on 3 May and pronounced in public.",
        "He was HIV-positive, in an EU-wide, state-of-the-art trial (well-known).",
        "Languages: French: good. (Note: see below)",
        "5/6 of them, [sic], a/b",
    ],
)
def test_other_things_in_brackets_stay(text: str) -> None:
    assert found(text) == []
