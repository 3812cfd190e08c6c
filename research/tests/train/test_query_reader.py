from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.core.document import Document, Mention, Role, Span  # noqa: E402
from unname.core.errors import InputError  # noqa: E402
from unname.risk.commonness import count_phrases  # noqa: E402
from unname.risk.emulator import Emulator  # noqa: E402
from unname.risk.query_reader import save_head  # noqa: E402
from unname_research.train.entity_reading import export_reader  # noqa: E402
from unname_research.train.query_reader import QueryNetwork, Schedule, best_limit, keep_out, prepare, set_limits, train  # noqa: E402
from unname_research.train.searches import Lesson  # noqa: E402

COMMON = count_phrases(["a judge in Zenda", "the judge"], least=1)
SCHEDULE = Schedule(epochs=15, frozen=0, rate=1e-3, head_rate=1e-2, pieces=60, save_every=5)


def lesson(number):
    """Codes find the person; so do two places together."""
    text = f"Ada lives in Zenda and Strelsau under the number {number}77/0{number}, says the clerk."
    words = {"Ada": "PERSON", "Zenda": "LOC", "Strelsau": "LOC", f"{number}77/0{number}": "CODE"}
    mentions = tuple(
        Mention(
            Span(text.index(word), text.index(word) + len(word)),
            label,
            word,
            Role.DIRECT if label == "PERSON" else Role.QUASI,
        )
        for word, label in words.items()
    )
    code = f"{number}77/0{number}"
    found = {("Zenda",): False, ("Strelsau",): False, (code,): True, ("Zenda", "Strelsau"): True}
    return Lesson(Document(f"d{number}", text, mentions=mentions), 50, found)


LESSONS = [lesson(number) for number in range(1, 9)]


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


def test_it_learns_and_the_packed_network_says_the_same(base, tmp_path):
    losses = []
    exercises = prepare(LESSONS, COMMON)
    network = train(exercises, tmp_path, SCHEDULE, base, lambda *said: losses.append(said[-1]))
    assert losses[-1] < losses[0] / 2
    export_reader(network, tmp_path / "queries", quantize=False)
    save_head(network.as_head(), COMMON, tmp_path / "queries")
    emulator = Emulator(tmp_path / "queries")
    groups = list(LESSONS[0].found)
    said = emulator.judge(LESSONS[0].document, groups)
    assert [value > 0.5 for value in said] == list(LESSONS[0].found.values())
    with torch.inference_mode():
        hidden = network.eval()(*inputs(exercises[0].reading))[0, 1:-1]
        told = network.describe(hidden, exercises[0])
        expected = torch.sigmoid(network.judge(told, [exercises[0].groups[0]], 50)).item()
    assert said[0] == pytest.approx(expected, abs=0.02)


def inputs(reading):
    from unname.risk.entity_reader import EntityReader, fill_table

    return map(torch.from_numpy, fill_table(reading.ids, EntityReader("").tokenizer.special))


def test_an_interrupted_run_goes_on_to_the_same_result(base, tmp_path):
    class Stop(Exception):
        pass

    def interrupt(stage, step, n_steps, loss):
        if step == 7:
            raise Stop

    exercises, short = prepare(LESSONS, COMMON), replace(SCHEDULE, epochs=4)
    whole = train(exercises, tmp_path / "whole", short, base)
    with pytest.raises(Stop):
        train(exercises, tmp_path / "part", short, base, interrupt)
    again = train(exercises, tmp_path / "part", short, base)
    for name, value in whole.state_dict().items():
        torch.testing.assert_close(again.state_dict()[name], value)


def test_it_needs_searches_that_found_somebody(base, tmp_path):
    nobody = [Lesson(each.document, 50, dict.fromkeys(each.found, False)) for each in LESSONS]
    with pytest.raises(InputError):
        train(prepare(nobody, COMMON), tmp_path, SCHEDULE, base)


def test_a_document_without_entities_is_no_harm():
    empty = Lesson(Document("empty", "Nothing."), 50, {})
    (exercise,) = prepare([empty], COMMON)
    assert exercise.looks.shape[0] == 0
    assert not np.any(exercise.risky)


def test_even_odds_are_where_f1_is_best_on_texts_kept_out(base):
    exercises, kept_out = keep_out(prepare(LESSONS, COMMON))
    assert len(exercises) + len(kept_out) == len(LESSONS)
    torch.manual_seed(0)
    network = QueryNetwork(base, np.concatenate([each.looks for each in exercises]), SCHEDULE)
    set_limits(network, prepare(LESSONS, COMMON))
    assert network.limits[0] != 0
    assert network.limits[1] == network.limits[2]
    assert (network.as_head().limits == network.limits).all()
    set_limits(network, prepare([lesson(1)], COMMON)[:0])
    assert not network.limits.any()


def test_nothing_is_likely_where_no_search_finds_anybody():
    assert best_limit(np.array([1.0, -1.0]), np.zeros(2)) == 0.0
