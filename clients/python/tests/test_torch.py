"""Boards for PyTorch. Skipped where PyTorch is not installed."""

from __future__ import annotations

import importlib
import re
import sys
from typing import TYPE_CHECKING, Any

import exact_network
import numpy as np
import pytest
from grouped_contract import GroupedContract, moves
from processes import run_to_end

import page_programs
import tengen

torch = pytest.importorskip("torch")

import tengen.torch  # noqa: E402
from tengen._tensor_block import views  # noqa: E402
from tengen.torch import HostBlock, TorchEvaluator, TorchVectorEnv, usable_device  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

    from tengen.grouped import GroupedVectorEnv


class TestTorchVectorEnv(GroupedContract):
    kind = TorchVectorEnv

    @staticmethod
    def on_device(actions: np.ndarray) -> Any:
        return torch.from_numpy(actions)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
class TestTorchVectorEnvOnCuda(GroupedContract):
    kind = TorchVectorEnv

    @staticmethod
    def on_device(actions: np.ndarray) -> Any:
        return torch.from_numpy(actions).to("cuda", non_blocking=True)

    def make(self, address: str, count: int = 7, **keywords: Any) -> GroupedVectorEnv:
        return super().make(address, count, **{"device": "cuda", **keywords})


@pytest.mark.parametrize("shape", [(17, 9, 9), (17, 19, 19), (3, 5, 7)])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_unpack_equals_numpy(shape: tuple[int, ...], device: str) -> None:
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    bits = np.random.default_rng(1).integers(0, 2, (6, *shape), np.uint8)
    packed = torch.from_numpy(np.packbits(bits.reshape(6, -1), axis=1)).to(device)

    planes = tengen.torch.unpack(packed, shape)

    assert planes.dtype == torch.float32
    assert np.array_equal(planes.cpu().numpy(), bits)
    assert tengen.torch.unpack(packed, shape, torch.uint8).dtype == torch.uint8


@pytest.mark.parametrize("shape", [(17, 9, 9), (3, 5, 7)])
def test_operations_of_other_devices_unpack_what_numpy_unpacks(shape: tuple[int, ...]) -> None:
    bits = np.random.default_rng(1).integers(0, 2, (6, *shape), np.uint8)
    packed = torch.from_numpy(np.packbits(bits.reshape(6, -1), axis=1))

    unpacked = tengen.torch.shifted_bits(packed)[..., : bits[0].size]

    assert np.array_equal(unpacked.reshape(bits.shape).numpy(), bits)


def test_unpack_keeps_leading_dimensions() -> None:
    packed = torch.zeros((2, 3, 11), dtype=torch.uint8)

    assert tengen.torch.unpack(packed, (1, 9, 9)).shape == (2, 3, 1, 9, 9)


def test_unpack_other_lengths_and_types_raise() -> None:
    with pytest.raises(ValueError, match="11 bytes"):
        tengen.torch.unpack(torch.zeros((2, 11), dtype=torch.uint8), (2, 9, 9))
    with pytest.raises(TypeError):
        tengen.torch.unpack(torch.zeros((2, 11)), (1, 9, 9))


def test_host_block_keeps_the_last_arrays_that_were_written() -> None:
    random = np.random.default_rng(1)

    def draw() -> dict[str, np.ndarray]:
        return {
            "observation": random.integers(0, 256, (5, 7), np.uint8),
            "action_mask": random.integers(0, 2, (5, 3)).astype(np.bool_),
            "rewards": random.random(5, np.float32),
        }

    block = HostBlock(draw(), is_pinned=False)
    for _ in range(3):
        arrays = draw()
        block.write(arrays)
        tensors = views(block.block.clone(), block.places)
        for name, array in arrays.items():
            assert np.array_equal(tensors[name].numpy(), array)


def test_tensors_have_the_types_that_networks_need(address: str) -> None:
    with TorchVectorEnv(5, 4, address=address, encoding="katago-v7") as envs:
        observations, _ = envs.reset(seed=1)
        step = envs.step(torch.zeros(4, dtype=torch.int32))
        kind = envs.single_observation_space["observation"].dtype  # type: ignore[index]

    assert {name: tensor.dtype for name, tensor in observations.items()} == {
        "observation": torch.float32,
        "action_mask": torch.bool,
        "globals": torch.float32,
    }
    assert [part.dtype for part in step[1:4]] == [torch.float32, torch.bool, torch.bool]
    assert kind == np.float32
    assert {tensor.device for tensor in observations.values()} == {envs.device}


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.int64, torch.float64])
def test_array_format_may_be_a_type(dtype: Any, address: str) -> None:
    with TorchVectorEnv(5, 4, address=address, array_format=dtype, opponent=None) as envs:
        observations, _ = envs.reset(seed=1)

    assert observations["observation"].dtype == dtype
    assert observations["observation"].shape == (4, 17, 5, 5)
    assert observations["observation"].sum() == 4 * 25


@pytest.mark.parametrize("dtype", [torch.bool, torch.complex64])
def test_array_format_of_another_type_raises(dtype: Any, address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="floating-point or integer"):
        TorchVectorEnv(5, 4, address=address, array_format=dtype)


@pytest.mark.parametrize("device", ["cuda:99", "gpu", "meta", "cpu:first"])
def test_device_that_does_not_exist_raises(device: str, address: str) -> None:
    with pytest.raises(
        tengen.InvalidArgumentError, match=rf"device '{device}' is not a device.*such as cpu"
    ) as raised:
        TorchVectorEnv(5, 4, address=address, device=device)

    assert raised.value.metadata["field"] == "device"


def test_device_of_another_type_raises(address: str) -> None:
    with pytest.raises(TypeError, match="device must be"):
        TorchVectorEnv(5, 4, address=address, device=1.5)


def test_policy_with_a_gradient_is_accepted(address: str) -> None:
    network = torch.nn.Linear(17 * 25, 26)
    with TorchVectorEnv(5, 6, address=address, opponent=None) as envs:
        envs.reset(seed=1)

        def policy(rows: dict[str, Any]) -> Any:
            logits = network(rows["observation"].flatten(1))
            logits = logits.masked_fill(~rows["action_mask"], -torch.inf)
            return logits.argmax(1), logits.log_softmax(1)

        outputs = [step.policy_output for step in envs.stream(policy, 2)]

    assert [output.requires_grad for output in outputs] == [True] * 4


def test_name_and_arguments_of_make_vec_are_those_of_make_vec(address: str) -> None:
    with TorchVectorEnv("Go9x9-v1", 4, address=address, render_mode="ansi") as envs:
        envs.reset(seed=1)
        (step, _) = envs.stream(moves, 1)
        texts = envs.render()

    assert step.next_observations["observation"].shape == (2, 17, 9, 9)
    assert len(texts) == 4


def test_numpy_that_is_too_new_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: Any) -> Any:
        raise RuntimeError("Numpy is not available")

    monkeypatch.setattr(torch, "from_numpy", unavailable)
    with pytest.raises(ImportError, match='pip install "numpy<2"'):
        importlib.reload(tengen.torch)


def test_bare_network_says_how_to_wrap_it(address: str) -> None:
    network = torch.nn.Linear(17 * 25, 26)

    with pytest.raises(
        TypeError, match=r"of PyTorch, .*: tengen\.torch\.TorchEvaluator\(network\)$"
    ):
        exact_network.play(network, address)
    with TorchVectorEnv(5, 4, address=address) as envs:
        envs.reset(seed=1)
        with pytest.raises(TypeError, match=r"^the policy is a network of PyTorch, .* one action"):
            next(envs.stream(network))


def test_evaluator_plays_on_several_boards(address: str) -> None:
    shapes = set()

    def network(planes: Any) -> Any:
        shapes.add(tuple(planes.shape[1:]))
        count = len(planes)
        return torch.zeros((count, planes[0].numel() // 17 + 1)), torch.zeros(count)

    exact_network.play_on_boards(TorchEvaluator(network), address)
    assert shapes == exact_network.BOARD_SHAPES


def test_evaluator_plays_the_games_of_numpy(address: str) -> None:
    weights = torch.from_numpy(exact_network.WEIGHTS).to(usable_device(None))

    def network(planes: Any) -> Any:
        numbers = planes.flatten(1) @ weights
        return numbers[:, :-1], (numbers[:, -1:] / 8).clamp(-1, 1)

    games = exact_network.play(TorchEvaluator(network), address)

    expected = exact_network.play(exact_network.evaluate, address)
    exact_network.assert_equal_games(games, expected)


@pytest.mark.full
def test_learner_of_the_page_beats_random(tmp_path: Path) -> None:
    page = page_programs.REPOSITORY / "docs" / "guide" / "learning.md"
    _, program = next(page_programs.page_programs(page))

    done = run_to_end(sys.executable, "-c", program, timeout=600, cwd=tmp_path)

    *updates, last = done.stdout.splitlines()
    assert (done.returncode, len(updates)) == (0, 15), done.stderr
    won = re.fullmatch(r"(\d+) of 200 games won against random", last)
    assert won is not None
    assert int(won[1]) > 170
