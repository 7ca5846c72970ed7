"""A client and an environment for those who use the package `openenv`.

It needs the extra `openenv`. The clients of `openenv` itself play without this package; these
classes add types, and the environment needs no server.
"""

from __future__ import annotations

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State

from tengen.llm.gateway import Gateway

__all__ = ["GoAction", "GoEnv", "GoEnvironment", "GoObservation", "GoState"]


class GoAction(Action):
    """A move.

    Attributes:
      move: A point such as "D4", or "pass", or "resign".
    """

    move: str


class GoObservation(Observation):
    """What the client sees. `docs/reference/openenv.md` describes the fields."""

    message: str
    board: str
    rows: list[str]
    size: int
    move_number: int
    to_move: str | None
    color: str
    last_moves: list[str]
    legal_moves: list[str] | None
    rules: str
    komi: float
    captures: dict[str, int]
    error: str | None
    error_code: str | None
    illegal_moves: int
    illegal_moves_left: int
    terminated: bool
    truncated: bool
    end_reason: str | None
    winner: str | None
    score: dict[str, Any] | None
    task: dict[str, Any] | None


class GoState(State):
    """The state of a session. `docs/reference/openenv.md` describes the fields."""

    session_id: str
    game_session: str
    state_hash: str
    sgf: str
    observation: GoObservation


class GoEnv(EnvClient[GoAction, GoObservation, GoState]):
    """A client of a server with `--openenv`, with types. Its arguments are those of `EnvClient`."""

    def _step_payload(self, action: GoAction) -> dict[str, Any]:
        return {"move": action.move, "metadata": action.metadata}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[GoObservation]:
        return StepResult(
            observation=_observation(payload), reward=payload["reward"], done=payload["done"]
        )

    def _parse_state(self, payload: dict[str, Any]) -> GoState:
        return GoState(**payload)


class GoEnvironment(Environment[GoAction, GoObservation, GoState]):
    """The environment for programs that load it into their process.

    Args:
      base_url: The address of a gateway. None: the environment starts a server of its own, which
        ends with it.

    Raises:
      GatewayError: There are too many sessions.
      LaunchError: The server cannot be started.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, base_url: str | None = None) -> None:
        super().__init__()
        self._gateway = Gateway(base_url)

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> GoObservation:
        """Starts an episode with the options of `docs/reference/openenv.md`.

        Raises:
          GatewayError: An option is not valid.
        """
        return _observation(self._gateway.reset(seed=seed, episode_id=episode_id, **options))

    def step(
        self,
        action: GoAction,
        timeout_s: float | None = None,  # noqa: ARG002 - a step ends by itself.
        **options: Any,  # noqa: ARG002
    ) -> GoObservation:
        """Plays a move, and the reply of the opponent. Other arguments have no effect.

        Raises:
          GatewayError: The episode is over.
        """
        return _observation(self._gateway.step(action.move))

    @property
    def state(self) -> GoState:
        """The state."""
        return GoState(**self._gateway.state())

    def get_metadata(self) -> EnvironmentMetadata:
        """Returns the name and the description."""
        return EnvironmentMetadata(name="tengen", description="The game of Go with exact rules.")

    def close(self) -> None:
        """Ends the session, and the server if the environment started it."""
        self._gateway.close()


def _observation(result: dict[str, Any]) -> GoObservation:
    return GoObservation(**result["observation"], reward=result["reward"], done=result["done"])
