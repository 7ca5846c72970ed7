"""Boards for JAX. Skipped where JAX is not installed."""

from __future__ import annotations

import functools
from typing import Any

import exact_network
import numpy as np
import pytest
from grouped_contract import GroupedContract, moves

import tengen

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402

import tengen.jax  # noqa: E402
from tengen.jax import JaxEvaluator, JaxVectorEnv  # noqa: E402


class TestJaxVectorEnv(GroupedContract):
    kind = JaxVectorEnv

    @staticmethod
    def on_device(actions: np.ndarray) -> Any:
        return jnp.asarray(actions)


@pytest.mark.parametrize("shape", [(17, 9, 9), (17, 19, 19), (3, 5, 7)])
def test_unpack_equals_numpy(shape: tuple[int, ...]) -> None:
    bits = np.random.default_rng(1).integers(0, 2, (2, 3, *shape), np.uint8)
    packed = jnp.asarray(np.packbits(bits.reshape(2, 3, -1), axis=-1))

    planes = tengen.jax.unpack(packed, shape)

    assert planes.dtype == jnp.float32
    assert np.array_equal(planes, bits)
    compiled = jax.jit(lambda rows: tengen.jax.unpack(rows, shape, jnp.bfloat16))
    assert np.array_equal(compiled(packed), bits)
    assert compiled(packed).dtype == jnp.bfloat16


def test_unpack_other_lengths_and_types_raise() -> None:
    with pytest.raises(ValueError, match="11 bytes"):
        tengen.jax.unpack(jnp.zeros((2, 11), jnp.uint8), (2, 9, 9))
    with pytest.raises(TypeError):
        tengen.jax.unpack(jnp.zeros((2, 11)), (1, 9, 9))


def test_compiled_policy_on_packed_bfloat16_planes(address: str) -> None:
    def policy(rows: dict[str, Any]) -> Any:
        planes = tengen.jax.unpack(rows["observation"], (17, 5, 5), jnp.bfloat16)
        logits = jnp.where(rows["action_mask"], planes.sum() + jnp.arange(26), -jnp.inf)
        return logits.argmax(1)

    with JaxVectorEnv(5, 6, address=address, array_format="packed", opponent=None) as envs:
        observations, _ = envs.reset(seed=1)
        assert all(isinstance(array, jax.Array) for array in observations.values())
        assert observations["action_mask"].devices() == {envs.device}
        steps = list(envs.stream(jax.jit(policy), 3))

    assert [step.actions.tolist() for step in steps] == [[25] * 3] * 4 + [[25] * 3] * 2


def test_array_format_may_be_a_type(address: str) -> None:
    with JaxVectorEnv(5, 4, address=address, array_format=jnp.bfloat16) as envs:
        observations, _ = envs.reset(seed=1)
        assert observations["observation"].dtype == jnp.bfloat16
        assert observations["observation"].shape == (4, 17, 5, 5)
    with pytest.raises(tengen.InvalidArgumentError, match="array_format 'bool'"):
        JaxVectorEnv(5, 4, address=address, array_format=jnp.bool_)


@pytest.mark.parametrize("device", ["gpu", "cpu:99", "tpu:1", "cpu:first", "quantum"])
def test_device_that_does_not_exist_raises(device: str, address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=f"device '{device}' is not a device"):
        JaxVectorEnv(5, 4, address=address, device=device)


def test_device_of_another_type_raises(address: str) -> None:
    with pytest.raises(TypeError, match="device must be"):
        JaxVectorEnv(5, 4, address=address, device=0)


def test_device_may_be_named(address: str) -> None:
    with JaxVectorEnv(5, 4, address=address, device="cpu:0") as envs:
        assert envs.device == jax.devices("cpu")[0]
        envs.reset(seed=1)
        (step, _) = envs.stream(moves, 1)

    assert step.rewards.shape == (2,)


def bare_network(planes: Any) -> Any:
    numbers = planes.reshape(len(planes), -1) @ exact_network.WEIGHTS
    return numbers[:, :-1], jnp.tanh(numbers[:, -1])


@pytest.mark.parametrize("wrapped", [lambda network: network, functools.partial])
def test_bare_network_as_an_evaluator_says_how_to_wrap_it(wrapped: Any, address: str) -> None:
    with pytest.raises(TypeError) as raised:
        exact_network.play(wrapped(jax.jit(bare_network)), address)

    assert str(raised.value) == (
        "the evaluator is a network of JAX, which takes no leaves; wrap it:"
        " tengen.jax.JaxEvaluator(network)"
    )


def test_error_of_an_evaluator_with_a_wrapper_stays(address: str) -> None:
    def fail(planes: Any) -> Any:
        raise TypeError(f"{len(planes.shape)} axes")

    with pytest.raises(TypeError, match=r"^4 axes"):
        exact_network.play(JaxEvaluator(jax.jit(fail)), address)


def test_bare_network_as_a_policy_says_how_to_wrap_it(address: str) -> None:
    with JaxVectorEnv(5, 4, address=address) as envs:
        envs.reset(seed=1)
        with pytest.raises(TypeError) as raised:
            next(envs.stream(jax.jit(bare_network)))

    assert str(raised.value) == (
        "the policy is a network of JAX, which takes no dict of observations; wrap it in a function"
        ' that calls network(observations["observation"]) and returns one action for each board'
    )


def test_evaluator_plays_on_several_boards(address: str) -> None:
    shapes = set()

    def network(planes: Any) -> Any:
        shapes.add(planes.shape[1:])
        count = len(planes)
        return jnp.zeros((count, planes[0].size // 17 + 1)), jnp.zeros(count)

    exact_network.play_on_boards(JaxEvaluator(network), address)
    assert shapes == exact_network.BOARD_SHAPES


def test_evaluator_plays_the_games_of_numpy(address: str) -> None:
    def network(planes: Any) -> Any:
        numbers = planes.reshape(len(planes), -1) @ exact_network.WEIGHTS
        return numbers[:, :-1], jnp.clip(numbers[:, -1:] / 8, -1, 1)

    games = exact_network.play(JaxEvaluator(jax.jit(network)), address)

    expected = exact_network.play(exact_network.evaluate, address)
    exact_network.assert_equal_games(games, expected)
