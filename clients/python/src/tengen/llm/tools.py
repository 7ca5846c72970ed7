"""The game as tools of a language model, in the form that TRL's trainers expect."""

from __future__ import annotations

from typing import Any

from tengen.llm.gateway import OPTIONS, Gateway


class GoTools:
    """A game whose moves are tools, for `environment_factory` of TRL's `GRPOTrainer`.

    The trainer has one object for each rollout of a batch, which it resets for the next batch. It
    offers the public methods as tools, and asks for the reward at the end:

        trainer = GRPOTrainer(..., environment_factory=lambda: GoTools("http://127.0.0.1:8080"))

    Args:
      base_url: The address of the gateway; None starts a server for this object alone.
      illegal_penalty: What each illegal move takes from the reward.
      unfinished_penalty: What an episode that is not over takes from the reward. With the reward
        "regret", a model that stops early would otherwise lose as little as a perfect player.
      token: The token of a principal, if the server has authentication.
      **options: Options of all episodes, such as `size=5`; see `docs/reference/openenv.md`.

    Raises:
      GatewayError: There are too many sessions, or the token is not valid.
      ValueError: There is no such option.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        illegal_penalty: float = 0.0,
        unfinished_penalty: float = 0.0,
        token: str | None = None,
        **options: Any,
    ) -> None:
        unknown = sorted(set(options).difference(OPTIONS))
        if unknown:
            raise ValueError(f"options {unknown} are none of {list(OPTIONS)}")
        self._options = {"show_legal": True, **options}
        self._illegal_penalty = illegal_penalty
        self._unfinished_penalty = unfinished_penalty
        self._gateway = Gateway(base_url, token=token)
        self._reward = 0.0
        self._result: dict[str, Any] = {}

    @property
    def observation(self) -> dict[str, Any]:
        """The present observation, for reward functions; empty before the first reset."""
        return dict(self._result.get("observation", {}))

    def reset(self, **columns: Any) -> str:
        """Starts a game, and returns its description for the prompt.

        Args:
          **columns: The columns of the example. Those that are options of an episode count, and so
            do the options in a column `reset`, as the task endpoints have it. Others are ignored.
        """
        given = {**(columns.get("reset") or {}), **columns}
        chosen = {name: given[name] for name in OPTIONS if given.get(name) is not None}
        self._reward = 0.0
        self._result = self._gateway.reset(**{**self._options, **chosen})
        return self._shown()

    def play_move(self, move: str) -> str:
        """Place a stone of your color. The opponent replies at once.

        Args:
          move: A point, such as "D4".

        Returns:
          What happened, and the board. An illegal move changes nothing, and the text says why.
        """
        return self._step(move)

    def pass_turn(self) -> str:
        """Pass. Two passes in a row end the game, and it is scored.

        Returns:
          What happened, and the board.
        """
        return self._step("pass")

    def resign(self) -> str:
        """Give up the game, which the opponent wins.

        Returns:
          The result.
        """
        return self._step("resign")

    def show_board(self) -> str:
        """Show the board, whose turn it is, and the result once the game is over.

        Returns:
          The board.
        """
        return self._shown()

    def legal_moves(self) -> str:
        """List all legal moves.

        Returns:
          The names of the moves, separated by spaces.
        """
        return " ".join(self._result["observation"]["legal_moves"] or []) or "none"

    def get_reward(self) -> float:
        """Returns the sum of the rewards of the episode, less the penalties."""
        if not self._result:
            return 0.0
        illegal = self._result["observation"]["illegal_moves"]
        unfinished = 0.0 if self._result["done"] else self._unfinished_penalty
        return self._reward - float(self._illegal_penalty * illegal) - unfinished

    def _step(self, move: str) -> str:
        if self._result["done"]:
            return self._shown()
        self._result = self._gateway.step(move)
        self._reward += self._result["reward"] or 0.0
        return self._shown()

    def _shown(self) -> str:
        observation = self._result["observation"]
        return (
            f"{observation['message']}\n\n{observation['board']}\nYou play {observation['color']}."
        )
