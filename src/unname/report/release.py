"""The page of a release: the verdict first, then what it rests on, for the one who has to sign it."""

from collections.abc import Mapping
from typing import Any

from unname.core.errors import InputError
from unname.core.versions import check_version
from unname.report.page import Origin, page, paragraph
from unname.report.plain import escape
from unname.report.release_crowd import crowd, people, protection
from unname.report.release_documents import categories, documents, withheld, worst
from unname.report.release_facts import KIND
from unname.report.release_masks import masks, n_named
from unname.report.release_risk import curve, risk, rounds
from unname.report.release_seen import UNIQUE, check, unique, unread
from unname.report.release_settings import inputs, settings, signature, written
from unname.report.values import count, mapping, number, percent, strings
from unname.report.verdict import FAILS, HOLDS, OPEN, UNTRIED

_KINDS = {HOLDS: "holds", OPEN: "untried", FAILS: "fails"}
"""How each verdict looks."""


def release_page(facts: Any, origin: Origin | None = None) -> str:
    """The whole page from the facts of a release; parts whose facts are missing are left out.

    What is damaged or missing never reads as a release that holds.
    """
    name = origin.file if origin else "report.json"
    if mapping(facts).get("kind") == KIND:
        check_version("report", facts.get("version"), name)
    if mapping(facts).get("kind") != KIND or not mapping(facts, "counts"):
        raise InputError(f"{name}: these are not the facts of a release")
    made = (
        check,
        written,
        risk,
        masks,
        crowd,
        protection,
        unique,
        unread,
        categories,
        withheld,
        curve,
        rounds,
        worst,
        settings,
        signature,
        documents,
        inputs,
    )
    sections = [section for part in made if (section := part(facts)) is not None]
    title, sentence = verdict(facts)
    lead = f'<strong class="verdict {_KINDS[found_verdict(facts)]}">{escape(title)}.</strong> {escape(sentence)}'
    return page("Release report", lead, _cells(facts), sections, _end(facts, origin), sorts=True)


def found_verdict(facts: Mapping[str, Any]) -> str:
    """The verdict that the facts tell, if nothing else in them speaks against it."""
    told, said = mapping(facts, "counts"), facts.get("verdict")
    beyond = (told.get("found"), told.get("above_limit"), mapping(facts, "crowd").get("below"), n_named(facts))
    if said == FAILS or any(beyond):
        return FAILS
    is_whole = (number(told.get("released")) or 0) > 0 and _is_attacked(facts) and facts.get("reasons") == []
    return HOLDS if said == HOLDS and is_whole else OPEN


def verdict(facts: Mapping[str, Any]) -> tuple[str, str]:
    """What the release shows, in a few words, and what that means in a few sentences with their numbers."""
    told = mapping(facts, "counts")
    n, released = number(told.get("documents")) or 0, number(told.get("released")) or 0
    if not n:
        return "Nothing to release", "There was no document."
    gone = _gone(n, n - released)
    if not released:
        return "Nothing is released", f"{gone[0].upper()}{gone[1:]}."
    counted = f"{_of(released, n)} released, and {gone}."
    why = "; ".join(each.removeprefix(UNTRIED) for each in strings(facts.get("reasons")))
    because = f" {why[0].upper()}{why[1:]}." if why else ""
    attacked = f" {_attacked(facts)}" if _is_attacked(facts) else ""
    said = found_verdict(facts)
    if said == OPEN and not _is_attacked(facts):
        return "Not attacked", f"Whether anybody can be found in this release was not measured.{because} {counted}"
    titles = {
        HOLDS: "The policy holds against this population",
        FAILS: "The policy does not hold",
        OPEN: "Not shown whether the policy holds",
    }
    return titles[said], f"{counted}{because}{attacked}"


def _attacked(facts: Mapping[str, Any]) -> str:
    """What attacks found: before, by the jury before anybody is withheld, and what is so by construction."""
    everybody, jury = mapping(facts, "any", "all"), mapping(facts, "any", "jury", "after")
    n_attacks = len(mapping(facts, "attacks"))
    who = "The attack names" if n_attacks == 1 else f"At least one of {count(n_attacks)} attacks names"
    said = [f"{who} the right person in {percent(mapping(everybody, 'before').get('share'))} of the original texts."]
    if number(jury.get("share")) is not None:
        interval = f"(95% interval: {percent(jury.get('low'))} to {percent(jury.get('high'))})"
        named = f"The jury, which never feeds back, names {percent(jury.get('share'))} {interval}"
        said.append(f"{named} after the last round, before anybody is withheld.")
    share = f"In what is released {percent(mapping(everybody, 'released').get('share'))} are named"
    withheld = ", by construction: whoever was named more surely than the policy allows is withheld"
    said.append(f"{share}{'' if mapping(facts, 'counts').get('found') else withheld}.")
    other = mapping(facts, "other_knowledge", "any", "released")
    if number(other.get("share")) is None:
        return " ".join([*said, "Against other knowledge than this population it was not measured."])
    interval = f"(95% interval: {percent(other.get('low'))} to {percent(other.get('high'))})"
    return " ".join([*said, f"With other knowledge, which took no part, {percent(other.get('share'))} {interval} are."])


def _of(released: float, n: float) -> str:
    if n == 1:
        return "The one document is"
    return f"All {count(n)} documents are" if released == n else f"{count(released)} of {count(n)} documents are"


def _gone(n: float, gone: float) -> str:
    if not gone:
        return "none is withheld"
    if gone == n:
        return "the one document is withheld" if n == 1 else f"all {count(n)} documents are withheld"
    return f"{count(gone)} {'is' if gone == 1 else 'are'} withheld"


def _is_attacked(facts: Mapping[str, Any]) -> bool:
    return number(mapping(facts, "any", "all", "released").get("share")) is not None


def _cells(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    told, together = mapping(facts, "counts"), mapping(facts, "any", "all")
    cells = [
        ("documents released", f"{count(told.get('released'))} of {count(told.get('documents'))}"),
        ("withheld", count(told.get("withheld"))),
        ("people found in the originals", percent(mapping(together, "before").get("share"))),
        (
            "people the jury finds before anybody is withheld",
            percent(mapping(facts, "any", "jury", "after").get("share")),
        ),
        (
            "people found with other knowledge",
            percent(mapping(facts, "other_knowledge", "any", "released").get("share")),
        ),
        (
            "people who fit the most telling document, by estimate",
            people(mapping(facts, "crowd", "released", "smallest")),
        ),
        (UNIQUE, percent(mapping(facts, "unique", "released").get("share"))),
        ("information kept (TPI), withheld documents none", percent(mapping(facts, "e5").get("tpi"))),
        ("both in one (E5): information kept, people the jury does not find", percent(mapping(facts, "e5").get("e5"))),
        ("words hidden, withheld documents whole", percent(mapping(facts, "words").get("hidden"))),
    ]
    return [(name, value) for name, value in cells if any(sign.isdigit() for sign in value)]


def _end(facts: Mapping[str, Any], origin: Origin | None) -> str:
    said = f"Released with unname {facts.get('unname')}."
    if origin:
        said += f" Drawn by unname {origin.version} on {origin.date} from {origin.file} (SHA-256 {origin.hash})."
    return paragraph(said)
