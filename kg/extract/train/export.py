"""The trained network as ONNX graphs, which is what ships: no torch is needed to run them."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from kg.extract.train.loop import Network
from kg.extract.train.network import EntityHead, EntityInputs, WordEncoder

if TYPE_CHECKING:
    from onnx import ModelProto

OPSET = 17


class _FlatEntities(nn.Module):
    """The entity head with every array as an argument of its own, as a graph's inputs are."""

    def __init__(self, head: EntityHead) -> None:
        super().__init__()
        self.head = head

    def forward(self, words: Tensor, *arrays: Tensor) -> tuple[Tensor, ...]:
        out: tuple[Tensor, ...] = self.head(words, EntityInputs(*arrays))
        return out


def write_graphs(network: Network, folder: Path) -> None:
    """Write one ONNX graph for the encoder and one for each head into `folder`.

    Weights are stored in half precision; all arithmetic is in single precision.
    """
    network.eval()
    word, entity = network.encoder.config.hidden_size, network.heads.entity.norm.normalized_shape[0]
    words, states = torch.randn(7, word), torch.randn(3, entity)
    whole, square = torch.zeros(3, 2, dtype=torch.long), torch.zeros(3, 3, dtype=torch.long)
    each, numbers = torch.zeros(3, dtype=torch.long), torch.zeros(4, 2, dtype=torch.long)
    pieces = (torch.tensor([[0, 1, 2, 0]]), torch.tensor([1, 2]), torch.tensor([1, 2]))
    entities = (words, whole, whole + 1, torch.ones(3, 2), each, each, each, torch.zeros(3))
    attention = torch.rand(3, 7)
    places = {0: "E", 1: "O"}
    row, rows = {0: "E"}, {0: "W"}
    _write(
        WordEncoder(network.encoder),
        pieces,
        folder / "encoder.onnx",
        {"ids": {1: "P"}, "first": rows, "last": rows},
        ["words"],
    )
    _write(network.spans, (words,), folder / "spans.onnx", {"words": rows}, ["logits"])
    axes = {
        "words": rows,
        "starts": places,
        "ends": places,
        "mask": places,
        **dict.fromkeys(("types", "title", "places", "score"), row),
    }
    _write(
        _FlatEntities(network.heads.entity), entities, folder / "entities.onnx", axes, ["states", "attention", "roles"]
    )
    axes = {"words": rows, "states": row, "attention": {0: "E", 1: "W"}, "distance": {0: "E", 1: "E"}}
    _write(network.heads.relation, (words, states, attention, square), folder / "relations.onnx", axes, ["relations"])
    axes = {"words": rows, "states": row, "numbers": {0: "N"}, "number_distance": {0: "N", 1: "E"}}
    arrays = (words, states, numbers, torch.zeros(4, 3, dtype=torch.long))
    _write(network.heads.result, arrays, folder / "results.onnx", axes, ["kinds", "slots"])


def _write(
    module: nn.Module, arrays: tuple[Tensor, ...], path: Path, axes: dict[str, dict[int, str]], outputs: list[str]
) -> None:
    import onnx

    buffer: Any = io.BytesIO()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module.eval(),
            arrays,
            buffer,
            dynamo=False,
            opset_version=OPSET,
            input_names=list(axes),
            output_names=outputs,
            dynamic_axes=axes,
        )
    model: Any = onnx.load_from_string(buffer.getvalue())
    halve_weights(model)
    path.write_bytes(model.SerializeToString(deterministic=True))


def halve_weights(model: ModelProto) -> None:
    """Store the large single precision weights in half precision, cast back when the graph is loaded."""
    from onnx import TensorProto, helper, numpy_helper

    casts = []
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or int(np.prod(tensor.dims)) < 1024:
            continue
        name = tensor.name
        half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), name + "_half")
        tensor.CopyFrom(half)
        casts.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
