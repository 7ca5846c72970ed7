"""OpenSpiel's go: a worker, see worker.py."""

from __future__ import annotations

import pickle
from importlib.metadata import version

import numpy as np
import pyspiel
import worker


class OpenSpielGo:
    """The game `go`. Its actions count rows from the bottom; the worker turns them."""

    def __init__(self, board_size: int = 19, komi: float = 7.5) -> None:
        self.name = f"OpenSpiel {version('open_spiel')} go"
        self.size = board_size
        self.probes = {
            "small-handicap": self._small_handicap,
            "large-handicap": self._large_handicap,
            "length-of-one": self._length_of_one,
            "copies": self._copies,
        }
        self._game = pyspiel.load_game("go", {"board_size": board_size, "komi": float(komi)})
        points = np.arange(board_size**2).reshape(board_size, board_size)
        self._theirs = np.append(points[::-1].ravel(), board_size**2)

    def reset(self, seed: int) -> worker.Timestep:  # noqa: ARG002 - the game has no chance.
        """Starts a game."""
        self._state = self._game.new_initial_state()
        return self._timestep()

    def step(self, action: int) -> worker.Timestep:
        """Plays an action."""
        theirs = int(self._theirs[action])
        if theirs not in self._state.legal_actions():
            raise ValueError(f"action {action} is illegal")
        self._state.apply_action(theirs)
        return self._timestep()

    def _timestep(self) -> worker.Timestep:
        state, size = self._state, self.size
        planes = np.array(state.observation_tensor(0)).reshape(4, size, size)[:, ::-1]
        is_over = state.is_terminal()
        mask = np.zeros(size * size + 1, bool)
        if not is_over:
            mask[state.legal_actions()] = True
        is_cut = len(state.history()) >= self._game.max_game_length()
        black, white = state.rewards()
        return worker.Timestep(
            player_to_move=None if is_over else state.current_player(),
            mask=mask[self._theirs],
            planes=planes,
            board=(planes[0] + 2 * planes[1]).astype(int),
            area=None,
            rewards=(black, white),
            terminated=is_over and not is_cut,
            truncated=is_over and is_cut,
        )

    def _small_handicap(self) -> tuple[str, str]:
        """Places two handicap stones on 9x9."""
        game = pyspiel.load_game("go(board_size=9,handicap=2)")
        try:
            planes = np.array(game.new_initial_state().observation_tensor(0)).reshape(4, 81)
        except Exception as error:
            return "2 black stones, or an error of load_game", (
                f"{type(error).__name__} in new_initial_state"
            )
        return "2 black stones, or an error of load_game", f"{int(planes[0].sum())} black stones"

    def _large_handicap(self) -> tuple[str, str]:
        """Asks for ten handicap stones on 19x19."""
        expected = "10 black stones, or an error"
        try:
            state = pyspiel.load_game("go(board_size=19,handicap=10)").new_initial_state()
        except Exception as error:
            return expected, type(error).__name__
        planes = np.array(state.observation_tensor(0)).reshape(4, 361)
        mover = "Black" if state.current_player() == worker.BLACK else "White"
        return expected, f"{int(planes[0].sum())} black stones, and {mover} moves first"

    def _length_of_one(self) -> tuple[str, str]:
        """Plays one move in a game of at most one."""
        state = pyspiel.load_game("go(board_size=3,max_game_length=1)").new_initial_state()
        state.apply_action(0)
        count = len(state.legal_actions())
        return "over after 1 move", "over" if state.is_terminal() else f"{count} legal actions"

    def _copies(self) -> tuple[str, str]:
        """Clones, pickles and undoes in random games; all must equal the original."""
        draw = np.random.default_rng(1)
        compared = 0
        for _ in range(40):
            state = pyspiel.load_game("go(board_size=3,komi=0.5)").new_initial_state()
            while not state.is_terminal():
                action = int(draw.choice(state.legal_actions()))
                mover = state.current_player()
                next_state = state.clone()
                next_state.apply_action(action)
                undone = next_state.clone()
                undone.undo_action(mover, action)
                restored = pickle.loads(pickle.dumps(state))
                for other in (undone, restored):
                    compared += 1
                    if str(other) != str(state) or other.legal_actions() != state.legal_actions():
                        return "equal states", f"different states after {state.history()}"
                state = next_state
        return "equal states", "equal states" if compared else "nothing compared"


if __name__ == "__main__":
    worker.run(OpenSpielGo)
