"""REINFORCE with a baseline learns Go on 5x5 against a built-in player, with NumPy alone.

A network with one hidden layer sees the stones and tells two things: how likely it plays each
action (the policy), and how the game will end (the baseline). Many boards are played at once. Once
a game is over, each of its moves is made likelier by as much as the game ended better than the
baseline told, or less likely if it ended worse (Williams 1992). Nothing else is taught.
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
# Planes: own stones, the opponent's, and ones all over for Black, which is the network's bias.
INPUTS = 3 * SIZE * SIZE
HIDDEN = 128
BOARDS = 128
GAMES = 200
LEARNING_RATE = 0.002


def boards(opponent: str, count: int, mode: AutoresetMode) -> tengen.TengenVectorEnv:
    """Returns boards on which Black plays an opponent. With komi 0.5 no game is a tie."""
    go = {"komi": 0.5, "encoding": "alphazero:history=1", "observation_format": "float32"}
    return tengen.make_vec(SIZE, count, opponent=opponent, autoreset_mode=mode, **go)


def new_network(random: np.random.Generator) -> Weights:
    """Returns a network that finds all actions about as likely, and all games about even."""
    weights = {
        "hidden": random.normal(0, np.sqrt(2 / INPUTS), (INPUTS, HIDDEN)),
        "policy": random.normal(0, 0.01, (HIDDEN, ACTIONS)),
        "value": random.normal(0, 0.01, (HIDDEN, 1)),
    }
    return {name: array.astype(np.float32) for name, array in weights.items()}


def evaluate(network: Weights, stones: NDArray[np.float32], mask: NDArray[np.int8]) -> Weights:
    """Returns the hidden layer, how likely each action is, and the rewards that are expected."""
    hidden = np.maximum(stones @ network["hidden"], 0)
    # The action mask: what is illegal is never played.
    logits = np.where(mask, hidden @ network["policy"], -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    policy = odds / odds.sum(axis=1, keepdims=True)
    return {"hidden": hidden, "policy": policy, "value": hidden @ network["value"]}


def choose(network: Weights, seen: dict[str, Any], random: np.random.Generator) -> tuple[Any, ...]:
    """Returns what is seen of each board, its mask, and an action drawn as the policy says."""
    mask = seen["action_mask"]
    stones = seen["observation"].reshape(len(mask), INPUTS)
    ladder = evaluate(network, stones, mask)["policy"].cumsum(axis=1)
    # One minus a draw is above 0, so that an action without a chance is never reached.
    height = (1 - random.random((len(mask), 1))) * ladder[:, -1:]
    return stones, mask, (ladder < height).sum(axis=1)


def slopes(network: Weights, steps: list[tuple[Any, ...]], returns: list[float]) -> Weights:
    """Returns which way the weights lead to better actions, and to a baseline that tells more."""
    stones, mask, actions = (np.array(column) for column in zip(*steps, strict=True))
    now = evaluate(network, stones, mask)
    advantage = (np.array(returns, np.float32)[:, None] - now["value"]) / len(steps)
    # The slope of log(policy[action]) at the logits: one at the action, less the policy.
    policy = (np.eye(ACTIONS, dtype=np.float32)[actions] - now["policy"]) * advantage
    hidden = policy @ network["policy"].T + advantage @ network["value"].T
    return {
        "hidden": stones.T @ (hidden * (now["hidden"] > 0)),
        "policy": now["hidden"].T @ policy,
        "value": now["hidden"].T @ advantage,
    }


def move(network: Weights, squares: Weights, uphill: Weights) -> None:
    """Moves the weights uphill, all about as far: by slopes over their usual size (RMSProp)."""
    for name, slope in uphill.items():
        squares[name] += 0.1 * (slope**2 - squares[name])
        network[name] += LEARNING_RATE * slope / np.sqrt(squares[name] + 1e-12)


def learn(network: Weights, opponent: str, updates: int, random: np.random.Generator) -> None:
    """Plays and learns, and prints how many games are won."""
    squares = {name: np.zeros_like(array) for name, array in network.items()}
    games: list[list[tuple[Any, ...]]] = [[] for _ in range(BOARDS)]
    with boards(opponent, BOARDS, AutoresetMode.SAME_STEP) as envs:
        seen, _ = envs.reset(seed=int(random.integers(2**32)))
        for update in range(1, updates + 1):
            ended: list[tuple[list[tuple[Any, ...]], float]] = []
            while len(ended) < BOARDS:
                chosen = choose(network, seen, random)
                # Where this ends a game, autoreset has begun the next: `seen` is of that one.
                seen, rewards, terminated, truncated, _ = envs.step(chosen[-1])
                for game, step in zip(games, zip(*chosen, strict=True), strict=True):
                    game.append(step)
                for board in np.flatnonzero(terminated | truncated):
                    ended.append((games[board], float(rewards[board])))
                    games[board] = []
            # The reward comes with the last move, and all moves of the game are paid by it.
            returns = [reward for game, reward in ended for _ in game]
            steps = [step for game, _ in ended for step in game]
            move(network, squares, slopes(network, steps, returns))
            if update % 10 == 0:
                won = sum(reward > 0 for _, reward in ended)
                print(
                    f"{update} updates: {won / len(ended):.0%} won against {opponent}", flush=True
                )


def count_wins(network: Weights, random: np.random.Generator) -> int:
    """Returns how many of some games against `random` the network wins."""
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
    """Learns, and plays some games before and after."""
    parser = argparse.ArgumentParser(description="Learns Go on 5x5 by REINFORCE with a baseline.")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn (default: 1)")
    parser.add_argument("--updates", type=int, default=50, help="how long to learn (default: 50)")
    parser.add_argument("--opponent", default="eye-safe-random", help="whom to learn against")
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    network = new_network(random)
    print(f"before: {count_wins(network, random)} of {GAMES} games won against random", flush=True)
    learn(network, arguments.opponent, arguments.updates, random)
    print(f"after: {count_wins(network, random)} of {GAMES} games won against random")


if __name__ == "__main__":
    main()
