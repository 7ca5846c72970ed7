"""Networks in files that play in the arena: TorchScript, and ONNX if onnxruntime is installed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from arena_tournament import play_out, tournament_spec

torch = pytest.importorskip("torch")

import tengen  # noqa: E402
from tengen.arena.__main__ import main  # noqa: E402
from tengen.arena.network import NetworkError, load_evaluator  # noqa: E402
from tengen.search import Search  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tengen import arena

Module: Any = torch.nn.Module


class Counting(Module):
    """Equal priors, and values by stones, from the planes of `alphazero-17`."""

    def forward(self, planes: Any) -> tuple[Any, Any]:
        lead = planes[:, 0].sum((1, 2)) - planes[:, 1].sum((1, 2))
        logits = torch.zeros(planes.shape[0], planes.shape[2] * planes.shape[3] + 1)
        return logits, torch.tanh(lead / 4)


class Narrow(Module):
    """A network for 5 planes."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Conv2d(5, 1, 1)

    def forward(self, planes: Any) -> tuple[Any, Any]:
        x = self.layer(planes).flatten(1)
        return torch.cat([x, x.mean(1, keepdim=True)], 1), torch.tanh(x.mean(1))


def in_torchscript(path: Path) -> Path:
    torch.jit.trace(Counting(), torch.zeros(2, 17, 5, 5)).save(str(path / "network.pt"))
    return path / "network.pt"


def in_onnx(path: Path) -> Path:
    """Writes the same network as a graph of ONNX."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    make = onnx.helper
    kinds, numbers = onnx.TensorProto, onnx.numpy_helper.from_array
    weights = np.zeros((17, 1), np.float32)
    weights[:2, 0] = 0.25, -0.25
    nodes = [
        make.make_node("ReduceSum", ["planes", "board"], ["sums"], keepdims=0),
        make.make_node("MatMul", ["sums", "weights"], ["lead"]),
        make.make_node("Tanh", ["lead"], ["values"]),
        make.make_node("MatMul", ["sums", "zeros"], ["logits"]),
    ]
    graph = make.make_graph(
        nodes,
        "counting",
        [make.make_tensor_value_info("planes", kinds.FLOAT, ["n", 17, 5, 5])],
        [
            make.make_tensor_value_info("logits", kinds.FLOAT, ["n", 26]),
            make.make_tensor_value_info("values", kinds.FLOAT, ["n", 1]),
        ],
        [
            numbers(np.array([2, 3], np.int64), "board"),
            numbers(weights, "weights"),
            numbers(np.zeros((17, 26), np.float32), "zeros"),
        ],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(path / "network.onnx"))
    return path / "network.onnx"


@pytest.mark.parametrize("write", [in_torchscript, in_onnx])
def test_network_in_a_file_evaluates_positions(
    write: Callable[[Path], Path], address: str, tmp_path: Path
) -> None:
    found = []
    for evaluate in (
        load_evaluator(in_torchscript(tmp_path), "cpu"),
        load_evaluator(write(tmp_path)),
    ):
        with Search(evaluate, 5, address=address, seed=1) as search:
            (position,) = search.add(tengen.TreeRoot.start(5, komi=0.5).then([5, 0, 12, 18]))
            search.run([position], 100)
            found += search.read([position])

    assert found[0].best_action == 1
    assert np.array_equal(found[0].visit_counts, found[1].visit_counts)
    assert np.allclose(found[0].values, found[1].values, atol=1e-5)


@pytest.mark.parametrize("write", [in_torchscript, in_onnx])
def test_network_in_a_file_beats_a_random_player(  # noqa: PLR0917 - fixtures.
    write: Callable[[Path], Path],
    target: str,
    address: str,
    arena_client: arena.Arena,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["agent", "--name", "net", "--network", str(write(tmp_path)), "--address", target]
    words += ["--search-address", address, "--simulations", "40", "--leaves", "2"]
    codes: list[int] = []
    agent = threading.Thread(
        target=lambda: codes.append(main([*words, "--games", "8", "--max-games", "4"]))
    )
    agent.start()
    rules = tengen.Rules("tromp-taylor", komi=0.5)
    play_out(arena_client, tournament_spec("net", "random", pairs=4, seed=3, rules=rules))
    agent.join()

    assert codes == [0]
    last = capsys.readouterr().out.splitlines()[-1]
    # By chance, 8 of 8 games are won once in 256 times. An illegal move loses.
    assert last.startswith("8 games: 8 won")


def test_network_for_other_planes_is_reported(address: str, tmp_path: Path) -> None:
    path = tmp_path / "narrow.pt"
    torch.jit.trace(Narrow(), torch.zeros(2, 5, 5, 5)).save(str(path))

    with (
        Search(load_evaluator(path, "cpu"), 5, address=address) as search,
        pytest.raises(
            NetworkError, match=r"narrow.pt fails on planes of shape \(n, 17, 5, 5\)"
        ) as caught,
    ):
        search.run(search.add(tengen.TreeRoot.start(5)), 1)

    assert "RuntimeError" in str(caught.value)
    assert "Is the encoding the one that it was trained with?" in str(caught.value)


def test_weights_are_not_a_network(tmp_path: Path) -> None:
    path = tmp_path / "weights.pt"
    torch.save(Narrow().state_dict(), path)
    with pytest.raises(NetworkError, match=r"weights.pt is not TorchScript: save the network with"):
        load_evaluator(path)
    path.write_text("no network")
    with pytest.raises(NetworkError, match=r"weights.pt is not TorchScript"):
        load_evaluator(path)


def test_file_without_a_model_is_no_onnx(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    path = tmp_path / "network.onnx"
    path.write_text("no network")
    with pytest.raises(NetworkError, match=r"network.onnx is no ONNX model"):
        load_evaluator(path)
