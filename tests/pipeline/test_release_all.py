"""A corpus through the front door of the library."""

import gc
import weakref

import pytest

import unname
from fakes import FakeDetector
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.measure.leaks.check import Leak
from unname.pipeline.compose import compose
from unname.pipeline.corpus import Corpus
from unname.pipeline.key import Key
from unname.report.release_facts import release_facts

KEY = b"k" * 32
LETTERS = [Document("anna-1", "My name is Anna Quill and I juggle."), Document("bert-2", "Here is Bert Stone again.")]
PLAIN = {"detectors": (FakeDetector(r"(?:Anna Quill|Bert Stone)"),)}
PEOPLE = [
    Profile("p1", "Anna Quill", {}, "Anna Quill juggles."),
    Profile("p2", "Bert Stone", {}, "Bert Stone was here."),
    Profile("p3", "Cora Lane", {}, "Cora Lane sings."),
]


def test_texts_leave_under_neutral_ids_in_an_order_by_the_key():
    release = unname.release_all(LETTERS, key=KEY, **PLAIN)
    assert [each.document for each in release.released] == ["document-0001", "document-0002"]
    assert {each.text for each in release.released} == {"My name is *** and I juggle.", "Here is *** again."}
    assert set(release.map.values()) == {"anna-1", "bert-2"}
    again = unname.release_all(LETTERS, key=KEY, **PLAIN)
    assert (again.map, again.released) == (release.map, release.released)
    assert "anna" not in repr(release)


def test_every_edit_points_back():
    release = unname.release_all(LETTERS, key=KEY, **PLAIN)
    originals = {each.id: each.text for each in LETTERS}
    for each in release.released:
        assert {originals[release.map[each.document]][slice(*edit.old)] for edit in each.edits} <= {
            "Anna Quill",
            "Bert Stone",
        }


def test_texts_are_taken_as_documents():
    release = unname.release_all(["Anna Quill came."], **PLAIN)
    assert [each.text for each in release.released] == ["*** came."]


def test_what_is_told_makes_a_report():
    release = unname.release_all(LETTERS, key=KEY, **PLAIN)
    facts = release_facts(release.outcomes, release.about)
    assert (facts["verdict"], facts["counts"]["released"]) == ("not shown", 2)


def test_a_document_that_fails_is_withheld_and_the_others_leave():
    class Picky(FakeDetector):
        def detect(self, document):
            if "Bert" in document.text:
                raise ValueError(document.text)
            return super().detect(document)

    release = unname.release_all(LETTERS, detectors=(Picky(r"Anna Quill"),))
    assert [each.text for each in release.released] == ["My name is *** and I juggle."]
    assert list(release.withheld) == ["bert-2"]
    assert "Bert" not in release.withheld["bert-2"]


def test_the_output_check_is_part_of_it(monkeypatch):
    left = [Leak("e", "as it stands")]
    monkeypatch.setattr("unname.measure.leaks.check.find_leaks", lambda *_: left)
    release = unname.release_all(LETTERS, **PLAIN)
    assert (list(release.released), sorted(release.withheld)) == ([], ["anna-1", "bert-2"])


def test_among_a_population_texts_are_attacked():
    release = unname.release_all(LETTERS, PEOPLE, subjects={"anna-1": "p1", "bert-2": "p2"}, key=KEY, **PLAIN)
    assert all(outcome.after for outcome in release.outcomes)
    assert release.about["population"] == {"people": 3}


def test_somebody_whom_nobody_knows_is_withheld():
    release = unname.release_all([Document("x", "Anna Quill came.", person="nobody")], PEOPLE, **PLAIN)
    assert release.withheld == {"x": "document 'x': its subject is not in the population"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"k": 5}, "k needs a population"),
        ({"attacks": ("sparse",)}, "need a population"),
        ({"population": PEOPLE, "k": 3}, "at least 4 people"),
        ({"speed": 3}, "speed"),
        ({"key": b"short"}, "at least 16 bytes"),
        ({"policy": "no-such-policy"}, "no-such-policy"),
    ],
)
def test_settings_that_make_no_sense(settings, message):
    with pytest.raises(ConfigError, match=message):
        unname.release_all(LETTERS, **{**PLAIN, **settings})


@pytest.mark.parametrize(
    ("people", "message"), [([], "empty"), ([PEOPLE[0], PEOPLE[0]], "two people of the population have the same id")]
)
def test_populations_that_make_no_sense(people, message):
    with pytest.raises(InputError, match=message):
        unname.release_all(LETTERS, people, **PLAIN)


def test_no_attack_may_stand_beside_none():
    with pytest.raises(ConfigError, match="none"):
        unname.release_all(LETTERS, PEOPLE, attacks=("sparse", "none"), **PLAIN)


@pytest.mark.parametrize("gives_evidence", [False, True])
def test_a_corpus_without_a_population_is_not_held(gives_evidence):
    corpus = Corpus(compose(**PLAIN), Key(KEY), gives_evidence=gives_evidence)
    document = Document("a", "Anna Quill came, and so did others.")
    held = weakref.ref(document)
    corpus.add(document)
    del document
    gc.collect()
    assert held() is None
    corpus.finish()
    assert corpus.n_released == 1


def test_what_must_be_judged_together_is_held():
    assert Corpus(
        compose(policy=unname.Policy(max_risk=0.5), risk="named", **PLAIN), Key(), gives_evidence=True
    ).is_held
    assert not Corpus(compose(policy=unname.Policy(max_risk=0.5), risk="named", **PLAIN), Key()).is_held


def test_how_much_is_kept_is_told_on_request():
    kept = unname.release_all(LETTERS, key=KEY, measure_kept=True, **PLAIN).about["kept"]
    assert 0 < kept["tpi"] < 1
    assert kept["documents"] == len(LETTERS)
    assert unname.release_all(LETTERS, key=KEY, **PLAIN).about["kept"] is None
