"""The picture of the rooms in ARCHITECTURE.md is what the imports say."""

import pytest

import rooms


def test_the_page_is_up_to_date(capsys):
    assert rooms.main(["--check"]) == 0, capsys.readouterr().err


def test_a_page_that_is_not_is_told(monkeypatch, tmp_path, capsys):
    page = tmp_path / "ARCHITECTURE.md"
    page.write_text("before\n<!-- rooms -->old<!-- end -->\nbetween\n<!-- modules --><!-- end -->\nafter\n")
    monkeypatch.setattr(rooms, "PAGE", page)
    assert rooms.main(["--check"]) == 1
    assert "run: python tools/rooms.py" in capsys.readouterr().err
    assert rooms.main([]) == 0
    assert rooms.main(["--check"]) == 0
    written = page.read_text(encoding="utf-8")
    assert "old" not in written.split("<!-- end -->")[0]
    assert [line for line in written.splitlines() if line in ("before", "between", "after")] == [
        "before",
        "between",
        "after",
    ]


@pytest.mark.parametrize("page", ["", "<!-- rooms --> <!-- modules --> <!-- end -->", "<!-- rooms --> <!-- end -->"])
def test_a_page_without_its_marks_is_refused(page):
    with pytest.raises(ValueError, match="must be marked"):
        rooms.update(page)


def test_every_room_has_an_arrow_to_core_and_core_has_none():
    lines = [line.split() for line in rooms.draw_rooms().splitlines()]
    arrows = {line[0]: line[2:] for line in lines if line[1:2] == ["─▶"]}
    assert "core" not in arrows
    product = {name for layer in rooms.LAYERS for name in layer if f"unname.{name}" in rooms.NAMES}
    assert all(arrows[name][-1] == "core" for name in product - {"core"})
    assert arrows["bench"][-1] == "unname"


def test_every_module_is_listed_and_says_what_it_is():
    listed = [line for line in rooms.list_modules().splitlines() if line.startswith(("- `", "`"))]
    assert len(listed) == len([name for name in rooms.NAMES if "." in name])
    assert not [line for line in listed if line.endswith(": ")]
