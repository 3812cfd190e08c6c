import json
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.attack.background import gather, load_background  # noqa: E402
from unname.attack.classifier import Classifier  # noqa: E402
from unname.attack.ranking import guess  # noqa: E402
from unname.core.document import Document, Profile  # noqa: E402
from unname.core.errors import ConfigError, InputError  # noqa: E402
from unname.people.profiles import profile_text  # noqa: E402

KNOWN = {"nurse": "nurse Ruritania horses", "judge": "judge Graustark chess", "sailor": "sailor Zenda violin"}
PEOPLE = [
    *(
        Profile(
            id, f"Name{id}", {}, " ".join(f"Somebody likes {w} a lot. The {w} came first." for w in known.split() * 4)
        )
        for id, known in KNOWN.items()
    ),
    Profile("nobody"),
]
TEXTS = ["A nurse of Ruritania", "", "the violin of Zenda", "***"]
SMALL = {
    "lemmas": "rules",
    "rate": 3e-3,
    "epochs": 12,
    "window": 20,
    "overlap": 5,
    "summary_words": 10,
    "development": 0.7,
    "pretraining_epochs": 1,
    "pretraining_window": 40,
    "pretraining_overlap": 5,
}


def without_names(texts):
    return [text.replace("Name", "[PERSON] ") for text in texts]


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return str(tiny_base(tmp_path_factory.mktemp("base")))


@pytest.fixture(scope="module", params=["fine-tuned", "frozen", "from frozen"])
def attack(request, base):
    start = "frozen" if request.param == "from frozen" else "new"
    return Classifier(base=base, frozen=request.param == "frozen", start=start, anonymize=without_names, **SMALL).fit(
        PEOPLE
    )


def test_it_finds_who_is_meant(attack):
    found = [each.ranking[0][0] for each in guess(attack, TEXTS, PEOPLE)]
    assert (found[0], found[2]) == ("nurse", "sailor")


def test_texts_without_words_say_nothing_about_anybody(attack):
    scores = attack.scores(TEXTS, PEOPLE)
    assert np.isfinite(scores).all()
    assert all(len(set(scores[row])) == 1 for row in (1, 3))


def test_people_about_whom_nothing_is_known_come_last(attack):
    scores = attack.scores(TEXTS, PEOPLE)
    assert (scores[[0, 2], 3] < scores[[0, 2], :3].min(axis=1)).all()


def test_each_text_is_judged_alone(attack):
    together = attack.scores(TEXTS, PEOPLE)
    for text, row in zip(TEXTS, together, strict=True):
        assert (attack.scores([text], PEOPLE)[0] == row).all()


def test_words_explain_a_match(attack):
    contributions = attack.explain("A nurse of Ruritania ate soup", PEOPLE[0])
    assert set(contributions) >= {"nurse", "ruritania", "soup"}
    assert max(contributions, key=contributions.__getitem__) in {"nurse", "ruritania"}
    assert attack.explain("", PEOPLE[0]) == {}
    assert set(attack.explain("A nurse", PEOPLE[3]).values()) == {0.0}


def test_it_is_saved_and_loaded(attack, base, tmp_path):
    attack.save(tmp_path / "kept")
    again = Classifier(base=base, frozen=attack.frozen, start=attack.start, anonymize=without_names, **SMALL)
    again.load(tmp_path / "kept", PEOPLE)
    assert (again.scores(TEXTS, PEOPLE) == attack.scores(TEXTS, PEOPLE)).all()
    with pytest.raises(ConfigError, match="other people"):
        again.load(tmp_path / "kept", PEOPLE[:2])


def test_a_run_goes_on_where_it_was(base, tmp_path):
    settings = {"base": base, "anonymize": without_names, **SMALL, "epochs": 3}
    whole = Classifier(**settings).fit(PEOPLE)
    first = Classifier(folder=tmp_path / "run", minutes=0.0, **settings).fit(PEOPLE)
    assert (len(first.history_), first.finished_) == (1, False)

    def never(texts):
        raise AssertionError("the background is kept")

    again = Classifier(folder=tmp_path / "run", **{**settings, "anonymize": never}).fit(PEOPLE)
    assert (len(again.history_), again.finished_) == (3, True)
    assert np.allclose(again.scores(TEXTS, PEOPLE), whole.scores(TEXTS, PEOPLE), atol=1e-5)
    assert (tmp_path / "run" / "background.json").stat().st_mode & 0o077 == 0


def test_documents_to_check_with_stand_in_for_sentences_of_the_background(base, tmp_path):
    checks = [Document("a", "violin of Zenda", person="sailor"), Document("b", "of a stranger", person="x")]
    settings = {**SMALL, "epochs": 2, "pretraining_epochs": 0, "development_documents": checks}
    attack = Classifier(base=base, folder=tmp_path, **settings).fit(PEOPLE)
    kept = load_background(tmp_path / "background.json")
    assert (kept.development, kept.development_people) == (("violin Zenda",), (2,))
    assert list(kept.texts) == attack._read([profile_text(profile) for profile in PEOPLE[:3]])
    with pytest.raises(ConfigError, match="other settings"):
        Classifier(base=base, folder=tmp_path, **{**settings, "development_documents": checks[:1]}).fit(PEOPLE)


def test_an_unknown_start_is_refused(base):
    with pytest.raises(ConfigError, match="unknown start 'old'"):
        Classifier(base=base, start="old", **SMALL).fit(PEOPLE)


@pytest.mark.parametrize(("change", "people"), [({"rate": 2e-2}, PEOPLE), ({}, PEOPLE[1:])])
def test_a_folder_belongs_to_one_run(base, tmp_path, change, people):
    settings = {"base": base, "folder": tmp_path, **SMALL, "epochs": 1, "pretraining_epochs": 0}
    Classifier(**settings).fit(PEOPLE)
    with pytest.raises(ConfigError, match="other settings"):
        Classifier(**{**settings, **change}).fit(people)


@pytest.mark.parametrize("people", [[], [PEOPLE[0], PEOPLE[0]]])
def test_populations_that_make_no_sense_are_refused(base, people):
    with pytest.raises(InputError):
        Classifier(base=base).scores(["text"], people)


def test_people_of_whom_nothing_is_left_are_alike(base):
    people = [Profile("a", "", {}, "the of"), Profile("b", "", {}, "and")]
    for frozen in (True, False):
        attack = Classifier(base=base, frozen=frozen, **SMALL)
        assert attack.scores(["A nurse"], people).tolist() == [[0.0, 0.0]]


def test_a_stranger_is_explained_without_forgetting_the_others(attack):
    before = attack.scores(TEXTS, PEOPLE)
    assert set(attack.explain("A nurse", Profile("x", "", {}, "nurse")).values()) == {0.0}
    assert attack.population_ == tuple(PEOPLE)
    assert (attack.scores(TEXTS, PEOPLE) == before).all()


def test_a_fit_that_fails_leaves_nothing_to_answer_with(base):
    attack = Classifier(base=base, frozen=True, **SMALL).fit(PEOPLE)
    attack.window = "paragraph"
    with pytest.raises(ConfigError):
        attack.fit(PEOPLE[:2])
    with pytest.raises(ConfigError):
        attack.scores(TEXTS, PEOPLE)


def test_the_recipe_anonymizes_the_background_by_type(base):
    from unname.pipeline.attack import by_label
    from unname_research.papers.tria2023 import tria2023

    recipe = tria2023(base=base, **SMALL)
    assert isinstance(recipe, Classifier)
    assert recipe.name == Classifier(base=base, attention_dropout=True, **SMALL).name
    assert recipe.anonymize is not None
    made = by_label()(["Anna Kowalska lives in Oslo.", ""])
    assert "[PERSON]" in made[0]
    assert "Kowalska" not in made[0]
    assert made[1] == ""


def test_as_published_entities_become_the_bare_names_of_their_types(tmp_path):
    spacy = pytest.importorskip("spacy")
    from unname_research.papers.tria2023 import by_spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns(
        [{"label": "GPE", "pattern": "Zenda"}, {"label": "DATE", "pattern": "May"}]
    )
    nlp.to_disk(tmp_path / "model")
    made = by_spacy(tmp_path / "model")(["Born in Zenda in May.", ""])
    assert made == ["Born in GPE in DATE.", ""]


def test_one_person_needs_no_training():
    attack = Classifier(base="no such model", lemmas="rules")
    assert attack.scores(["A nurse"], PEOPLE[:1]).tolist() == [[0.0]]
    assert attack.explain("A nurse", PEOPLE[0]) == {"a": 0.0, "nurse": 0.0}


def test_a_frozen_classifier_is_taken_from_its_folder(base, tmp_path):
    settings = {"base": base, "frozen": True, "folder": tmp_path, **SMALL}
    first = Classifier(**settings).fit(PEOPLE)
    (tmp_path / "background.json").unlink()
    again = Classifier(**settings).fit(PEOPLE)
    assert (again.scores(TEXTS, PEOPLE) == first.scores(TEXTS, PEOPLE)).all()
    assert not (tmp_path / "background.json").exists()


@pytest.mark.parametrize("setting", ["window", "pretraining_window"])
def test_windows_that_no_encoder_reads_are_refused(base, setting):
    with pytest.raises(ConfigError, match="513"):
        Classifier(base=base, **{**SMALL, setting: 513}).fit(PEOPLE)


def test_progress_is_told_by_stage(base):
    told = []
    settings = {**SMALL, "epochs": 1}
    Classifier(base=base, anonymize=without_names, report=lambda *said: told.append(said), **settings).fit(PEOPLE)
    stages = list(dict.fromkeys(stage for stage, *_ in told))
    assert stages == ["anonymizing", "curating", "pre-training", "fine-tuning", "development"]


def test_masks_are_removed_on_request():
    assert Classifier(curate=False)._read(["met [PERSON] there"]) == ["met [PERSON] there"]
    assert "PERSON" not in Classifier(curate=False, remove_masks=True)._read(["met [PERSON] there"])[0]


def test_nothing_about_people_shows_in_a_representation(attack, base):
    assert "Ruritania" not in repr(attack) + attack.name
    assert "Ruritania" not in repr(gather(PEOPLE, "clear", None, list))


def test_the_name_holds_the_settings_that_differ():
    assert Classifier(window="sentence", folder="x").name == "classifier(window='sentence')"


def test_importing_it_loads_no_model():
    import subprocess

    code = "import sys; import unname.attack.classifier; print('torch' in sys.modules, 'spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_settings_kept_in_the_folder_hold_no_text(base, tmp_path):
    Classifier(base=base, folder=tmp_path, **{**SMALL, "epochs": 1, "pretraining_epochs": 0}).fit(PEOPLE)
    assert "Ruritania" not in json.dumps(json.loads((tmp_path / "settings.json").read_text()))
    assert profile_text(PEOPLE[0]) != ""
