"""The benchmark of the masked language model, on invented data and with stand-ins for the other models."""

import gzip
import json

import numpy as np
import pytest

from expecting import Expecting
from unname.core.errors import InputError
from unname_research import bench
from unname_research.bench import language_model as words
from unname_research.bench import yardsticks

LIFE = "Tony Booth sailed around Ruritania in May. He met a judge on the third day. Short one."
JUDGED = "Ada Grey was a judge in Graustark for years and years."


class Flat:
    """Every word is as likely; short ones are not known."""

    def surprisal(self, text, found):
        return np.full(len(found), 3.0), np.array([end - start > 1 for start, end in found])


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "MaskedLM", lambda model: Expecting())
    monkeypatch.setattr(words, "Unigram", Flat)
    monkeypatch.setattr(words, "Trigram", Flat)
    lives = [{"people": "Tony Booth", "text": LIFE}, {"people": "Ada Grey (judge)", "text": JUDGED}]
    pack(tmp_path / "db_bio" / "db_bio_test.jsonl.gz", "\n".join(map(json.dumps, lives)))
    article = {"paragraphs": [{"context": "The town lies on a river. It is very old and rather small indeed."}]}
    pack(tmp_path / "utility_tasks" / "xquad_en.json.gz", json.dumps({"data": [article]}))
    pack(tmp_path / "ner_en" / "uner_ewt_test.iob2.gz", "# text = What is this place called by them?\n1\tWhat\tO\n")
    pack(tmp_path / "wiki553" / "wiki553.jsonl.gz", json.dumps({"doc_id": "Ada Grey"}))
    return tmp_path


def pack(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()))


def test_people_who_judge_us_are_left_out(data):
    found = words.held_out(data)
    assert found["biographies"] == ["Tony Booth sailed around Ruritania in May.", "He met a judge on the third day."]
    assert found["web"] == ["What is this place called by them?"]
    assert len(found["encyclopedia"]) == 2


def test_figures_over_the_words_that_all_know(data):
    result = bench.run("words", data=data, n_sentences=5, causal=False)
    assert result["sentences"] == {"biographies": 2, "encyclopedia": 2, "web": 1}
    assert result["words"] == 36
    assert result["coverage"]["trigram"] == pytest.approx(34 / 36, abs=1e-4)
    assert result["perplexity"]["unigram"] == pytest.approx(np.exp(3), abs=1e-3)
    assert result["perplexity"]["ours"] != result["perplexity_all"]["ours"]
    assert bench.run("words", data=data, n_sentences=5, causal=False) == result


def test_the_gain_is_over_the_unigram(data, monkeypatch):
    class Causal:
        def surprisal(self, text, found):
            return np.array([end - start for start, end in found], dtype=float)

    class Listed:
        def surprisal(self, text, found):
            return np.array([float(start % 7) for start, _ in found]), np.ones(len(found), dtype=bool)

    monkeypatch.setattr(words, "SmolLM", Causal)
    monkeypatch.setattr(words, "Unigram", Listed)
    monkeypatch.setattr(words, "Trigram", Listed)
    result = bench.run("words", data=data, n_sentences=5)
    spearman = result["spearman"]
    for name, gain in result["spearman_gain"].items():
        assert gain == pytest.approx(spearman[name] - spearman["unigram"], abs=2e-4)
    assert spearman["ours"] != spearman["ours_so_far"]


def test_data_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        bench.run("words", data=tmp_path)


def test_the_unigram():
    pytest.importorskip("wordfreq")
    text = "The xqzvplk"
    values, known = yardsticks.Unigram().surprisal(text, yardsticks.words_of(text))
    assert list(known) == [True, False]
    assert values[0] < 4 < values[1] == pytest.approx(-np.log(yardsticks.FLOOR))


def test_the_trigram():
    pytest.importorskip("pocketsphinx")
    text = "the United States of xqzvplk"
    values, known = yardsticks.Trigram().surprisal(text, yardsticks.words_of(text))
    assert list(known) == [True, True, True, True, False]
    assert values[2] < 1 < values[1]
    alone, _ = yardsticks.Trigram().surprisal("States", yardsticks.words_of("States"))
    assert alone[0] > values[2]
