"""Released documents read by somebody who knows the world: whom they name without any list, and by what words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unname.attack.reading import EMPTY, FAILED, MALFORMED, REFUSED
from unname.core.document import Document, Profile
from unname.core.results import Guess
from unname.core.roles import Namer
from unname.measure.reidentification import Share, share
from unname.people.same_name import is_name_of


@dataclass(frozen=True)
class Readings:
    """What a namer says of documents, in their order, and who is who where that is known (`people`, by id)."""

    documents: Sequence[Document] = field(repr=False)
    guesses: Sequence[Guess] = field(repr=False)
    people: Mapping[str, Profile] = field(default_factory=dict, repr=False)

    def counts(self) -> dict[str, int]:
        """How many documents were read, and how many there were of each kind that were not."""
        kinds = {kind: sum(guess.declined == kind for guess in self.guesses) for kind in KINDS}
        return {"read": len(self.guesses) - sum(kinds.values()), **kinds}

    def judged(self) -> dict[str, tuple[bool, bool]]:
        """Of each document that was read and whose person we know: named first, and among all guesses."""
        told = {}
        for document, guess in zip(self.documents, self.guesses, strict=True):
            profile = self.people.get(document.person or "")
            # Without words there is nothing to name anybody by, which is an answer.
            if profile is not None and guess.declined in ("", EMPTY):
                right = [is_name_of(profile, name) for name, _ in guess.ranking]
                told[document.id] = (right[:1] == [True], any(right))
        return told

    @property
    def n_named(self) -> int:
        """How many people are named first."""
        return sum(first for first, _ in self.judged().values())

    @property
    def n_named_in_three(self) -> int:
        """How many people are among the guesses."""
        return sum(among for _, among in self.judged().values())

    def named(self) -> Share | None:
        """The share of documents whose person is named first; None where nobody knows who they are about."""
        judged = self.judged()
        return share(float(first) for first, _ in judged.values()) if judged else None


KINDS = (REFUSED, MALFORMED, FAILED, EMPTY)
"""Why a document may have no guess; none of the first three tells anything about the document."""


def name_all(
    namer: Namer,
    documents: Sequence[Document],
    people: Mapping[str, Profile] | None = None,
    step: Callable[[], None] = lambda: None,
) -> Readings:
    """Let a namer read each document alone; `people`, who are never shown to it, tell whom it named. One step each."""
    guesses = []
    for document in documents:
        [guess] = namer.name_people([document.text])
        guesses.append(replace(guess, document=document.id))
        step()
    return Readings(documents, guesses, people or {})
