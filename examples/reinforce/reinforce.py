"""REINFORCE with a baseline: learns 5x5 Go against a built-in player, with NumPy only.

A network with one hidden layer sees the stones and returns the probability of each action (the
policy) and the expected reward of the game (the baseline). Many games are played concurrently. When
a game ends, the probability of each of its moves is increased if the reward was higher than the
baseline, and decreased if it was lower (Williams 1992). There is no other source of learning.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import tengen

Weights = dict[str, NDArray[np.float32]]

SIZE = 5
ACTIONS = SIZE * SIZE + 1
# Planes: own stones, the opponent's stones, and all ones for Black, which serves as the bias.
INPUTS = 3 * SIZE * SIZE
HIDDEN = 128
BOARDS = 128
GAMES = 200
LEARNING_RATE = 0.002


def boards(opponent: str, count: int, mode: AutoresetMode) -> tengen.TengenVectorEnv:
    """Returns boards on which Black plays against an opponent. Komi 0.5 rules out ties."""
    go: dict[str, Any] = {"komi": 0.5, "encoding": "alphazero:history=1", "array_format": "float32"}
    return tengen.make_vec(SIZE, count, opponent=opponent, autoreset_mode=mode, **go)


def new_network(random: np.random.Generator) -> Weights:
    """Returns a network with an almost uniform policy and a baseline close to 0."""
    weights = {
        "hidden": random.normal(0, np.sqrt(2 / INPUTS), (INPUTS, HIDDEN)),
        "policy": random.normal(0, 0.01, (HIDDEN, ACTIONS)),
        "value": random.normal(0, 0.01, (HIDDEN, 1)),
    }
    return {name: array.astype(np.float32) for name, array in weights.items()}


def evaluate(network: Weights, stones: NDArray[np.float32], mask: NDArray[np.int8]) -> Weights:
    """Returns the hidden layer, the probability of each action, and the expected rewards."""
    hidden = np.maximum(stones @ network["hidden"], 0)
    # The action mask gives illegal actions a probability of 0.
    logits = np.where(mask, hidden @ network["policy"], -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    policy = odds / odds.sum(axis=1, keepdims=True)
    return {"hidden": hidden, "policy": policy, "value": hidden @ network["value"]}


def choose(network: Weights, seen: dict[str, Any], random: np.random.Generator) -> tuple[Any, ...]:
    """Returns the stones and the mask of each board, and an action sampled from the policy."""
    mask = seen["action_mask"]
    stones = seen["observation"].reshape(len(mask), INPUTS)
    cumulative = evaluate(network, stones, mask)["policy"].cumsum(axis=1)
    # The threshold is above 0, so that an action with probability 0 is never chosen.
    threshold = (1 - random.random((len(mask), 1))) * cumulative[:, -1:]
    return stones, mask, (cumulative < threshold).sum(axis=1)


def gradients(network: Weights, steps: list[tuple[Any, ...]], returns: list[float]) -> Weights:
    """Returns the gradients of the objective: expected reward and accuracy of the baseline."""
    stones, mask, actions = (np.array(column) for column in zip(*steps, strict=True))
    now = evaluate(network, stones, mask)
    advantage = (np.array(returns, np.float32)[:, None] - now["value"]) / len(steps)
    # The gradient of log(policy[action]) by the logits: one at the action, minus the policy.
    policy = (np.eye(ACTIONS, dtype=np.float32)[actions] - now["policy"]) * advantage
    hidden = policy @ network["policy"].T + advantage @ network["value"].T
    return {
        "hidden": stones.T @ (hidden * (now["hidden"] > 0)),
        "policy": now["hidden"].T @ policy,
        "value": now["hidden"].T @ advantage,
    }


def ascend(network: Weights, squares: Weights, gradient: Weights) -> None:
    """Makes a step of gradient ascent with RMSProp: gradients divided by their usual size."""
    for name, slope in gradient.items():
        squares[name] += 0.1 * (slope**2 - squares[name])
        network[name] += LEARNING_RATE * slope / np.sqrt(squares[name] + 1e-12)


def learn(network: Weights, opponent: str, updates: int, random: np.random.Generator) -> None:
    """Plays and learns, and prints the win rates."""
    squares = {name: np.zeros_like(array) for name, array in network.items()}
    games: list[list[tuple[Any, ...]]] = [[] for _ in range(BOARDS)]
    with boards(opponent, BOARDS, AutoresetMode.SAME_STEP) as envs:
        seen, _ = envs.reset(seed=int(random.integers(2**32)))
        for update in range(1, updates + 1):
            ended: list[tuple[list[tuple[Any, ...]], float]] = []
            while len(ended) < BOARDS:
                chosen = choose(network, seen, random)
                # If a game ends here, autoreset has started the next one, which `seen` shows.
                seen, rewards, terminated, truncated, _ = envs.step(chosen[-1])
                for game, step in zip(games, zip(*chosen, strict=True), strict=True):
                    game.append(step)
                for board in np.flatnonzero(terminated | truncated):
                    ended.append((games[board], float(rewards[board])))
                    games[board] = []
            # The reward comes with the last move, and is credited to all moves of the game.
            returns = [reward for game, reward in ended for _ in game]
            steps = [step for game, _ in ended for step in game]
            ascend(network, squares, gradients(network, steps, returns))
            if update % 10 == 0:
                won = sum(reward > 0 for _, reward in ended)
                print(
                    f"{update} updates: {won / len(ended):.0%} won against {opponent}", flush=True
                )


def count_wins(network: Weights, random: np.random.Generator) -> int:
    """Returns how many of `GAMES` games against the player "random" the network wins."""
    won, over = np.zeros((2, GAMES), np.bool_)
    with boards("random", GAMES, AutoresetMode.DISABLED) as envs:
        seen, _ = envs.reset(seed=int(random.integers(2**32)))
        while not over.all():
            actions = np.where(over, tengen.NO_ACTION, choose(network, seen, random)[-1])
            seen, rewards, terminated, truncated, _ = envs.step(actions)
            won |= rewards > 0
            over |= terminated | truncated
    return int(won.sum())


def main() -> None:
    """Learns, with test games before and after."""
    parser = argparse.ArgumentParser(description="Learns 5x5 Go by REINFORCE with a baseline.")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything (default: 1)")
    parser.add_argument("--updates", type=int, default=50, help="number of updates (default: 50)")
    parser.add_argument("--opponent", default="eye-safe-random", help="the training opponent")
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    network = new_network(random)
    print(f"before: {count_wins(network, random)} of {GAMES} games won against random", flush=True)
    learn(network, arguments.opponent, arguments.updates, random)
    print(f"after: {count_wins(network, random)} of {GAMES} games won against random")


if __name__ == "__main__":
    main()
