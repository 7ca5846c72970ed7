"""Gradient steps for the network, by imitation and by policy gradient."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from text_races.board import SYMMETRIES
from text_races.network import network_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from text_races.network import LineTransformer
    from text_races.race_server import Turn

BATCH = 64
IMITATION_RATE = 1e-3
GRADIENT_RATE = 2e-5
AVERAGE_DECAY = 0.98
MAX_NORM = 1.0


class Learner:
    """Trains a network, and keeps an exponential moving average (EMA) of its weights.

    Attributes:
      network: The network that is trained.
      average: A network with the average of its weights, which plays better.
    """

    def __init__(self, network: LineTransformer) -> None:
        self.network = network
        self.average = copy.deepcopy(network)

    def apply(self, optimizer: torch.optim.Optimizer, loss: torch.Tensor) -> None:
        """Makes a step of the optimizer, and updates the average."""
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), MAX_NORM)
        optimizer.step()
        with torch.no_grad():
            pairs = zip(self.average.parameters(), self.network.parameters(), strict=True)
            for average, current in pairs:
                average.lerp_(current, 1 - AVERAGE_DECAY)


class Imitation:
    """Supervised steps with random moves of a teacher, each under a random symmetry.

    Args:
      learner: Whose network is trained.
      turns: The moves of the teacher.
      step_count: The number of steps after which the learning rate is zero.
      seed: The seed of the choice of moves and symmetries.
    """

    def __init__(self, learner: Learner, turns: Sequence[Turn], step_count: int, seed: int) -> None:
        self._learner = learner
        self._turns = turns
        self._random = np.random.default_rng(seed)
        self._optimizer = torch.optim.AdamW(learner.network.parameters(), IMITATION_RATE)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(
            self._optimizer, lambda step: (1 + math.cos(math.pi * step / step_count)) / 2
        )

    def step(self) -> float:
        """Makes a step, and returns the mean cross-entropy before it."""
        chosen = self._random.integers(len(self._turns), size=BATCH)
        logs = log_probabilities(
            self._learner.network, [self._turns[index] for index in chosen], self._random
        )
        loss = -logs.mean()
        self._learner.apply(self._optimizer, loss)
        self._schedule.step()
        return float(loss)


class PolicyGradient:
    """Steps of REINFORCE: the return of a move is its own reward, the baseline is the mean.

    Args:
      learner: Whose network is trained. It starts from its average.
      seed: The seed of the symmetries.
    """

    def __init__(self, learner: Learner, seed: int) -> None:
        learner.network.load_state_dict(learner.average.state_dict())
        self._learner = learner
        self._random = np.random.default_rng(seed)
        self._optimizer = torch.optim.AdamW(learner.network.parameters(), GRADIENT_RATE)

    def step(self, turns: Sequence[Turn]) -> float:
        """Makes a step with moves of the network, and returns their mean reward.

        Moves without a reward are ignored.
        """
        known = [turn for turn in turns if turn.reward is not None]
        rewards = torch.tensor([turn.reward for turn in known])
        logs = log_probabilities(self._learner.network, known, self._random)
        self._learner.apply(self._optimizer, -((rewards - rewards.mean()) * logs).mean())
        return float(rewards.mean())


def log_probabilities(
    network: LineTransformer, turns: Sequence[Turn], random: np.random.Generator
) -> torch.Tensor:
    """Returns the log probability of the move of each turn, under a random symmetry."""
    positions = []
    actions = []
    for turn, drawn in zip(turns, random.integers(len(SYMMETRIES), size=len(turns)), strict=True):
        symmetry = SYMMETRIES[drawn]
        size = turn.position.size
        positions.append(turn.position.transformed(symmetry))
        actions.append(network_action(symmetry.transform_action(turn.action, size, size), size))
    logs: torch.Tensor = network(positions)
    return logs.gather(1, torch.tensor(actions)[:, None]).squeeze(1)
