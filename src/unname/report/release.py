"""The page of a release: the verdict first, then what it rests on, for the one who has to sign it."""

from collections.abc import Mapping
from typing import Any

from unname.core.errors import InputError
from unname.report.facts import KIND
from unname.report.found import count, mapping, number, percent
from unname.report.kanon import Origin
from unname.report.page import page, paragraph
from unname.report.release_documents import categories, documents, withheld, worst
from unname.report.release_risk import curve, risk, rounds
from unname.report.release_settings import inputs, settings, signature
from unname.report.text import escape


def release_page(facts: Any, origin: Origin | None = None) -> str:
    """The whole page from the facts of a release; parts whose facts are missing are left out.

    What is damaged or missing never reads as a release that holds.
    """
    name = origin.file if origin else "report.json"
    if mapping(facts).get("kind") != KIND or not mapping(facts, "verdict"):
        raise InputError(f"{name}: these are not the facts of a release")
    made = (risk, withheld, curve, rounds, categories, worst, settings, signature, documents, inputs)
    sections = [section for part in made if (section := part(facts)) is not None]
    title, sentence = verdict(facts)
    kind = ("holds" if _is_attacked(facts) else "untried") if _holds(facts) else "fails"
    lead = f'<strong class="verdict {kind}">{escape(title)}.</strong> {escape(sentence)}'
    return page("Release report", lead, _cells(facts), sections, _end(facts, origin), sorts=True)


def verdict(facts: Mapping[str, Any]) -> tuple[str, str]:
    """Whether the release holds, in a few words, and what that means in one sentence with its numbers."""
    told = mapping(facts, "verdict")
    n, released = number(told.get("documents")) or 0, number(told.get("released")) or 0
    if not n:
        return "Nothing to release", "There was no document."
    gone = _gone(n, n - released)
    if not released:
        return "Nothing is released", f"{gone[0].upper()}{gone[1:]}."
    if not _is_attacked(facts):
        return _unattacked(facts, n, released, gone)
    return _attacked(facts, n, released, gone)


def _unattacked(facts: Mapping[str, Any], n: float, released: float, gone: str) -> tuple[str, str]:
    title = "The policy holds, but nobody tried to find the people" if _holds(facts) else "The policy does not hold"
    above = number(mapping(facts, "verdict").get("above_limit")) or 0
    risky = f"; {count(above)} of them exceed{'s' * (above == 1)} the risk that the policy allows" if above else ""
    why = "" if mapping(facts, "about", "population") else ", as no population was given"
    return title, f"{_of(released, n)} released{risky}, {gone}, and no attack was run{why}."


def _attacked(facts: Mapping[str, Any], n: float, released: float, gone: str) -> tuple[str, str]:
    before, after = (mapping(facts, "any", "all", stage) for stage in ("before", "released"))
    n_attacks = len(mapping(facts, "attacks"))
    who = "the attack names" if n_attacks == 1 else f"at least one of {count(n_attacks)} attacks names"
    share = (
        f"{who} the right person in {percent(before.get('share'))} of the original texts and in "
        f"{percent(after.get('share'))} (95% interval: {percent(after.get('low'))} to {percent(after.get('high'))}) "
        "of the released ones"
    )
    if _holds(facts):
        return "The policy holds", f"{_of(released, n)} released, and {gone}; {share}."
    told = mapping(facts, "verdict")
    found, above = number(told.get("found")) or 0, number(told.get("above_limit")) or 0
    failures = [f"the person is still found in {count(found)}"] * bool(found)
    failures += [f"the estimated risk of {count(above)} exceeds the limit"] * bool(above)
    still = f", but {' and '.join(failures)}" if failures else ""
    return "The policy does not hold", f"{_of(released, n)} released{still}; {gone}; {share}."


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


def _holds(facts: Mapping[str, Any]) -> bool:
    told = mapping(facts, "verdict")
    released = number(told.get("released")) or 0
    return told.get("holds") is True and released > 0 and not told.get("found") and not told.get("above_limit")


def _is_attacked(facts: Mapping[str, Any]) -> bool:
    return number(mapping(facts, "any", "all", "released").get("share")) is not None


def _cells(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    told, together = mapping(facts, "verdict"), mapping(facts, "any", "all")
    cells = [
        ("documents released", f"{count(told.get('released'))} of {count(told.get('documents'))}"),
        ("withheld", count(told.get("withheld"))),
        ("people found in the originals", percent(mapping(together, "before").get("share"))),
        ("people found in what is released", percent(mapping(together, "released").get("share"))),
        ("words hidden, withheld documents whole", percent(mapping(facts, "words").get("hidden"))),
    ]
    return [(name, value) for name, value in cells if any(sign.isdigit() for sign in value)]


def _end(facts: Mapping[str, Any], origin: Origin | None) -> str:
    said = f"Released with unname {facts.get('unname')}."
    if origin:
        said += f" Drawn by unname {origin.version} on {origin.date} from {origin.file} (SHA-256 {origin.hash})."
    return paragraph(said)
