"""Self-play on the actors of a Ray cluster, each with a server in its process.

The data are the same as without Ray. Requires `pip install "tengen-go[ray]"`, and this folder
at the same path on every machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ray
import torch
from ray.util import ActorPool

import tengen
from alphazero.groups import GroupResult, play_group

if TYPE_CHECKING:
    import numpy as np

    from alphazero.network import Network
    from alphazero.self_play import Game
    from alphazero.settings import Settings

EXAMPLES = Path(__file__).resolve().parents[1]
"""The folder that actors import this package from, too."""


class SelfPlayActor:
    """Plays groups of games in a process of Ray.

    Args:
      settings: The settings of the run.
    """

    def __init__(self, settings: Settings) -> None:
        torch.set_num_threads(settings.threads)
        self._settings = settings
        self._client = tengen.connect("embedded")

    def play(self, network: Network, games: list[Game], random: np.random.Generator) -> GroupResult:
        """Returns the result of a group of games."""
        return play_group(self._client, network, self._settings, games, random)


class ActorGroupPlayer:
    """Plays the groups on actors. A group whose actor dies is played again from its start.

    Args:
      settings: The settings of the run.
      actors: The number of actors.
    """

    def __init__(self, settings: Settings, actors: int) -> None:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        # A group has no effect but its result, so a repetition is not noticed.
        modules = os.pathsep.join(filter(None, [str(EXAMPLES), os.environ.get("PYTHONPATH")]))
        actor = ray.remote(SelfPlayActor).options(
            num_cpus=settings.threads,
            max_restarts=-1,
            max_task_retries=-1,
            runtime_env={"env_vars": {"PYTHONPATH": modules}},
        )
        self._pool = ActorPool([actor.remote(settings) for _ in range(actors)])

    def play(
        self, network: Network, groups: list[tuple[list[Game], np.random.Generator]]
    ) -> list[GroupResult]:
        """Returns the result of each group of games, which has its own random numbers."""
        shared = ray.put(network)

        def start(actor: Any, group: tuple[list[Game], np.random.Generator]) -> Any:
            return actor.play.remote(shared, *group)

        return list(self._pool.map(start, groups))
