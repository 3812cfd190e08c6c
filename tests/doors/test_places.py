"""Nothing is lost: what is there is never written over, and what is written appears together or not at all."""

import json
import os
import socket
import stat
import threading
from pathlib import Path

import pytest

CAPITALS = ("--detector", "capitals")
PEOPLE = [{"id": f"p{n}", "name": f"Person {n}", "text": f"Person {n} keeps a garden and {n} goats"} for n in range(4)]


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text("Ask Anna Quill, please.")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two letters in a folder."""
    made = tmp_path / "letters"
    made.mkdir()
    (made / "anna.txt").write_text("Anna came.")
    (made / "bert.txt").write_text("Then Bert left.")
    return made


def content(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder, byte by byte."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def refused(result, *said: str) -> None:
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert all(words in result.err for words in said)


OPTIONS = ("--out", "--keep-map", "--report")


@pytest.mark.parametrize("option", OPTIONS)
def test_a_file_that_is_there_stays_whatever_becomes_of_the_release(run, letter, tmp_path, option):
    precious = tmp_path / "precious.html"
    precious.write_text("precious")
    for text in (b"Anna", b"\xff\xfe\xfd"):
        letter.write_bytes(text)
        refused(run("release", letter, option, precious, *CAPITALS), option, "exists already")
    assert precious.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "precious.html"]


@pytest.mark.parametrize("option", [*OPTIONS, "--hash-key"])
@pytest.mark.parametrize("way", ["itself", "dots", "link", "hard link", "link of a folder"])
@pytest.mark.parametrize("read", ["letter.txt", "people.jsonl", "subjects.jsonl", "policy.toml"])
def test_what_is_read_is_not_written_over(run, letter, people, tmp_path, option, way, read):
    (tmp_path / "subjects.jsonl").write_text('{"id": "letter", "subject": "p1"}\n')
    (tmp_path / "policy.toml").write_text('allow = ["Rome"]\n')
    place = {
        "itself": tmp_path / read,
        "dots": Path(f"{tmp_path}/./../{tmp_path.name}/{read}"),
        "link": tmp_path / "link",
        "hard link": tmp_path / "hard",
        "link of a folder": tmp_path / "again" / read,
    }[way]
    if way == "link":
        place.symlink_to(tmp_path / read)
    elif way == "hard link":
        place.hardlink_to(tmp_path / read)
    elif way == "link of a folder":
        (tmp_path / "again").symlink_to(tmp_path)
    before = content(tmp_path)
    given = ["--population", people, "--subjects", tmp_path / "subjects.jsonl", "--policy", tmp_path / "policy.toml"]
    result = run("release", letter, *given, "--attack", "none", "--jury", "none", option, place, *CAPITALS)
    refused(result, option)
    assert content(tmp_path) == before


@pytest.mark.parametrize("option", [*OPTIONS, "--hash-key"])
def test_nothing_is_written_among_what_is_read(run, folder, option):
    before = content(folder)
    more = () if option == "--out" else ("--out", folder.parent / "released")
    refused(run("release", folder, option, folder / "new.html", *more, *CAPITALS), "lies inside")
    assert content(folder) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["--out", "x.html", "--keep-map", "x.html"],
        ["--out", "x.html", "--keep-map", "./X.HTML"],
        ["--out", "x.html", "--report", "x.html"],
        ["--out", "x.json", "--report", "x.html"],
        ["--out", "x.txt", "--hash-key", "x.txt"],
        ["--keep-map", "x.json", "--report", "x.html"],
        ["--keep-map", "x", "--hash-key", "x"],
        ["--keep-map", "again/x", "--hash-key", "x"],
        ["--out", "x/", "--keep-map", "x"],
        ["--report", "x.json"],
        ["--report", "/dev/null"],
        ["--keep-map", "/proc/x"],
        ["--keep-map", "absent/x"],
        ["--out", "absent/x.txt"],
        ["--out", "/proc/released/"],
        ["--out", "broken.txt"],
        ["--out", "broken"],
        ["--out", "letter.txt/"],
    ],
    ids=" ".join,
)
def test_places_that_cannot_be(run, letter, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    Path("again").symlink_to(".")
    Path("broken.txt").symlink_to("absent.txt")
    Path("broken").symlink_to("absent")
    before = sorted(os.listdir())
    refused(run("release", letter, *arguments, *CAPITALS))
    assert sorted(os.listdir()) == before


def test_a_key_that_is_there_is_read_and_stays(run, letter, tmp_path):
    key = tmp_path / "key"
    key.write_text("ab" * 32 + "\n")
    for name in ("a", "b"):
        assert run("release", letter, "--out", tmp_path / name, "--hash-key", key, *CAPITALS).code == 0
    assert key.read_text() == "ab" * 32 + "\n"


@pytest.mark.parametrize("n_steps", range(6))
@pytest.mark.parametrize("is_there", [False, True], ids=["a new folder", "an empty folder"])
@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_all_is_written_or_nothing(run, folder, tmp_path, monkeypatch, n_steps, is_there, links):
    out, map, key, page = (tmp_path / name for name in ("released", "map", "key", "page.html"))
    if is_there:
        out.mkdir()
    before = sorted(path.name for path in tmp_path.iterdir())
    done = 0

    def failing(step):
        def name(old: Path, new: Path) -> None:
            nonlocal done
            if step is os.link and not links:
                raise PermissionError(1, "Operation not permitted")
            done += 1
            if done > n_steps:
                raise OSError(5, "Input/output error")
            step(old, new)

        return name

    monkeypatch.setattr("os.link", failing(os.link))
    rename = os.rename

    def rename_out(old: Path, new: Path) -> None:
        # The way back always works; with links, so does every rename but that of the folder.
        way_out = ".part" in str(old) and ".part" not in str(new)
        (failing(rename) if way_out else rename)(old, new)

    monkeypatch.setattr("os.rename", rename_out)
    arguments = ["--out", out, "--keep-map", map, "--hash-key", key, "--report", page]
    code, _, err = run("release", folder, *arguments, *CAPITALS)
    n_all = 6 if is_there else 5
    if n_steps < n_all:
        assert (code, err.count("\n")) == (2, 1)
        assert "Input/output error" in err
        assert sorted(path.name for path in tmp_path.iterdir()) == before
        assert not is_there or not list(out.iterdir())
    else:
        assert code == 0
        assert sorted(path.name for path in out.iterdir()) == ["document-0001.txt", "document-0002.txt"]
        made = {"released", "map", "key", "page.html", "page.json", "letters"}
        assert {path.name for path in tmp_path.iterdir()} == made
        assert {stat.S_IMODE(path.stat().st_mode) for path in (map, key)} == {0o600}


def test_a_map_that_fails_keeps_the_text_from_standard_output(run, letter, tmp_path, monkeypatch):
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.link", fail)
    refused(run("release", letter, "--keep-map", tmp_path / "map", *CAPITALS), "cannot write", "No space left")
    assert list(tmp_path.iterdir()) == [letter]


def test_a_text_that_fails_takes_its_map_away(run, letter, tmp_path):
    code, _, err = run("release", letter, "--out", "/dev/full", "--keep-map", tmp_path / "map", *CAPITALS)
    assert (code, err.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == [letter]


def test_what_appears_meanwhile_is_not_written_over(run, letter, tmp_path, monkeypatch):
    out, map = tmp_path / "out.txt", tmp_path / "map"
    link = os.link

    def first_somebody_else(old: Path, new: Path) -> None:
        if new == out:
            out.write_text("precious")
        link(old, new)

    monkeypatch.setattr("os.link", first_somebody_else)
    refused(run("release", letter, "--out", out, "--keep-map", map, *CAPITALS), "File exists")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "letter.txt": letter.read_bytes(),
        "out.txt": b"precious",
    }


def test_what_a_killed_run_left_is_in_nobodys_way(run, folder, tmp_path, monkeypatch):
    # In a container every run may have the same number.
    monkeypatch.setattr("os.getpid", lambda: 7)
    (tmp_path / ".released.7.part").mkdir()
    (tmp_path / ".unname-0123.part").mkdir()
    assert run("release", folder, "--out", tmp_path / "released", *CAPITALS).code == 0
    assert (tmp_path / "released" / "report.json").exists()


def test_nobody_else_can_look_before_it_is_there(run, folder, tmp_path, monkeypatch):
    seen = []
    link = os.link

    def look(old: Path, new: Path) -> None:
        seen.extend(stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(".unname-*"))
        link(old, new)

    monkeypatch.setattr("os.link", look)
    before = os.umask(0o022)
    try:
        out = tmp_path / "released"
        assert run("release", folder, "--out", out, "--keep-map", tmp_path / "map", *CAPITALS).code == 0
    finally:
        os.umask(before)
    assert set(seen) == {0o700}
    assert stat.S_IMODE(out.stat().st_mode) == 0o755


def test_an_empty_folder_keeps_its_permissions_and_its_place(run, folder, tmp_path):
    out = tmp_path / "out"
    (tmp_path / "real").mkdir(mode=0o700)
    out.symlink_to("real")
    number = out.stat().st_ino
    assert run("release", folder, "--out", out, *CAPITALS).code == 0
    assert out.is_symlink()
    assert (out.stat().st_ino, stat.S_IMODE(out.stat().st_mode)) == (number, 0o700)
    assert {path.name for path in out.iterdir()} >= {"document-0001.txt", "report.json"}
    assert not list(out.glob(".*"))


def test_folders_on_the_way_are_made_and_taken_away_again(run, folder, letter, tmp_path):
    letter.write_bytes(b"\xff")
    out = tmp_path / "a" / "b"
    refused(run("release", folder, "--out", out / "released", "--replace", "mask(", *CAPITALS))
    assert not (tmp_path / "a").exists()
    assert run("release", folder, "--out", out / "released", *CAPITALS).code == 0
    assert (out / "released" / "report.json").exists()


def test_a_pipe_and_a_device_may_be_written(run, letter, tmp_path):
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    listener.start()
    assert run("release", letter, "--out", "/dev/null", "--keep-map", pipe, "--quiet", *CAPITALS) == (0, "", "")
    listener.join()
    assert json.loads(heard[0])["document"] == "letter"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "pipe"]


def test_standard_output_by_its_path_is_standard_output(run, letter):
    assert run("release", letter, "--out", "/dev/stdout", "--language", "en", *CAPITALS) == (0, "***, please.", "")


def test_the_ending_tells_a_file_from_a_folder(run, letter, folder, tmp_path):
    records = tmp_path / "in.jsonl"
    records.write_text('{"text": "Anna came."}\n{"text": "Bert left."}\n')
    for number, (source, name, is_folder) in enumerate(
        [
            (records, "rel", True),
            (records, "rel.jsonl", False),
            (letter, "rel", True),
            (letter, "rel.txt", False),
            (letter, "rel.jsonl", False),
            (folder, "rel", True),
            (folder, "rel.jsonl", False),
            (folder, "rel.v2", True),
        ]
    ):
        out = tmp_path / str(number) / name
        out.parent.mkdir()
        code, _, err = run("release", source, "--out", out, *CAPITALS)
        assert code == 0
        assert out.is_dir() is is_folder
        assert f" to {out}{'/' * is_folder}\n" in err
        if name == "rel.jsonl":
            assert all(set(json.loads(line)) == {"id", "text"} for line in out.read_text().splitlines())


@pytest.mark.parametrize("source", ["letters", "in.jsonl"])
def test_several_documents_do_not_go_into_one_text(run, folder, tmp_path, source):
    (tmp_path / "in.jsonl").write_text('{"text": "Anna came."}\n{"text": "Bert left."}\n')
    out = tmp_path / "rel.txt"
    refused(run("release", tmp_path / source, "--out", out, *CAPITALS), "cannot go into", "jsonl")
    assert not out.exists()


def test_what_cannot_be_read_in_a_folder_is_told_and_counted(run, folder, tmp_path, monkeypatch):
    os.mkfifo(folder / "pipe.txt")
    (folder / "gone.txt").symlink_to("absent.txt")
    (tmp_path / "precious.txt").write_text("Carl stayed.")
    (folder / "outside.txt").symlink_to(tmp_path / "precious.txt")
    (folder / "again.txt").symlink_to("anna.txt")
    (folder / "report.docx").write_bytes(b"PK\x03\x04 word/document.xml")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    code, _, err = run("release", folder, "--out", tmp_path / "released", *CAPITALS)
    assert code == 2
    for said in (
        "pipe.txt: a pipe",
        "socket: a pipe",
        "gone.txt: a link to",
        "outside.txt: a link out",
        "a Word document",
    ):
        assert said in err
    assert "released 2 of 7 documents, 5 failed" in err
    texts = sorted(path.read_text() for path in (tmp_path / "released").glob("*.txt"))
    assert texts == ["*** came.", "*** left."]


@pytest.mark.parametrize("command", ["detect", "release"])
def test_an_unreadable_file_fails_alone(run, folder, tmp_path, monkeypatch, command):
    opened = open

    def refuse(path, *more, **settings):
        if str(path).endswith("anna.txt"):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *more, **settings)

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("io.open", refuse)
    more = ["--out", tmp_path / "released"] if command == "release" else []
    code, out, err = run(command, folder, *more, *CAPITALS)
    assert code == 2
    assert "anna.txt: Permission denied" in err
    assert "Bert" in out or (tmp_path / "released" / "report.json").exists()


def test_an_unreadable_folder_in_a_folder_is_told_and_counted(run, folder, tmp_path, monkeypatch):
    (folder / "more").mkdir()
    scan = os.scandir

    def refuse(path):
        if str(path).endswith("more"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr("os.scandir", refuse)
    code, _, err = run("release", folder, "--out", tmp_path / "released", *CAPITALS)
    assert code == 2
    assert "more: cannot be read: Permission denied" in err
    assert "released 2 of 3 documents" in err


def test_a_page_that_is_drawn_takes_the_place_of_nothing(run, letter, tmp_path):
    out, page = tmp_path / "released", tmp_path / "page.html"
    assert run("release", letter, "--out", out, *CAPITALS).code == 0
    assert run("report", out, "--out", page).code == 0
    page.write_text("precious")
    (tmp_path / "hard").hardlink_to(out / "report.json")
    before = content(tmp_path)
    for taken in (page, tmp_path / "hard", out / "report.json", out / "document-0001.txt"):
        refused(run("report", out, "--out", taken), "exists already")
    assert content(tmp_path) == before


def test_names_of_files_may_hold_anything(run, folder, tmp_path):
    for name in (b"\xff.txt", b"x\x1b[31m\ny.txt"):
        (folder / os.fsdecode(name)).write_text("Carl stayed.")
    (folder / "bad\x1b[31m\u202e.txt").write_bytes(b"\xff")
    code, _, err = run("release", folder, "--out", tmp_path / "released", "--keep-map", tmp_path / "map", *CAPITALS)
    assert code == 2
    assert "bad\\x1b[31m\\u202e.txt: not valid" in err
    assert "\x1b" not in err
    kept = [json.loads(line) for line in (tmp_path / "map").read_text().splitlines()]
    assert {os.fsdecode(b"\xff"), "x\x1b[31m\ny", "anna", "bert"} == {line["document"] for line in kept}
