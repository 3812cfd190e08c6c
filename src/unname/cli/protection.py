"""`unname measure protection`: what a release hid of what people marked, and what it damaged."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.failures import Failures, say
from unname.cli.measure import ByOrder, Masks, check_pairing, paired, read_texts
from unname.cli.options import Encoding, InputFormat, Quiet, check_input
from unname.cli.records import IdField, TextField, read_layout
from unname.cli.released import MapBack, expand_released
from unname.cli.sources import expand
from unname.cli.visible import in_column
from unname.core.document import Document, Role
from unname.core.errors import InputError
from unname.corpora.map_back import read_edits
from unname.corpora.records import Layout
from unname.corpora.tab import Case

if TYPE_CHECKING:
    from unname.core.redaction import Edit
    from unname.measure.strings import Fate

SHOWN = {
    "recall": "strings to hide that are hidden",
    "precision": "hidden letters that are to be hidden",
    "f2": "F2, by letters and digits",
    "damaged": "strings to keep that are damaged",
    "hidden": "characters hidden",
    "marked": "characters marked to be hidden",
}
"""What the table calls each figure."""

LEAST_KEPT = 0.25
"""The least share of a release's own words that come from the original, if it is to be taken for a release of it."""

N_LISTED = 20
"""How many places are listed where they do not show their text."""


def protection(
    gold: Annotated[
        str, typer.Argument(help="The texts with marks: .jsonl, TAB .json, .conll or .marked, or a folder.")
    ],
    released: Annotated[str, typer.Argument(help="The same texts after, from unname or any other tool.")],
    map: MapBack = None,
    by_order: ByOrder = False,
    show_misses: Annotated[
        bool, typer.Option("--show-misses", help="Show what was missed and damaged, in words of the original.")
    ] = False,
    mask: Masks = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    text_field: TextField = "text",
    id_field: IdField = None,
    quiet: Quiet = False,
) -> None:
    """Measure what a release hid of what is marked in the originals, by label and role, and what it damaged.

    A string is hidden if all its letters and digits are; one that must stay (the role none, or a mark of `k`) is
    damaged if one is. Texts are paired by their ids, or by the map back that the release has kept, which also tells
    what was changed; without it the words of both texts are aligned. Release gold with --ignore-mentions, or its marks
    are hidden as given. --from, --text-field and --id-field are those of the gold texts.
    """
    check_input(encoding, input_format)
    failures = Failures()
    cases = _read_cases(gold, input_format, encoding, failures, read_layout(text_field, id_field, None))
    after = read_texts(released, expand_released([released]), encoding, failures)
    check_pairing(by_order, map, failures)
    pairs = paired([case.document for case in cases.values()], after, by_order, map)
    edits = {} if map is None else read_edits(map)
    missing = len(cases) - len(pairs)
    result, wrong = _measure(cases, pairs, edits, tuple(mask or ()), failures)
    result["without_release"] = missing
    rows = [_row(*each, show_misses) for each in wrong]
    if as_json:
        print(json.dumps({**result, "wrong": rows}))
    else:
        _tell(result, rows, show_misses)
    if missing and not quiet and not as_json:
        say(f"{missing} of {len(cases)} texts have no release and enter no figure")
    failures.leave()


def _read_cases(path: str, format: str | None, encoding: str, failures: Failures, layout: Layout) -> dict[str, Case]:
    """The gold texts by id; there has to be something that is marked."""
    from unname.corpora.gold import read_gold

    cases: dict[str, Case] = {}
    for source in expand([path], format):
        if source.problem:
            failures.add(InputError(f"{source.path}: {source.problem}"))
            continue
        for case in read_gold(source.path, source.format, encoding, failures.add, layout):
            named = _named(case, source.id if source.holds_one else None)
            if named.document.id in cases:
                failures.add(InputError("another text has the same id"), named.document.id)
            else:
                cases[named.document.id] = named
    if not any(annotator.mentions for case in cases.values() for annotator in case.annotators) and not failures.errors:
        raise InputError(f"{path}: nothing is marked in the {len(cases)} texts, so there is nothing to measure by")
    return cases


def _named(case: Case, id: str | None) -> Case:
    if id is None:
        return case
    return Case(replace(case.document, id=id), tuple(replace(each, id=id) for each in case.annotators))


def _measure(
    cases: dict[str, Case],
    pairs: Sequence[tuple[Document, Document]],
    edits: "dict[str, tuple[Edit, ...]]",
    masks: tuple[str, ...],
    failures: Failures,
) -> "tuple[dict[str, Any], list[tuple[Document, Fate]]]":
    """The figures, and each string that is missed or damaged; a text that does not fit its release is told."""
    from unname.measure.strings import Strings, summarize

    metric = Strings()
    scores, wrong, n_documents = [], {}, 0
    for before, after in pairs:
        try:
            hidden = [edit.old for edit in find_changes(before, after, edits.get(after.id), masks)]
        except InputError as error:
            failures.add(error, before.id)
            continue
        n_documents += 1
        for annotator in cases[before.id].annotators:
            scores += metric.judge(annotator, hidden)
            for fate in metric.fates(annotator, hidden):
                if fate.is_wrong:
                    # Annotators who agree make one miss.
                    wrong[before.id, fate.mention.span, fate.mention.role] = annotator, fate
    return {"documents": n_documents, **summarize(scores)}, list(wrong.values())


def find_changes(
    before: Document, after: Document, edits: "tuple[Edit, ...] | None", masks: tuple[str, ...] = ()
) -> "tuple[Edit, ...]":
    """What was changed: as the map says, if it fits these texts, else by aligning their words."""
    from unname.measure.alignment import find_edits, fits, share_kept

    if edits is not None:
        if not fits(before.text, after.text, edits):
            raise InputError("the edits in the map do not turn this text into its release; one of the three is another")
        return edits
    found = find_edits(before.text, after.text, masks)
    if share_kept(after.text, found) < LEAST_KEPT:
        raise InputError("the released text has hardly a word of this one; they do not belong together")
    return found


def _row(document: Document, fate: "Fate", shows: bool) -> dict[str, Any]:
    start, end = fate.mention.span
    is_kept = fate.mention.role is Role.NONE
    row = {"id": document.id, "start": start, "end": end, "role": fate.mention.role.value}
    row |= {} if is_kept else {"label": fate.mention.label}
    row |= {"hidden": fate.n_hidden, "letters": fate.n}
    return {**row, "text": document.text[start:end]} if shows else row


def _tell(result: dict[str, Any], rows: Sequence[dict[str, Any]], shows: bool) -> None:
    for key, words in SHOWN.items():
        print(f"{words:<40}{_figure(result[key])}")
    for role in ("direct", "quasi"):
        print(f"\n{role + ' strings hidden':<40}{_figure(result[role])} of {result['strings'][role]}")
        for label, found in result["by_label"][role].items():
            print(f"  {label:<38}{_figure(found['recall'])} of {found['strings']}")
    listed = rows if shows else rows[:N_LISTED]
    print(f"\n{len(rows)} strings missed or damaged" + (":" if rows else ""))
    for row in listed:
        what = "damaged" if row["role"] == Role.NONE else f"missed {row['role']} {row['label']}"
        place = f"{in_column(row['id'])} {row['start']}..{row['end']}"
        text = f"  {in_column(row['text'])}" if shows else ""
        print(f"  {what:<24}{row['hidden']} of {row['letters']} hidden  {place}{text}")
    if len(listed) < len(rows):
        print(f"  and {len(rows) - len(listed)} more; --json lists all, --show-misses shows their text")


def _figure(value: float | None) -> str:
    return "    -" if value is None else f"{value:.3f}"
