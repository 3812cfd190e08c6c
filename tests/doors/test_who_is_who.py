"""Who is who is not told by names, ids or order: neither by what is released, nor by what is reported."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unname.pipeline.order as order
from doors.files import written
from unname.core.document import Document
from unname.pipeline.key import Key
from unname.pipeline.order import Item, Spool, arrange

CAPITALS = ("--detector", "capitals")
TELLING = (
    "123-45-6789",
    "+44 20 7946 0958",
    "1957-12-09",
    "john.smith@example.org",
    "MRN-00441723",
    "Eleanor Whitcombe",
    "004/12345",
    "001-61807",
    "whitcombe_e",
)
ROSTER = [f"{first}{last}" for first in "Abcd" for last in ("abel", "bern", "cole", "dunn", "elms", "finn")]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text("5e" * 32)
    return path


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    return written(tmp_path / "roster.jsonl", records(ROSTER))


def records(ids: Iterable[str]) -> list[dict[str, object]]:
    return [{"id": id, "text": f"number {n} of them lives by the sea"} for n, id in enumerate(ids)]


def lines(text: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in text.splitlines()]


def numbers(texts: Iterable[str]) -> list[int]:
    """Which of the records each text is made from."""
    return [int(text.split()[1]) for text in texts]


def everything(folder: Path) -> str:
    return "\n".join(f"{path.name}\n{path.read_text()}" for path in sorted(folder.rglob("*")))


def heard(err: str) -> str:
    """What is told to machines."""
    return "".join(line for line in err.splitlines(keepends=True) if line.startswith("{"))


@pytest.mark.parametrize("kind", ["jsonl", "json", "tab", "texts", "conll"])
@pytest.mark.parametrize("more", [[], ["--keep-order"]])
def test_no_id_comes_out_anywhere(run, tmp_path, kind, more):
    source, out, page = tmp_path / "in", tmp_path / "out", tmp_path / "page.html"
    source.mkdir()
    broken = "this one fails, Xanthippe"
    texts = {id: f"somebody writes {n}" for n, id in enumerate(TELLING)} | {"Failing Fanny": broken}
    made = [{"id": id, "text": text} for id, text in texts.items()]
    if kind == "jsonl":
        written(source / "Dora Dunn.jsonl", made)
    elif kind == "json":
        (source / "Dora Dunn.json").write_text(json.dumps(made))
    elif kind == "tab":
        cases = [{"doc_id": id, "text": text, "annotations": {}} for id, text in texts.items()]
        (source / "Dora Dunn.json").write_text(json.dumps(cases))
    elif kind == "texts":
        for id, text in texts.items():
            (source / f"{id.replace('/', '-')}.txt").write_text(text)
    else:
        named = (
            f"# newdoc id = {id}\n" + "".join(f"{word} O\n" for word in text.split()) for id, text in texts.items()
        )
        (source / "Dora Dunn.conll").write_text("\n".join(named))
    machine = ("--progress", "json", "--detector", "broken", *more)
    told = run("release", source, "--out", out, *machine)
    assert told.code == 1
    streamed = run("release", source, "--format", "jsonl", "--report", page, *machine)
    plain = run("release", source, "--format", "jsonl", *machine)
    seen = [everything(out), heard(told.err), streamed.out, heard(streamed.err), plain.out, heard(plain.err)]
    seen += [page.read_text(), page.with_suffix(".json").read_text()]
    assert all(seen[:3])
    for id in (*TELLING, "Dora Dunn", "Failing Fanny"):
        for form in {id, id.replace("/", "-"), json.dumps(id)[1:-1]}:
            assert not any(form.lower() in text.lower() for text in seen), form
    facts = json.loads((out / "report.json").read_text())
    assert {row["document"] for row in facts["documents"]} == {f"document-{n:04}" for n in range(1, len(texts) + 1)}
    assert "Failing Fanny" in told.err


def test_a_roster_cannot_be_read_off_the_order(run, roster, key, tmp_path):
    code, out, _ = run("release", roster, "--hash-key", key, *CAPITALS)
    assert code == 0
    assert [line["id"] for line in lines(out)] == [f"document-{n:04}" for n in range(1, len(ROSTER) + 1)]
    shuffled = numbers(line["text"] for line in lines(out))
    assert sorted(shuffled) == list(range(len(ROSTER)))
    assert shuffled != sorted(shuffled)
    assert sum(at == n for at, n in enumerate(shuffled)) <= 4
    assert run("release", roster, "--hash-key", key, *CAPITALS).out == out
    key.write_text("e5" * 32)
    assert numbers(line["text"] for line in lines(run("release", roster, "--hash-key", key, *CAPITALS).out)) != shuffled


def test_without_a_key_every_run_has_an_order_of_its_own(run, roster):
    first, second = (run("release", roster, *CAPITALS).out for _ in range(2))
    assert first != second


def test_other_texts_of_the_same_roster_have_another_order(run, roster, key, tmp_path):
    later = written(tmp_path / "later.jsonl", [{**each, "text": f"{each['text']} again"} for each in records(ROSTER)])
    first, second = (
        numbers(line["text"] for line in lines(run("release", path, "--hash-key", key, *CAPITALS).out))
        for path in (roster, later)
    )
    assert first != second


def test_the_map_gives_back_who_is_who(run, roster, key, tmp_path):
    map = tmp_path / "map.jsonl"
    out = run("release", roster, "--hash-key", key, "--keep-map", map, *CAPITALS).out
    back = {line["id"]: line for line in lines(map.read_text())}
    assert {line["source"] for line in back.values()} == {str(roster)}
    assert [ROSTER.index(back[line["id"]]["document"]) for line in lines(out)] == numbers(
        line["text"] for line in lines(out)
    )


def test_files_of_a_folder_are_shuffled_over_all_sources_and_records_within(run, key, tmp_path):
    source, out, again = tmp_path / "in", tmp_path / "out", tmp_path / "again"
    source.mkdir()
    for n, name in enumerate(ROSTER):
        (source / f"{name}.txt").write_text(f"number {n} of them")
    for start in (100, 200):
        made = [{"text": f"number {start + n} of them"} for n in range(12)]
        written(source / f"A{start}.jsonl", made)
    assert run("release", source, "--out", out, "--hash-key", key, *CAPITALS).code == 0
    files = sorted(out.glob("*.txt"))
    assert len(files) == len(ROSTER)
    assert (found := numbers(path.read_text() for path in files)) != sorted(found)
    held = [lines(path.read_text()) for path in sorted(out.glob("*.jsonl"))]
    for made in held:
        assert (found := numbers(line["text"] for line in made)) != sorted(found)
        assert len({n // 100 for n in found}) == 1
    ids = [line["id"] for made in held for line in made] + [path.stem for path in files]
    assert sorted(ids) == [f"document-{n:04}" for n in range(1, len(ROSTER) + 25)]
    assert [path.stem for path in sorted(out.glob("*.jsonl"))] == [made[0]["id"] for made in held]
    assert run("release", source, "--out", again, "--hash-key", key, *CAPITALS).code == 0
    assert everything(again) == everything(out)


def test_times_and_places_of_files_tell_no_other_order_than_their_names(run, tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for n, name in enumerate(ROSTER):
        (source / f"{name}.txt").write_text(f"number {n} of them")
    assert run("release", source, "--out", out, *CAPITALS).code == 0
    files = sorted(out.glob("*.txt"))
    times = [os.stat(path).st_mtime_ns for path in files]
    assert times == sorted(times)


def test_records_of_several_files_do_not_tell_which_file_they_come_from(run, key, tmp_path):
    for start in (0, 10):
        written(tmp_path / f"{start}.jsonl", [{"text": f"number {start + n} of them"} for n in range(10)])
    files = (tmp_path / "0.jsonl", tmp_path / "10.jsonl")
    out = lines(run("release", *files, "--hash-key", key, *CAPITALS).out)
    assert [line["id"] for line in out] == [f"document-{n:04}" for n in range(1, 21)]
    assert len({n // 10 for n in numbers(line["text"] for line in out[:8])}) == 2


def test_a_source_that_is_named_twice_is_released_twice(run, tmp_path):
    text, out = tmp_path / "a.txt", tmp_path / "out"
    text.write_text("Anna came")
    assert run("release", text, text, "--out", out, *CAPITALS).code == 0
    assert sorted(path.name for path in out.glob("document*")) == ["document-0001.txt", "document-0002.txt"]


def test_ids_are_kept_by_choice_checked_and_told(run, tmp_path):
    path, out = tmp_path / "in.jsonl", tmp_path / "out"
    made = [
        {"id": "case 7", "text": "Anna Quill came"},
        {"id": "quill-anna", "text": "of Anna Quill"},
        {"id": "AnnaQ", "text": "of Anna Quill"},
        {"id": "19571209", "text": "it was Bert 1957 12 09"},
        {"id": "document-0002", "text": "taken for another"},
        {"text": "without an id"},
    ]
    written(path, made)
    options = ("--keep-ids", "--keep-order", "--out", f"{out}/")
    told = run("release", path, *options, "--policy", policy(tmp_path, "1957 12 09"), *CAPITALS)
    assert told.code == 0
    ids = [line["id"] for line in lines((out / "document-0001.jsonl").read_text())]
    assert ids == ["case 7", *(f"document-{n:04}" for n in range(2, 7))]
    said = "kept the ids of 1 of 6 documents (--keep-ids); 4 said what is hidden, or were taken, and neutral ones were"
    assert said in told.err
    assert "kept the order of the sources, which may tell who is who (--keep-order)" in told.err
    facts = json.loads((out / "report.json").read_text())
    assert "kept" in facts["about"]["ids"]
    assert facts["about"]["order"] == "that of the sources"
    assert facts["about"]["ids"] in (out / "report.html").read_text()
    assert "case 7" not in (out / "report.html").read_text() + (out / "report.json").read_text()


def policy(folder: Path, *denied: str) -> Path:
    path = folder / "policy.toml"
    path.write_text(f"deny = {json.dumps(denied)}\n")
    return path


def test_by_default_the_report_says_that_nothing_was_kept(run, roster, tmp_path):
    out = tmp_path / "out"
    told = run("release", roster, "--out", f"{out}/", *CAPITALS)
    about = json.loads((out / "report.json").read_text())["about"]
    assert (about["ids"], about["order"], about["kept_fields"]) == ("neutral", "by the key of the run", [])
    assert "--keep" not in told.err


def test_names_of_files_are_never_kept(run, tmp_path):
    (tmp_path / "letter-seven.txt").write_text("somebody came")
    result = run("release", tmp_path / "letter-seven.txt", "--format", "jsonl", "--keep-ids", *CAPITALS)
    assert lines(result.out) == [{"id": "document-0001", "text": "somebody came"}]


def test_keyed_hashes_of_inputs_do_not_tell_their_order(run, roster, tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for n in range(9):
        (source / f"{n}.txt").write_text(f"number {n} of them")
    run("release", source, "--out", out, *CAPITALS)
    hashes = [each["hmac"] for each in json.loads((out / "report.json").read_text())["about"]["inputs"]]
    assert hashes == sorted(hashes)


def test_hashes_that_are_told_say_nothing_of_the_order(tmp_path):
    hashes, path = Key(b"k" * 32), tmp_path / "a.txt"
    path.write_text(json.dumps([1, "a", "Anna came"]))
    assert hashes.place(1, Document("a", "Anna came")).hex() != hashes.hash(path.read_bytes())
    assert len({hashes.secret, hashes.part("order"), hashes.part("lots")}) == 3


@pytest.mark.parametrize("content", ["", "00", "5e" * 8])
def test_a_key_that_could_be_guessed_is_refused(run, roster, key, content):
    key.write_text(content)
    code, out, err = run("release", roster, "--hash-key", key, *CAPITALS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "a key has at least 16 bytes" in err


def test_an_id_on_the_terminal_is_cut_and_cannot_steer_it(run, tmp_path):
    long = "\x1b[31mEleanor \u202e" + "x" * 100
    path = written(tmp_path / "in.jsonl", [{"id": long, "text": 7}, {"id": long + "y", "text": "Xanthippe"}])
    err = run("release", path, "--detector", "broken").err
    assert "\x1b" not in err
    assert "\u202e" not in err
    assert err.count("…'") == 2
    assert "x" * 40 not in err
    assert "'\\x1b[31mEleanor" in err


def test_texts_wait_where_nobody_sees_them_and_nothing_is_left(run, roster, key, tmp_path, monkeypatch):
    whole = run("release", roster, "--hash-key", key, *CAPITALS).out
    monkeypatch.setattr(order, "IN_MEMORY", 1)
    out = tmp_path / "out.jsonl"
    assert run("release", roster, "--hash-key", key, "--out", out, *CAPITALS).code == 0
    assert out.read_text() == whole
    out.unlink()
    seen = []

    def full(*_: object) -> None:
        seen.extend(path.name for path in tmp_path.iterdir())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert run("release", roster, "--hash-key", key, "--out", out, *CAPITALS).code != 0
    hidden = [name for name in seen if name not in ("key", "roster.jsonl")]
    assert len(hidden) == 1
    assert hidden[0].endswith(".part")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key", "roster.jsonl"]


def test_a_spool_gives_back_what_was_put(tmp_path, monkeypatch):
    monkeypatch.setattr(order, "IN_MEMORY", 8)
    spool = Spool(tmp_path)
    texts = ["", "Anna", "é😀\r\n" * 9, "\ud800"]
    places = [spool.put(text) for text in texts]
    assert [spool.get(place) for place in reversed(places)] == texts[::-1]
    assert list(tmp_path.iterdir()) == []
    spool.close()


@given(st.lists(st.tuples(st.integers(1, 4), st.binary(min_size=2, max_size=2))), st.booleans(), st.booleans())
def test_an_order_loses_nobody_and_keeps_files_together(made, in_files, keep_order):
    items = [Item(source, str(n), place, "") for n, (source, place) in enumerate(made)]
    ordered = arrange(items, in_files, keep_order)
    assert {item.document for item in ordered} == {item.document for item in items}
    assert len({item.neutral for item in ordered}) == len(items)
    assert [item.neutral for item in ordered] == sorted(item.neutral for item in items)
    if keep_order:
        assert ordered == items
    elif in_files:
        sources = [item.group for item in ordered]
        assert sources == sorted(sources, key=sources.index)
