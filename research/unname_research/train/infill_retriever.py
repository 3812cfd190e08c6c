"""How the retriever learns to find the passage that holds what a mask hides.

Method of `infill2025`: ColBERT with passages that hold the hidden text, and passages of the same documents that do
not. Where we differ: one small encoder for both sides, with learned weights for its vectors, which also sees the
passages of other people in a batch.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from unname.core.document import Span
from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.models.late_interaction import write_question
from unname.training.checkpoints import save_state
from unname.training.encoder import load_base
from unname.training.reading import Reader, padded
from unname_research.train.infill_networks import TokenVectors
from unname_research.train.infill_sources import Sheet, split_sentences
from unname_research.train.infilling import make_optimizer, resume, set_pace, without_dropout

torch = require("torch", "train")
nn = torch.nn

WORDS = 100
"""Words of a passage."""


@dataclass(frozen=True)
class Schedule:
    """How long to learn and how fast."""

    steps: int = 280
    people: int = 6
    questions: int = 5
    passages: int = 5
    rate: float = 5e-5
    head_rate: float = 5e-4
    warmup: int = 50
    save_every: int = 100
    seed: int = 0


@dataclass(frozen=True)
class Quiz:
    """Questions of one text with what the masks hide, and passages among which some hold it."""

    questions: list[str] = field(repr=False)
    hidden: list[str] = field(repr=False)
    passages: list[str] = field(repr=False)

    def right(self) -> list[list[bool]]:
        """Which passage holds what each mask hides."""
        return [[_folded(hidden) in _folded(passage) for passage in self.passages] for hidden in self.hidden]


def train(
    sheets: Sequence[Sheet],
    folder: str | Path,
    schedule: Schedule | None = None,
    base: str | Path | None = None,
    report: Listener | None = None,
) -> TokenVectors:
    """Train the retriever on the sheets; an interrupted run goes on from its last checkpoint."""
    schedule, folder = schedule or Schedule(), Path(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    usable = [sheet for sheet in sheets if len(sheet.hidden) > 1]
    if not usable:
        raise InputError("there is nothing hidden to learn from")
    torch.manual_seed(schedule.seed)
    network = TokenVectors(load_base(base))
    without_dropout(network)
    optimizer = make_optimizer(network, schedule.rate, schedule.head_rate)
    checkpoint = folder / "retriever.pt"
    done = resume(checkpoint, network, optimizer, asdict(schedule))
    reader, recent = Reader(base), 0.0
    network.train()
    for step in range(done, schedule.steps):
        set_pace(optimizer, step, schedule.steps, schedule.warmup)
        dice = random.Random(schedule.seed * 1_000_003 + step)
        quizzes: list[Quiz] = []
        while len(quizzes) < schedule.people:
            quiz = draw(dice.choice(usable), schedule, dice)
            quizzes += [quiz] if quiz else []
        loss = _loss(network, quizzes, reader)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        recent = 0.98 * recent + 0.02 * loss.item() if recent else loss.item()
        if report:
            report("find passages", step + 1, schedule.steps, recent)
        if (step + 1) % schedule.save_every == 0 or step + 1 == schedule.steps:
            state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
            save_state(checkpoint, {**state, "steps": step + 1, "schedule": asdict(schedule)})
    network.eval()
    return network


def draw(sheet: Sheet, schedule: Schedule, dice: random.Random) -> Quiz | None:
    """Questions about some masks of a sheet, with passages of what is known or of the text itself."""
    text, hidden, known = sheet.text, [span for span, _ in sheet.hidden], list(sheet.knowledge)
    parts = [] if known else split_sentences(text)
    if len(parts) > 1 and dice.random() < 0.6:
        chosen = dice.randrange(2)
        start = 0 if chosen == 0 else len(parts[0])
        hidden = [Span(s.start - start, s.end - start) for s in hidden if start <= s.start]
        hidden = [span for span in hidden if span.end <= len(parts[chosen])]
        text, known = parts[chosen], [parts[1 - chosen]]
    elif not known or dice.random() < 0.5:
        known = [text]
    passages = [window for source in known for window in windows(source, dice)]
    answers = [text[slice(*span)] for span in hidden]
    asked = [i for i, answer in enumerate(answers) if any(_folded(answer) in _folded(each) for each in passages)]
    if not asked or not passages:
        return None
    asked = dice.sample(asked, min(schedule.questions, len(asked)))
    passages.sort(key=lambda each: -sum(_folded(answers[i]) in _folded(each) for i in asked) + dice.random())
    kept = passages[: schedule.passages - 2] + dice.sample(passages, min(2, len(passages)))
    masks = _open(hidden, asked, dice)
    questions = [write_question(text, masks, masks.index(hidden[i])) for i in asked]
    return Quiz(questions, [answers[i] for i in asked], list(dict.fromkeys(kept)))


def windows(text: str, dice: random.Random) -> list[str]:
    """Passages of a text that overlap by half, the first beginning anywhere among the first words."""
    words = text.split(" ")
    first = dice.randrange(WORDS // 2) if len(words) > WORDS else 0
    starts = range(0, max(1, len(words) - first), WORDS // 2)
    return [" ".join(words[first + start : first + start + WORDS]) for start in starts]


def _open(hidden: Sequence[Span], asked: Sequence[int], dice: random.Random) -> list[Span]:
    """The masks that are still open, when some others have been filled."""
    told = dice.choice((0.0, 0.0, 0.4))
    return [span for i, span in enumerate(hidden) if i in asked or dice.random() >= told]


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


def _loss(network: TokenVectors, quizzes: Sequence[Quiz], reader: Reader) -> Any:
    """How improbable the passages are that hold the answer, among all of the batch."""
    questions = [question for quiz in quizzes for question in quiz.questions]
    passages = [passage for quiz in quizzes for passage in quiz.passages]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        asked, known = (network(*padded(_ids(texts, reader), reader.special)) for texts in (questions, passages))
    scores = torch.einsum("qid,pjd->qpij", asked.float(), known.float()).amax(3).sum(2)
    right = torch.zeros_like(scores, dtype=torch.bool)
    unsure = torch.zeros_like(right)
    folded = [_folded(passage) for passage in passages]
    row = column = 0
    for quiz in quizzes:
        width = len(quiz.passages)
        for hidden, holds in zip(quiz.hidden, quiz.right(), strict=True):
            unsure[row] = torch.tensor([_folded(hidden) in each for each in folded])
            right[row, column : column + width] = torch.tensor(holds)
            row += 1
        column += width
    log = torch.log_softmax(scores.masked_fill(unsure & ~right, -1e4), dim=1)
    return -torch.logsumexp(log.masked_fill(~right, -1e4), dim=1)[right.any(1)].mean()


def _ids(texts: Sequence[str], reader: Reader) -> list[Any]:
    return [reader(text).ids[:254] for text in texts]
