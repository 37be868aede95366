"""Packages that only learners need: what to say where they are missing."""

from importlib import import_module
from typing import Any

from fabletop.kernel.question import Mistake

NEEDED = {
    "numpy": "batches of games and all environments",
    "gymnasium": "the Gymnasium environments",
    "pettingzoo": "the PettingZoo environments",
    "pyspiel": "the OpenSpiel games",
    "torch": "policies that were saved by torch",
    "onnx": "policies in ONNX files",
    "onnxruntime": "policies in ONNX files",
}


def extra(name: str) -> Any:
    """A package of the extra `learning`; a Mistake says how to get it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0]:
            raise
        raise Mistake(
            f"{NEEDED.get(name, name)} need {name}, which is not installed: "
            "pip install 'fabletop[learning]', or in a clone python tools/boot.py learning"
        ) from None
