"""A reference implementation of the rules, written from their text: slow and obvious."""

from __future__ import annotations

from tengen.enums import Color, IllegalReason, KoRule, RepetitionEnd

Coloring = tuple[int, ...]


class ReferenceGame:
    """A game from the empty board with area scores. Two consecutive passes end it.

    Attributes:
      board: The color of each point, row by row from the top left.
      player_to_move: The player to move.
      pass_count: The number of consecutive passes.
      repeating_player: The player who ended the game by a repetition. None: nobody did.

    Args:
      width: The width of the board.
      height: The height of the board.
      ko: POSITIONAL: no play recreates an earlier coloring. SITUATIONAL: no play recreates an
        earlier coloring with the same player to move. SIMPLE: no play recreates the coloring before
        the opponent's last play, if that was the last move. NONE: no ko rule.
      is_suicide_legal: Whether a play may remove the chain that it belongs to.
      repetition_end: What a play does that recreates an earlier coloring although `ko` allows it.

    Raises:
      ValueError: `ko` is not one of these four.
    """

    def __init__(
        self,
        width: int,
        height: int,
        *,
        ko: KoRule = KoRule.POSITIONAL,
        is_suicide_legal: bool = True,
        repetition_end: RepetitionEnd = RepetitionEnd.NONE,
    ) -> None:
        if ko not in (KoRule.POSITIONAL, KoRule.SITUATIONAL, KoRule.SIMPLE, KoRule.NONE):
            raise ValueError(f"ko {ko} is not supported")
        self.width = width
        self.height = height
        self.board: Coloring = (Color.EMPTY,) * (width * height)
        self.player_to_move = Color.BLACK
        self.pass_count = 0
        self.repeating_player: Color | None = None
        self._ko = ko
        self._is_suicide_legal = is_suicide_legal
        self._repetition_end = repetition_end
        self._boards_after: dict[tuple[Coloring, Color, int], Coloring] = {}
        # The coloring and the player to move before each move, and after the last one.
        self._situations: list[tuple[Coloring, Color]] = [(self.board, self.player_to_move)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.pass_count >= 2 or self.repeating_player is not None  # noqa: PLR2004

    def legality(self, action: int) -> IllegalReason:
        """Returns why an action is illegal, or LEGAL."""
        if self.is_over:
            return IllegalReason.EPISODE_OVER
        if action == self.width * self.height:
            return IllegalReason.LEGAL
        if self.board[action] != Color.EMPTY:
            return IllegalReason.OCCUPIED
        after = self.board_after(action)
        if after[action] == Color.EMPTY and not self._is_suicide_legal:
            return IllegalReason.SUICIDE
        if self._is_forbidden_repetition(after):
            return IllegalReason.REPETITION
        return IllegalReason.LEGAL

    def play(self, action: int) -> None:
        """Plays a legal action."""
        assert self.legality(action) == IllegalReason.LEGAL
        if action == self.width * self.height:
            self.pass_count += 1
        else:
            self.board = self.board_after(action)
            self.pass_count = 0
            if self._repetition_end != RepetitionEnd.NONE and self._occurred(self.board):
                self.repeating_player = self.player_to_move
        self.player_to_move = self.player_to_move.other
        self._situations.append((self.board, self.player_to_move))

    def result(self, komi: float) -> int:
        """Returns the result of a game that is over: 1: Black wins, -1: White wins, 0: a tie."""
        assert self.is_over
        if self.repeating_player is not None:
            if self._repetition_end == RepetitionEnd.DRAW:
                return 0
            return -1 if self.repeating_player is Color.BLACK else 1
        owner = self.owner()
        margin = owner.count(Color.BLACK) - owner.count(Color.WHITE) - komi
        return (margin > 0) - (margin < 0)

    def board_after(self, point: int) -> Coloring:
        """Returns the board after a play on an empty point, including captures."""
        key = (self.board, self.player_to_move, point)
        if key not in self._boards_after:
            self._boards_after[key] = self._play_on_board(point)
        return self._boards_after[key]

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

    def boards(self) -> list[Coloring]:
        """Returns the boards of the game: the starting board, then the board after each move."""
        return [board for board, _ in self._situations]

    def _play_on_board(self, point: int) -> Coloring:
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

    def _is_forbidden_repetition(self, after: Coloring) -> bool:
        if self._ko is KoRule.POSITIONAL:
            return self._occurred(after)
        if self._ko is KoRule.SITUATIONAL:
            return (after, self.player_to_move.other) in self._situations
        was_pass = self.pass_count > 0 or len(self._situations) == 1
        return self._ko is KoRule.SIMPLE and not was_pass and after == self._situations[-2][0]

    def _occurred(self, board: Coloring) -> bool:
        return any(board == earlier for earlier, _ in self._situations)
