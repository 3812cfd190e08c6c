"""A very small causal model with a tokenizer of bytes, in a folder, as Hugging Face would keep it."""

from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

CHAT = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
MARKS = ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]


def tiny_causal(folder: Path, says: str = "", after: str = "", template: str | None = None, length: int = 512) -> Path:
    """A model that goes on with `says` after texts that end with `after`, if it is told to say anything."""
    transformers.utils.logging.disable_progress_bar()
    torch.manual_seed(1)
    alphabet = {letter: number for number, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    plain = Tokenizer(models.BPE(vocab=alphabet, merges=[]))
    plain.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain.decoder = decoders.ByteLevel()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, eos_token=MARKS[0], additional_special_tokens=MARKS[1:]
    )
    tokenizer.chat_template = template
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer),
        n_positions=length,
        n_embd=32,
        n_layer=1,
        n_head=2,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
    )
    model = transformers.GPT2LMHeadModel(config)
    if says:
        _teach(model, tokenizer, says, after)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _teach(model: transformers.GPT2LMHeadModel, tokenizer: transformers.PreTrainedTokenizerFast, says: str, after: str):
    """Each letter follows from the one before and from nothing else, so each may stand in the answer once."""
    ids = torch.tensor(tokenizer(after + says)["input_ids"][-len(tokenizer(says)["input_ids"]) - 1 :])
    with torch.no_grad():
        model.transformer.wpe.weight.zero_()
        model.transformer.h[0].attn.c_proj.weight.zero_()
    taught = [model.transformer.wte.weight, *model.transformer.h[0].mlp.parameters()]
    optimizer = torch.optim.Adam(taught, lr=1e-2)
    for _ in range(60):
        logits = model(input_ids=ids[None, :-1]).logits[0]
        loss = torch.nn.functional.cross_entropy(logits, ids[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
