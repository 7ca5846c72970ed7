"""Compares the rules of another environment with the preset of its name, in random games.

Requires the `tengen` client and the peer in one Python environment, and a running server. At every
move, the legal actions and the end of the game are compared, and at the end the rewards. Passes are
rare, so that games on small boards reach repetitions. Exit code 1: a difference was found.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen

if TYPE_CHECKING:
    from numpy.typing import NDArray

KOMI = 7.5
PASS_SHARE = 0.02
LONGEST_GAME = 5000


class OpenSpielGame:
    """OpenSpiel's `go`, which counts rows from the bottom."""

    def __init__(self, size: int) -> None:
        import pyspiel  # noqa: PLC0415 - only one peer is needed

        self._game = pyspiel.load_game(f"go(board_size={size},komi={KOMI})")
        points = np.arange(size * size).reshape(size, size)
        self._theirs = np.append(points[::-1].ravel(), size * size)

    def reset(self) -> None:
        """Starts a game."""
        self._state = self._game.new_initial_state()

    def mask(self) -> NDArray[np.bool_]:
        """Returns the legal actions, numbered as in Tengen."""
        legal = np.zeros(len(self._theirs), np.bool_)
        legal[self._state.legal_actions()] = True
        return legal[self._theirs]

    def step(self, action: int) -> None:
        """Plays an action, numbered as in Tengen."""
        self._state.apply_action(int(self._theirs[action]))

    def is_over(self) -> bool:
        """Returns whether the game is over."""
        return bool(self._state.is_terminal())

    def rewards(self) -> tuple[float, float]:
        """Returns the rewards of Black and White."""
        black, white = self._state.returns()
        return black, white


class PgxGame:
    """Pgx's `Go`, compiled by JAX for the CPU."""

    def __init__(self, size: int) -> None:
        import jax  # noqa: PLC0415
        from pgx.go import Go  # noqa: PLC0415

        env = Go(size=size, komi=KOMI)
        self._start = jax.jit(env.init)(jax.random.PRNGKey(0))
        self._step = jax.jit(env.step)

    def reset(self) -> None:
        """Starts a game."""
        self._state = self._start
        self._rewards = np.zeros(2)

    def mask(self) -> NDArray[np.bool_]:
        """Returns the legal actions."""
        return np.asarray(self._state.legal_action_mask)

    def step(self, action: int) -> None:
        """Plays an action."""
        self._state = self._step(self._state, action)
        self._rewards += np.asarray(self._state.rewards)

    def is_over(self) -> bool:
        """Returns whether the game is over."""
        return bool(self._state.terminated)

    def rewards(self) -> tuple[float, float]:
        """Returns the rewards of Black and White. Which player is Black is random."""
        black = int(self._start.current_player)
        return float(self._rewards[black]), float(self._rewards[1 - black])


class PettingZooGame:
    """PettingZoo's `go_v5`, without its wrappers."""

    def __init__(self, size: int) -> None:
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import go_v5  # noqa: PLC0415

        self._env = go_v5.raw_env(board_size=size, komi=KOMI)

    def reset(self) -> None:
        """Starts a game."""
        self._env.reset(seed=1)

    def mask(self) -> NDArray[np.bool_]:
        """Returns the legal actions."""
        observation = self._env.observe(self._env.agent_selection)
        return np.asarray(observation["action_mask"], np.bool_)

    def step(self, action: int) -> None:
        """Plays an action."""
        self._env.step(action)

    def is_over(self) -> bool:
        """Returns whether the game is over."""
        return any(self._env.terminations.values())

    def rewards(self) -> tuple[float, float]:
        """Returns the rewards of Black and White."""
        return self._env.rewards["black_0"], self._env.rewards["white_0"]


PEERS: dict[str, Any] = {
    "openspiel": OpenSpielGame,
    "pgx": PgxGame,
    "pettingzoo-v5": PettingZooGame,
}
"""The peers, by the preset that reproduces their rules."""


def play_game(
    peer: Any, session: tengen.Session, draw: random.Random, counts: collections.Counter[str]
) -> str:
    """Plays a game in both, and returns the first difference. Empty: there is none."""
    peer.reset()
    _, info = session.reset()
    for _ in range(LONGEST_GAME):
        mask = np.asarray(info["action_mask"], np.bool_)
        if not np.array_equal(mask, peer.mask()):
            return f"legal actions: ours {np.flatnonzero(mask)}, theirs {np.flatnonzero(peer.mask())}"
        points = np.flatnonzero(mask[:-1])
        is_pass = len(points) == 0 or draw.random() < PASS_SHARE
        action = len(mask) - 1 if is_pass else int(draw.choice(points))
        _, _, terminated, truncated, info = session.step(action)
        peer.step(action)
        counts["moves"] += 1
        is_over = terminated or truncated
        if is_over != peer.is_over():
            return f"the end: ours {info['end_reason']}, theirs {peer.is_over()}"
        if is_over:
            counts[str(info["end_reason"])] += 1
            ours = tuple(float(reward) for reward in info["rewards"])
            return "" if ours == peer.rewards() else f"rewards: ours {ours}, theirs {peer.rewards()}"
    counts["cut off"] += 1
    return ""


def main() -> int:
    """Runs the comparison from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("preset", choices=sorted(PEERS))
    parser.add_argument("--address", default="127.0.0.1:9019", help="the server's address")
    parser.add_argument("--size", type=int, default=5, help="width and height of the board")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    peer = PEERS[options.preset](options.size)
    # OpenSpiel and Pgx end a game after two moves per point, and score it.
    max_moves = -1 if options.preset == "pettingzoo-v5" else 2 * options.size**2
    counts: collections.Counter[str] = collections.Counter()
    draw = random.Random(options.seed)
    with (
        tengen.connect(options.address) as client,
        client.create_session(
            options.size,
            rules=options.preset,
            komi=KOMI,
            max_moves=max_moves,
            score_on_truncation=True,
            encodings=[],
        ) as session,
    ):
        for game in range(1, options.games + 1):
            difference = play_game(peer, session, draw, counts)
            if difference:
                print(f"{options.preset}, game {game}: {difference}")
                return 1
    print(f"{options.preset}, {options.size}x{options.size}: {options.games} equal games, {dict(counts)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
