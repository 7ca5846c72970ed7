"""A reference implementation of Tromp-Taylor rules, written from their text: slow and obvious."""

from __future__ import annotations

from tengen import Color, IllegalReason

Coloring = tuple[int, ...]


class ReferenceGame:
    """A game under positional superko with suicide, from the empty board.

    Attributes:
      board: The color of each point, row by row from the top left.
      player_to_move: The player to move.
      pass_count: The number of consecutive passes.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.board: Coloring = (Color.EMPTY,) * (width * height)
        self.player_to_move = Color.BLACK
        self.pass_count = 0
        self._earlier: set[Coloring] = {self.board}

    def legality(self, action: int) -> IllegalReason:
        """Returns why an action is illegal, or LEGAL."""
        if self.pass_count >= 2:
            return IllegalReason.EPISODE_OVER
        if action == self.width * self.height:
            return IllegalReason.LEGAL
        if self.board[action] != Color.EMPTY:
            return IllegalReason.OCCUPIED
        if self.board_after(action) in self._earlier:
            return IllegalReason.REPETITION
        return IllegalReason.LEGAL

    def play(self, action: int) -> None:
        """Plays a legal action."""
        assert self.legality(action) == IllegalReason.LEGAL
        if action == self.width * self.height:
            self.pass_count += 1
        else:
            self.board = self.board_after(action)
            self._earlier.add(self.board)
            self.pass_count = 0
        self.player_to_move = self.player_to_move.other

    def board_after(self, point: int) -> Coloring:
        """Returns the board after a play on an empty point, including captures."""
        board = list(self.board)
        board[point] = self.player_to_move
        for color in (self.player_to_move.other, self.player_to_move):
            captured = [
                each
                for each, stone in enumerate(board)
                if stone == color and Color.EMPTY not in self.reached(tuple(board), each, color)
            ]
            for each in captured:
                board[each] = Color.EMPTY
        return tuple(board)

    def reached(self, board: Coloring, point: int, color: int) -> set[int]:
        """Returns the other colors that border the connected points of a color around a point."""
        seen = {point}
        waiting = [point]
        colors = set()
        while waiting:
            for each in self.neighbors(waiting.pop()):
                if board[each] != color:
                    colors.add(board[each])
                elif each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return colors

    def neighbors(self, point: int) -> list[int]:
        """Returns the points adjacent to a point."""
        row, column = divmod(point, self.width)
        return [
            each_row * self.width + each_column
            for each_row, each_column in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            )
            if 0 <= each_row < self.height and 0 <= each_column < self.width
        ]

    def owner(self) -> list[int]:
        """Returns the owner of each point: its stone, or the only color that its region reaches."""
        owners = []
        for point, stone in enumerate(self.board):
            colors = {stone} if stone else self.reached(self.board, point, Color.EMPTY)
            owners.append(next(iter(colors)) if len(colors) == 1 else Color.EMPTY)
        return [int(color) for color in owners]
