"""Searches that were made, for the emulator to learn from: cases and lives in a web of pages about many people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unname.core.document import Document
from unname.core.progress import Listener
from unname.corpora.populations import read_population
from unname.corpora.rows import read_rows
from unname.corpora.tab import Case, read_tab
from unname.index.web import LocalIndex
from unname.people.names import protected_person
from unname.pipeline.document import Pipeline
from unname.risk.commonness import Commonness, count_phrases
from unname.risk.queries import Group, Queries
from unname.text.sentences import sentences
from unname_research.papers.risk2022 import risk2022
from unname_research.train import sources

TOPS = (10, 50)
"""How many results of a search are looked at; the emulator is told the number."""

OPENING, REST = 300, 600
"""How long the opening of a life is at least, up to the end of a sentence, and what is left of it: in characters."""


@dataclass(frozen=True)
class Lesson:
    """All searches for the entities of one document, and which of them found a page about the person."""

    document: Document
    top: int
    found: Mapping[Group, bool]


@dataclass(frozen=True)
class Life:
    """A short text about somebody, and the page about the same person."""

    document: Document
    page: str


def read_lives(data: Path) -> list[Life]:
    """The people of `wiki553`, to measure on: the opening of an article, with the rest of it as their page."""
    rows = [row.values for row in read_rows(data / "wiki553" / "wiki553.jsonl.gz")]
    return [
        Life(Document(str(row["doc_id"]), str(row["text"]), person=str(row["doc_id"])), str(row["public_knowledge"]))
        for row in rows
    ]


def life_pages(data: Path) -> dict[str, str]:
    """The pages about the people of `wiki553`, where the file is at hand."""
    lives = read_lives(data) if (data / "wiki553" / "wiki553.jsonl.gz").exists() else []
    return {life.document.id: life.page for life in lives}


def other_pages(data: Path) -> dict[str, str]:
    """What else the web says: abstracts of actors, lives of `db_bio`, members of the US Congress."""
    pages: dict[str, str] = {}
    abstracts = data / "wikiactors" / "actors_19k_abstracts.jsonl.gz"
    if abstracts.exists():
        pages |= {f"actor-{actor.id}": actor.text for actor in read_population(abstracts, "abstract")}
    for part in ("train", "validation", "test"):
        file = data / "db_bio" / f"db_bio_{part}.jsonl.gz"
        if file.exists():
            pages |= {f"life-{part}-{n}": str(row.values["text"]) for n, row in enumerate(read_rows(file))}
    members = data / "congress_bioguide" / "bioguide_profiles.jsonl.gz"
    if members.exists():
        pages |= {f"member-{row.values['id']}": str(row.values["profile_text"]) for row in read_rows(members)}
    return pages


def learned_lives(data: Path) -> list[Life]:
    """People of `db_bio` to learn from, none of whom we are measured on: the opening of a life, and the rest of it."""
    split = [(sources.slug(name), *split_opening(text)) for name, text in sources.named_lives(data)[0]]
    lives = {name: (opening, rest) for name, opening, rest in split if name and len(rest) >= REST}
    return [Life(Document(name, opening, person=name), rest) for name, (opening, rest) in lives.items()]


def split_opening(text: str) -> tuple[str, str]:
    """The first sentences of a text, and all that follows."""
    end = next((end for _, end in sentences(text) if end >= OPENING), len(text))
    return text[:end].strip(), text[end:].strip()


def strange_pages(data: Path, lives: Iterable[Life]) -> dict[str, str]:
    """What else the web says, without what `lives` were made of."""
    known = {life.document.text for life in lives}
    return {id: text for id, text in other_pages(data).items() if split_opening(sources.unescape(text))[0] not in known}


def training_web(data: Path, lives: Sequence[Life], cases: Iterable[Case], told: Iterable[Case] = ()) -> dict[str, str]:
    """The pages in which training searches: no judgment that is measured on, and none of the pages of `wiki553`.

    The pages of `cases` have their titles, and those of `told` their texts, too.
    """
    pages = strange_pages(data, lives) | {life.document.id: life.page for life in lives}
    for opening in sources.court_texts(data, sources.training_ids(data)):
        pages[opening.id.removeprefix("court-")] = opening.text
    for case in cases:
        pages[case.document.id] = headed(case, pages.get(case.document.id, ""))
    for case in told:
        pages[case.document.id] += f"\n\n{case.document.text}"
    return pages


def headed(case: Case, page: str) -> str:
    """The page of a judgment under the names of the applicants, as judgments are titled."""
    return "\n\n".join([*case.document.names, page])


def count_elsewhere(data: Path, cases: Iterable[str]) -> Commonness:
    """In how many pages each phrase stands, without the pages of those whom the emulator learns from or is measured on.

    Left out are the lives it learns from, those of `wiki553`, and the judgments with these ids.
    """
    ids = sorted(set(sources.training_ids(data)) - set(cases))
    courts = [opening.text for opening in sources.court_texts(data, ids)]
    return count_phrases([*strange_pages(data, learned_lives(data)).values(), *courts])


def record_searches(data: Path, lives_too: bool = True, report: Listener | None = None) -> list[Lesson]:
    """What the emulator learns from.

    The training cases of TAB as annotated and as two recognizers detect them, each in a web that holds the texts of the
    other half of the cases; and lives, if they are wanted, too, as both recognizers detect them. As in Algorithm 1, the
    search is told who the person is.
    """
    cases = read_tab(data / "tab", split="train")
    lives = learned_lives(data)
    recognizers = (risk2022(("named",)), Pipeline())
    lessons: list[Lesson] = []
    for half in (0, 1):
        web = LocalIndex(training_web(data, lives, cases, cases[1 - half :: 2]))
        documents = [*_cases(cases[half::2], recognizers, report)]
        if lives_too:
            documents += [*_detected([life.document for life in lives[half::2]], recognizers, report)]
        for top in TOPS:
            lessons += record_lessons(documents, Queries(engine=web, top=top))
    return lessons


def record_lessons(documents: Iterable[Document], queries: Queries) -> Iterator[Lesson]:
    """Search for everything in the documents; those that name nobody are left out."""
    for document in documents:
        if document.entities and protected_person(document).names:
            yield Lesson(document, queries.top, queries.search(document).judged)


def told_who(detected: Document, case: Case) -> Document:
    """A case as a recognizer found it that was not told who the applicant is, for a search that is told."""
    return replace(detected, names=case.document.names)


def _cases(cases: Sequence[Case], recognizers: Sequence[Pipeline], report: Listener | None) -> Iterator[Document]:
    for case in cases:
        yield from case.annotators[:2]
    known = {case.document.id: case for case in cases}
    plain = [Document(case.document.id, case.document.text) for case in cases]
    yield from (told_who(document, known[document.id]) for document in _detected(plain, recognizers, report))


def _detected(
    documents: Sequence[Document], recognizers: Sequence[Pipeline], report: Listener | None
) -> Iterator[Document]:
    for number, document in enumerate(documents):
        yield from (pipeline.detect(document) for pipeline in recognizers)
        if report:
            report("detect", number + 1, len(documents), 0.0)
