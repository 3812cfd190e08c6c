"""How many other pages say the same? What stands nowhere else may single a person out.

After the queries of `risk2022` 3.2.2. Where we differ: the paper asks whether the results hold a page about the person,
so what the engine does not know of is no risk; here the number of pages counts, and what nobody else says is the
greatest risk. The name of the person is not needed, and combinations are not asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.results import Risk
from unname.core.roles import View
from unname.index.web import SearchEngine
from unname.people.names import searchable, surfaces
from unname.risk.engines import AsksEngine, open_engine
from unname.risk.questions import Questions
from unname.risk.views import Memory, judge_alone
from unname.text.words import words_of


@dataclass
class _Known:
    """The number of other pages for each entity of one document, and what is needed to count more."""

    questions: Questions
    n_pages: dict[str, int]


@dataclass(repr=False)
class Rarity(AsksEngine):
    """Risk 1 / (1 + n) of an entity whose words all stand on n other pages: the person is one of n + 1.

    `engine` is as in `queries`. An entity counts by its rarest form. At most `top` pages are counted. A page whose id
    is that of the document or of its subject is not another page. A value shown in place of an entity is never riskier
    than the entity.
    """

    top: int = 50
    memory_: Memory[_Known] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: that of the rarest entity still visible."""
        if not document.entities:
            return [Risk(0.0) for _ in views]
        known = self.memory_.recall(document, self._count)

        def estimate(id: str, value: str | None) -> float:
            n_pages = known.n_pages[id]
            if value is not None:
                n_pages = max(n_pages, self._count_others(document, known.questions, searchable(value)))
            return 1 / (1 + n_pages)

        return judge_alone(document, views, estimate)

    @cached_property
    def _engine(self) -> SearchEngine:
        if self.top < 1:
            raise ConfigError("rarity: top is a whole number from 1")
        return open_engine(self.engine)

    def _count(self, document: Document) -> _Known:
        questions = Questions(self._engine, document.id, self.top + 2)
        n_pages = {
            entity.id: min(self._count_others(document, questions, form) for form in surfaces(document, entity))
            for entity in document.entities
        }
        return _Known(questions, n_pages)

    def _count_others(self, document: Document, questions: Questions, form: str) -> int:
        """The number of other pages with all words of a form; without a word there is nothing to be found by."""
        words = words_of(form)
        if not words:
            return self.top
        return min(self.top, len(questions.ask(words) - {document.id, document.person}))
