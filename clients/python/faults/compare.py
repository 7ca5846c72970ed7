"""Compares what an environment shows in one position with the reference rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.conformance.command import bits
from tengen.enums import Color, IllegalReason
from tengen.render.text import point_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.conformance import ReferenceGame

HISTORY = 8
"""The number of boards in the planes of AlphaZero."""


class Position:
    """A position after moves, as the reference and as the environment show it.

    Args:
      game: The reference, after the moves.
      timestep: The answer of the worker to the last move.
      komi: The komi of both.
      layout: The planes that the environment states.
    """

    def __init__(
        self, game: ReferenceGame, timestep: dict[str, Any], komi: float, layout: str
    ) -> None:
        self._game = game
        self._timestep = timestep
        self._komi = komi
        self._layout = layout
        self._found: dict[str, tuple[str, str]] = {}

    def differences(self) -> dict[str, tuple[str, str]]:
        """Returns what is different: by kind, what the environment shows and what is right."""
        step = self._timestep
        if "error" in step:
            return {"error": (step["error"], "no error")}
        board = list(self._game.board)
        if step["board"] is not None and step["board"] != [int(color) for color in board]:
            self._add("board", f"the board {step['board']}", f"the board {board}")
        if step["terminated"] or step["truncated"]:
            self._compare_end()
        elif self._game.is_over:
            reason = "two passes" if self._game.pass_count else "a repetition"
            self._add("does-not-end", "the game continues", f"the game is over: {reason}")
        else:
            self._compare_mover()
            self._compare_mask()
            self._compare_planes()
        self._compare_area()
        return self._found

    def _add(self, kind: str, seen: str, right: str) -> None:
        self._found.setdefault(kind, (seen, right))

    def _compare_end(self) -> None:
        step, game = self._timestep, self._game
        black, white = step["rewards"]
        seen = f"rewards {black:g} for Black and {white:g} for White"
        if step["terminated"] and not game.is_over:
            self._add("ends-early", f"the game is over, {seen}", "the game continues")
        if not game.is_over:
            return
        result = game.result(self._komi)
        if [np.sign(black), np.sign(white)] != [result, -result]:
            owner = game.owner()
            area = f"area {owner.count(Color.BLACK)} to {owner.count(Color.WHITE)}"
            names = {1: "Black wins", 0: "a tie", -1: "White wins"}
            how = (
                "a repetition"
                if game.repeating_player is not None
                else f"{area} and komi {self._komi:g}"
            )
            kind = "wrong-result" if result or game.repeating_player is not None else "wrong-tie"
            self._add(kind, seen, f"{names[result]}: {how}")

    def _compare_mover(self) -> None:
        seen = self._timestep["player_to_move"]
        right = int(self._game.player_to_move is Color.WHITE)
        if seen is not None and seen != right:
            names = ("Black", "White")
            self._add("mover", f"{names[seen]} is to move", f"{names[right]} is to move")

    def _compare_mask(self) -> None:
        game = self._game
        if self._timestep["mask"] is None:
            self._add("no-mask", "no action mask", "an action mask")
            return
        for action, is_allowed in enumerate(bits(self._timestep["mask"])):
            reason = game.legality(action)
            if is_allowed == (reason is IllegalReason.LEGAL):
                continue
            name = point_name(action, game.width, game.height)
            if is_allowed:
                self._add(
                    f"allows-{reason.name.lower()}",
                    f"{name} is in the mask",
                    f"{name} is illegal: {self._explain(action, reason)}",
                )
            else:
                what, detail = self._describe(action)
                self._add(
                    f"forbids-{what}", f"{name} is not in the mask", f"{name} is legal{detail}"
                )

    def _describe(self, action: int) -> tuple[str, str]:
        """Returns what a legal action is, and a description of it."""
        game = self._game
        if action == len(game.board):
            return "pass", ""
        after = game.board_after(action)
        what = "suicide" if after[action] == Color.EMPTY else "play"
        return what, f": a {what}{'' if after in game.boards() else ' that repeats no board'}"

    def _explain(self, action: int, reason: IllegalReason) -> str:
        if reason is not IllegalReason.REPETITION:
            return reason.name.lower()
        boards = self._game.boards()
        move = boards.index(self._game.board_after(action))
        return f"it repeats the board after move {move}" if move else "it repeats the first board"

    def _compare_planes(self) -> None:
        step, game = self._timestep, self._game
        planes = bits(step["planes"]).reshape(step["shape"])
        expected, names = expected_planes(game, self._layout)
        if planes.shape != expected.shape:
            self._add("plane-count", f"planes {planes.shape}", f"planes {expected.shape}")
            return
        for index, name in enumerate(names):
            if np.array_equal(planes[index], expected[index]):
                continue
            shown = [
                other
                for other, plane in zip(names, expected, strict=True)
                if np.array_equal(plane, planes[index]) and plane.any()
            ]
            constant = ["is all ones" if planes[index].all() else "is all zeros"]
            is_flat = planes[index].all() or not planes[index].any()
            what = f"shows {shown[0]}" if shown and not is_flat else constant[0]
            kind = "color-plane" if name == COLOR_PLANE else "planes"
            self._add(kind, f"plane {index} {what}", f"plane {index} shows {name}")

    def _compare_area(self) -> None:
        area = self._timestep["area"]
        owner = self._game.owner()
        right = [owner.count(Color.BLACK), owner.count(Color.WHITE)]
        if area is not None and area != right:
            self._add("area", f"area {area[0]} to {area[1]}", f"area {right[0]} to {right[1]}")


COLOR_PLANE = "one if Black is to move, or else zero"


def expected_planes(game: ReferenceGame, layout: str) -> tuple[NDArray[np.bool_], list[str]]:
    """Returns the planes of a layout with their names, newest board first."""
    shape = (game.height, game.width)

    def stones(board: tuple[int, ...], color: int) -> NDArray[np.bool_]:
        return np.array([stone == color for stone in board]).reshape(shape)

    if layout == "openspiel-4":
        planes = [stones(game.board, color) for color in (Color.BLACK, Color.WHITE, Color.EMPTY)]
        is_white = game.player_to_move is Color.WHITE
        names = ["black stones", "white stones", "empty points", "one if White is to move"]
        return np.array([*planes, np.full(shape, is_white)]), names
    mover = game.player_to_move
    boards = game.boards()[::-1]
    planes, names = [], []
    for age in range(HISTORY):
        when = f"{age} moves ago" if age else "now"
        for color, whose in ((mover, "the player to move"), (mover.other, "the other player")):
            # Before the game there were no boards, so their planes are empty.
            has_board = age < len(boards)
            planes.append(stones(boards[age], color) if has_board else np.zeros(shape, np.bool_))
            names.append(f"the stones of {whose}, {when}")
    planes.append(np.full(shape, mover is Color.BLACK))
    return np.array(planes), [*names, COLOR_PLANE]
