"""Plays the same games in an environment and in a session with the exact rules."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.conformance.planes import PlaneCheck
from tengen.conformance.reference import ReferenceGame
from tengen.conformance.report import Report
from tengen.enums import Color, IllegalReason
from tengen.errors import IllegalActionError
from tengen.render.text import point_name
from tengen.server import launch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.client import Client
    from tengen.conformance.adapters import EnvironmentAdapter, Timestep
    from tengen.infos import SessionInfo
    from tengen.session import Session

MOVES_PER_POINT = 2
"""The number of moves per point of the board after which both players pass."""


def check_environment(
    environment: EnvironmentAdapter,
    *,
    game_count: int = 20,
    seed: int = 0,
    komi: float | None = None,
    rules: str = "tromp-taylor",
    size: tuple[int, int] | None = None,
    client: Client | None = None,
) -> Report:
    """Compares an environment with the exact rules in random games, and reports the faults.

    Actions are drawn from those that both the environment and the rules allow, so that a game can
    continue after a fault. After two moves per point of the board, both players pass.

    Args:
      environment: The environment to check.
      game_count: The number of games to play.
      seed: The seed of the first game. Each later game has the next seed.
      komi: The environment's komi. None: its argument `komi`, or 7.5.
      rules: The preset that the environment should follow, as in `ServerInfo.presets`.
      size: (width, height). None: a square board.
      client: The client of the server with the exact rules. None: `tengen.launch()`.

    Raises:
      ValueError: `size` is None and the number of actions is not that of a square board.
      LaunchError: `client` is None, and no server can be started.
    """
    width, height = size or square_size(environment.action_count)
    if komi is None:
        komi = float(environment.arguments.get("komi", 7.5))
    named = "positional superko, suicide and area scores" if rules == "tromp-taylor" else rules
    report = Report(
        f"{environment.name} {environment.arguments or ''}".strip(),
        f"{named} on {width}x{height} with komi {komi:g}",
    )
    own_client = launch() if client is None else client
    with own_client.create_session(
        (width, height), rules=rules, komi=komi, max_moves=-1
    ) as session:
        comparison = Comparison(environment, session, report)
        for game in range(game_count):
            comparison.play_game(seed + game)
        comparison.planes.add_faults_to(report)
    if client is None:
        own_client.close()
    return report


def square_size(action_count: int) -> tuple[int, int]:
    """Returns width and height of a square board.

    Raises:
      ValueError: No square board has that number of actions.
    """
    side = math.isqrt(action_count - 1)
    if side * side != action_count - 1:
        raise ValueError(f"{action_count} actions do not fit a square board; specify the size")
    return side, side


class Comparison:
    """An environment, the session that it is compared with, and the report."""

    def __init__(self, environment: EnvironmentAdapter, session: Session, report: Report) -> None:
        self._environment = environment
        self._session = session
        self._report = report
        self._moves: list[str] = []
        self.planes = PlaneCheck(session.height, session.width)

    def play_game(self, seed: int) -> None:
        """Plays one random game, and compares both sides at every move."""
        random = np.random.default_rng(seed)
        self._report.game_count += 1
        self._moves = []
        observation, info = self._session.reset(seed=seed)
        timestep = self._environment.reset(seed)
        paid = np.zeros(2)
        if timestep.actions:
            observation, info = self._follow(timestep.actions)
        while not (timestep.terminated or timestep.truncated) and info["end_reason"] is None:
            assert isinstance(observation, np.ndarray)
            game = self._report.game_count
            self.planes.compare(timestep.planes, observation, game, self._moves)
            action = self._choose(random, self._common_actions(timestep))
            if action is None:
                return
            timestep = self._environment.step(action, info["player_to_move"])
            paid += timestep.rewards
            try:
                observation, info = self._follow(timestep.actions)
            except IllegalActionError as error:
                self._add("plays an illegal action itself", str(error))
                return
        self._compare_end(timestep, info, paid)

    def _follow(self, actions: tuple[int, ...]) -> tuple[Any, SessionInfo]:
        """Plays the environment's actions in the session, and returns observation and info.

        Raises:
          IllegalActionError: The environment has played an illegal action.
          ValueError: The environment does not report the actions that it has played.
        """
        result = None
        for action in actions:
            result = self._session.step(action)
            self._moves.append(self._name(action))
            self._report.move_count += 1
            if result.info["end_reason"] is not None:
                break
        if result is None:
            raise ValueError('the environment reports no played action in info["actions"]')
        return result.observation, result.info

    def _common_actions(self, timestep: Timestep) -> NDArray[np.int64]:
        """Compares the action masks, and returns the actions that both allow."""
        legal = self._session.legal_actions()
        is_legal = legal.action_mask.astype(np.bool_)
        self._report.repetition_count += int(
            (legal.illegal_reasons == IllegalReason.REPETITION).sum()
        )
        if timestep.action_mask is None:
            self._add("the action mask is missing", "neither observation nor info has one")
            return np.flatnonzero(is_legal)
        for action in np.flatnonzero(timestep.action_mask & ~is_legal):
            self._add_allowed(int(action), IllegalReason(legal.illegal_reasons[action]))
        forbidden = np.flatnonzero(is_legal & ~timestep.action_mask)
        if len(forbidden) > 0:
            board = self._session.board()
            for action in forbidden:
                self._add_forbidden(int(action), board, legal.player_to_move)
        return np.flatnonzero(is_legal & timestep.action_mask)

    def _add_allowed(self, action: int, reason: IllegalReason) -> None:
        example = f"{self._name(action)} is in the mask"
        try:
            self._session.step(action)
        except IllegalActionError as error:
            if error.repeats_move is not None:
                example += f"; it repeats the position after move {error.repeats_move}"
        self._add(f"allows an illegal action ({reason.name.lower()})", example)

    def _add_forbidden(self, action: int, board: NDArray[np.uint8], color: Color) -> None:
        if action == board.size:
            kind = "a pass"
        elif is_suicide(board, action, color):
            kind = "a suicide"
        else:
            kind = "a play that repeats nothing"
        self._add(f"forbids {kind}", f"{self._name(action)} is not in the mask")

    def _choose(self, random: np.random.Generator, actions: NDArray[np.int64]) -> int | None:
        """Returns a random action, or the pass if the game is long enough."""
        if len(actions) == 0:
            self._add("no action that both allow", "the game cannot continue")
            return None
        point_count = self._session.width * self._session.height
        is_long = len(self._moves) >= MOVES_PER_POINT * point_count
        if is_long and actions[-1] == point_count:
            return point_count
        return int(random.choice(actions))

    def _compare_end(
        self, timestep: Timestep, info: SessionInfo, paid: NDArray[np.float64]
    ) -> None:
        """Compares the end of the game and the rewards."""
        is_over = info["end_reason"] is not None
        if timestep.terminated and not is_over:
            self._add("the episode ends too early", "there were no two passes")
        elif is_over and not (timestep.terminated or timestep.truncated):
            self._add("the episode does not end", "there were two passes")
        if not (timestep.terminated and is_over):
            return
        self._report.scored_count += 1
        score = info["score"]
        assert score is not None
        expected = np.sign(np.array(info["rewards"]))
        if np.sign(paid).tolist() != expected.tolist():
            self._add(
                "the result is wrong",
                f"area {score.area_black} to {score.area_white} and komi {score.komi:g} give"
                f" {score.text}; the rewards are {paid[0]:g} for Black and {paid[1]:g} for White",
            )

    def _add(self, kind: str, example: str) -> None:
        self._report.add(kind, example, tuple(self._moves))

    def _name(self, action: int) -> str:
        return point_name(action, self._session.width, self._session.height)


def is_suicide(board: NDArray[np.uint8], point: int, color: Color) -> bool:
    """Returns whether a play on an empty point captures nothing and leaves its chain no liberty."""
    game = ReferenceGame(board.shape[1], board.shape[0])
    game.board = tuple(map(int, board.flat))
    game.player_to_move = color
    return game.board_after(point)[point] == Color.EMPTY
