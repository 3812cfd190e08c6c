"""What is in a folder: everything once, and nothing passed over in silence."""

import os
import socket
from pathlib import Path

import pytest

from unname.core.errors import InputError
from unname.corpora import read
from unname.corpora.folders import below


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "letters"
    (made / "more").mkdir(parents=True)
    (made / "anna.txt").write_text("Anna came.")
    (made / "more" / "carl.txt").write_text("Carl stayed.")
    (made / ".hidden.txt").write_text("Nobody reads this.")
    (tmp_path / "outside.txt").write_text("Somebody else's.")
    return made


def seen(folder: Path) -> dict[str, str]:
    return {found.path.relative_to(folder).as_posix(): found.problem for found in below(folder)}


FILES = {"anna.txt": "", "more/carl.txt": ""}


def test_files_in_order_without_what_is_hidden(folder):
    assert list(seen(folder)) == list(FILES)


def test_links_out_of_the_folder_are_told_and_not_followed(folder, tmp_path):
    (folder / "out.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "beside").symlink_to(tmp_path / "letters-of-others")
    (tmp_path / "letters-of-others").mkdir()
    told = "a link out of the folder, which is not followed"
    assert seen(folder) == {**FILES, "out.txt": told, "up": told, "beside": told}


def test_links_to_nothing_and_to_themselves_are_told(folder):
    (folder / "gone.txt").symlink_to(folder / "absent.txt")
    (folder / "loop").symlink_to(folder / "loop")
    told = "a link to something that is not there"
    assert seen(folder) == {**FILES, "gone.txt": told, "loop": told}


def test_links_within_the_folder_bring_nothing_twice(folder):
    (folder / "again.txt").symlink_to("anna.txt")
    (folder / "more" / "round").symlink_to(folder)
    (folder / "twice").symlink_to("more")
    assert seen(folder) == FILES


def test_a_link_is_the_way_to_what_is_hidden_in_the_folder(folder):
    # As volumes of containers are mounted: ..data -> ..2024, letter.txt -> ..data/letter.txt
    (folder / "..2024" / "deep").mkdir(parents=True)
    for name in ("letter.txt", "deep/note.txt"):
        (folder / "..2024" / name).write_text("Bert left.")
    (folder / "..data").symlink_to("..2024")
    (folder / "letter.txt").symlink_to("..data/letter.txt")
    (folder / "deep").symlink_to("..data/deep")
    (folder / "deep-again").symlink_to("..data/deep")
    inside = seen(folder)
    assert inside.pop("letter.txt") == ""
    assert sum(name.endswith("note.txt") for name in inside) == 1
    assert len(inside) == len(FILES) + 1


def test_pipes_and_sockets_are_told(folder, monkeypatch):
    os.mkfifo(folder / "pipe.txt")
    (folder / "link.txt").symlink_to("pipe.txt")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    told = "a pipe, socket or device, which is not read in a folder"
    assert seen(folder) == {**FILES, "pipe.txt": told, "socket": told}


def test_a_folder_that_cannot_be_read_is_told(folder, monkeypatch):
    scan = os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "more":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr("os.scandir", refuse)
    assert seen(folder) == {"anna.txt": "", "more": "cannot be read: Permission denied"}


def test_reading_a_folder_tells_what_it_cannot_read_and_goes_on(folder, tmp_path):
    (folder / "out.txt").symlink_to(tmp_path / "outside.txt")
    failures: list[InputError] = []
    assert [document.id for document in read(folder, failed=failures.append)] == ["anna", "more/carl"]
    assert [str(error) for error in failures] == [
        f"{folder / 'out.txt'}: a link out of the folder, which is not followed"
    ]
    with pytest.raises(InputError, match="not followed"):
        list(read(folder))
