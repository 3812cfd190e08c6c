import gzip
import json
import random
from pathlib import Path

from bench.infilling import write_corpora
from unname.corpora.tab import read_tab
from unname_research.train import ranker_sources
from unname_research.train.ranker_sources import Pair

PAIR = Pair("a", ("Ada Grey",), ("", " met ", " in ", "; ", " left."), (
    ("Ada Grey", "PERSON"), ("Tom", "PERSON"), ("Zenda", "LOC"), ("Ada Grey", "PERSON")))  # fmt: skip
OTHER = Pair("b", ("Bob Reed",), ("", " sings."), (("Bob Reed", "PERSON"),))


def test_fills_are_consistent() -> None:
    dice = random.Random(0)
    assert PAIR.text == "*** met *** in ***; *** left."
    assert ranker_sources.fill(PAIR, 0.0, 0.0, [OTHER], dice) == PAIR.text
    assert ranker_sources.fill(PAIR, 1.0, 0.0, [OTHER], dice) == "Ada Grey met Tom in Zenda; Ada Grey left."
    # Nobody else hides a place.
    assert ranker_sources.fill(PAIR, 0.0, 1.0, [OTHER], dice) == "Bob Reed met Bob Reed in ***; Bob Reed left."


def test_cases_are_masked_by_their_first_annotator(tmp_path: Path) -> None:
    data = write_corpora(tmp_path)
    [case] = read_tab(data / "tab", split="train")
    pair = ranker_sources.case_pair(case, "Dan Moss")
    assert "Dan Moss" not in pair.text
    assert ranker_sources.fill(pair, 1.0, 0.0, [pair], random.Random(0)) == case.document.text
    assert ranker_sources.applicant(case, "MOSS")


def test_only_training_judgments_are_read(tmp_path: Path) -> None:
    data = write_corpora(tmp_path)
    heading = "CASE OF {} AND OTHERS v. THE UNITED KINGDOM (no. 2)\nThe court of Zenda"
    texts = {f"001-{n}": heading.format(name) for n, name in enumerate(("GREY", "REED", "STONE", "MOSS"))}
    splits = {id: {"split": "train" if id == "001-3" else "dev"} for id in texts}
    for name, content in (("background_TAB_train_dev_BK_Public10pct", texts), ("spans_only_train_dev", splits)):
        with gzip.open(data / "tab" / f"{name}.json.gz", "wt") as file:
            json.dump(content, file)
    assert ranker_sources.court_headings(data) == [("001-3", ("MOSS", "THE UNITED KINGDOM"))]
    [pair] = ranker_sources.heading_pairs(data)
    assert (pair.names, pair.text, pair.state) == (("MOSS",), "United Kingdom British", "THE UNITED KINGDOM")
    assert [document.id for document in ranker_sources.openings(data)] == ["001-3"]
    assert [(pair.id, pair.state) for pair in ranker_sources.court_pairs(data)] == [("001-3", "THE UNITED KINGDOM")]


def test_judgments_without_capitals_do_for_any_state() -> None:
    pair = Pair(
        "a",
        ("Ada",),
        (
            "The Zenda court fined ",
            " in Ruritania, twice",
        ),
    )
    assert ranker_sources.stateless(pair) == "court fined in twice"


def test_lives_without_names() -> None:
    pair = ranker_sources.life_pair("a", "Ada Grey", "Ada M. Grey judges; Grey's sister sings.")
    assert pair.text == "*** M. *** judges; ***'s sister sings."
    assert "Ada" not in repr(pair)
