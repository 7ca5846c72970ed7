"""Plays games in an environment and in a session of the exact rules side by side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.conformance.planes import PlaneCheck
from tengen.conformance.report import Report
from tengen.enums import Color, IllegalReason
from tengen.errors import IllegalActionError
from tengen.render.text import point_name
from tengen.server import launch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.client import Client
    from tengen.conformance.adapters import EnvironmentAdapter, Timestep
    from tengen.session import Session

MOVES_PER_POINT = 2
"""How long games last, at most, before both players pass."""


def check_environment(
    environment: EnvironmentAdapter,
    *,
    game_count: int = 20,
    seed: int = 0,
    komi: float | None = None,
    size: tuple[int, int] | None = None,
    client: Client | None = None,
) -> Report:
    """Returns what an environment gets wrong in random games.

    Actions are drawn from those that both the environment and the rules allow, so that a game goes
    on after a fault. After twice as many moves as there are points both players pass.

    Args:
      environment: The environment.
      game_count: How many games to play.
      seed: Seed of the first game; each later one has the next.
      komi: Points given to White there. None: its argument `komi`, or 7.5.
      size: (width, height). None: a square.
      client: The server with the exact rules. None: `tengen.launch`.
    """
    width, height = size or square_size(environment.action_count)
    if komi is None:
        komi = float(environment.arguments.get("komi", 7.5))
    report = Report(
        f"{environment.name} {environment.arguments or ''}".strip(),
        f"positional superko, suicide and area scores on {width}x{height} with komi {komi:g}",
    )
    own_client = launch() if client is None else client
    with own_client.create_session((width, height), komi=komi, max_moves=-1) as session:
        comparison = Comparison(environment, session, report)
        for game in range(game_count):
            comparison.play_game(seed + game)
        comparison.planes.tell(report)
    if client is None:
        own_client.close()
    return report


def square_size(action_count: int) -> tuple[int, int]:
    """Returns width and height of a square board.

    Raises:
      ValueError: No square board has as many actions.
    """
    side = math.isqrt(action_count - 1)
    if side * side != action_count - 1:
        raise ValueError(f"{action_count} actions are not those of a square board: say its size")
    return side, side


class Comparison:
    """One environment, the session beside it, and what was found."""

    def __init__(self, environment: EnvironmentAdapter, session: Session, report: Report) -> None:
        self._environment = environment
        self._session = session
        self._report = report
        self._moves: list[str] = []
        self.planes = PlaneCheck(session.height, session.width)

    def play_game(self, seed: int) -> None:
        """Plays one random game, and compares everything at every move."""
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

    def _follow(self, actions: tuple[int, ...]) -> tuple[Any, dict[str, Any]]:
        """Plays what the environment has played, and returns observation and info."""
        result = None
        for action in actions:
            result = self._session.step(action)
            self._moves.append(self._name(action))
            self._report.move_count += 1
            if result.info["end_reason"] is not None:
                break
        if result is None:
            raise ValueError("the environment lists no action as played")
        return result.observation, result.info

    def _common_actions(self, timestep: Timestep) -> NDArray[np.int64]:
        """Compares the masks, and returns the actions that both allow."""
        legal = self._session.legal_actions()
        is_legal = legal.action_mask.astype(np.bool_)
        self._report.repetition_count += int((legal.reasons == IllegalReason.REPETITION).sum())
        if timestep.action_mask is None:
            self._add("the action mask is missing", "neither observation nor info has one")
            return np.flatnonzero(is_legal)
        for action in np.flatnonzero(timestep.action_mask & ~is_legal):
            self._tell_allowed(int(action), IllegalReason(legal.reasons[action]))
        forbidden = np.flatnonzero(is_legal & ~timestep.action_mask)
        if len(forbidden) > 0:
            board = self._session.board()
            for action in forbidden:
                self._tell_forbidden(int(action), board, legal.player_to_move)
        return np.flatnonzero(is_legal & timestep.action_mask)

    def _tell_allowed(self, action: int, reason: IllegalReason) -> None:
        example = f"{self._name(action)} is in the mask"
        try:
            self._session.step(action)
        except IllegalActionError as error:
            if error.repeats_move is not None:
                example += f"; it repeats the position after move {error.repeats_move}"
        self._add(f"allows an illegal action ({reason.name.lower()})", example)

    def _tell_forbidden(self, action: int, board: NDArray[np.uint8], color: Color) -> None:
        if action == board.size:
            kind = "a pass"
        elif is_suicide(board, action, color):
            kind = "a suicide"
        else:
            kind = "a play that repeats nothing"
        self._add(f"forbids {kind}", f"{self._name(action)} is not in the mask")

    def _choose(self, random: np.random.Generator, actions: NDArray[np.int64]) -> int | None:
        """Returns a random action; the pass where the game has lasted long enough."""
        if len(actions) == 0:
            self._add("no action that both allow", "the game cannot go on")
            return None
        point_count = self._session.width * self._session.height
        is_long = len(self._moves) >= MOVES_PER_POINT * point_count
        if is_long and actions[-1] == point_count:
            return point_count
        return int(random.choice(actions))

    def _compare_end(
        self, timestep: Timestep, info: dict[str, Any], paid: NDArray[np.float64]
    ) -> None:
        """Compares how the game has ended, and what was paid for it."""
        is_over = info["end_reason"] is not None
        if timestep.terminated and not is_over:
            self._add("the episode ends too early", "there were no two passes")
        elif is_over and not (timestep.terminated or timestep.truncated):
            self._add("the episode does not end", "there were two passes")
        if not (timestep.terminated and is_over):
            return
        self._report.scored_count += 1
        score = info["score"]
        expected = np.sign([score.margin, -score.margin])
        if np.sign(paid).tolist() != expected.tolist():
            self._add(
                "the result is wrong",
                f"area {score.area_black} to {score.area_white} and komi {score.komi:g} make"
                f" {score.text}; it pays {paid[0]:g} to Black and {paid[1]:g} to White",
            )

    def _add(self, kind: str, example: str) -> None:
        self._report.add(kind, example, tuple(self._moves))

    def _name(self, action: int) -> str:
        return point_name(action, self._session.width, self._session.height)


def is_suicide(board: NDArray[np.uint8], point: int, color: Color) -> bool:
    """Tells whether a stone on an empty point takes nothing and leaves its chain no liberty."""
    after = board.copy()
    place = divmod(point, board.shape[1])
    after[place] = color
    takes = any(
        after[each] == color.other and not has_liberty(after, each)
        for each in neighbors(after, place)
    )
    return not takes and not has_liberty(after, place)


def has_liberty(board: NDArray[np.uint8], place: tuple[int, int]) -> bool:
    """Tells whether the chain at a place has an empty point beside it."""
    seen, waiting = {place}, [place]
    while waiting:
        for each in neighbors(board, waiting.pop()):
            if board[each] == Color.EMPTY:
                return True
            if board[each] == board[place] and each not in seen:
                seen.add(each)
                waiting.append(each)
    return False


def neighbors(board: NDArray[np.uint8], place: tuple[int, int]) -> list[tuple[int, int]]:
    """Returns the places beside a place."""
    row, column = place
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [
        each
        for each in beside
        if min(each) >= 0 and each[0] < board.shape[0] and each[1] < board.shape[1]
    ]
