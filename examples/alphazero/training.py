"""A training run: iterations of self-play, learning, and evaluation matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from alphazero.checkpoint import Checkpoint
from alphazero.groups import LocalGroupPlayer, split_games
from alphazero.learner import Learner
from alphazero.log import Meter, write_log
from alphazero.match import Match, draw_openings
from alphazero.network import Evaluator
from alphazero.replay import ReplayBuffer
from alphazero.self_play import SelfPlayData, new_game

if TYPE_CHECKING:
    from pathlib import Path

    from alphazero.groups import GroupPlayer
    from alphazero.settings import Settings
    from tengen import Client, Forest

CHECKPOINT = "checkpoint.pt"
LOG = "log.csv"


class Training:
    """A training run in a directory. `resume` returns an existing run.

    Args:
      client: The client of a server.
      folder: The directory of checkpoint and log.
      settings: The settings of the run.
      player: Plays the groups of self-play games. None: this process does.

    Raises:
      ValueError: There are more groups than games.
    """

    def __init__(
        self, client: Client, folder: Path, settings: Settings, player: GroupPlayer | None = None
    ) -> None:
        if settings.groups > settings.games:
            raise ValueError(f"groups {settings.groups} is more than games {settings.games}")
        self.settings = settings
        self._player = player or LocalGroupPlayer(client, settings)
        self.rows: list[dict[str, Any]] = []
        self._openings = draw_openings(settings.size, settings.openings, settings.seed)
        self._client = client
        self._folder = folder
        offered = client.server_info(settings.encoding).encodings
        (planes,) = [len(spec.planes) for spec in offered if spec.name == settings.encoding]
        self.learner = Learner(settings, planes)
        self._buffer = ReplayBuffer(settings.buffer, planes, settings.size)
        random = np.random.default_rng([settings.seed, 0])
        self._games = [new_game(settings, random) for _ in range(settings.games)]
        self._meter = Meter(None)

    @classmethod
    def resume(cls, client: Client, folder: Path, player: GroupPlayer | None = None) -> Training:
        """Returns the run in a directory, restored from its checkpoint."""
        saved = Checkpoint.load(folder / CHECKPOINT)
        training = cls(client, folder, saved.settings, player)
        training.rows = saved.rows
        training.learner.load(saved.learner)
        training._buffer.load(saved.buffer)
        training._games = saved.games
        training._meter = Meter(saved.rows[-1] if saved.rows else None)
        return training

    @property
    def is_done(self) -> bool:
        """Whether all iterations have been made."""
        return len(self.rows) >= self.settings.iterations

    def iterate(self) -> dict[str, Any]:
        """Makes one iteration, saves the run, and returns the log row."""
        settings, iteration = self.settings, len(self.rows) + 1
        random = np.random.default_rng([settings.seed, iteration])
        data, visit_count = self._play(random)
        self._buffer.add(data.samples)
        losses = self.learner.learn(
            self._buffer,
            random,
            steps=round(len(data.samples) * settings.reuse / settings.batch),
            progress=iteration / settings.iterations,
        )
        row = self._totals(iteration, data, visit_count)
        row |= {"policy_loss": round(losses.policy, 4), "value_loss": round(losses.value, 4)}
        if iteration % settings.evaluate_every == 0 or iteration in (1, settings.iterations):
            row |= self._win_rates()
        self.rows.append(row | self._meter.read())
        self.save()
        return self.rows[-1]

    def _play(self, random: np.random.Generator) -> tuple[SelfPlayData, int]:
        """Makes the moves of an iteration, and returns the data and the number of visits."""
        count = self.settings.groups
        generators = random.spawn(count) if count > 1 else [random]
        groups = zip(split_games(self._games, count), generators, strict=True)
        results = self._player.play(self.learner.network, list(groups))
        self._games = [game for result in results for game in result.games]
        data = SelfPlayData()
        for result in results:
            data.samples += result.data.samples
            data.lengths += result.data.lengths
            data.black_results += result.data.black_results
        return data, sum(result.visit_count for result in results)

    def _totals(self, iteration: int, data: SelfPlayData, visit_count: int) -> dict[str, Any]:
        last = self.rows[-1] if self.rows else {"games": 0, "positions": 0, "visits": 0}
        ended = len(data.lengths)
        return {
            "iteration": iteration,
            "games": last["games"] + ended,
            "positions": last["positions"] + len(data.samples),
            "visits": last["visits"] + visit_count,
            "mean_length": round(float(np.mean(data.lengths)), 1) if ended else "",
            "mean_black_result": round(float(np.mean(data.black_results)), 3) if ended else "",
        }

    def _win_rates(self) -> dict[str, float]:
        """Plays the evaluation matches, and returns the win rates as columns of a log row."""
        settings = self.settings
        rates = {}
        with self._open_forest() as forest:
            match = Match(self._client, forest, Evaluator(self.learner.network), settings)
            for opponent in settings.opponents.split():
                result = match.play(
                    opponent, self._openings, visits=settings.visits, seed=settings.seed
                )
                rates[opponent] = round(result.win_rate, 3)
        return rates

    def _open_forest(self) -> Forest:
        return self._client.open_forest(self.settings.size, encodings=[self.settings.encoding])

    def save(self) -> None:
        """Writes the checkpoint and the log."""
        self._folder.mkdir(parents=True, exist_ok=True)
        Checkpoint(
            self.settings, self.rows, self._games, self.learner.state(), self._buffer.state()
        ).save(self._folder / CHECKPOINT)
        write_log(self._folder / LOG, self.rows)
