"""How each of the shipped models is made from the data folders."""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unname.core.document import Document, Mention, Role
from unname.core.errors import MissingModel
from unname.core.progress import Listener
from unname.core.registry import create
from unname.core.roles import Detector
from unname.corpora.tab import read_tab
from unname.models.packaged import packaged_spacy
from unname.pipeline import recipe
from unname.pipeline.document import Pipeline
from unname_research.train import sources
from unname_research.train.synthetic import synthetic_documents
from unname_research.train.targets import Labeled

if TYPE_CHECKING:
    from unname_research.train.detector import Sources


def train_detector(
    data: str | Path,
    out: str | Path,
    seed: int = 0,
    scale: float = 1.0,
    report: Listener | None = None,
    jurist: str | Path | None = None,
) -> Path:
    """Train the shipped tagger from the data folders and from our own everyday text; gives the folder of its weights.

    A run that was interrupted goes on where it was. `scale` shrinks the corpora for a trial; a `jurist` is the folder
    of a tagger that is asked, too, about court text. Where we differ from
    `risk2022` 3.1, a silver corpus first and then TAB train: everyday text is learned beside the court cases, and
    what ships is a small network that several large ones have taught.
    """
    from unname_research.train import detector  # here, since torch comes with it

    learned = learned_from(Path(data), scale, seed, report)
    return detector.train_stages(Path(out), learned, seed, report, Path(jurist) if jurist else None)


def learned_from(data: Path, scale: float = 1.0, seed: int = 0, report: Listener | None = None) -> "Sources":
    """What the stages of the tagger learn from."""
    from unname_research.train.detector import Sources

    cases = read_tab(data / "tab", split="train")
    general = _general(data, scale, seed, report)
    texts = [*sources.court_texts(data, sources.training_ids(data)), *(case.document for case in cases)]
    court = silver(_first(texts, scale), report)
    return Sources(
        cases=_first([Labeled(case.annotators) for case in cases], scale),
        kinds={kind: _first(texts, scale) for kind, texts in sources.everyday_kinds().items()},
        general=general["synthetic"][::2] + general["sentences"][::4] + general["lives"][::16],
        silver=[label for group in general.values() for label in group],
        court=court,
    )


def pack_encoder(out: str | Path, base: str | Path | None = None) -> Path:
    """Write a sentence encoder as `dense` reads it, by default all-MiniLM-L6-v2: ONNX with 8-bit weights."""
    from unname.training.encoder import load_base  # here, since torch comes with it
    from unname_research.train.networks import SentenceVectors, export

    return export(SentenceVectors(load_base(base)), out)


def train_words(
    data: str | Path, out: str | Path, seed: int = 0, steps: int | None = None, report: Listener | None = None
) -> Path:
    """Train the shipped masked language model from the data folders; gives the file of its weights.

    A run that was interrupted goes on where it was.
    """
    from unname_research.train import masked_lm  # here, since torch comes with it

    data = Path(data)
    cases = [case.document for case in read_tab(data / "tab", split="train")]
    schedule = masked_lm.Schedule(seed=seed) if steps is None else masked_lm.Schedule(seed=seed, steps=steps)
    model = masked_lm.train(sources.english(data, cases, seed), out, schedule, report=report)
    return masked_lm.export(model, out)


def train_risk(
    data: str | Path, out: str | Path, detector: str | Path, seed: int = 0, report: Listener | None = None
) -> Path:
    """Train the risk measure `classifier` on the TAB training cases, as `risk2022` 3.2.3; gives its file of weights.

    `detector` is the folder in which `train_detector` left its weights; every case is detected by a teacher that has
    not seen it.
    """
    from unname.risk.entity_judge import save_judge
    from unname_research.train.detector import N_FOLDS
    from unname_research.train.risk import Boosting, Example, train_judge

    data, out, detector = Path(data), Path(out), Path(detector)
    taggers = [detector / f"teacher{fold}" for fold in range(N_FOLDS)]
    if not all(folder.is_dir() for folder in taggers):
        raise MissingModel(f"no teachers in {detector!s}; run: unname train detector --data {data} --out {detector}")
    pipelines = [
        Pipeline(detectors=tuple(_tagger(folder) if name == "tagger" else name for name in recipe.DETECTORS))
        for folder in taggers
    ]
    examples = []
    cases = read_tab(data / "tab", split="train")
    for number, case in enumerate(cases):
        examples.append(Example(pipelines[number % N_FOLDS].detect(case.document), case.annotators))
        if report:
            report("detect", number + 1, len(cases), 0.0)
    background = sources.court_texts(data, sources.training_ids(data))
    texts = [(document.id.removeprefix("court-"), document.text) for document in background]
    return save_judge(train_judge(examples, texts, Boosting(seed=seed), report), out)


def _tagger(folder: Path) -> Detector:
    tagger: Detector = create("detector", "tagger", weights=str(folder))
    return tagger


def train_infilling(
    data: str | Path,
    out: str | Path,
    seed: int = 0,
    steps: int | None = None,
    report: Listener | None = None,
    start: str | Path | None = None,
) -> Path:
    """Train the two networks of the filling adversary; gives the folder with `passages` and `masks`.

    A run that was interrupted goes on where it was. With `start`, a folder that this made before, only the network that
    fills masks learns, and goes on from there at gentler rates.
    """
    from unname_research.train import infill_networks, infill_retriever, infilling  # here, since torch comes with it
    from unname_research.train.infill_sources import read_sheets

    out = Path(out)
    sheets = read_sheets(Path(data), seed=seed, report=report)
    given = {"seed": seed} if steps is None else {"seed": seed, "steps": steps}
    if start is None:
        finder = infill_retriever.train(sheets, out, infill_retriever.Schedule(**given), report=report)
        infill_networks.export_retriever(finder, out / "passages")
        reader = infilling.train(sheets, out, infilling.Schedule(**given), report=report)
    else:
        schedule = replace(infilling.GOING_ON, **given)
        reader = infilling.train(sheets, out, schedule, report=report, start=Path(start) / "masks")
        shutil.copytree(Path(start) / "passages", out / "passages", dirs_exist_ok=True)
    infill_networks.export_reader(reader, out / "masks")
    return out


def fit_sureness(data: str | Path, seed: int = 0, report: Listener | None = None) -> dict[str, list[float]]:
    """The numbers of `attack.infilling.sureness`, by name."""
    from unname_research.train import infill_sureness
    from unname_research.train.infill_sources import read_sheets

    sheets = read_sheets(Path(data), n_actors=0, n_members=0, seed=seed, report=report)
    return infill_sureness.fit_sureness(list(infill_sureness.judge_copies(sheets, seed)))


def fit_belief(data: str | Path, seed: int = 0, report: Listener | None = None) -> dict[str, list[float]]:
    """The numbers of `attack.infilling.belief`, and of documents, by name, for the shipped networks."""
    from unname_research.train import infill_belief
    from unname_research.train.infill_sources import read_sheets

    return infill_belief.fit(Path(data), read_sheets(Path(data), seed=seed, report=report), seed=seed)


def train_emulator(data: str | Path, out: str | Path) -> Path:
    """Train the shipped emulator of search queries: entities of the TAB training cases, searched in their background.

    Searches are made with several numbers of results looked at, since the emulator is told that number.
    """
    from unname.index.web import LocalIndex
    from unname.risk.emulator import record_examples
    from unname.risk.queries import Queries
    from unname_research.train import emulator

    data, out = Path(data), Path(out)
    texts = sources.court_texts(data, sources.training_ids(data))
    web = LocalIndex({document.id: document.text for document in texts})
    cases = [case.annotators[0] for case in read_tab(data / "tab", split="train")]
    examples = [each for top in (5, 10, 20, 50) for each in record_examples(cases, Queries(engine=web, top=top))]
    out.mkdir(parents=True, exist_ok=True)
    emulator.train_emulator(examples).save(out / "emulator.npz")
    return out / "emulator.npz"


def train_queries(
    data: str | Path, out: str | Path, seed: int = 0, reads: bool = False, report: Listener | None = None
) -> Path:
    """Train an emulator of searches in a larger web; gives the folder of its weights.

    By default it goes by how terms look and how common they are, and learns from the cases alone. One that `reads` each
    entity in its context learns from lives, too; if it was interrupted, it goes on where it was.
    """
    from unname.risk.query_forest import save_forest
    from unname.risk.query_reader import save_head
    from unname_research.train import entity_reading, query_forest, query_reader, searches  # torch comes with them

    data, out = Path(data), Path(out)
    lessons = searches.record_searches(data, reads, report)
    common = searches.count_elsewhere(data, [case.document.id for case in read_tab(data / "tab", split="train")])
    exercises = query_reader.prepare(lessons, common)
    if not reads:
        return save_forest(query_forest.train(exercises, common, seed), out / "queries").parent
    learned, kept_out = query_reader.keep_out(exercises)
    network = query_reader.train(learned, out, query_reader.Schedule(seed=seed), report=report)
    query_reader.set_limits(network, kept_out)
    entity_reading.export_reader(network, out / "queries")
    return save_head(network.as_head(), common, out / "queries").parent


def silver(documents: Iterable[Document], report: Listener | None = None) -> list[Labeled]:
    """Label texts by machine: a generic recognizer and the rules first, then the gazetteer where nothing is yet."""
    recognizer = create("detector", "spacy", model=str(packaged_spacy()), skip=("LAW", "ORDINAL"))
    teachers: Sequence[Detector] = [create("detector", "rules"), recognizer, create("detector", "gazetteer")]
    documents = list(documents)
    result = []
    for number, document in enumerate(documents):
        found = _by_precedence([teacher.detect(document) for teacher in teachers])
        result.append(Labeled((document.with_mentions(found),)))
        if report and number % 100 == 0:
            report("silver labels", number, len(documents), 0.0)
    return result


def _by_precedence(opinions: Sequence[Sequence[Mention]], hide_from: float = 0.3) -> list[Mention]:
    """Mentions of earlier teachers win; what is rarely worth hiding is labeled but not to be hidden."""
    kept: list[Mention] = []
    for mentions in opinions:
        taken = sorted(mention.span for mention in kept)
        kept += [mention for mention in mentions if not _meets(mention, taken)]
    return [
        Mention(m.span, m.label, role=m.role if m.confidence >= hide_from else Role.NONE, source="silver") for m in kept
    ]


def _meets(mention: Mention, taken: Sequence[Any]) -> bool:
    return any(mention.span.overlaps(span) for span in taken)


def _general(data: Path, scale: float, seed: int, report: Listener | None) -> dict[str, list[Labeled]]:
    judged = sources.judged_messages(data)
    sentences = [document for document in sources.entity_sentences(data, judged) if document.text.strip()]
    sentences = _first(sentences, scale)
    machine = silver([document.with_mentions(()) for document in sentences], report)
    merged = [
        Labeled((sources.merged(gold, label.annotators[0].mentions),))
        for gold, label in zip(sentences, machine, strict=True)
    ]
    lives = sources.wikipedia_lives(data, int(4e6 * scale), seed) + sources.congress_lives(data, int(5e5 * scale), seed)
    messages = [Labeled((document,)) for document in synthetic_documents(int(8000 * scale), seed)]
    return {"synthetic": messages, "sentences": merged, "lives": silver(lives, report)}


def _first(items: list[Any], scale: float) -> list[Any]:
    return items if scale >= 1 else items[: max(1, int(len(items) * scale))]
