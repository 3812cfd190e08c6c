"""Terms have the kinds that all their frequent meanings share, on a tiny invented WordNet."""

from pathlib import Path

import pytest

from unname_research.train.kinds import build
from unname_research.train.wordnet import WordNet

# offset -> words, offsets of what it is a kind of (instances with "i"), tagged uses
NOUNS: dict[int, tuple[list[str], list[tuple[str, int]], int]] = {
    1: (["person"], [], 9),
    2: (["healer"], [("@", 1)], 9),
    3: (["bonesetter"], [("@", 2)], 5),
    4: (["herbalist", "wortwoman"], [("@", 2)], 5),
    5: (["singer"], [("@", 1)], 9),
    6: (["chanter"], [("@", 5)], 5),
    7: (["chanter"], [("@", 2)], 5),
    8: (["Asclepius"], [("@i", 2)], 5),
    9: (["bard"], [("@", 5)], 50),
    10: (["bard"], [("@", 2)], 0),
    11: (["thing"], [], 9),
    12: (["bonesetter's"], [("@", 11)], 9),
}


@pytest.fixture
def wordnet(tmp_path: Path) -> WordNet:
    below: dict[int, list[tuple[str, int]]] = {}
    for offset, (_, above, _) in NOUNS.items():
        for symbol, target in above:
            below.setdefault(target, []).append((symbol.replace("@", "~"), offset))
    data, index, counts = [], {}, []
    for offset, (words, above, uses) in NOUNS.items():
        pointers = [*above, *below.get(offset, [])]
        lemmas = " ".join(f"{word} {offset:x}" for word in words)
        told = " ".join(f"{symbol} {target:08d} n 0000" for symbol, target in pointers)
        data.append(f"{offset:08d} 18 n {len(words):02x} {lemmas} {len(pointers):03d} {told} | gloss")
        for word in words:
            index.setdefault(word.lower(), []).append((uses, offset))
            counts.append(f"{word.lower()}%1:18:{offset:02d}:: 1 {uses}")
    lines = []
    for word, senses in index.items():
        offsets = " ".join(f"{offset:08d}" for _, offset in sorted(senses, reverse=True))
        lines.append(f"{word} n {len(senses)} 0 {len(senses)} 0 {offsets}")
    (tmp_path / "data.noun").write_text("\n".join(data) + "\n")
    (tmp_path / "index.noun").write_text("\n".join(lines) + "\n")
    (tmp_path / "cntlist.rev").write_text("\n".join(counts) + "\n")
    for name in ("verb", "adj", "adv"):
        (tmp_path / f"data.{name}").write_text("")
    return WordNet(tmp_path)


def test_terms_have_the_kinds_that_all_frequent_meanings_share(wordnet: WordNet) -> None:
    # The bard is hardly ever a healer, the chanter as often as a singer; nobody's name is listed.
    assert build(wordnet, "person#1|\nhealer#1=medic|singer#1", min_members=1) == [
        "medic|person\tbonesetter\therbalist\twortwoman",
        "person\tchanter\thealer\tsinger",
        "singer|person\tbard",
    ]


def test_a_kind_of_few_is_none(wordnet: WordNet) -> None:
    assert build(wordnet, "healer#1|thing#1", min_members=2) == ["healer\tbonesetter\therbalist\twortwoman"]
