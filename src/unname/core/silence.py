"""Libraries are told to send nothing about their use, before they are loaded."""

import os

SWITCHES = {
    # onnxruntime reads it once, when it is loaded; later calls are too late for its device id, database and sender.
    "ORT_DISABLE_TELEMETRY": "1",
    # huggingface_hub, which transformers load: no word about the caller with what is asked for.
    "HF_HUB_DISABLE_TELEMETRY": "1",
    # transformers would have a service convert a model that was named.
    "DISABLE_SAFETENSORS_CONVERSION": "1",
    # What else keeps to the common convention.
    "DO_NOT_TRACK": "1",
}
"""The variables of the environment that switch such messages off."""


def silence() -> None:
    """Switch messages of libraries off in this process and in those it starts, whatever the environment said.

    >>> silence()
    >>> os.environ["ORT_DISABLE_TELEMETRY"]
    '1'
    """
    os.environ.update(SWITCHES)
