"""Names in another case than that which was hidden, in languages that decline them: Лужков hidden, Лужковым not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unname.measure.leaks.hidden_forms import Form, Hit
from unname.text.russian import WORD, NameForms
from unname.text.sentences import starts_sentence

OTHER_ENDING = "other ending"
"""What this disguise is called."""

_DECLINED = frozenset({"PERSON", "LOC", "ORG", "MISC", ""})
"""The labels of what has a name; codes, dates and numbers have no cases."""


@dataclass
class Declined:
    """Finds forms in Cyrillic letters in a text, whatever their endings; nothing is done where there are none."""

    forms: Sequence[Form] = field(repr=False)

    def __post_init__(self) -> None:
        named: dict[str, Form] = {}
        for form in self.forms:
            if form.label in _DECLINED and not form.alone and WORD.search(form.surface):
                named.setdefault(form.surface, form)
        self._named, self._search = named, NameForms(named)

    def find(self, text: str) -> Iterator[Hit]:
        """Every form that stands in the text with another ending."""
        for span, name in self._search.find(text, starts_sentence) if self._named else ():
            yield Hit(self._named[name], span, OTHER_ENDING)
