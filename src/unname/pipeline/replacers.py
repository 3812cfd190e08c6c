"""What writes changes: a replacer for each label that has its own, and one for the rest."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from unname.core import registry
from unname.core.errors import ConfigError
from unname.core.policy import REST, Policy, read_replace
from unname.core.roles import Replacer
from unname.pipeline import recipe
from unname.replace.book import Book, Draws


@dataclass(frozen=True)
class Replacers:
    """The replacers of a pipeline."""

    rest: Replacer
    by_label: Mapping[str, Replacer]

    def of(self, label: str) -> Replacer:
        """The replacer of all entities with a label."""
        return self.by_label.get(label, self.rest)

    def __iter__(self) -> Iterator[Replacer]:
        return iter((self.rest, *self.by_label.values()))

    @property
    def name(self) -> str:
        """All of them by name: the one for the rest, then each with its label."""
        return self.rest.name + "".join(f", {label} {each.name}" for label, each in sorted(self.by_label.items()))

    @property
    def draw(self) -> bool:
        """Whether surrogates are drawn, none of which may stand in another text."""
        return any(isinstance(each, Draws) for each in self)


def make_replacers(given: str | Replacer | None, policy: Policy, book: Book, same_name: bool = False) -> Replacers:
    """The replacers that are given, by label or for the rest, then those of the policy; all draw from one book.

    With `same_name`, whoever has the same name is the same person in all documents.
    """
    named = read_replace(given) if isinstance(given, str) else {}
    rest = (named.get(REST) if isinstance(given, str) else given) or policy.replace.get(REST) or recipe.REPLACER
    by_label = {**policy.replace, **named}
    made = {label: _make(spec, book, same_name) for label, spec in by_label.items() if label != REST}
    replacers = Replacers(_make(rest, book, same_name), made)
    if same_name and not replacers.draw:
        raise ConfigError("the same name is the same person only where names are drawn; give the replacer pseudonym")
    return replacers


def _make(spec: str | Replacer, book: Book, same_name: bool) -> Replacer:
    replacer: Replacer = registry.create("replacer", spec) if isinstance(spec, str) else spec
    return replacer.with_book(book, same_name) if isinstance(replacer, Draws) else replacer
