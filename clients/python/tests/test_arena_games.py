"""Whole games and tournaments of Python agents at a real server."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from arena_tournament import finished, play_out, serving, tournament_spec, verdicts_of
from fake_arena import WAIT_SECONDS
from faulty_proxy import FaultyProxy
from server_process import ServerProcess

import tengen
from tengen import arena
from tengen.arena.policies import choose_random, choose_tactical

if TYPE_CHECKING:
    from pathlib import Path

NORMAL = [("passes", False)] * 2
"""The verdicts of two games that ended by passes."""

CHILD = """
import sys, time
from tengen import arena

def choose(turn):
    print("thinking", flush=True)
    time.sleep(3600)

arena.serve(choose, name="killed", address=sys.argv[1])
"""


class Keeper(arena.Agent):
    """An agent that plays at random and records all calls."""

    def __init__(self) -> None:
        self.turns: list[arena.Turn] = []
        self.endings: dict[str, arena.GameEnding] = {}

    def choose(self, turn: arena.Turn) -> int:
        self.turns.append(turn)
        return choose_random(turn)

    def game_end(self, game: arena.Game, ending: arena.GameEnding) -> None:
        self.endings[game.game_id] = ending


def test_round_robin_of_two_agents_and_a_player(target: str, arena_client: arena.Arena) -> None:
    one, two = Keeper(), Keeper()
    spec = tournament_spec("one", "two", "greedy", pairs=2, concurrency=6, seed=1)
    with serving(
        target, one=(one, {"max_game_count": 2}), two=(two, {"max_game_count": 3, "game_count": 8})
    ) as (tallies):
        games = play_out(arena_client, spec)
        assert tallies["two"].result(WAIT_SECONDS).game_count == 8

    assert len(games) == 12
    assert {frozenset((game.black, game.white)) for game in games} == {
        frozenset(("one", "two")),
        frozenset(("one", "greedy")),
        frozenset(("two", "greedy")),
    }
    for name, agent in {"one": one, "two": two}.items():
        own = {game.game_id: game.ending for game in games if name in (game.black, game.white)}
        assert agent.endings == own
        assert len(own) == 8
    standings = arena_client.standings(spec.name)
    assert sorted(row.player for row in standings.rows) == ["greedy", "one", "two"]
    assert sum(row.win_count for row in standings.rows) + standings_draws(standings) == 12
    assert np.array_equal(standings.game_counts, 4 * (1 - np.eye(3, dtype=int)))


def standings_draws(standings: arena.Standings) -> int:
    return sum(row.draw_count for row in standings.rows) // 2


def test_turns_are_those_of_an_environment(
    target: str, arena_client: arena.Arena, client: tengen.Client
) -> None:
    agent = Keeper()
    names = ["alphazero-17", "katago-v7"]
    spec = tournament_spec("one", "greedy", rules=tengen.Rules("chinese", komi=6.5), seed=2)
    with serving(target, one=(agent, {"encodings": names, "observation_layout": "hwc"})):
        games = play_out(arena_client, spec)

    assert len(agent.turns) > 10
    positions = {turn.actions for turn in agent.turns}
    assert len({turn.state_hash for turn in agent.turns}) == len(positions)
    records = {game.game_id: arena_client.game(game.game_id).sgf for game in games}
    for turn in agent.turns:
        with client.import_record(
            records[turn.game_id],
            move_number=turn.move_number,
            max_moves=-1,
            encodings=[],
        ) as session:
            state = session.state()
            assert state.actions == turn.actions
            assert state.player_to_move is turn.color
            assert np.array_equal(state.action_mask.astype(bool), turn.action_mask)
            assert state.spec.rules == turn.rules
            assert state.spec.rules.hash == turn.rules.hash
            expected = session.observe(*names, observation_layout="hwc")
            assert isinstance(turn.observation, dict)
            for name in names:
                assert np.array_equal(expected[name], turn.observation[name])
            expected_globals = session.observe_globals("katago-v7")["katago-v7"]
            assert np.array_equal(turn.globals["katago-v7"], expected_globals)


def test_same_seed_gives_the_same_games(target: str, arena_client: arena.Arena) -> None:
    agents = {name: (choose_random, {"max_game_count": 4}) for name in ("one", "two")}
    with serving(target, **agents):
        moves = []
        for concurrency in (1, 4):
            spec = tournament_spec("one", "two", pairs=2, concurrency=concurrency, seed=3)
            games = play_out(arena_client, spec)
            records = [arena_client.game(game.game_id).sgf for game in games]
            moves.append([re.findall(r";([BW]\[\w*\])", record) for record in records])

    assert moves[0] == moves[1]
    assert min(map(len, moves[0])) > 10


def test_tactical_policy_beats_the_random_one(target: str, arena_client: arena.Arena) -> None:
    tactical = (choose_tactical, {"encodings": ["tactical"], "max_game_count": 2})
    spec = tournament_spec("tactical", "one", pairs=4, width=7, height=7, seed=4)
    with serving(target, tactical=tactical, one=(choose_random, {"max_game_count": 2})):
        play_out(arena_client, spec)

    first, second = arena_client.standings(spec.name).rows
    assert first.player == "tactical"
    assert first.win_count >= 7
    assert second.game_count == 8


@pytest.mark.full
def test_cut_connections_lose_no_game_and_no_turn_comes_twice(
    target: str, arena_client: arena.Arena
) -> None:
    cut_count = 0

    class Unlucky(Keeper):
        def choose(self, turn: arena.Turn) -> int:
            nonlocal cut_count
            if len(self.turns) % 4 == 1:
                cut_count += 1
                proxy.drop_connections()
            return super().choose(turn)

    agent = Unlucky()
    with FaultyProxy(target) as proxy, serving(proxy.address, one=agent):
        games = play_out(arena_client, tournament_spec("one", "greedy", pairs=2, seed=5))

    assert cut_count > 5
    assert len(games) == 4
    assert set(verdicts_of(games, "one")) <= {("passes", False), ("repetition", False)}
    asked = [(turn.game_id, turn.move_number) for turn in agent.turns]
    assert len(asked) == len(set(asked))
    assert set(agent.endings) == {game.game_id for game in games}


@pytest.mark.full
def test_agent_that_hangs_loses_on_time_and_others_play_on(
    target: str, arena_client: arena.Arena
) -> None:
    def hang(turn: arena.Turn) -> int:
        turn.game_over.wait(WAIT_SECONDS)
        return turn.pass_action

    spec = tournament_spec(
        "one", "greedy", "hanging", time_control="1s/move", concurrency=4, seed=6
    )
    with serving(target, one=choose_random, hanging=(hang, {"max_game_count": 2})):
        games = play_out(arena_client, spec)

    assert verdicts_of(games, "hanging") == [("time", True)] * 4
    others = [game for game in games if "hanging" not in (game.black, game.white)]
    assert verdicts_of(others, "one") == NORMAL


@pytest.mark.full
def test_agent_that_is_late_once_loses_that_game_alone(
    target: str, arena_client: arena.Arena
) -> None:
    late_ids: list[str] = []

    def choose(turn: arena.Turn) -> int:
        assert turn.allowed_seconds is not None
        assert turn.time_left is not None
        assert turn.time_left.seconds == 2
        assert 0 < turn.allowed_seconds <= 2.3
        if not late_ids:
            late_ids.append(turn.game_id)
            assert turn.game_over.wait(WAIT_SECONDS)
            # What is left is counted from the receipt of the turn, which may take longer than that
            # of the end.
            assert turn.seconds_left is not None
            assert turn.seconds_left < 1
        return choose_random(turn)

    spec = tournament_spec(
        "late",
        "greedy",
        time_control="2s/move",
        network_allowance_seconds=0.3,
        concurrency=1,
        seed=7,
    )
    with serving(target, late=choose):
        games = play_out(arena_client, spec)

    verdicts = {game.game_id: game.ending for game in games}
    assert sorted(verdicts_of(games, "late")) == [("passes", False), ("time", True)]
    ending = verdicts[late_ids[0]]
    assert ending is not None
    assert ending.verdict is arena.GameVerdict.TIME


@pytest.mark.parametrize("action", [26, -1, -7, 2**31 - 1])
def test_action_that_there_is_not_loses_as_an_illegal_move(
    action: int, target: str, arena_client: arena.Arena
) -> None:
    with serving(target, wrong=lambda _: action):
        games = play_out(arena_client, tournament_spec("wrong", "greedy"))

    assert verdicts_of(games, "wrong") == [("illegal-move", True)] * 2


def test_illegal_point_loses_and_the_others_are_undisturbed(
    target: str, arena_client: arena.Arena
) -> None:
    def occupy(turn: arena.Turn) -> int:
        return int(np.flatnonzero(~turn.action_mask)[0])

    spec = tournament_spec("one", "greedy", "wrong", concurrency=4, seed=8)
    with serving(target, one=choose_random, wrong=(occupy, {"max_game_count": 2})):
        games = play_out(arena_client, spec)

    assert verdicts_of(games, "wrong") == [("illegal-move", True)] * 4
    others = [game for game in games if "wrong" not in (game.black, game.white)]
    assert verdicts_of(others, "one") == NORMAL


def test_agent_that_resigns_loses(target: str, arena_client: arena.Arena) -> None:
    def fail(_: arena.Turn) -> int:
        raise ZeroDivisionError

    failing = (fail, {"on_error": "resign"})
    with serving(target, failing=failing, resigning=lambda _: tengen.RESIGN):
        games = play_out(arena_client, tournament_spec("failing", "resigning"))

    assert all(game.ending.verdict.value == "resignation" for game in games if game.ending)


@pytest.mark.full
def test_agent_that_is_killed_loses_by_disconnection(
    target: str, arena_client: arena.Arena, tmp_path: Path
) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, target], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    spec = tournament_spec("one", "greedy", "killed", concurrency=4, seed=9)
    with child, serving(target, one=choose_random):
        arena_client.create_tournament(spec)
        assert child.stdout is not None
        assert child.stdout.readline() == "thinking\n"
        child.kill()
        # The name is free again, and another agent plays the remaining games.
        replacement = name_when_free("killed", target, arena_client)
        games = finished(arena_client, spec.name)
        replacement.set()

    verdicts = verdicts_of(games, "killed")
    assert verdicts.count(("disconnection", True)) == 1
    assert verdicts.count(("passes", False)) == 3
    others = [game for game in games if "killed" not in (game.black, game.white)]
    assert verdicts_of(others, "one") == NORMAL


def name_when_free(name: str, target: str, arena_client: arena.Arena) -> threading.Event:
    """Serves an agent as soon as its name is free, and returns its stop event."""
    end = time.monotonic() + WAIT_SECONDS
    while name in [agent.name for agent in arena_client.agents()]:
        assert time.monotonic() < end
        time.sleep(0.05)
    stop = threading.Event()
    options = {"name": name, "address": target, "stop": stop}
    threading.Thread(target=arena.serve, args=[choose_random], kwargs=options, daemon=True).start()
    return stop


def test_name_that_another_agent_has_is_refused(target: str, arena_client: arena.Arena) -> None:
    with serving(target, taken=choose_random):
        while "taken" not in [agent.name for agent in arena_client.agents()]:
            time.sleep(0.02)
        with pytest.raises(tengen.TengenError) as caught:
            arena.serve(choose_random, name="taken", address=target, name_wait_seconds=0)

    assert caught.value.reason == "AGENT_NAME_TAKEN"


def test_unknown_encoding_is_refused(target: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        arena.serve(choose_random, name="one", address=target, encodings=["mine"])

    assert caught.value.reason == "UNKNOWN_ENCODING"


def test_agents_are_listed_with_descriptions(target: str, arena_client: arena.Arena) -> None:
    spec = tournament_spec("known", "greedy")
    assert arena_client.create_tournament(spec).missing_agents == ("known",)
    thinking, may_answer = threading.Event(), threading.Event()

    def choose(turn: arena.Turn) -> int:
        thinking.set()
        may_answer.wait(WAIT_SECONDS)
        return choose_random(turn)

    with serving(target, known=(choose, {"description": "a test", "max_game_count": 3})):
        assert thinking.wait(WAIT_SECONDS)
        (agent,) = [agent for agent in arena_client.agents() if agent.name == "known"]
        may_answer.set()
        finished(arena_client, spec.name)

    assert (agent.description, agent.is_connected, agent.max_game_count) == ("a test", True, 3)
    assert 1 <= agent.game_count <= 2


@pytest.mark.full
def test_killed_and_restarted_server_resumes(tmp_path: Path) -> None:
    options = ("--arena", str(tmp_path / "arena.db"))
    spec = tournament_spec("one", "greedy", pairs=3, seed=10)
    agent = Keeper()
    server = ServerProcess(*options)
    address = server.address
    port = int(address.rpartition(":")[2])
    try:
        with serving(address, one=agent), arena.Arena(address) as client:
            client.create_tournament(spec)
            for update in client.watch(spec.name):
                if update.tournament.ended_game_count >= 2:
                    break
            server.kill()
            server = ServerProcess(*options, port=port)
            with arena.Arena(address) as again:
                games = finished(again, spec.name)
                assert sum(row.game_count for row in again.standings(spec.name).rows) == 12
    finally:
        server.stop()

    assert len(games) == 6
    assert set(verdicts_of(games, "one")) == {("passes", False)}
