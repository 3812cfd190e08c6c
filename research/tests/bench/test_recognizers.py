from unname.core.document import LABELS, Document, Mention, Span
from unname.corpora.tab import Case
from unname_research.bench.recognizers import compare_recognizers, count_kinds, label_words
from unname_research.papers.risk2022_published import TABLE_2

TEXT = "Ada met Grey Ltd in Zenda."


def mention(word, label):
    return Mention(Span(TEXT.index(word), TEXT.index(word) + len(word)), label)


CASE = Case(
    Document("d", TEXT),
    (Document("d", TEXT, mentions=(mention("Ada", "PERSON"), mention("Grey Ltd", "ORG"), mention("Zenda", "LOC"))),),
)


def test_places_and_organizations_count_as_one_and_other_labels_do_not():
    found = [mention("Ada", "MISC"), mention("Zenda", "ORG"), mention("met", "MISC")]
    figures = compare_recognizers([CASE], {"mine": lambda document: found})["mine"]
    assert figures["LOC"] == {"precision": 0.0, "recall": 1.0, "f1": 0.0}
    assert figures["ORG"]["precision"] == 1.0
    assert figures["ORG"]["recall"] == 0.0
    assert figures["PERSON"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert figures["MISC"]["precision"] == 0.0
    assert figures["any"]["precision"] == 2 / 3
    assert figures["any"]["recall"] == 2 / 4


def test_everything_right_and_nothing_found():
    figures = compare_recognizers([CASE], {"all": lambda _: CASE.annotators[0].mentions, "none": lambda _: ()})
    assert figures["all"]["any"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert figures["none"]["any"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}


def test_where_findings_overlap_the_first_counts():
    assert label_words(TEXT, [mention("Ada", "PERSON"), Mention(Span(0, 7), "MISC")]) == {0: "PERSON", 4: "MISC"}


def test_kinds_are_counted():
    shares = count_kinds(CASE.annotators)
    assert shares["PERSON"] == 1 / 3
    assert sum(shares.values()) == 1.0


def test_published_f1_follows_from_precision_and_recall():
    for row in TABLE_2.values():
        assert tuple(row) == LABELS
        for each in row.values():
            both = each["precision"] + each["recall"]
            assert abs(2 * each["precision"] * each["recall"] / both - each["f1"]) < 0.025
