"""Trains an agent from scratch by self-play.

    python -m alphazero.train runs/5x5
    python -m alphazero.train runs/5x5 --resume

An iteration plays many games, learns from those that have ended, and writes RUN/checkpoint.pt. You
can stop the training at any time: --resume continues after the last completed iteration and gives
the same network as an uninterrupted run. RUN/log.csv has one line per iteration, RUN/network.pt is
the network in TorchScript, and RUN/curve.svg is plotted at the end.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from alphazero.evaluate import draw_openings, open_client, play_match, win_rate
from alphazero.learner import Learner, load_checkpoint, save_checkpoint
from alphazero.log import Meter, read_log, write_log
from alphazero.network import traced
from alphazero.plot import draw_curve
from alphazero.self_play import play_group
from alphazero.settings import add_options, settings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphazero.self_play import GroupPlayer
    from alphazero.settings import Settings
    from tengen import Client
    from tengen.search import SelfPlayState

CHECKPOINT, LOG, NETWORK = "checkpoint.pt", "log.csv", "network.pt"


class Training:
    """A training run in a directory: iterations of self-play, learning, and evaluation matches.

    Args:
      client: The client of a server.
      folder: The directory of checkpoint, log and network.
      settings: The settings of a new run. None: the run continues from its checkpoint.
      play: Plays the groups of self-play games. None: this process does, one after the other.

    Raises:
      ValueError: There are more groups than games.
    """

    def __init__(
        self,
        client: Client,
        folder: Path,
        settings: Settings | None = None,
        play: GroupPlayer | None = None,
    ) -> None:
        saved = {} if settings else load_checkpoint(folder / CHECKPOINT)
        self.settings = settings = settings or saved["settings"]
        if settings.groups > settings.games:
            raise ValueError(f"groups {settings.groups} is more than games {settings.games}")
        self.learner = Learner(settings)
        if saved:
            self.learner.load(saved["learner"])
        self.rows: list[dict[str, Any]] = saved.get("rows", [])
        self.states: list[SelfPlayState | None] = saved.get("states", [None] * settings.groups)
        self._meter = Meter(self.rows[-1] if self.rows else None)
        self._client, self._folder, self._play = client, folder, play or self._play_here

    def _play_here(self, network: Any, states: Sequence[SelfPlayState | None]) -> Any:
        address = self._client.address
        return [
            play_group(self.settings, network, group, state, address)
            for group, state in enumerate(states)
        ]

    @property
    def is_done(self) -> bool:
        """Whether all iterations have been made."""
        return len(self.rows) >= self.settings.iterations

    def iterate(self) -> dict[str, Any]:
        """Makes one iteration, saves the run, and returns the log row."""
        settings, iteration = self.settings, len(self.rows) + 1
        played = self._play(self.learner.network, self.states)
        self.states = [group.state for group in played]
        games = [game for group in played for game in group.games]
        position_count = self.learner.add(games)
        last = self.rows[-1] if self.rows else {"games": 0, "positions": 0, "visits": 0}
        blacks = [0 if game.winner is None else 3 - 2 * game.winner for game in games]
        row = {
            "iteration": iteration,
            "games": last["games"] + len(games),
            "positions": last["positions"] + position_count,
            "visits": last["visits"] + sum(group.evaluation_count for group in played),
            "mean_length": round(position_count / len(games), 1),
            "mean_black_result": round(float(np.mean(blacks)), 3),
        }
        row |= self.learner.learn(
            np.random.default_rng([settings.seed, iteration]),
            steps=round(position_count * settings.reuse / settings.batch),
            progress=iteration / settings.iterations,
        )
        if iteration % settings.evaluate_every == 0 or iteration == settings.iterations:
            openings = draw_openings(settings.size, settings.openings, settings.seed)
            for opponent in settings.opponents.split():
                played_match = play_match(
                    self._client,
                    self.learner.network,
                    settings,
                    opponent,
                    openings,
                    visits=settings.visits,
                    seed=settings.seed,
                )
                row[opponent] = round(win_rate(played_match), 3)
        self.rows.append(row | self._meter.read())
        self.save()
        return self.rows[-1]

    def save(self) -> None:
        """Writes the checkpoint, the log, and the network in TorchScript.

        The checkpoint is sufficient to resume the run, because the random numbers of an iteration
        depend only on the seed, the number of the iteration and the states of the games.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        state = {"settings": asdict(self.settings), "rows": self.rows, "states": self.states}
        state["learner"] = self.learner.state()
        save_checkpoint(state, self._folder / CHECKPOINT)
        write_log(self._folder / LOG, self.rows)
        traced(self.learner.network, self.settings.size).save(self._folder / NETWORK)


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line."""
    arguments = make_parser().parse_args(words)
    path = arguments.run / CHECKPOINT
    if arguments.resume != path.exists():
        wrong = "has no checkpoint" if arguments.resume else "has a checkpoint; add --resume"
        sys.exit(f"{arguments.run} {wrong}")
    settings = load_checkpoint(path)["settings"] if arguments.resume else settings_of(arguments)
    play = None
    if arguments.actors:
        if not 1 <= arguments.actors <= settings.groups:
            sys.exit(f"--actors {arguments.actors} is outside [1, {settings.groups}], the --groups")
        from alphazero.actors import actor_player  # noqa: PLC0415 - Ray is optional.

        play = actor_player(settings, arguments.actors)
    with open_client(arguments.address) as client:
        train(Training(client, arguments.run, None if arguments.resume else settings, play))
    draw_curve(read_log(arguments.run / LOG), arguments.run / "curve.svg")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m alphazero.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("run", type=Path, help="directory of the run")
    add("--resume", action="store_true", help="resume the run, with its original settings")
    add("--address", help="the server's address (default: starts a server)")
    add("--actors", type=int, default=0, help="actors of Ray that play groups, at most --groups")
    add_options(parser)
    return parser


def train(training: Training) -> None:
    """Makes the remaining iterations, and shows a progress bar."""
    # A run that is killed in its first iteration can be resumed, too; a resumed run rewrites its
    # log.
    training.save()
    shown: dict[str, Any] = {}
    settings, done = training.settings, len(training.rows)
    names = ("games", "policy_loss", "value_loss", *settings.opponents.split())
    with tqdm(total=settings.iterations, initial=done, unit="iteration") as bar:
        while not training.is_done:
            row = training.iterate()
            shown |= {name: row[name] for name in names if name in row}
            bar.set_postfix(shown, refresh=False)
            bar.update()


if __name__ == "__main__":
    main()
