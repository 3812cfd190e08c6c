from unname_research.bench import risk2022_tables as page
from unname_research.papers import risk2022


def test_each_table_is_made_and_training_comes_first(tmp_path):
    names = list(page.tables(tmp_path, False, None))
    assert set(page.PAPER) <= set(names)
    assert list(page.tables(tmp_path, True, tmp_path)) == ["trained_again", *names]


def test_every_row_of_table_3_stands_in_one_part(monkeypatch, tmp_path):
    monkeypatch.setattr(page.recognizers, "packaged_spacy", lambda: tmp_path)  # loaded only where it reads
    parts = [row for which in page.TABLES_3.values() for row in page.strategies_of(*which)]
    assert sorted(parts) == sorted(strategy.name for strategy in risk2022.STRATEGIES)
    beside = [row for name in page.TABLES_3 for row in page.PAPER[name]]
    assert sorted(beside) == sorted(risk2022.TABLE_3)
    assert set(page.PAPER["table_2_tab"]) <= set(page.recognizers.recognizers())


def test_the_model_that_weighs_is_named(monkeypatch, tmp_path):
    row = {
        "strategy": "mine",
        "ours": True,
        "price": "words",
        "failed": 0,
        **dict.fromkeys((*risk2022.KEYS, "token_f1"), 0.5),
    }
    found = {"rows": [row], "curves": {}, "pages": 3}
    monkeypatch.setattr(page.strategies, "run", lambda *_, **__: found)
    made = page.table_3(tmp_path, "trained", False)
    assert made["rows"]["mine"]["f1"] == 0.5
    assert made["weighed_by"]["ours"] != made["weighed_by"]["paper"]
