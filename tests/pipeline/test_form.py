"""The form of a text outlives its release: JSON parses, tables keep their cells, lines and tags are all there."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import Withheld
from unname.core.policy import Policy
from unname.pipeline.document import Pipeline

PIPELINE = Pipeline(detectors=("rules", "gazetteer", "fields"))
NAMES = (
    "Anna Kovac",
    "OKONKWO, Blessing A",
    "Robert O'Brien",
    "Ren\u00e9e Duval",
    "Will Young",
    "Li Wei",
    "Jos\u00e9 Garc\u00eda",
)
VALUES = (
    *NAMES,
    "+44 7700 900123",
    "1961-03-04",
    "anna.kovac@example.org",
    "10 Downing Street, London",
    "fine",
    "",
    "N/A",
    'a "b" c',
)
KEYS = (
    "name",
    "firstName",
    "patient_name",
    "dob",
    "mrn",
    "note",
    "tel",
    "address",
    "Anna Kovac",
    "anna.kovac@example.org",
)
TEXTS = st.lists(st.sampled_from([*VALUES, "\n", "\t", " and ", ": ", "\\", '"', "'"]), max_size=4).map(" ".join)
SCALARS = st.one_of(
    TEXTS, st.sampled_from(VALUES), st.integers(-(10**12), 10**12), st.booleans(), st.none(), st.floats(0, 1e6)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)),
    max_leaves=12,
)
ROUNDS = settings(max_examples=15, deadline=None)


def released(text: str, pipeline: Pipeline = PIPELINE) -> str:
    try:
        return pipeline.release(text).text
    except Withheld:
        return text


@ROUNDS
@given(st.one_of(st.lists(JSON, max_size=4), st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4)), st.booleans())
def test_json_parses(value: object, spaced: bool) -> None:
    after = json.loads(released(json.dumps(value, indent=1 if spaced else None, ensure_ascii=spaced)))
    assert type(after) is type(value)
    assert len(after) == len(value) or isinstance(value, dict)  # type: ignore[arg-type]


@ROUNDS
@given(
    st.integers(2, 5).flatmap(
        lambda n: st.lists(st.lists(st.sampled_from(VALUES), min_size=n, max_size=n), min_size=2, max_size=6)
    ),
    st.sampled_from(",;\t|"),
    st.booleans(),
)
def test_tables_keep_their_cells(rows: list[list[str]], separator: str, headed: bool) -> None:
    file = io.StringIO()
    head = [["name", "dob", "mrn", "address", "tel"][: len(rows[0])]] if headed else []
    csv.writer(file, delimiter=separator, lineterminator="\n").writerows(head + rows)
    before = list(csv.reader(io.StringIO(file.getvalue()), delimiter=separator))
    after = list(csv.reader(io.StringIO(released(file.getvalue())), delimiter=separator))
    if head or len(rows) > 2:
        assert [len(row) for row in after] == [len(row) for row in before]
    assert len(after) == len(before)


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        self.seen.append(f"</{tag}>")


TAGS = st.sampled_from(["p", "b", "i", "div", "td", "firstName", "note"])
PAGES = st.recursive(
    st.sampled_from([*NAMES, "Jo</b>hn<b>", "fine &amp; well", "Ren&eacute;e", "<br/>", "see 1961-03-04"]).map(str),
    lambda inner: st.builds(
        lambda tag, parts, glue: f'<{tag} title="{NAMES[len(parts)]}">{glue.join(parts)}</{tag}>',
        TAGS,
        st.lists(inner, max_size=4),
        st.sampled_from(["", " ", "\n"]),
    ),
    max_leaves=10,
)


@ROUNDS
@given(PAGES)
def test_pages_keep_their_tags(page: str) -> None:
    after = released(page)
    assert _Tags(after).seen == _Tags(page).seen
    assert after.count("\n") == page.count("\n")


@ROUNDS
@given(st.lists(st.tuples(TAGS, st.sampled_from([name for name in VALUES if "&" not in name])), max_size=6))
def test_xml_parses(elements: list[tuple[str, str]]) -> None:
    text = f"<record>{''.join(f'<{tag}>{value}</{tag}>' for tag, value in elements)}</record>"
    assert [child.tag for child in ElementTree.fromstring(released(text))] == [tag for tag, _ in elements]


@ROUNDS
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["INFO", "WARN"]), st.sampled_from(["user", "ip", "name", "msg"]), st.sampled_from(VALUES)
        ),
        min_size=1,
        max_size=9,
    )
)
def test_logs_keep_their_lines_and_keys(lines: list[tuple[str, str, str]]) -> None:
    text = "".join(
        f'2024-03-0{n % 9 + 1} 10:00:0{n % 10} {level} {key}="{value}" code=7\n'
        for n, (level, key, value) in enumerate(lines)
    )
    after = released(text)
    assert after.count("\n") == len(lines)
    assert re.findall(r"\w+=", after) == re.findall(r"\w+=", text)
    assert after.count('"') == text.count('"')


@ROUNDS
@given(st.lists(st.sampled_from([*NAMES, "\n", "\r\n", "\t", "\u2028", "\x0b", " ", ", ", " and "]), max_size=20))
def test_no_line_is_lost(parts: list[str]) -> None:
    text = "".join(parts)
    after = released(text)
    for sign in ("\n", "\r", "\t", "\u2028", "\x0b"):
        assert after.count(sign) == text.count(sign)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("<p>Dear <b>Jo</b>hn Whitcombe!</p>", "<p>Dear <b>***</b>***!</p>"),
        ("Patient: OKONKWO, Blessing A\nBed: x", "Patient: ***\nBed: x"),
        ("She met Anna\nKovac there.", "She met ***\n*** there."),
        ('{"mrn": 4471902, "ok": true}', '{"mrn": "***", "ok": true}'),
        ('{"note": "Anna Kovac\\nTel: 020 7946 0018"}', '{"note": "***\\nTel: ***"}'),
        ('{"firstName": "Ren\\u00e9e"}', '{"firstName": "***"}'),
        ("Anna Kovac: hello", "***: hello"),
        ("From: Anna Kovac <anna@kovac.example>", "From: *** <***>"),
    ],
)
def test_releases(text: str, after: str) -> None:
    assert released(text) == after


def test_a_name_over_two_lines_is_one_entity() -> None:
    document = PIPELINE.detect(Document("d", "She met Anna\nKovac there."))
    hidden = [mention for mention in document.mentions if mention.role is not Role.NONE]
    assert [document.text[slice(*mention.span)] for mention in hidden] == ["Anna", "Kovac"]
    assert len({mention.entity for mention in hidden}) == 1


def test_what_users_give_and_policies_deny_is_hidden_even_in_labels() -> None:
    document = Document("d", "Patient: x\nfine", mentions=(Mention(Span(0, 15), "MISC"),))
    assert PIPELINE.release(document).text == "***: ***\n***"
    denying = Pipeline(detectors=("rules",), policy=Policy(deny=frozenset({"Patient"})))
    assert released("Patient: fine", denying) == "***: fine"


def test_tidy_masks_do_not_join_over_cells() -> None:
    tidy = Pipeline(detectors=("rules", "gazetteer", "fields"), replace="mask(tidy=True)")
    assert released("nr,name,wife\n1,Anna Kovac,Maria Garcia\n", tidy).endswith(",***,***\n")
