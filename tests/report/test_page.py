import base64
import hashlib
import re

from report.reading import Page
from unname.report.page import SORTING, STYLE, Section, figure, folded, page, paragraph, table

MARKUP = "<script>alert(\"x\")</script> & 'more'"


def made() -> str:
    sections = [
        Section(
            "one", f"First {MARKUP}", [paragraph(MARKUP, "note"), table(MARKUP, [MARKUP, "b"], [[MARKUP, MARKUP]])]
        ),
        Section("two", "Second", [figure("<svg></svg>", MARKUP), folded(MARKUP, paragraph("inside"))]),
    ]
    return page(f"Title {MARKUP}", "<b>lead</b>", [(MARKUP, MARKUP)], sections, paragraph("end"))


def test_plain_text_is_never_taken_for_markup():
    source = made()
    assert "<script" not in source
    assert Page(source).of("title") == [f"Title {MARKUP}"]
    assert "<b>lead</b>" in source


def test_the_page_stands_alone():
    found = Page(made())
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in found.tags}
    assert "url(" not in STYLE.read_text()
    assert "@import" not in STYLE.read_text()
    policies = found.attributes("meta", "content")
    assert "default-src 'none'; style-src 'unsafe-inline'" in policies
    assert not re.search(r"""(?:href|src)=["'](?!#)""", made())


def test_it_can_be_read_on_a_phone_in_the_dark_and_on_paper():
    found, style = Page(made()), STYLE.read_text()
    assert "width=device-width, initial-scale=1" in found.attributes("meta", "content")
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style
    assert found.attributes("html", "lang") == ["en"]


def test_sections_are_reached_by_links():
    found = Page(made())
    assert found.attributes("a", "href") == ["#one", "#two"]
    assert found.attributes("section", "id") == ["one", "two"]


def test_tables_tell_rows_and_columns_apart():
    found = Page(table("Towns", ["town", "people"], [["Zenda", "7"], ["Ruritz", "8"]], strong=[1]))
    assert found.attributes("th", "scope") == ["col", "col", "row", "row"]
    assert found.of("caption") == ["Towns"]
    assert found.of("td") == ["7", "8"]
    assert found.attributes("tr", "class") == [None, None, "strong"]


def test_a_page_without_facts_and_sections():
    assert Page(page("Empty", "", [], [])).of("h1") == ["Empty"]


def test_a_page_that_sorts_allows_its_one_script_and_no_other():
    source = page("Sorted", "", [], [], sorts=True)
    (script,) = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)
    hash = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policies = Page(source).attributes("meta", "content")
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'" in policies
    assert script == SORTING.read_text(encoding="utf-8")
    assert not re.search(r"fetch|XMLHttpRequest|import|innerHTML|eval|https?:", script)


def test_tables_say_how_they_look():
    found = Page(table("Towns", ["town", "people", "said"], [["Zenda", "7", "small"]], kind="long sortable", said=[2]))
    assert found.attributes("table", "class") == ["long sortable"]
    assert found.attributes("div", "class") == ["scroll sortable"]
    assert found.attributes("td", "class") == [None, "said"]
    assert found.attributes("th", "class") == [None, None, "said", None]
