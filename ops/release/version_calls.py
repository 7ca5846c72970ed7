"""Makes every call of the contract with a Python client, for ops/release/versions.py.

The client is the one on the path:
    PYTHONPATH=clients/python/src python ops/release/version_calls.py ADDRESS

It prints a JSON object. "values" has what each part returned: numbers that follow from seeds and
actions alone, so that two runs are equal. "unknown" has the parts with a call that the server does
not know, and "failed" those that ended with another error.
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import traceback
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from tengen import arena
from tengen.search import Leaves, Search, SelfPlay

if TYPE_CHECKING:
    from collections.abc import Callable

WAIT_SECONDS = 300.0
"""How long an end may take: only what hangs takes so long."""

CUP = "versions"


def digest(*arrays: Any) -> str:
    """Returns a short text that differs if arrays differ."""
    whole = hashlib.sha256()
    for array in map(np.ascontiguousarray, arrays):
        whole.update(f"{array.dtype.str} {array.shape}".encode())
        whole.update(array.tobytes())
    return whole.hexdigest()[:16]


def offers(client: tengen.Client) -> Any:
    """Returns what a server offers, without what later versions add."""
    info = client.server_info("alphazero:history=4")
    encoding = info.encoding("alphazero:history=4")
    assert encoding is not None
    return [len(encoding.planes), "japanese" in {preset.name for preset in info.presets}]


def episodes(client: tengen.Client) -> Any:
    """Plays, takes back, scores, observes, copies and watches."""
    values: list[Any] = []
    with client.create_session(5, seed=1, opponent="greedy", seats=False) as session:
        watching = session.watch()
        values.append(digest(next(watching).board))
        watching.close()
        observation, info = session.reset(seed=7)
        values += [digest(observation), info["state_hash"]]
        for _ in range(3):
            action = session.choose_action("greedy", seed=3)
            step = session.step(action)
            values += [action, step.reward, step.info["state_hash"], digest(step.observation)]
        values += [session.undo(2).info["state_hash"], session.score().margin]
        values += [digest(session.observe("tactical")["tactical"])]
        values += [digest(session.legal_actions().action_mask), session.state().move_number]
        with session.fork() as fork:
            values.append(fork.step(fork.choose_action("greedy", seed=5)).info["state_hash"])
        with client.restore(session.snapshot()) as restored:
            values.append(restored.state().state_hash)
        record = session.export_record()
    with client.import_record(record) as replayed:
        values += [replayed.state().position_hash, len(client.list_sessions())]
    return values


def agreement(client: tengen.Client) -> Any:
    """Ends a game by proposals of dead stones."""
    with client.create_session(3, rules="blog-2011") as session:
        session.step(4)
        for _ in range(3):
            session.step(session.pass_action)
        session.propose_dead_stones([4])
        step = session.propose_dead_stones([4])
        winner = step.info["winner"]
        assert winner is not None
        return [step.terminated, winner.name, step.info["state_hash"]]


def analyses(client: tengen.Client) -> Any:
    """Solves a small board, and a race."""
    solution = client.solve(["...", "...", "..."])
    races = client.analyze_race(["XXXXX", "XOOOX", "OO.OO", "XXXO.", "..XO."])
    return [list(solution.bounds), list(solution.best_actions), len(races)]


def trees(client: tengen.Client) -> Any:
    """Expands a position."""
    with client.open_forest(5, max_node_count=500) as forest:
        root = forest.plant(tengen.TreeRoot.start(5))
        actions = np.flatnonzero(root.action_mask()[0])
        nodes = forest.expand(np.repeat(root.handles, len(actions)), actions)
        return digest(nodes.planes(), nodes.action_mask(), nodes.state_hashes)


def batch(client: tengen.Client) -> Any:
    """Plays a batch."""
    with tengen.make_vec(5, 16, address=client.address, opponent="eye-safe-random") as envs:
        return played(envs)


def journal(client: tengen.Client) -> Any:
    """Plays a batch in a journal, leaves it and resumes it."""
    options: dict[str, Any] = {"address": client.address, "journal": "versions"}
    with tengen.make_vec(5, 16, **options) as envs:
        first = played(envs)
        sequence = envs.sequence
        while envs.durable_sequence < sequence:
            envs.step(np.full(16, tengen.NO_ACTION))
    with tengen.make_vec(5, 16, **options) as envs:
        _, infos = envs.resume()
        last = digest(infos["state_hash"])
        envs.finish()
    return [first, last]


def played(envs: tengen.TengenVectorEnv) -> str:
    """Returns a digest of everything that some steps return."""
    generator = np.random.default_rng(3)
    observations, infos = envs.reset(seed=7)
    parts = [observations["observation"], infos["state_hash"]]
    for _ in range(60):
        actions = tengen.sample_actions(observations["action_mask"], generator)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        parts += [observations["observation"], rewards, terminations, truncations]
        parts += [infos["state_hash"]]
    return digest(*parts)


def evaluate(leaves: Leaves) -> tuple[Any, Any]:
    """Evaluates positions by the number of stones."""
    lead = leaves.planes[:, 0].sum((1, 2), dtype=float)
    lead -= leaves.planes[:, 1].sum((1, 2), dtype=float)
    return np.zeros((len(leaves), leaves.action_count)), lead / 25


def self_play(client: tengen.Client) -> Any:
    """Plays games with search."""
    with SelfPlay(
        evaluate,
        5,
        address=client.address,
        simulation_count=8,
        slot_count=4,
        max_game_count=2,
        seed=1,
    ) as play:
        return [digest(game.policies, game.planes) for game in play.games()]


def position_search(client: tengen.Client) -> Any:
    """Searches a position."""
    with Search(evaluate, 5, address=client.address, seed=3) as search:
        (position,) = search.add(tengen.TreeRoot.start(5))
        search.run([position], 32)
        (result,) = search.read([position])
        return [result.visit_count, result.visit_counts.tolist()]


def tournaments(client: tengen.Client) -> Any:
    """Plays a tournament of an agent, cancels another one, and reads all that there is."""
    stop = threading.Event()
    with arena.Arena(client.address, timeout_seconds=60) as halls:
        agent = threading.Thread(
            target=arena.serve,
            args=(first_point,),
            kwargs={"name": "first", "address": client.address, "stop": stop},
        )
        agent.start()
        try:
            halls.create_tournament(cup(CUP, 1))
            updates = list(halls.watch(CUP))
            halls.create_tournament(cup(f"{CUP} cancelled", 1000))
            cancelled = halls.cancel_tournament(f"{CUP} cancelled")
        finally:
            agents = halls.agents()
            stop.set()
            agent.join(WAIT_SECONDS)
        games = list(halls.games(CUP))
        moves = [halls.game(game.game_id).sgf.count(";") for game in games]
        return [
            len(games),
            moves,
            halls.tournament(CUP).state.name,
            updates[-1].tournament.state.name,
            [row.player for row in halls.standings(CUP).rows],
            cancelled.state.name,
            sorted(each.name for each in agents),
            [each.spec.name for each in halls.tournaments()],
            halls.ladder().tournament,
        ]


def first_point(turn: arena.Turn) -> int:
    """Chooses the first legal action."""
    return int(turn.legal_actions[0])


def cup(name: str, pairs: int) -> arena.TournamentSpec:
    """Returns a tournament of the agent and a player of the server."""
    players = [arena.ArenaPlayer("first", "agent"), arena.ArenaPlayer("greedy", "greedy")]
    return arena.TournamentSpec(name, players, arena.RoundRobin(pairs), width=5, height=5, seed=1)


PARTS: tuple[Callable[[tengen.Client], Any], ...] = (
    offers,
    episodes,
    agreement,
    analyses,
    trees,
    batch,
    journal,
    self_play,
    position_search,
    tournaments,
)


def main() -> None:
    """Makes all calls, and prints the results."""
    result: dict[str, dict[str, Any]] = {"values": {}, "unknown": {}, "failed": {}}
    client = tengen.connect(sys.argv[1], timeout_seconds=60, wait_seconds=WAIT_SECONDS)
    for part in PARTS:
        name = part.__name__
        try:
            result["values"][name] = part(client)
        except tengen.VersionMismatchError as error:
            result["unknown"][name] = error.metadata["rpc"]
        except Exception:
            result["failed"][name] = traceback.format_exc()
    client.close()
    print(json.dumps(result, default=plain))


def plain(value: Any) -> Any:
    """Returns a number of NumPy as one of Python."""
    return value.item()


if __name__ == "__main__":
    main()
