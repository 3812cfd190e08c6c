"""A very small encoder with a tokenizer, in a folder, as Hugging Face would keep it."""

from pathlib import Path

import torch
import transformers

from unname.models.packaged import WEIGHTS


def tiny_base(folder: Path) -> Path:
    transformers.utils.logging.disable_progress_bar()
    torch.manual_seed(1)
    special = {f"{name}_token": f"[{name.upper()}]" for name in ("pad", "cls", "sep", "mask", "unk")}
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(WEIGHTS / "tokenizer.json"), **special)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        hidden_dropout_prob=0.0,
        initializer_range=0.2,
    )
    transformers.BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
