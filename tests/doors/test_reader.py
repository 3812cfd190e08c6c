"""`unname attack --endpoint` and a release whose jury reads: what is sent, told and withheld."""

import json
from collections.abc import Iterator

import pytest

from chatting import ChatEndpoint, guess, serving
from doors.files import written

PEOPLE = [
    {"id": "p1", "name": "Tony Booth", "text": "a nurse sailing round Ruritania"},
    {"id": "p2", "name": "Ada Grey", "text": "a judge climbing in Graustark"},
    {"id": "p3", "name": "Tom White", "text": "a cook"},
]
RELEASED = [
    {"id": "a", "text": "*** a nurse sailing", "subject": "p1"},
    {"id": "b", "text": "*** a judge in May", "subject": "p2"},
    {"id": "c", "text": "***", "subject": "p3"},
]
NOWHERE = ("--endpoint", "http://127.0.0.1:9/v1", "--model", "tiny")


@pytest.fixture
def endpoint() -> Iterator[ChatEndpoint]:
    with serving() as told:
        yield told


@pytest.fixture
def released(tmp_path):
    return written(tmp_path / "released.jsonl", RELEASED)


def asking(endpoint):
    return "--endpoint", endpoint.url, "--model", "tiny"


def test_people_are_named_without_a_list(run, endpoint, released, people):
    endpoint.steps = [guess("Booth, Tony", words=("nurse", "made up")), guess("Tom White")]
    result = run("attack", released, *asking(endpoint), "--people", people, "--json")
    assert (result.code, result.err) == (0, "")
    told = json.loads(result.out)
    assert {key: told[key] for key in ("documents", "read", "refused", "malformed", "failed", "empty", "judged")} == {
        "documents": 3,
        "read": 2,
        "refused": 0,
        "malformed": 0,
        "failed": 0,
        "empty": 1,
        "judged": 3,
    }
    assert told["named"] == pytest.approx(1 / 3)
    assert told["each"][0] == {
        "id": "a",
        "subject": "p1",
        "declined": "",
        "guesses": [{"name": "Booth, Tony", "confidence": 0.9}],
        "words": ["nurse"],
        "named": True,
    }
    assert told["costs"]["calls"] == 2
    sent = json.dumps(endpoint.asked)
    assert "Ruritania" not in sent
    assert "Ada Grey" not in sent


def test_without_truth_guesses_are_listed(run, endpoint, released):
    endpoint.steps = [guess("Tony Booth", words=("nurse",)), "I'm sorry, I can't help with that."]
    result = run("attack", released, *asking(endpoint))
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[:3] == ["a: Tony Booth 0.90 by: nurse", "b: refused", "c: empty"]
    assert lines[3] == "read 1, refused 1, malformed 0, failed 0, empty 1"
    assert lines[4].startswith("2 calls, 0 from the cache, 14 tokens asked, 6 written")


def test_among_a_population_it_picks_from_a_list(run, endpoint, released, people):
    endpoint.steps = [guess("Tony Booth", words=("nurse",)), guess("Tony Booth", words=("nurse",)), "hm"]
    options = ("--population", people, "--attack", "sparse", "--explain", "--json")
    told = json.loads(run("attack", released, *asking(endpoint), *options).out)
    [name] = told["readings"]
    assert {key: told["readings"][name][key] for key in ("read", "declined")} == {"read": 2, "declined": 1}
    assert told["columns"]["text"]["attacks"][name]["n_documents"] == 2
    assert told["columns"]["text"]["attacks"]["sparse"]["n_documents"] == 3
    assert told["columns"]["text"]["each"][0]["clues"][name][0]["word"] == "nurse"
    shown = run("attack", released, *asking(endpoint), "--population", people, "--attack", "sparse")
    assert "which enter none of its rates" in shown.out


def test_answers_are_kept_where_the_user_says(run, endpoint, released, tmp_path):
    for _ in range(2):
        result = run("attack", released, *asking(endpoint), "--cache", tmp_path / "answers", "--json")
    assert json.loads(result.out)["costs"]["calls"] == 0
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--endpoint", "http://127.0.0.1:9/v1"), "--endpoint needs --model"),
        (("--model", "tiny"), "belong to --endpoint"),
        (("--endpoint", "https://llm.example/v1", "--model", "tiny"), "--allow-remote"),
        ((*NOWHERE, "--key-variable", "NO_SUCH_KEY_HERE"), "NO_SUCH_KEY_HERE"),
        ((*NOWHERE, "--attack", "sparse"), "--population"),
        (("--people", "people.jsonl"), "--people"),
    ],
)
def test_bad_settings_are_told_in_a_line(run, released, options, said):
    result = run("attack", released, *options)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_an_endpoint_that_fails_is_told_in_a_line(run, endpoint, released):
    endpoint.steps = [(404, {"error": "nurse"})]
    result = run("attack", released, *asking(endpoint))
    assert (result.code, result.out) == (1, "")
    assert "the chat endpoint answers with status 404" in result.err
    assert "nurse" not in result.err


LETTERS = [
    {"id": "a", "text": "Tony Booth is a nurse who likes sailing.", "subject": "p1"},
    {"id": "b", "text": "Ada Grey is a judge who likes climbing.", "subject": "p2"},
]


def release(run, letters, people, out, endpoint):
    jury = f"reader(endpoint='{endpoint.url}', model='tiny', retries=0)"
    options = ("--population", people, "--detector", "rules", "--detector", "gazetteer", "--attack", "sparse(top=2)")
    return run("release", letters, *options, "--jury", jury, "--out", out)


def test_a_jury_that_cannot_be_asked_withholds(run, endpoint, letters, people, tmp_path):
    endpoint.steps = [(400, {})]
    result = release(run, letters, people, tmp_path / "out.jsonl", endpoint)
    assert result.code != 0
    assert result.err.count("could not judge it: the chat endpoint") == 2
    assert not (tmp_path / "out.jsonl").exists() or not (tmp_path / "out.jsonl").read_text()


def test_no_original_is_sent(run, endpoint, letters, people, tmp_path):
    endpoint.steps = [guess()]
    release(run, letters, people, tmp_path / "out.jsonl", endpoint)
    texts = [question.split(" ===\n")[1] for question in endpoint.questions]
    assert texts
    assert not any("Booth" in text or "Grey" in text for text in texts)
