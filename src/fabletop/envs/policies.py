"""Saving a policy so that it can sit down at a table: `fabletop match --bots policy:duel.pt,greedy`."""

from pathlib import Path
from typing import Any

from fabletop.bots.policy import ABOUT, about
from fabletop.kernel.extras import extra
from fabletop.kernel.observing import Observer
from fabletop.kernel.question import Mistake


def save(network: Any, observer: Observer[Any], path: "str | Path") -> None:
    """Write a torch module that turns float observations (one a row) into a number a column, with the
    digest of what it was trained for; as .pt (TorchScript) or .onnx."""
    torch = extra("torch")
    file = str(path)
    seen = torch.zeros(1, int(observer.width))
    was_training = network.training
    network.eval()
    with torch.no_grad():
        shape = tuple(network(seen).shape)
    if shape != (1, int(observer.actions.columns)):
        raise Mistake(
            f"a policy gives {int(observer.actions.columns)} numbers for an observation, not {shape[1:]}"
        )
    if file.endswith(".pt"):
        torch.jit.save(torch.jit.trace(network, seen), file, _extra_files={ABOUT: about(observer)})
    elif file.endswith(".onnx"):
        save_onnx(torch, network, seen, observer, file)
    else:
        raise Mistake(f"a policy is a file that ends in .pt or .onnx, not {file!r}")
    network.train(was_training)


def save_onnx(torch: Any, network: Any, seen: Any, observer: Observer[Any], file: str) -> None:
    onnx = extra("onnx")
    torch.onnx.export(network, (seen,), file, input_names=["seen"], output_names=["likes"], dynamo=False)
    model = onnx.load(file)
    model.metadata_props.add(key=ABOUT, value=about(observer))
    onnx.save(model, file)
