"""Trains the agent on races of classes 0 and 1, and tests it on races of the test split.

    python -m races.train --minutes 8

The agent learns only from the reward at the end of each race: +1, 0 or -1. The method is proximal
policy optimization (PPO). The opponent is the oracle, a perfect player.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import tengen
from races.network import ENCODING, RaceNetwork, tensors
from races.tasks import TASKS

STEPS = 16
EPOCHS = 3
BATCH = 512
CLIP = 0.2
LAMBDA = 0.95


def boards(split: str, count: int, **arguments: Any) -> tengen.TengenVectorEnv:
    """Returns a vector environment, half with races of class 0 and half of class 1."""
    names = [f"{TASKS[lane % 2]}:split={split},judge=end,mask=region" for lane in range(count)]
    return tengen.make_vec(
        9,
        count,
        opponent="oracle",
        task=names[0],
        encoding=ENCODING,
        lane_arguments=[{"task": name} for name in names],
        **arguments,
    )


class Rollout:
    """Collects rollouts of a vector environment for PPO."""

    def __init__(self, env: tengen.TengenVectorEnv, seed: int) -> None:
        self.env = env
        self.seen, _ = env.reset(seed=seed)
        self.returns: list[float] = []

    def collect(self, network: RaceNetwork) -> list[torch.Tensor]:
        """Plays some steps.

        Returns:
          Planes, masks, actions, log probabilities, advantages and value targets.
        """
        parts: list[list[Any]] = [[], [], [], [], [], [], []]
        for _ in range(STEPS):
            planes, mask = tensors(self.seen["observation"], self.seen["action_mask"])
            with torch.no_grad():
                logs, values = network(planes, mask)
            actions = torch.multinomial(logs.exp(), 1).squeeze(1)
            chosen = logs.gather(1, actions[:, None]).squeeze(1)
            self.seen, rewards, terminated, truncated, _ = self.env.step(actions.numpy())
            ends = terminated | truncated
            self.returns.extend(rewards[ends])
            step = (planes, mask, actions, chosen, values, rewards, ends)
            for part, value in zip(parts, step, strict=True):
                part.append(torch.as_tensor(value))
        with torch.no_grad():
            _, last = network(*tensors(self.seen["observation"], self.seen["action_mask"]))
        advantages = self.advantages(parts, last)
        targets = [advantage + value for advantage, value in zip(advantages, parts[4], strict=True)]
        return [torch.cat(part) for part in (*parts[:4], advantages, targets)]

    @staticmethod
    def advantages(parts: list[list[Any]], last: torch.Tensor) -> list[torch.Tensor]:
        """Returns generalized advantage estimates (GAE) with a discount of 1."""
        advantages = []
        advantage = torch.zeros_like(last)
        following = last
        for step in reversed(range(STEPS)):
            values, rewards, ends = (parts[index][step] for index in (4, 5, 6))
            not_done = (~ends).float()
            error = rewards.float() + following * not_done - values
            advantage = error + LAMBDA * not_done * advantage
            advantages.append(advantage)
            following = values
        return advantages[::-1]


def update(
    network: RaceNetwork,
    optimizer: torch.optim.Optimizer,
    samples: list[torch.Tensor],
    entropy_weight: float,
) -> None:
    """Makes PPO updates on collected samples."""
    samples[4] = (samples[4] - samples[4].mean()) / (samples[4].std() + 1e-6)
    count = len(samples[2])
    for _ in range(EPOCHS):
        for rows in torch.randperm(count).split(BATCH):
            planes, mask, actions, old_logs, advantages, targets = (part[rows] for part in samples)
            logs, values = network(planes, mask)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - old_logs).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.minimum(ratio * advantages, clipped * advantages).mean()
            entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
            loss = -gain - entropy_weight * entropy + 0.5 * (values - targets).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def optimal_rate(network: RaceNetwork | None, split: str, count: int) -> dict[str, float]:
    """Returns the fraction of races, by task, that end as well as under perfect play.

    Args:
      network: The agent. None: random play.
      split: The split of the races.
      count: The number of races.
    """
    random = np.random.default_rng(1)
    lost: dict[str, list[bool]] = {name: [] for name in TASKS}
    with boards(split, count, autoreset_mode="Disabled") as env:
        seen, _ = env.reset(seed=0)
        is_open = np.ones(count, np.bool_)
        while is_open.any():
            if network is None:
                actions = np.array([random.choice(np.flatnonzero(m)) for m in seen["action_mask"]])
            else:
                actions = network.best_actions(seen["observation"], seen["action_mask"])
            actions = np.where(is_open, actions, tengen.NO_ACTION)
            seen, _, terminated, truncated, infos = env.step(actions)
            for lane in np.flatnonzero((terminated | truncated) & is_open):
                lost[TASKS[lane % 2]].append(bool(infos["regret"][lane] > 0))
            is_open &= ~(terminated | truncated)
    return {name: 1 - float(np.mean(results)) for name, results in lost.items()}


def settings(words: list[str] | None = None) -> argparse.Namespace:
    """Returns the settings of a command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seed", type=int, default=1, help="seed of weights, races and moves (default: 1)")
    add("--iterations", type=int, default=60, help="maximum number of updates (default: 60)")
    add("--minutes", type=float, default=60.0, help="maximum time (default: 60)")
    add("--lanes", type=int, default=256, help="concurrent races (default: 256)")
    add("--test-tasks", type=int, default=500, help="races of the final test (default: 500)")
    add("--model", type=Path, default=Path("races.pt"), help="file for the weights (races.pt)")
    add("--curve", type=Path, default=Path("races.csv"), help="file for the curve (races.csv)")
    return parser.parse_args(words)


def train(network: RaceNetwork, arguments: argparse.Namespace) -> list[float]:
    """Trains the network, writes the curve, prints the progress, and returns all race rewards."""
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    start = time.monotonic()
    with (
        boards("train", arguments.lanes, autoreset_mode="SameStep") as env,
        arguments.curve.open("w", newline="") as file,
    ):
        rollout = Rollout(env, arguments.seed)
        curve = csv.writer(file)
        curve.writerow(["minutes", "races", "train_return", "validation", *TASKS])
        for iteration in range(arguments.iterations + 1):
            minutes = (time.monotonic() - start) / 60
            is_last = iteration == arguments.iterations or minutes > arguments.minutes
            if iteration % 5 == 0 or is_last:
                rates = optimal_rate(network, "validation", 200)
                mean = float(np.mean([*rates.values()]))
                recent = float(np.mean(rollout.returns[-2000:] or [0.0]))
                row = [minutes, len(rollout.returns), recent, mean, *rates.values()]
                curve.writerow([f"{value:.3f}" for value in row])
                file.flush()
                torch.save(network.state_dict(), arguments.model)
                print(
                    f"{minutes:5.1f} minutes, {len(rollout.returns):6} races: "
                    f"{mean:.1%} of validation races end as well as under perfect play",
                    flush=True,
                )
            if is_last:
                break
            entropy_weight = 0.02 * max(0.1, 1 - iteration / arguments.iterations)
            update(network, optimizer, rollout.collect(network), entropy_weight)
    return rollout.returns


def main() -> None:
    """Trains the agent and prints its test results."""
    arguments = settings()
    torch.manual_seed(arguments.seed)
    network = RaceNetwork()
    train(network, arguments)
    for name, tested in (("random", None), ("trained", network)):
        rates = optimal_rate(tested, "test", arguments.test_tasks)
        print(f"{name}:", ", ".join(f"{task} {rate:.1%}" for task, rate in rates.items()))


if __name__ == "__main__":
    main()
