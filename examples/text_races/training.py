"""A run: races of the teacher, imitation, policy gradient, and measurements in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from tqdm import tqdm

from text_races.learner import Imitation, Learner, PolicyGradient
from text_races.network import LineTransformer
from text_races.policy import Policy
from text_races.results import IMITATION, POLICY_GRADIENT, Measurement, write_results

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from text_races.race_server import Lane, Race, RaceServer, Turn
    from text_races.settings import Settings

MODEL = "model.pt"

SEEDS_PER_RUN = 1_000_000
"""Runs with different seeds have different training races."""


class Training:
    """A training run. It is the same for the same settings on the same machine.

    Args:
      server: Where the races are played.
      folder: The folder for the results and the weights, which is created if it is missing.
      settings: The settings.
    """

    def __init__(self, server: RaceServer, folder: Path, settings: Settings) -> None:
        self._server = server
        self._folder = folder
        self._settings = settings
        torch.manual_seed(settings.seed)
        self._learner = Learner(LineTransformer(settings.width, settings.layers))
        self._test_races = server.races("test", 0, settings.test_races)
        self._train_races = server.races(
            "train",
            settings.seed * SEEDS_PER_RUN,
            settings.teacher_races + settings.gradient_steps * settings.races_per_step,
        )
        self._measurements: list[Measurement] = []

    @property
    def weight_count(self) -> int:
        """The number of weights of the network."""
        return sum(weights.numel() for weights in self._learner.network.parameters())

    def run(self) -> None:
        """Trains the network, and writes the files."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._imitate(self._teacher_turns())
        self._learn_from_rewards()
        torch.save(self._learner.average.state_dict(), self._folder / MODEL)

    def _teacher_turns(self) -> list[Turn]:
        races = self._train_races[: self._settings.teacher_races]
        played = self._server.play(races, oracle_actions)
        return turns_of(tqdm(played, "teacher", len(races), unit="race"))

    def _imitate(self, turns: Sequence[Turn]) -> None:
        settings = self._settings
        count = settings.imitation_steps
        imitation = Imitation(self._learner, turns, count, settings.seed)
        with tqdm(desc="imitation", total=count, unit="step") as bar:
            for step in range(1, count + 1):
                loss = imitation.step()
                if step == settings.first_steps or self._is_measured(step, count):
                    regret = self._measure(IMITATION, step)
                    bar.set_postfix(loss=f"{loss:.3f}", regret=f"{regret:.3f}")
                bar.update()

    def _learn_from_rewards(self) -> None:
        settings = self._settings
        generator = torch.Generator().manual_seed(settings.seed)
        policy = Policy(self._learner.network, generator)
        gradient = PolicyGradient(self._learner, settings.seed)
        with tqdm(desc="policy gradient", total=settings.gradient_steps, unit="step") as bar:
            for step in range(1, settings.gradient_steps + 1):
                first = settings.teacher_races + (step - 1) * settings.races_per_step
                races = self._train_races[first : first + settings.races_per_step]
                reward = gradient.step(turns_of(self._server.play(races, policy)))
                if self._is_measured(step, settings.gradient_steps):
                    regret = self._measure(POLICY_GRADIENT, step)
                    bar.set_postfix(reward=f"{reward:.3f}", regret=f"{regret:.3f}")
                bar.update()

    def _is_measured(self, step: int, count: int) -> bool:
        return step % self._settings.measure_every == 0 or step == count

    def _measure(self, phase: str, step: int) -> float:
        """Plays the test races with the most probable moves, and returns the mean regret."""
        races = self._server.play(self._test_races, Policy(self._learner.average))
        measured = Measurement(phase, step, sorted(races, key=lambda race: race.index))
        self._measurements.append(measured)
        write_results(self._folder, self._settings.seed, self._measurements)
        return measured.mean_regret


def oracle_actions(lanes: Sequence[Lane]) -> list[int]:
    """Returns actions of the perfect player."""
    return [lane.oracle_action(seed=lane.race.index) for lane in lanes]


def turns_of(races: Iterable[Race]) -> list[Turn]:
    """Returns the turns of races."""
    return [turn for race in races for turn in race.turns]
