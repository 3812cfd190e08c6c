"""Readers that are language models: behind a chat endpoint, or loaded on this machine."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from unname.attack.infilling.question import (
    FORM,
    SYSTEM,
    SYSTEM_PLAIN,
    Proposals,
    Shown,
    clean,
    read_proposals,
    show_masks,
    write_question,
)
from unname.attack.infilling.situation import Passage, Situation
from unname.attack.reading import AGAIN, FAILED, MALFORMED, REFUSED, sounds_refused
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.core.registry import spelled
from unname.core.results import Filling
from unname.models.causal_lm import CausalLM, Prompt, Written
from unname.models.chat import Chat, ChatFailed
from unname.text.masks import mask_label

TOO_LONG = "too long"
"""What there may be in place of an answer, too: the model cannot read even a little text around the mask."""

REASONS = {
    REFUSED: "the model refused to answer",
    MALFORMED: "the model gave no answer that could be read",
    TOO_LONG: "the model reads too few tokens for a question",
}

READ = "read"
"""What answers are counted as, beside the kinds of no answer."""

SMALLEST_WIDTH = 40
"""Characters beside a mask below which a question is not worth asking."""

FOLLOWING = 80
"""Characters after a mask by which a model that only goes on weighs what may stand there."""

_FORM = "You copy what is missing in a text."


@runtime_checkable
class Answers(Protocol):
    """A reader whose model may give no answer: how many questions it answered or declined, by kind, and why."""

    @property
    def name(self) -> str:
        """The name with its settings."""
        ...

    @property
    def answers(self) -> Mapping[str, int]:
        """How many questions were answered, and how many declined, by kind."""
        ...

    @property
    def reason(self) -> str:
        """Why the last one that was declined was; empty where all were answered."""
        ...

    @property
    def n_shortened(self) -> int:
        """How many questions showed less than they should, as the model reads no more."""
        ...


@dataclass
class Account:
    """How many questions were answered or declined, by kind, and why the last ones about a text were not."""

    answers: Counter[str] = field(default_factory=Counter)
    reason: str = ""
    n_shortened: int = 0
    reasons: dict[bytes, str] = field(default_factory=dict, repr=False)

    def note(self, text: str, kinds: Sequence[str], failure: str = "") -> None:
        """Count the answers about the masks of a text; of the kinds of no answer, the last one says why."""
        self.answers.update(kind or READ for kind in kinds)
        declined = [REASONS.get(kind, "") for kind in kinds if kind]
        reason = failure or (declined[-1] if declined else "")
        self.reasons[_key(text)] = reason
        self.reason = reason or self.reason

    def declined(self, text: str) -> str:
        """Why a question about the text had no answer; empty where all had one."""
        return self.reasons.get(_key(text), "")


class _Counts:
    """What readers say who keep an account."""

    account_: Account

    @property
    def answers(self) -> Mapping[str, int]:
        """How many questions were answered, and how many declined, by kind."""
        return self.account_.answers

    @property
    def reason(self) -> str:
        """Why the last one that was declined was; empty where all were answered."""
        return self.account_.reason

    @property
    def n_shortened(self) -> int:
        """How many questions showed less than they should, as the model reads no more."""
        return self.account_.n_shortened

    def declined(self, text: str) -> str:
        """Why a question about a mask of a text had no answer, in a line; empty where all had one."""
        return self.account_.declined(text)


@dataclass(repr=False)
class Ask(_Counts):
    """Asks a language model at a chat endpoint (see `models.chat.Chat` for the settings) what stood at each mask.

    One question a mask: the text around it, `width` characters to both sides, and the `n_passages` best passages of the
    background. These are sent, and nothing else. A malformed answer is asked for once more. A mask about which the
    model refuses, answers rubbish or cannot be asked has no candidates, and `declined` says why: that is not the same
    as a mask of which the model says that it knows nothing.
    """

    endpoint: str = ""
    model: str = ""
    n_passages: int = 3
    width: int = 600
    options: Mapping[str, Any] = field(default_factory=dict)
    max_tokens: int = 200
    allow_remote: bool = field(default=False, repr=False)
    key_variable: str | None = field(default=None, repr=False)
    timeout: float = field(default=120.0, repr=False)
    retries: int = field(default=2, repr=False)
    backoff: float = field(default=1.0, repr=False)
    per_second: float = field(default=0.0, repr=False)
    cache: str | Path | None = field(default=None, repr=False)
    account_: Account = field(default_factory=Account, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with the settings that answers depend on; passwords are left out."""
        return spelled("chat", self)

    def __repr__(self) -> str:
        """The name: an address as it was given may hold a password."""
        return self.name

    @property
    def needs_passages(self) -> bool:
        """Whether it reads passages."""
        return self.n_passages > 0

    @cached_property
    def chat(self) -> Chat:
        """The one client through which everything is asked."""
        return Chat(
            self.endpoint,
            self.model,
            self.allow_remote,
            self.key_variable,
            self.max_tokens,
            self.timeout,
            self.retries,
            self.backoff,
            self.per_second,
            self.cache,
            self.options,
        )

    @property
    def costs(self) -> dict[str, float]:
        """Calls, tokens and seconds so far."""
        return self.chat.costs

    def check(self) -> None:
        """Refuse settings with which the endpoint cannot be asked, or must not be."""
        _check_shown("chat", self.n_passages, self.width)
        self.chat.check()

    def propose(self, situation: Situation) -> list[list[Filling]]:
        """What the model proposes for each mask, best first."""
        self.check()
        shown = show_masks(situation.text, situation.masks, self.width)
        found: list[list[Filling]] = []
        kinds, reason = [], ""
        for number, (mask, around) in enumerate(zip(situation.masks, shown, strict=True)):
            read = situation.passages_of(number)[: self.n_passages]
            proposals, failure = self._ask(around, read, mask_label(situation.text[slice(*mask)]))
            kinds.append(proposals.declined)
            reason = failure or reason
            found.append([_filling(words, value, "chat", read) for words, value in proposals.fills])
        self.account_.note(situation.text, kinds, reason)
        return found

    def _ask(self, shown: Shown, passages: Sequence[Passage], label: str | None) -> tuple[Proposals, str]:
        """One question; what is malformed is asked once more, and what fails comes with the reason."""
        question = write_question(shown, [passage.text for passage in passages], label) + FORM
        try:
            proposals = self._answer(question)
            if proposals.declined == MALFORMED:
                proposals = self._answer(question + AGAIN)
        except ChatFailed as failure:
            return Proposals(declined=FAILED), str(failure)
        return proposals, ""

    def _answer(self, question: str) -> Proposals:
        answer = self.chat.ask(SYSTEM, question)
        return Proposals(declined=REFUSED) if answer.is_refusal else read_proposals(answer.text, question)


@dataclass(repr=False)
class Causal(_Counts):
    """A causal or instruct model of Hugging Face on this machine (extra "hf"): see `models.causal_lm.CausalLM`.

    A model whose tokenizer has a chat template is asked for the words; their probability is that of a token, on
    average. Another one goes on with a form that ends where the words belong; its proposals are then weighed by how
    probable they and what follows the mask are in the text itself. Beside the likeliest answer there are `n_samples`.

    Nothing is cut off silently: where a question is longer than the model reads, it gets fewer passages, then less
    text, and `n_shortened` counts these; where nothing fits, `declined` says so.
    """

    model: str | Path = ""
    n_samples: int = 2
    n_passages: int = 3
    width: int = 600
    n_tokens: int = 24
    length: int | None = None
    batch: int = 4
    seed: int = 0
    account_: Account = field(default_factory=Account, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("causal", replace(self, model=str(self.model)))

    def __repr__(self) -> str:
        """The name."""
        return self.name

    @property
    def needs_passages(self) -> bool:
        """Whether it reads passages."""
        return self.n_passages > 0

    @cached_property
    def language_model(self) -> CausalLM:
        """The model, loaded when first asked for."""
        return CausalLM(self.model, self.length, self.batch)

    def check(self) -> None:
        """Refuse settings that make no sense."""
        if not str(self.model):
            raise ConfigError("causal: give model, a Hugging Face name or folder")
        if self.n_samples < 0 or self.n_tokens < 1 or self.batch < 1:
            raise ConfigError("causal: n_samples must be 0 or more, n_tokens and batch 1 or more")
        _check_shown("causal", self.n_passages, self.width)

    def propose(self, situation: Situation) -> list[list[Filling]]:
        """What the model writes for each mask, best first."""
        self.check()
        shown = show_masks(situation.text, situation.masks, self.width)
        labels = [mask_label(situation.text[slice(*mask)]) for mask in situation.masks]
        passages = [situation.passages_of(number)[: self.n_passages] for number in range(len(labels))]
        asked = [self._fit(*each) for each in zip(shown, passages, labels, strict=True)]
        prompts = [question.prompt for question in asked if question]
        stops = ("\n",) if self.language_model.is_chat else ('"', "\n")
        written = iter(self.language_model.write(prompts, self.n_tokens, self.n_samples, stops, seed=self.seed))
        found: list[list[Filling]] = []
        kinds = []
        for question in asked:
            answers = next(written) if question else []
            proposals = self._weigh(question, answers) if question else []
            refused = bool(answers) and not proposals and all(sounds_refused(answer.text) for answer in answers)
            kinds.append(TOO_LONG if question is None else REFUSED if refused else "")
            read = question.passages if question else ()
            found.append([_filling(words, value, "causal", read) for words, value in proposals])
        self.account_.note(situation.text, kinds)
        return found

    def _fit(self, shown: Shown, passages: Sequence[Passage], label: str | None) -> "_Question | None":
        """The longest question that the model can read; None if it cannot read any."""
        widths = [self.width]
        while widths[-1] // 2 >= SMALLEST_WIDTH:
            widths.append(widths[-1] // 2)
        tries = [(n, self.width) for n in range(len(passages), 0, -1)] + [(0, width) for width in widths]
        for place, (n, width) in enumerate(tries):
            around = shown.cut(width)
            prompt = self._prompt(around, [passage.text for passage in passages[:n]], label)
            if self.language_model.fits(prompt, self.n_tokens):
                self.account_.n_shortened += place > 0
                return _Question(prompt, around, passages[:n])
        return None

    def _prompt(self, shown: Shown, passages: Sequence[str], label: str | None) -> Prompt:
        question = write_question(shown, passages, label)
        if self.language_model.is_chat:
            return self.language_model.prompt(SYSTEM_PLAIN, question)
        return self.language_model.prompt(_FORM, f'{question}\nAnswer: "')

    def _weigh(self, question: "_Question", answers: Sequence[Written]) -> list[tuple[str, float]]:
        """Proposals with probabilities, best first; answers that are no words are left out."""
        means: dict[str, float] = {}
        for answer in answers:
            words = "" if sounds_refused(answer.text) else clean(answer.text)
            if words:
                means[words] = max(means.get(words, -math.inf), answer.mean)
        found = [(words, math.exp(mean)) for words, mean in means.items()]
        if not self.language_model.is_chat and len(found) > 1:
            shares = self._shares(question, list(means))
            surest = max(value for _, value in found)
            found = [(words, surest * share) for words, share in zip(means, shares, strict=True)]
        return sorted(found, key=lambda pair: -pair[1])

    def _shares(self, question: "_Question", proposed: Sequence[str]) -> list[float]:
        """How probable each proposal and what follows it are in the text, as shares of all."""
        before, after = question.shown.before, question.shown.after[:FOLLOWING]
        blank = " " if before != before.rstrip() else ""
        read = "\n\n".join([*(passage.text for passage in question.passages), before.rstrip()])
        prompt = self.language_model.prompt("", read or "\n")
        tails = [f"{blank}{words}{after}" for words in proposed]
        longest = max(len(self.language_model.prompt("", tail)) for tail in tails)
        if not self.language_model.fits(prompt, longest):
            return [1 / len(tails)] * len(tails)
        scores = [each.log_probability for each in self.language_model.score([prompt] * len(tails), tails)]
        weights = [math.exp(score - max(scores)) for score in scores]
        return [weight / sum(weights) for weight in weights]


@dataclass(frozen=True)
class _Question:
    """What the model is asked, and what it shows."""

    prompt: Prompt = field(repr=False)
    shown: Shown
    passages: Sequence[Passage]


def _check_shown(reader: str, n_passages: int, width: int) -> None:
    if n_passages < 0 or width < SMALLEST_WIDTH:
        raise ConfigError(f"{reader}: n_passages must be 0 or more, and width {SMALLEST_WIDTH} or more")


def _filling(words: str, probability: float, reader: str, passages: Sequence[Passage]) -> Filling:
    """A proposal with the passage that says it, the best of those that do."""
    said = fold(words)
    passage = next((passage for passage in passages if said in fold(passage.text)), None)
    if passage is None:
        return Filling(words, probability, reader)
    return Filling(words, probability, reader, passage.document, passage.span)


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
