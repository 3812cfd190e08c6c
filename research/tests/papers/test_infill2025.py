"""The published attack on masks, and its figures."""

from unname.core.policy import LEVELS
from unname_research.papers.infill2025 import INFILLING, infill2025, published


def test_the_published_setting_is_one_passage_one_reader_and_random_order() -> None:
    filler = infill2025(readers=("align",))
    assert (filler.n_passages, filler.n_documents, filler.order, filler.n_best) == (1, 100, "random", 1)
    assert "random" in infill2025().name


def test_published_figures_are_by_level() -> None:
    told = published("wiki553")
    assert list(told["infilling"]) == list(LEVELS)
    assert list(told["sparse"]) == list(told["retrieval"]) == ["L2", "L3", "L4"]
    assert told["infilling"]["L4"] == {"exact": 0.8008, "token_recall": 0.8256}
    assert "identity" not in told
    assert published("wikiactors") == {}


def test_published_recovery_never_falls_from_level_to_level() -> None:
    for table in INFILLING.values():
        assert list(table["exact"]) == sorted(table["exact"])
