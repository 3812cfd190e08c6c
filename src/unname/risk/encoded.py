"""What ranks the true person among a population, by vectors of the text and of everybody."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import InputError, InternalError
from unname.core.redaction import HIDDEN
from unname.core.roles import View
from unname.core.sums import Terms
from unname.index.matrix import ProfileMatrix, Standing, on_grid
from unname.models.linkage.protocol import BiEncoder, Parted
from unname.models.linkage.terms import FactoredTerms, find_alive, find_owners, gather_terms
from unname.risk.view_texts import cuts_words, locate_kept, write_view
from unname.risk.views import Memory, mark_unchanged

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_PEOPLE_AT_ONCE = 1024


@dataclass(eq=False)
class EncodedScorer:
    """Scores by the dot product of vectors of the text and of each person.

    Views that only hide are algebra where the model's parts are exact; others are written out and encoded, each text
    once. `n_encoded` counts what is encoded: texts, and texts taken apart by a model whose parts are estimates.
    """

    model: BiEncoder
    people: Sequence[Profile] = field(repr=False)
    cache: Path | None = None
    threads: int = 2
    n_encoded: int = 0
    _memory: Memory[FactoredTerms] = field(default_factory=lambda: Memory(size=2), init=False, repr=False)
    _cuts: Memory[bool] = field(default_factory=lambda: Memory(size=2), init=False, repr=False)

    def find_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""
        return int(self._matrix.best(self._encode([document.text]), 1)[0][0, 0])

    def rank_views(self, document: Document, person: int, views: Sequence[View]) -> Standing:
        """The rank and the probability of the person in each view."""
        by_algebra = _only_hide(views) & self._is_exact(document)
        if len(views) == 1 and by_algebra.all():
            terms = self._take_apart(document, person)
            return terms.standing(find_alive(terms.members, mark_unchanged(document, views))[0])
        vectors = np.empty((len(views), self._matrix.width))
        if by_algebra.any():
            terms = self._take_apart(document, person)
            chosen = [views[number] for number in np.flatnonzero(by_algebra).tolist()]
            vectors[by_algebra] = terms.sums(find_alive(terms.members, mark_unchanged(document, chosen)))
        texts = [write_view(document, views[number]).text for number in np.flatnonzero(~by_algebra).tolist()]
        if texts:
            vectors[~by_algebra] = self._encode(texts)
        return self._matrix.standings(vectors, np.full(len(views), person))

    def terms(self, document: Document, person: int, view: View) -> Terms:
        """What each part adds to the scores: exactly, or to first order in the text that the view shows."""
        exact = self._is_exact(document)
        if exact and _only_hide([view]).all():
            return self._take_apart(document, person)
        if not isinstance(self.model, Parted):
            return self._take_one_by_one(document, person, view)
        release = write_view(document, view)
        self.n_encoded += not self.model.exact
        parts = self.model.parts(release.text)
        places = dict(locate_kept(parts.spans, release))
        own = dict(zip(places, find_owners(document, list(places.values())), strict=True))
        return gather_terms(parts, [own.get(n, ()) for n in range(len(parts.spans))], self._matrix, person, exact)

    def _take_apart(self, document: Document, person: int) -> FactoredTerms:
        return self._memory.recall(document, lambda document: self._split(document, person))

    def _split(self, document: Document, person: int) -> FactoredTerms:
        assert isinstance(self.model, Parted)
        parts = self.model.parts(document.text)
        return gather_terms(parts, find_owners(document, parts.spans), self._matrix, person)

    def _take_one_by_one(self, document: Document, person: int, view: View) -> FactoredTerms:
        """Each visible entity by what hiding it changes."""
        seen = [n for n, entity in enumerate(document.entities) if entity.id not in view]
        views = [view, *({**view, document.entities[n].id: HIDDEN} for n in seen)]
        vectors = on_grid(self._encode([write_view(document, each).text for each in views]))
        parts = vectors[0] - vectors[1:]
        return FactoredTerms(
            self._matrix, person, [(n,) for n in seen], parts, vectors[0] - parts.sum(axis=0), exact=False
        )

    def _is_exact(self, document: Document) -> bool:
        # Where a mention ends inside a word, the rest of that word stays, and is read as a word that was not there.
        return isinstance(self.model, Parted) and self.model.exact and not self._cuts.recall(document, cuts_words)

    def _encode(self, texts: Sequence[str]) -> "Floats":
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        self.n_encoded += len(numbers)
        vectors = self.model.documents(list(numbers))
        if len(vectors) != len(numbers):
            raise InternalError(f"linkage model {self.model.name}: {len(vectors)} vectors for {len(numbers)} texts")
        return on_grid(vectors)[[numbers[text] for text in texts]]

    @cached_property
    def _matrix(self) -> ProfileMatrix:
        if self.cache is None:
            return ProfileMatrix.build(self._encode_people(), threads=self.threads)
        path = Path(self.cache) / f"{self._hash_all()}.people"
        try:
            return ProfileMatrix.open(path, self.threads)
        except InputError:
            # Absent or damaged, it is made anew.
            return ProfileMatrix.build(self._encode_people(), path, self.threads)

    def _encode_people(self) -> "Iterator[NDArray[np.float32]]":
        for start in range(0, len(self.people), _PEOPLE_AT_ONCE):
            yield self.model.profiles(self.people[start : start + _PEOPLE_AT_ONCE])

    def _hash_all(self) -> str:
        """A hash of the model and of all that is known of the people; a few vectors tell models of one name apart."""
        digest = blake2b(self.model.name.encode(), digest_size=16)
        digest.update(np.asarray(self.model.profiles(self.people[:4]), "<f2").tobytes())
        for profile in self.people:
            digest.update(repr((profile.name, profile.fields, profile.text)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def _only_hide(views: Sequence[View]) -> "NDArray[np.bool_]":
    """Which of the views show nothing in place of an entity."""
    return np.array([set(view.values()) <= {HIDDEN} for view in views], bool)
