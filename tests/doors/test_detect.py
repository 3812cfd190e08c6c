import json

import pytest

CAPITALS = ("--detector", "capitals")


def test_json_has_mentions_and_entities_with_all_that_is_known(run):
    result = run("detect", "-", "--format", "json", *CAPITALS, stdin="Zoë met Anna. Anna left.".encode())
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    assert set(found) >= {"id", "language", "mentions", "entities"}
    assert [(m["start"], m["end"], m["text"]) for m in found["mentions"]] == [
        (0, 3, "Zoë"),
        (8, 12, "Anna"),
        (14, 18, "Anna"),
    ]
    for mention in found["mentions"]:
        assert set(mention) == {"start", "end", "label", "entity", "role", "confidence", "source", "text"}
        assert mention["source"].startswith("capitals")
    assert [(entity["id"], len(entity["mentions"])) for entity in found["entities"]] == [("e1", 1), ("e2", 2)]
    assert all(set(entity) == {"id", "label", "role", "mentions"} for entity in found["entities"])


def test_text_has_a_line_per_mention(run):
    result = run("detect", "-", *CAPITALS, stdin=b"then Anna left")
    [line] = result.out.splitlines()
    assert line.split("\t")[1:4] == ["5", "9", "PERSON"]
    assert line.endswith("\tAnna")


def test_json_lines_feed_the_next_command(run):
    found = run("detect", "-", "--format", "jsonl", *CAPITALS, stdin=b"then Anna left").out
    released = run("release", "-", "--from", "jsonl", "--detector", "broken", stdin=found.encode())
    assert json.loads(released.out)["text"] == "then *** left"


def test_spans_by_document_id(run, tmp_path):
    path = tmp_path / "two.jsonl"
    path.write_text('{"id": "a", "text": "by Anna"}\n{"id": "b", "text": "nobody"}\n')
    assert json.loads(run("detect", path, "--format", "tab", *CAPITALS).out) == {"a": [[3, 7]], "b": []}


def test_spans_of_texts_with_the_same_name_are_never_mixed_up(run, tmp_path):
    for place, text in (("a.txt", "Anna"), ("sub/a.txt", "to Bert"), ("b.md", "of Carl"), ("b.txt", "no one")):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text)
    code, out, err = run("detect", tmp_path, "--format", "tab", *CAPITALS)
    assert json.loads(out) == {"a": [[0, 4]], "b": [[3, 7]], "sub/a": [[3, 7]]}
    assert (code, err) == (2, "unname: document 'b': another document has the same id\n")


@pytest.mark.parametrize("text", ["then Anna left [bold]now[/bold]", "", "nobody here\n"])
def test_show_prints_the_whole_text_and_colors_nothing_in_a_pipe(run, text):
    result = run("detect", "-", "--show", *CAPITALS, stdin=text.encode())
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(text)
    assert "\x1b" not in result.out


@pytest.mark.parametrize("arguments", [["--show"], []])
def test_a_document_cannot_steer_the_terminal(run, arguments):
    out = run("detect", "-", *arguments, *CAPITALS, stdin="go\r\n\x1b[2J\x07\x9b Anna\x1b[0m".encode()).out
    assert "Anna" in out
    assert not set("\x1b\x07\x9b") & set(out)


def test_an_id_cannot_steer_the_terminal_or_break_a_column(run):
    out = run("detect", "-", "--from", "jsonl", *CAPITALS, stdin=b'{"id": "a\\u001b[2J\\tb\\n", "text": "Anna"}').out
    assert out.startswith("a\u241b[2J b\t0\t4\tPERSON\t")


def test_show_colors_mentions_on_a_terminal(run, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = run("detect", "-", "--show", *CAPITALS, stdin=b"then Anna left").out
    before, after = out.split("Anna")[:2]
    assert "\x1b[" in before
    assert "\x1b[0m" in after


def test_a_document_that_fails_does_not_stop_the_others(run, tmp_path):
    path = tmp_path / "two.jsonl"
    path.write_text('{"id": "a", "text": "Xanthippe"}\n{"id": "b", "text": "nobody"}\n')
    code, out, err = run("detect", path, "--format", "json", "--detector", "broken")
    assert code == 1
    assert json.loads(out)["id"] == "b"
    assert err == "unname: document 'a': detector broken failed (ValueError)\n"
