"""Hidden among others of a population: `unname release --k`, and the same for risk and decide."""

import json
import re

import pytest

from doors.files import written

MARKER = "Xanthippe"
PEOPLE = [
    {"id": "p1", "name": "Tony Booth", "text": "a nurse sailing round Ruritania with an old parrot"},
    {"id": "p2", "name": "Ada Grey", "text": "a judge climbing in Graustark"},
    {"id": "p3", "name": "Tom White", "text": "a nurse climbing in Ruritania"},
    {"id": "p4", "name": "Eve Black", "text": "a cook sailing off Zenda"},
    {"id": "p5", "name": "Max Brown"},
]
LETTERS = [
    {"id": "a", "subject": "p1", "text": "This nurse went sailing with a parrot."},
    {"id": "p2", "text": "This judge likes climbing in Graustark."},
]
WORDS = ("--detector", "words(types=True, function_words=True)")
ALONE = ("--attack", "none", "--jury", "none", "--keep-ids", "--keep-order")
"""Among five people, an attack is right by chance too often."""


def lines(text: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("k", [1, 2, 4])
def test_every_document_is_hidden_among_others(run, people, letters, k):
    code, out, err = run("release", letters, "--population", people, "--k", k, *ALONE, *WORDS)
    assert code == 0
    assert f"each of them is hidden among at least {k} others of the 5 people in {people}" in err
    texts = [each["text"] for each in lines(out)]
    assert all("***" in text for text in texts)
    path = written(
        letters.with_name("again.jsonl"), [{**LETTERS[0], "text": texts[0]}, {**LETTERS[1], "text": texts[1]}]
    )
    told = run("risk", path, "--population", people, "--measure", "named", "--format", "json", *WORDS)
    assert all(each["rank"] > k for each in lines(told.out))  # type: ignore[operator]


def test_more_others_never_take_fewer_words(run, people, letters):
    """By lot, few may be as many: among five people everybody may be hidden among all others."""
    few, many = (run("release", letters, "--population", people, "--k", k, *ALONE, *WORDS).out for k in (1, 4))
    before, first, last = (len(re.findall(r"\w+", text)) for text in (letters.read_text(), few, many))
    assert before > first >= last


FORMS = "Then Booth, T. (Tony, T.B.) saw TONY BOOTH's aunt at Booth Ltd; t. booth left with Mr. Marsh and Tonie Booth"


@pytest.mark.parametrize("options", [(), ("--max-risk", "0.9"), ("--k", "1"), ("--k", "1", *WORDS)])
def test_every_form_of_what_the_known_person_is_called_is_hidden(run, tmp_path, options):
    first = {**PEOPLE[0], "maiden_name": "Marsh", "nickname": ["Tonie", None, 7]}
    people = written(tmp_path / "people.jsonl", [first, *PEOPLE[1:]])
    path = written(tmp_path / "x.jsonl", [{"id": "x", "subject": "p1", "text": FORMS}])
    more = () if WORDS[0] in options else ("--detector", "rules")
    code, out, _ = run("release", path, "--population", people, *ALONE, *options, *more)
    assert code == 0
    assert not re.search("(?i)booth|ton[yi]|T\\.|marsh", out)
    assert "aunt" in out


def test_the_usual_detectors_hide_names_whatever_the_crowd_says(run, people, tmp_path):
    path = written(
        tmp_path / "x.jsonl", [{"id": "x", "subject": "p5", "text": "My name is Jane Quill, call +44 20 7946 0958."}]
    )
    code, out, _ = run("release", path, "--population", people, "--k", 1, *ALONE)
    assert code == 0
    assert "Quill" not in out
    assert "7946" not in out
    assert "call" in out


def test_an_id_that_is_that_of_a_person_is_not_released(run, people, letters):
    code, out, err = run("release", letters, "--population", people, "--k", 1, *ALONE, *WORDS)
    assert code == 0
    assert [each["id"] for each in lines(out)] == ["a", "document-0002"]
    assert "kept the ids of 1 of 2 documents (--keep-ids); 1 said what is hidden, or were taken" in err


def test_what_cannot_be_hidden_is_not_released_and_the_rest_is(run, people, letters, tmp_path):
    policy, out = tmp_path / "policy.toml", tmp_path / "out.jsonl"
    policy.write_text('allow = ["parrot", "sailing", "nurse"]\n')
    code, _, err = run(
        "release", letters, "--population", people, "--k", 4, "--policy", policy, "--out", out, *ALONE, *WORDS
    )
    assert code == 1
    assert "document 'a': the person stays at rank 1, within the first k = 4\n" in err
    assert "released 1 of 2 documents, 1 withheld" in err
    assert "it is hidden among at least 4 others" in err
    assert len(lines(out.read_text())) == 1


def test_a_policy_may_say_among_how_many(run, people, letters, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_text("k = 2\n")
    code, _, err = run("release", letters, "--population", people, "--policy", policy, *ALONE, *WORDS)
    assert code == 0
    assert "at least 2 others" in err
    assert (
        "at least 3 others"
        in run("release", letters, "--population", people, "--policy", policy, "--k", 3, *ALONE, *WORDS).err
    )


def test_a_subject_outside_of_the_population_fails_alone(run, people, tmp_path):
    path = written(tmp_path / "x.jsonl", [LETTERS[0], {"id": "b", "subject": "p99", "text": f"{MARKER} is a judge."}])
    code, out, err = run("release", path, "--population", people, "--k", 1, *ALONE, *WORDS)
    assert code == 2
    assert [each["id"] for each in lines(out)] == ["a"]
    assert "unname: document 'b': its subject is not in the population\n" in err
    assert MARKER not in err


def test_where_nobody_is_known_whoever_fits_best_is_hidden(run, people, tmp_path):
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": "This judge likes climbing in Graustark."}, LETTERS[0]])
    code, out, err = run("release", path, "--population", people, "--k", 2, *ALONE, *WORDS)
    assert code == 0
    assert "Graustark" not in out
    assert "about nobody known (see --subjects): 1; there, whoever fits best is hidden" in err


def test_subjects_from_a_file_come_first(run, people, letters, tmp_path):
    subjects = written(tmp_path / "subjects.jsonl", [{"id": "a", "subject": "p99"}])
    code, out, err = run("release", letters, "--population", people, "--k", 1, "--subjects", subjects, *ALONE, *WORDS)
    assert code == 2
    assert len(lines(out)) == 1
    assert "document 'a': its subject is not in the population" in err


def test_what_attackers_do_not_know_is_left_out(run, tmp_path):
    text = "This judge likes climbing."
    people = [{"id": f"p{n}", "letter": text if n == 1 else "", "job": "judge"} for n in range(1, 5)]
    path = written(tmp_path / "people.jsonl", people)
    letters = written(tmp_path / "x.jsonl", [{"id": "x", "subject": "p1", "text": text}])
    released = [
        lines(run("release", letters, "--population", path, "--k", 3, *more, *ALONE, *WORDS).out)[0]["text"]
        for more in ([], ["--leave-out", "letter"])
    ]
    assert released[0] != text
    assert released[1] == text


def test_documents_without_content_words(run, people, tmp_path):
    texts = ["", "...", "of the and", "***"]
    path = written(tmp_path / "x.jsonl", [{"id": f"x{n}", "subject": "p1", "text": t} for n, t in enumerate(texts)])
    code, out, _ = run("release", path, "--population", people, "--k", 4, *ALONE, *WORDS)
    assert code == 0
    assert [each["text"] for each in lines(out)] == texts


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--k", 5], "k = 5 needs a population of at least 6 people; there are 5"),
        (["--k", 500], "k = 500 needs a population of at least 501 people"),
        (["--k", 2, "--risk", "surprisal"], "no other risk measure can be given beside it"),
        (["--k", 2, "--price", "information_sum"], "the price of a change is the number of words"),
        (["--k", 2, "--linkage", "absent"], "absent"),
        (["--k", 2, "--optimizer", "oracle"], "oracle"),
        (["--k", 2, "--subjects", "absent.jsonl"], "absent.jsonl"),
    ],
)
@pytest.mark.parametrize("command", ["release", "decide"])
def test_settings_that_make_no_sense(run, people, letters, tmp_path, command, options, said):
    out = tmp_path / "out.jsonl"
    more = ["--out", out] if command == "release" else []
    code, printed, err = run(command, letters, "--population", people, *options, *more, *WORDS)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not out.exists()


def test_a_decision_among_others_needs_their_number(run, people, letters):
    code, printed, err = run("decide", letters, "--population", people, *WORDS)
    assert (code, printed) == (2, "")
    assert "--population needs --k, or a policy with k" in err


@pytest.mark.parametrize("k", [0, -1])
def test_at_least_one_other(run, people, letters, k):
    code, out, _ = run("release", letters, "--population", people, "--k", k, *ALONE, *WORDS)
    assert (code, out) == (2, "")


def test_a_population_of_one(run, letters, tmp_path):
    people = written(tmp_path / "one.jsonl", PEOPLE[:1])
    code, out, err = run("release", letters, "--population", people, "--k", 1, *ALONE, *WORDS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "there is one" in err


@pytest.mark.parametrize("option", ["--k", "--linkage", "--subjects", "--leave-out"])
def test_what_needs_a_population(run, letters, option):
    code, out, err = run("release", letters, option, 3, *WORDS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{option} needs --population" in err


def test_a_population_that_cannot_be_read_tells_no_content(run, letters, tmp_path):
    people = tmp_path / "people.jsonl"
    people.write_text(json.dumps(PEOPLE[0]) + f'\n{{"name": "{MARKER}" ')
    code, out, err = run("release", letters, "--population", people, "--k", 1, *ALONE, *WORDS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "line 2" in err
    assert MARKER not in err


def test_an_attack_of_another_family_does_not_find_them(run, people, letters, tmp_path):
    out = run("release", letters, "--population", people, "--k", 3, *ALONE, *WORDS).out
    subjects = ("p1", "p2")
    released = [{**each, "subject": subject} for each, subject in zip(lines(out), subjects, strict=True)]
    shares = []
    for documents in (LETTERS, released):
        path = written(tmp_path / "attacked.jsonl", documents)  # type: ignore[arg-type]
        told = json.loads(run("attack", path, "--population", people, "--attack", "sparse", "--json").out)
        shares.append([each["found"]["sparse"] for each in told["columns"]["text"]["each"]])
    assert shares[0] == [1.0, 1.0]
    assert max(shares[1]) <= 0.25


def test_decide_tells_the_words(run, people, letters):
    code, out, err = run("decide", letters, "--population", people, "--k", 2, "--format", "json", *WORDS)
    assert code == 0
    plan = lines(out)[0]
    assert plan["feasible"]
    assert plan["risk_after"] <= 1 / 3  # type: ignore[operator]
    masked = [row for row in plan["decisions"] if row["action"] == "mask"]  # type: ignore[index]
    assert plan["loss"] == len(masked) > 0
    assert "words" in err
    assert "nats" not in err


def test_decide_tells_the_rank_that_was_reached(run, people, letters, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_text('never_change = ["MISC"]\n')
    code, _, err = run("decide", letters, "--population", people, "--k", 2, "--policy", policy, *WORDS)
    assert code == 1
    assert "could not be hidden among 2 others; the best plan reached rank 1" in err
    assert "parrot" not in err


def test_risk_tells_the_rank(run, people, letters):
    options = ("--population", people, "--measure", "named", *WORDS)
    code, out, _ = run("risk", letters, *options)
    assert code == 0
    assert [line for line in out.splitlines() if "rank" in line] == ["a\trank 1 of 5 people", "p2\trank 1 of 5 people"]
    found = lines(run("risk", letters, *options, "--format", "json").out)
    assert [(each["rank"], each["people"]) for each in found] == [(1, 5), (1, 5)]
