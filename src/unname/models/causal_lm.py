"""A language model on this machine that writes on: any causal or instruct model of Hugging Face."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError, InputError, require
from unname.models.loading import Opened

UNLIMITED = 10**9
"""Tokens that a tokenizer without a limit says to take, or more."""

Prompt = tuple[int, ...]
"""What a model is to go on from, as the numbers of its tokens."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, or might have: the sum of the log probabilities of its tokens, and how many they are."""

    text: str = field(repr=False)
    log_probability: float
    n_tokens: int

    @property
    def mean(self) -> float:
        """The log probability of a token, on average."""
        return self.log_probability / max(1, self.n_tokens)


@dataclass
class CausalLM:
    """Goes on from prompts, and says how probable a continuation is (extra "hf").

    `model` is a Hugging Face name or folder; `length` is how many tokens of prompt and answer it reads, if fewer than
    it says itself. Nothing is ever cut off: a prompt that is too long is refused, and `fits` says so before.
    """

    model: str | Path
    length: int | None = None
    batch: int = 4

    @property
    def is_chat(self) -> bool:
        """Whether its tokenizer says how it is talked to."""
        return bool(self.tokenizer.chat_template)

    @cached_property
    def most_tokens(self) -> int:
        """How many tokens of prompt and answer it reads."""
        config = self.network.config
        said = [getattr(config, key, None) for key in ("max_position_embeddings", "n_positions", "max_seq_len")]
        said += [self.tokenizer.model_max_length, self.length]
        return min((n for n in said if isinstance(n, int) and 0 < n < UNLIMITED), default=UNLIMITED)

    def prompt(self, system: str, user: str) -> Prompt:
        """What a user asks, after what the system says: in the form of the tokenizer's template, if it has one.

        Marks of the template that stand in the texts are parted: they are no orders.
        """
        system, user = self._without_marks(system), self._without_marks(user)
        if not self.is_chat:
            return self._ids(f"{system}\n\n{user}" if system else user, with_start=True)
        return self._ids(self._rendered(system, user), with_start=False)

    def fits(self, prompt: Prompt, n_tokens: int) -> bool:
        """Whether there is room for the prompt and an answer of so many tokens."""
        return len(prompt) + n_tokens <= self.most_tokens

    def write(
        self,
        prompts: Sequence[Prompt],
        n_tokens: int = 24,
        n_samples: int = 0,
        stops: Sequence[str] = ("\n",),
        temperature: float = 0.8,
        seed: int = 0,
    ) -> list[list[Written]]:
        """What it writes after each prompt: the likeliest words one by one, then those of `n_samples` that differ.

        It ends where the model ends, at one of `stops` (which is left out) or after `n_tokens`. Probabilities are those
        of the model itself, whatever the temperature. What was written twice is there once; best first.
        """
        for prompt in prompts:
            self._check(prompt, n_tokens)
        written: list[list[Written]] = [[] for _ in prompts]
        settings: list[dict[str, Any]] = [{"do_sample": False, "num_return_sequences": 1}]
        if n_samples:
            settings.append({"do_sample": True, "num_return_sequences": n_samples, "temperature": temperature})
        for chosen in settings:
            for numbers in self._batches([len(prompt) for prompt in prompts]):
                found = self._generate([prompts[number] for number in numbers], n_tokens, tuple(stops), seed, chosen)
                for number, answers in zip(numbers, found, strict=True):
                    written[number] += answers
        return [_distinct(answers) for answers in written]

    def score(self, prompts: Sequence[Prompt], continuations: Sequence[str]) -> list[Written]:
        """How probable each text is after its prompt."""
        tails = [self._ids(self._without_marks(text), with_start=False) for text in continuations]
        for prompt, tail in zip(prompts, tails, strict=True):
            self._check(prompt, len(tail))
        scored: dict[int, Written] = {}
        for numbers in self._batches([len(prompt) + len(tail) for prompt, tail in zip(prompts, tails, strict=True)]):
            values = self._judge([(prompts[number], tails[number]) for number in numbers])
            for number, value in zip(numbers, values, strict=True):
                scored[number] = Written(continuations[number], value, len(tails[number]))
        return [scored[number] for number in range(len(prompts))]

    @cached_property
    def tokenizer(self) -> Any:
        """The tokenizer of the model, with its template."""
        transformers = require("transformers", "hf")
        try:
            made = transformers.AutoTokenizer.from_pretrained(str(self.model))
        except (OSError, ValueError) as error:
            said = f"cannot load the tokenizer of the language model {str(self.model)!r} ({type(error).__name__})"
            raise ConfigError(said) from error
        return made

    @cached_property
    def network(self) -> Any:
        """The network that Transformers loads."""
        require("transformers", "hf").utils.logging.disable_progress_bar()
        return Opened(self.model, Path(self.model), "AutoModelForCausalLM", "language model").network

    def _check(self, prompt: Prompt, n_tokens: int) -> None:
        if not prompt:
            raise InputError("a language model cannot go on from nothing")
        if not self.fits(prompt, n_tokens):
            limit = f"the language model reads {self.most_tokens} tokens"
            raise InputError(f"{limit}; a prompt of {len(prompt)} and an answer of {n_tokens} are too long")

    def _batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        """The numbers of prompts in batches, those of like length together, so that little padding is computed."""
        order = sorted(range(len(lengths)), key=lambda number: lengths[number])
        for start in range(0, len(order), self.batch):
            yield order[start : start + self.batch]

    def _ids(self, text: str, with_start: bool) -> Prompt:
        return tuple(self.tokenizer(text, add_special_tokens=with_start, verbose=False)["input_ids"])

    def _rendered(self, system: str, user: str) -> str:
        said = [{"role": "system", "content": system}] if system else []
        try:
            return self._templated([*said, {"role": "user", "content": user}])
        except Exception as error:  # templates are programs of their own
            if not system:
                raise ConfigError(f"the chat template of {str(self.model)!r} fails ({type(error).__name__})") from None
        return self._rendered("", f"{system}\n\n{user}")  # some know no system

    def _templated(self, said: list[dict[str, str]]) -> str:
        return str(self.tokenizer.apply_chat_template(said, tokenize=False, add_generation_prompt=True))

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        """The tokens that mean something to the model and are no words."""
        added = [token.content for token in self.tokenizer.added_tokens_decoder.values() if token.special]
        marks = {mark for mark in (*added, *self.tokenizer.all_special_tokens) if len(mark) > 1}
        return tuple(sorted(marks, key=len, reverse=True))

    def _without_marks(self, text: str) -> str:
        for mark in self._marks:
            if mark in text:
                text = text.replace(mark, f"{mark[0]} {mark[1:]}")
        return text

    @property
    def _padding(self) -> int:
        pad, end = self.tokenizer.pad_token_id, self.tokenizer.eos_token_id
        return int(pad if pad is not None else end if end is not None else 0)

    def _ends(self) -> set[int]:
        """The tokens with which an answer ends."""
        said = self.network.generation_config.eos_token_id
        known = said if isinstance(said, list) else [said, self.tokenizer.eos_token_id]
        return {end for end in known if end is not None}

    def _generate(
        self, prompts: Sequence[Prompt], n_tokens: int, stops: tuple[str, ...], seed: int, chosen: dict[str, Any]
    ) -> list[list[Written]]:
        torch, transformers = require("torch", "hf"), require("transformers", "hf")
        ids, mask = _padded(torch, prompts, self._padding, on_the_left=True)
        width, n_each = ids.shape[1], chosen["num_return_sequences"]

        def is_done(rows: Any, scores: Any, **more: Any) -> Any:
            said = self.tokenizer.batch_decode(rows[:, width:], skip_special_tokens=True)
            return torch.tensor([_end(text, stops) is not None for text in said])

        settings = {"max_new_tokens": n_tokens, "pad_token_id": self._padding, **chosen}
        with torch.inference_mode(), torch.random.fork_rng():
            torch.manual_seed(seed)
            told = self.network.generate(
                input_ids=ids,
                attention_mask=mask,
                stopping_criteria=transformers.StoppingCriteriaList([is_done]),
                return_dict_in_generate=True,
                output_logits=True,
                **settings,
            )
        rows = told.sequences[:, width:]
        logs = torch.stack([torch.log_softmax(each.float(), dim=-1) for each in told.logits], dim=1)
        chances = logs.gather(2, rows[:, :, None])[:, :, 0]
        read = [self._read(row, values, stops) for row, values in zip(rows.tolist(), chances.tolist(), strict=True)]
        return [read[start : start + n_each] for start in range(0, len(read), n_each)]

    def _read(self, row: Sequence[int], values: Sequence[float], stops: tuple[str, ...]) -> Written:
        """The answer in a row of tokens: up to the end, the token that ends it counted in."""
        ends = self._ends()
        for n in range(1, len(row) + 1):
            text = self.tokenizer.decode(row[:n], skip_special_tokens=True)
            cut = _end(text, stops)
            if cut is not None or row[n - 1] in ends:
                return Written(text[:cut].strip(), sum(values[:n]), n)
        return Written(self.tokenizer.decode(row, skip_special_tokens=True).strip(), sum(values), len(row))

    def _judge(self, pairs: Sequence[tuple[Prompt, Prompt]]) -> list[float]:
        torch = require("torch", "hf")
        ids, mask = _padded(torch, [(*prompt, *tail) for prompt, tail in pairs], self._padding, on_the_left=False)
        with torch.inference_mode():
            logits = self.network(input_ids=ids, attention_mask=mask).logits
        sums = []
        for row, (prompt, tail) in enumerate(pairs):
            places = slice(len(prompt) - 1, len(prompt) + len(tail) - 1)
            logs = torch.log_softmax(logits[row, places].float(), dim=-1)
            sums.append(float(logs.gather(1, torch.tensor(tail, dtype=torch.long)[:, None]).sum()))
        return sums


def _padded(torch: Any, rows: Sequence[Prompt], padding: int, on_the_left: bool) -> tuple[Any, Any]:
    width = max(map(len, rows))
    ids = torch.full((len(rows), width), padding, dtype=torch.long)
    mask = torch.zeros_like(ids)
    for number, row in enumerate(rows):
        place = slice(width - len(row), width) if on_the_left else slice(0, len(row))
        ids[number, place] = torch.tensor(row, dtype=torch.long)
        mask[number, place] = 1
    return ids, mask


def _end(text: str, stops: Sequence[str]) -> int | None:
    """Where an answer ends; blanks before the first word are no end."""
    start = len(text) - len(text.lstrip())
    found = [place for stop in stops if (place := text.find(stop, start)) >= 0]
    return min(found) if found and start < len(text) else None


def _distinct(answers: Sequence[Written]) -> list[Written]:
    """Each text once, the most probable first."""
    best: dict[str, Written] = {}
    for answer in answers:
        if answer.text not in best or answer.log_probability > best[answer.text].log_probability:
            best[answer.text] = answer
    return sorted(best.values(), key=lambda answer: -answer.log_probability)
