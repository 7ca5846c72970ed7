from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pytest
from processes import run_to_end

from tengen.conformance import (
    EnvironmentAdapter,
    GymnasiumAdapter,
    PettingZooAdapter,
    Report,
    Timestep,
    check_environment,
)
from tengen.conformance.check import is_suicide
from tengen.enums import Color

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    import tengen

pytestmark = pytest.mark.full

Change: TypeAlias = "Callable[[Timestep], Timestep]"


class ChangedAdapter(EnvironmentAdapter):
    """The adapter of our own environment, with modified timesteps."""

    def __init__(self, address: str, change: Change, **arguments: Any) -> None:
        arguments = {"size": 5, "address": address, **arguments}
        self._environment = PettingZooAdapter("tengen.pettingzoo", arguments)
        self._change = change
        self.name = "changed"
        self.arguments = arguments
        self.action_count = self._environment.action_count

    def reset(self, seed: int) -> Timestep:
        return self._change(self._environment.reset(seed))

    def step(self, action: int, mover: Color) -> Timestep:
        return self._change(self._environment.step(action, mover))

    def close(self) -> None:
        self._environment.close()


def kinds(
    client: tengen.Client, change: Callable[[Timestep], Timestep], games: int = 5, **arguments: Any
) -> list[str]:
    environment = ChangedAdapter(client.address, change, **arguments)
    report = check_environment(environment, game_count=games, client=client)
    environment.close()
    return sorted(report.faults)


def with_mask(timestep: Timestep, action: int, *, allowed: bool) -> Timestep:
    assert timestep.action_mask is not None
    mask = timestep.action_mask.copy()
    mask[action] = allowed
    return dataclasses.replace(timestep, action_mask=mask)


@pytest.mark.parametrize("size", [3, 5, 9, (7, 9)])
def test_own_pettingzoo_environment_has_no_fault(client: tengen.Client, size: Any) -> None:
    arguments = {"size": size, "address": client.address, "komi": 0.0}
    environment = PettingZooAdapter("tengen.pettingzoo", arguments)
    report = check_environment(
        environment, game_count=6, client=client, size=size if isinstance(size, tuple) else None
    )
    environment.close()

    assert report.faults == {}, report.text
    assert report.scored_count > 0
    assert report.repetition_count > 0


@pytest.mark.parametrize("opponent", [None, "eye-safe-random", "random"])
@pytest.mark.parametrize("color", ["black", "white"])
@pytest.mark.parametrize("mode", ["win", "area-delta"])
def test_own_gymnasium_environment_has_no_fault(
    client: tengen.Client, opponent: str | None, color: str, mode: str
) -> None:
    arguments = {"address": client.address, "opponent": opponent, "agent_color": color}
    environment = GymnasiumAdapter("tengen/Go5x5-v1", {**arguments, "reward_mode": mode})
    report = check_environment(environment, game_count=3, client=client)
    environment.close()

    assert report.faults == {}, report.text
    assert "No fault." in report.text


def test_go_v5_faults_are_found(client: tengen.Client) -> None:
    environment = PettingZooAdapter("pettingzoo.classic.go_v5", {"board_size": 5, "komi": 0.0})
    report = check_environment(environment, game_count=25, client=client)
    environment.close()

    assert set(report.faults) >= {
        "forbids a suicide",
        "allows an illegal action (repetition)",
        "the result is wrong",
        "plane 0 is not: the stones of the player to move, now",
        "plane 16 is not: Black is to move",
    }
    assert "it always shows: the stones of the other player, now" in " ".join(report.text.split())


def test_mask_that_forbids_a_play_is_found(client: tengen.Client) -> None:
    found = kinds(client, lambda timestep: with_mask(timestep, 12, allowed=False))

    assert "forbids a play that repeats nothing" in found


def test_mask_that_forbids_the_pass_is_found(client: tengen.Client) -> None:
    assert "forbids a pass" in kinds(
        client, lambda timestep: with_mask(timestep, 25, allowed=False)
    )


def test_mask_that_allows_occupied_points_is_found(client: tengen.Client) -> None:
    def change(timestep: Timestep) -> Timestep:
        return dataclasses.replace(timestep, action_mask=np.ones(26, np.bool_))

    assert kinds(client, change) == [
        "allows an illegal action (occupied)",
        "allows an illegal action (repetition)",
    ]


def test_mask_that_is_missing_is_found(client: tengen.Client) -> None:
    def change(timestep: Timestep) -> Timestep:
        return dataclasses.replace(timestep, action_mask=None)

    assert kinds(client, change) == ["the action mask is missing"]


def test_wrong_winner_is_found(client: tengen.Client) -> None:
    def change(timestep: Timestep) -> Timestep:
        return dataclasses.replace(timestep, rewards=(timestep.rewards[1], timestep.rewards[0]))

    assert kinds(client, change) == ["the result is wrong"]


def test_episode_that_ends_too_early_is_found(client: tengen.Client) -> None:
    def change(timestep: Timestep) -> Timestep:
        return dataclasses.replace(timestep, terminated=timestep.actions == (25,))

    assert "the episode ends too early" in kinds(client, change)


def test_episode_that_does_not_end_is_found(client: tengen.Client) -> None:
    assert kinds(client, lambda timestep: timestep, rules=three_passes()) == [
        "the episode does not end"
    ]


def three_passes() -> tengen.Rules:
    import tengen  # noqa: PLC0415 - for the types alone elsewhere.

    return tengen.Rules(passes_to_end=3)


def test_planes_in_another_order_are_named(client: tengen.Client) -> None:
    def change(timestep: Timestep) -> Timestep:
        assert timestep.planes is not None
        return dataclasses.replace(timestep, planes=np.moveaxis(timestep.planes[::-1], 0, 2))

    environment = ChangedAdapter(client.address, change)
    report = check_environment(environment, game_count=5, client=client)
    environment.close()

    assert len(report.faults) == 16
    fault = report.faults["plane 0 is not: the stones of the player to move, now"]
    assert fault.example == "it always shows: Black is to move"
    assert fault.count > report.move_count / 2


def test_observation_without_planes_is_found(client: tengen.Client) -> None:
    def change(timestep: Timestep) -> Timestep:
        return dataclasses.replace(timestep, planes=np.zeros(25))

    assert kinds(client, change) == ["planes cannot be read"]


def test_is_suicide() -> None:
    board = np.array([[0, 2, 0], [2, 2, 1], [0, 1, 0]], np.uint8)

    assert is_suicide(board, 0, Color.BLACK)
    assert not is_suicide(board, 0, Color.WHITE)
    assert not is_suicide(board, 2, Color.BLACK)


def test_report_names_kind_count_and_moves() -> None:
    report = Report("it", "the rules", game_count=1)
    report.add("does wrong", "this", ("A1", "pass"))
    report.add("does wrong", "that", ())

    assert "1 kind of fault:\n1. does wrong: 2 times. First in game 1, move 3: this." in report.text


def test_command_line_exit_code_shows_faults(address: str) -> None:
    own = run_command("gymnasium:tengen/Go5x5-v1", "--games", "1", "--address", address)
    other = run_command(
        "pettingzoo:pettingzoo.classic.go_v5",
        *("--games", "1", "--address", address, "--arguments", '{"board_size": 5}'),
    )
    wrong = run_command("chess")

    assert (own.returncode, other.returncode, wrong.returncode) == (0, 1, 2)
    assert "No fault." in own.stdout
    assert "forbids" in other.stdout
    assert "is not gymnasium:ID" in wrong.stderr


def run_command(*words: str) -> subprocess.CompletedProcess[str]:
    return run_to_end(sys.executable, "-m", "tengen.conformance", *words, timeout=60)
