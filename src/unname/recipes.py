"""Each published method as one short function that only composes parts."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from unname.core.document import LABELS, Document, Mention, Profile, Role
from unname.core.errors import ConfigError, MissingModel
from unname.core.redaction import Policy, Replacement, rewrite
from unname.core.registry import create, parse
from unname.core.roles import Attack, Detector, RiskModel
from unname.corpora.pairs import Pair
from unname.corpora.tab import read_tab
from unname.detect.certain import Certain
from unname.models.packaged import packaged_spacy
from unname.pipeline import Pipeline
from unname.training import sources
from unname.training.synthetic import synthetic_documents
from unname.training.targets import Labeled

Report = Callable[[str, int, int, float], None]
"""Told the stage, the step, the number of steps and the loss."""


def train_detector(
    data: str | Path,
    out: str | Path,
    seed: int = 0,
    scale: float = 1.0,
    report: Report | None = None,
) -> dict[str, Path]:
    """Train the shipped tagger from the data folders, as `risk2022` 3.1: silver corpus first, then TAB train.

    Gives the folders of `silver`, `default` and `light` weights. A run that was interrupted goes on where
    it was. `scale` shrinks the corpora for a trial. Where we differ: the silver corpus also holds
    human-labeled sentences and invented messages, so that the tagger knows more than court cases and
    lives; and the last stage goes on mixing them in, so that it does not forget them.
    """
    from unname.training import detector  # here, since torch comes with it

    data, out = Path(data), Path(out)
    cases = read_tab(data / "tab", split="train")
    annotated = [Labeled(case.annotators) for case in cases]
    general = _general(data, scale, seed, report)
    texts = [*sources.court_texts(data, sources.training_ids(data)), *(case.document for case in cases)]
    court = silver(_first(texts, scale), report)
    everyday = general["synthetic"] + general["sentences"][::4] + general["lives"][::8]
    every = [label for group in general.values() for label in group]
    return detector.train_stages(
        out,
        silver=court + every,
        annotated=_first(annotated, scale),
        everyday=everyday,
        seed=seed,
        report=report,
    )


def tria2023(**settings: Any) -> Attack:
    """The published re-identification attack: a classifier over people, trained on what is known about them.

    The settings are those of the attack `classifier`, with the published values as defaults; as published, the attacker
    anonymizes the background with spaCy. `anonymize=by_label()` takes our own detectors instead.
    """
    attack: Attack = create("attack", "classifier", **{"anonymize": by_spacy(), **settings})
    return attack


def by_spacy(model: str | Path | None = None) -> Callable[[Sequence[str]], list[str]]:
    """A function that puts the bare name of its type in place of every entity that a spaCy pipeline finds.

    Where we differ from `tria2023`: the packaged en_core_web_md, where the paper has the large model.
    """
    detector = lru_cache(maxsize=1)(lambda: create("detector", "spacy", model=str(model or packaged_spacy())))

    def anonymize(texts: Sequence[str]) -> list[str]:
        documents = [Document(str(number), text) for number, text in enumerate(texts)]
        return [
            rewrite(document, [Replacement(span, label) for span, label in detector().entities(document)]).text
            for document in documents
        ]

    return anonymize


RECOGNIZER = ("rules", "gazetteer", "tagger(weights='silver', floor=1.0)")
"""Detectors that learned from no decision of an annotator; at this floor the tagger goes by categories alone."""

MASK_ALL = f"categories(labels={LABELS!r}, spare=())"
MOST_SPECIFIC = "categories(labels=('CODE', 'PERSON', 'DATETIME', 'LOC', 'QUANTITY'), spare=())"

SEARCHING = ("queries", "rarity")
"""The measures of risk that ask a search engine."""


def risk2022(
    measures: Sequence[str | RiskModel] = ("surprisal",),
    trained: bool = False,
    engine: Any = None,
    max_risk: float | None = None,
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    **settings: Any,
) -> Pipeline:
    """The published sanitization: recognize, measure the risk explicitly, and mask what loses least information.

    `measures` are names of risk measures (or such components), of which the highest risk counts: `MASK_ALL` and
    `MOST_SPECIFIC` are the baselines of its Table 3, `surprisal`, `queries` and `classifier` its three measures. What
    they find riskier than `max_risk` (by default that of the `policy`, or 0.5) is masked. `engine` is where `queries`
    and `rarity` search. If not `trained`, no label of the Text Anonymization Benchmark has a part in it: the tagger is
    the one that learned from silver labels, and everything that the detectors recognize counts alike, unless the policy
    has thresholds, since how far they trust it was partly learned from those labels. The other settings are those of
    `Pipeline`.

    Where we differ: rules and word lists stay beside the tagger that learned from them; sure direct identifiers are
    always masked; and `categories` and `rarity` are measures of our own that need no labels.
    """
    most = next((limit for limit in (max_risk, policy.max_risk) if limit is not None), 0.5)
    composed: dict[str, Any] = {"policy": replace(policy, max_risk=most), "risk": _together(measures, engine)}
    if not trained:
        alike = {**dict.fromkeys(LABELS, 0.5), **policy.thresholds}
        composed["policy"] = replace(policy, max_risk=most, thresholds=alike)
        composed["detectors"] = tuple(Certain(create("detector", name)) for name in RECOGNIZER)
    return Pipeline(**{**composed, **settings})


def _together(measures: Sequence[str | RiskModel], engine: Any) -> RiskModel:
    if isinstance(measures, str) or not measures:
        raise ConfigError("risk2022: measures must be a list of at least one risk measure")
    made = tuple(_measure(measure, engine) for measure in measures)
    together: RiskModel = made[0] if len(made) == 1 else create("risk", "combined", measures=made)
    return together


def _measure(measure: str | RiskModel, engine: Any) -> RiskModel:
    if not isinstance(measure, str):
        return measure
    searches = engine is not None and parse(measure)[0] in SEARCHING
    made: RiskModel = create("risk", measure, **({"engine": engine} if searches else {}))
    return made


def morris2022(
    population: str | Path | Sequence[Profile] | None,
    k: int = 10,
    models: Sequence[Any] = ("bag", "facts", "sparse"),
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    **settings: Any,
) -> Pipeline:
    """The published K-anonymity for text: mask words until `k` others fit at least as well as the true person.

    `population` holds everybody among whom to hide; the subject of a document is an id of it. `models` are what links
    documents with profiles: shipped bi-encoders, folders of trained ones, or "sparse"; the person is hidden from each
    of them. The other settings are those of `Pipeline`; a `risk` among them takes the place of population and models.

    Where we differ: several models count, the worst rank at a time; masks side by side become one, so that the number
    of words does not show; and few views are judged by a model (see `decide.greedy`).
    """
    composed: dict[str, Any] = {"detectors": ("words",), "optimizer": "greedy", "price": "words"}
    if "risk" not in settings:
        composed["risk"] = create("risk", "linkage", population=population, model=tuple(models))
    return Pipeline(**{**composed, "policy": replace(policy, k=k), **settings})


def suite(**settings: Any) -> Attack:
    """The attacks that judge a text by its words, weighed on background that our own detectors anonymized.

    The settings are those of the attack `ensemble`.
    """
    attack: Attack = create("attack", "ensemble", **{"anonymize": by_label(fast=True), **settings})
    return attack


def by_label(**settings: Any) -> Callable[[Sequence[str]], list[str]]:
    """A function that puts the name of its type in place of everything that identifies; settings as of `Pipeline`."""
    pipeline = Pipeline(**{"replacer": "label", **settings})

    def anonymize(text: str) -> str:
        # Whoever looks for people practices on this and releases none of it, so nothing is withheld.
        detected = pipeline.detect(Document("text", text))
        return pipeline.apply(detected, pipeline.plan(detected)).text

    return lambda texts: [anonymize(text) for text in texts]


def pack_encoder(out: str | Path, base: str | Path | None = None) -> Path:
    """Write a sentence encoder as `dense` reads it, by default all-MiniLM-L6-v2: ONNX with 8-bit weights."""
    from unname.training import network  # here, since torch comes with it

    return network.export(network.SentenceVectors(network.load_base(base)), out)


def train_words(
    data: str | Path, out: str | Path, seed: int = 0, steps: int | None = None, report: Report | None = None
) -> Path:
    """Train the shipped masked language model from the data folders; gives the file of its weights.

    A run that was interrupted goes on where it was.
    """
    from unname.training import masked_lm  # here, since torch comes with it

    data = Path(data)
    judged = [json.loads(line)["text"] for line in sources.lines_of(data / "ambientmeta_pii")]
    cases = [case.document for case in read_tab(data / "tab", split="train")]
    schedule = masked_lm.Schedule(seed=seed) if steps is None else masked_lm.Schedule(seed=seed, steps=steps)
    model = masked_lm.train(sources.english(data, cases, judged, seed), out, schedule, report=report)
    return masked_lm.export(model, out)


def train_risk(
    data: str | Path, out: str | Path, detector: str | Path, seed: int = 0, report: Report | None = None
) -> Path:
    """Train the risk measure `classifier` on the TAB training cases, as `risk2022` 3.2.3; gives its file of weights.

    `detector` is the folder in which `train_detector` left its weights. From its silver ones, two taggers are trained
    below `out`, each without half of the cases, so that every case is detected by one that has not seen it.
    """
    from unname.models.entity_judge import save_judge
    from unname.training.detector import train_folds
    from unname.training.risk import Boosting, Example, train_judge

    data, out, silver_weights = Path(data), Path(out), Path(detector) / "silver.safetensors"
    if not silver_weights.exists():
        raise MissingModel(
            f"no silver weights in {detector!s}; run: unname train detector --data {data} --out {detector}"
        )
    cases = read_tab(data / "tab", split="train")
    annotated = [Labeled(case.annotators) for case in cases]
    everyday = [Labeled((document,)) for document in synthetic_documents(2000, seed)]
    taggers = train_folds(out, silver_weights, annotated, everyday, seed, report=report)
    pipelines = [Pipeline(detectors=("rules", "gazetteer", _tagger(folder))) for folder in taggers]
    examples = []
    for number, case in enumerate(cases):
        examples.append(Example(pipelines[number % len(taggers)].detect(case.document), case.annotators))
        if report:
            report("detect", number + 1, len(cases), 0.0)
    background = sources.court_texts(data, sources.training_ids(data))
    texts = [(document.id.removeprefix("court-"), document.text) for document in background]
    return save_judge(train_judge(examples, texts, Boosting(seed=seed), report), out)


def _tagger(folder: Path) -> Detector:
    tagger: Detector = create("detector", "tagger", weights=str(folder))
    return tagger


def train_linkage(
    people: str | Path | Iterable[Pair],
    out: str | Path,
    model: str = "bag",
    report: Report | None = None,
    **settings: Any,
) -> Path:
    """Train a model that links documents with profiles, as `morris2022` 5; gives its folder.

    The settings are those of `training.linkage.train_linkage`. A run that was interrupted goes on where it was.
    """
    from unname.training import linkage  # here, since torch comes with it

    return linkage.train_linkage(people, out, model=model, report=report, **settings)


def train_emulator(data: str | Path, out: str | Path) -> Path:
    """Train the shipped emulator of search queries: entities of the TAB training cases, searched in their background.

    Searches are made with several numbers of results looked at, since the emulator is told that number.
    """
    from unname.models.search import LocalIndex
    from unname.risk.emulator import recorded_examples
    from unname.risk.queries import Queries
    from unname.training import emulator

    data, out = Path(data), Path(out)
    texts = sources.court_texts(data, sources.training_ids(data))
    web = LocalIndex({document.id: document.text for document in texts})
    cases = [case.annotators[0] for case in read_tab(data / "tab", split="train")]
    examples = [each for top in (5, 10, 20, 50) for each in recorded_examples(cases, Queries(engine=web, top=top))]
    out.mkdir(parents=True, exist_ok=True)
    emulator.train_emulator(examples).save(out / "emulator.npz")
    return out / "emulator.npz"


def silver(documents: Iterable[Document], report: Report | None = None) -> list[Labeled]:
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


def _general(data: Path, scale: float, seed: int, report: Report | None) -> dict[str, list[Labeled]]:
    judged = [json.loads(line)["text"] for line in sources.lines_of(data / "ambientmeta_pii")]
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
