"""Self-play on the actors of a Ray cluster, each with a server in its process.

The data are the same as without Ray. Requires `pip install "tengen-go[ray]"`, and this folder
at the same path on every machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import ray
import torch
from ray.util import ActorPool

from alphazero.self_play import Played, play_group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphazero.network import Network
    from alphazero.self_play import GroupPlayer
    from alphazero.settings import Settings
    from tengen.search import SelfPlayState

EXAMPLES = Path(__file__).resolve().parents[1]
"""The folder that actors import this package from, too."""


class SelfPlayActor:
    """Plays groups of games in a process of Ray."""

    def __init__(self, settings: Settings) -> None:
        torch.set_num_threads(settings.threads)
        self._settings = settings

    def play(self, network: Network, group: int, state: SelfPlayState | None) -> Played:
        """Returns the result of a group of games."""
        return play_group(self._settings, network, group, state, "embedded")


def actor_player(settings: Settings, actors: int) -> GroupPlayer:
    """Returns what plays groups on actors. A group whose actor dies is played again."""
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    modules = os.pathsep.join(filter(None, [str(EXAMPLES), os.environ.get("PYTHONPATH")]))
    actor = ray.remote(SelfPlayActor).options(
        num_cpus=settings.threads,
        max_restarts=-1,
        max_task_retries=-1,
        runtime_env={"env_vars": {"PYTHONPATH": modules}},
    )
    pool = ActorPool([actor.remote(settings) for _ in range(actors)])

    def play(network: Network, states: Sequence[SelfPlayState | None]) -> list[Played]:
        shared = ray.put(network)
        groups = list(enumerate(states))
        return list(pool.map(lambda actor, group: actor.play.remote(shared, *group), groups))

    return play
