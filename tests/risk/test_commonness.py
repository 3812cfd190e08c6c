import pytest

from unname.risk.commonness import count_phrases, estimate_nats, find_phrases


def test_common_phrases_are_counted_once_for_each_text():
    texts = ["The Zenda Court of Appeal. Zenda Court.", "Zenda Court of Appeal", "the zenda court", "Strelsau"]
    common = count_phrases(texts, least=2)
    assert [common(phrase) for phrase in ("zenda", "Zenda Court", "Zenda Court of Appeal", "Strelsau")] == [3, 2, 2, 0]
    assert common.n_texts == 4
    assert "court of" not in {phrase.casefold() for phrase in find_phrases(texts[0])}


@pytest.mark.parametrize(
    ("finer", "coarser"),
    [
        ("12 May 1993", "May 1993"),
        ("May 1993", "1993"),
        ("1993", "the 1990s"),
        ("EUR 4,873", "EUR 4,000 to 5,000"),
        ("34 years old", "30 to 39 years old"),
        ("Upper Strelsau", "Strelsau"),
    ],
)
def test_a_coarser_form_tells_less(finer, coarser):
    assert 0 < estimate_nats(coarser) < estimate_nats(finer)


def test_a_common_word_tells_less_than_a_rare_one():
    common = count_phrases(["Ruritania", "Ruritania", "Zenda"], least=1)
    assert estimate_nats("Ruritania", common) < estimate_nats("Zenda", common) < estimate_nats("Strelsau", common)
