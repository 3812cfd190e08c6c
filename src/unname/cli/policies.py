"""`unname policies`: which policies there are, and what one of them keeps and hides."""

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.failures import say
from unname.cli.visible import in_column
from unname.core.errors import MissingModel
from unname.core.policy import describe_policy, list_policies, read_policy

if TYPE_CHECKING:
    from unname.pipeline.example import Shown


def policies(
    name: Annotated[
        str | None, typer.Argument(help="Show this one: the name of a shipped policy, or a TOML file of your own.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the policies that come with the package, or show what one of them does.

    A policy is shown with its settings and with what it keeps, changes and hides of a short invented text. Words of
    deny and allow and the expressions of patterns are counted, not printed. A policy of your own is a TOML file:

    always_hide = ["PERSON", "CODE"]

    thresholds.ORG = 0.5 (the least confidence that hides, by label or by kind of finding: thresholds.occupation)

    replace.DATETIME = "generalize(to='year')" (a replacer by label, or replace."*" for the rest)

    pattern = [{label = "CODE", expression = "H[0-9]{7}", context = ["HN", "hospital number"]}]

    Examples: unname policies; unname policies hipaa-safe-harbor; unname policies my.toml --json
    """
    if name is None:
        _list(as_json)
    else:
        _show(name, as_json)


def _list(as_json: bool) -> None:
    about = {each: describe_policy(each) for each in list_policies()}
    if as_json:
        print(json.dumps([{"name": each, "about": line} for each, line in about.items()], ensure_ascii=False))
        return
    width = max(map(len, about))
    for each, line in about.items():
        print(f"{each:{width}}  {line}")


def _show(name: str, as_json: bool) -> None:
    from unname.pipeline.about import tell_policy
    from unname.pipeline.example import try_policy

    policy = read_policy(name)
    about, settings = describe_policy(name), _differing(tell_policy(policy))
    try:
        redaction, shown = try_policy(policy)
    except MissingModel as error:
        # The settings are worth showing even if what weighs the risk is not installed.
        redaction, shown = None, []
        say(f"the example is left out: {error}")
    if as_json:
        example = {"released": redaction.text if redaction else None, "strings": [_record(each) for each in shown]}
        print(json.dumps({"name": name, "about": about, "settings": settings, "example": example}, ensure_ascii=False))
        return
    print(in_column(f"{name}: {about}" if about else name))
    for key, value in settings.items():
        print(in_column(f"  {key} = {json.dumps(value, ensure_ascii=False)}"))
    if redaction:
        _print_table(shown)
        print(f"\n{redaction.text.strip()}")
    sys.stdout.flush()


def _differing(told: dict[str, Any]) -> dict[str, Any]:
    """The settings that differ from those of no policy at all."""
    from unname.core.policy import Policy
    from unname.pipeline.about import tell_policy

    usual = tell_policy(Policy())
    return {key: value for key, value in told.items() if value != usual[key]}


def _record(shown: "Shown") -> dict[str, str]:
    return {
        "label": shown.label,
        "role": shown.role.value,
        "text": shown.text,
        "becomes": shown.becomes,
        "outcome": shown.outcome,
    }


def _print_table(shown: list["Shown"]) -> None:
    rows = [("", "what", "becomes"), *((each.outcome, each.text, each.becomes) for each in shown)]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    print()
    for outcome, text, becomes in rows:
        print(f"  {outcome:{widths[0]}}  {text:{widths[1]}}  {'' if outcome == 'kept' else becomes}".rstrip())
