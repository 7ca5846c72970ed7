"""Helpers for tournaments at a real server."""

from __future__ import annotations

import contextlib
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from fake_arena import WAIT_SECONDS

import tengen
from tengen import arena

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

_numbers = itertools.count(1)


def tournament_spec(*players: str, pairs: int = 1, **changes: Any) -> arena.TournamentSpec:
    """Returns a round robin on 5x5 of agents and built-in players, given by name."""
    values: dict[str, Any] = {
        "players": [player(name) for name in players],
        "format": arena.RoundRobin(pairs),
        "width": 5,
        "height": 5,
    }
    return arena.TournamentSpec(f"cup {next(_numbers)}", **(values | changes))


def player(name: str) -> arena.ArenaPlayer:
    """Returns a built-in player if the name is that of one, otherwise an agent."""
    is_built_in = name in ("greedy", "random", "eye-safe-random")
    return arena.ArenaPlayer(name, name if is_built_in else "agent")


@contextlib.contextmanager
def serving(target: str, **agents: Any) -> Iterator[dict[str, Future[arena.Tally]]]:
    """Serves agents by name, each given as such or as a tuple with options of `serve`.

    An agent that fails leaves its tournament without an end. The block then fails with the error of
    the agent, not with that of the tournament.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(len(agents)) as threads:
        futures = {}
        for name, given in agents.items():
            agent, options = given if isinstance(given, tuple) else (given, {})
            known = {"name": name, "address": target, "stop": stop} | options
            futures[name] = threads.submit(arena.serve, agent, **known)
        try:
            yield futures
        except Exception as error:
            for future in futures.values():
                if future.done() and future.exception() is not None:
                    raise future.exception() from error  # type: ignore[misc]
            raise
        finally:
            stop.set()


def play_out(client: arena.Arena, spec: arena.TournamentSpec) -> list[arena.ArenaGame]:
    """Creates a tournament, waits until it is over, and returns its games."""
    client.create_tournament(spec)
    return finished(client, spec.name)


def finished(client: arena.Arena, name: str) -> list[arena.ArenaGame]:
    """Waits until a tournament is over, and returns its games."""
    is_late = threading.Event()

    def give_up() -> None:
        is_late.set()
        client.close()

    timer = threading.Timer(6 * WAIT_SECONDS, give_up)
    timer.start()
    try:
        *_, last = client.watch(name)
    except tengen.TengenError as error:
        if is_late.is_set():
            raise TimeoutError(f"{name} has not ended within {6 * WAIT_SECONDS} s") from error
        raise
    finally:
        timer.cancel()
    assert last.tournament.state is arena.TournamentState.ENDED, last.tournament
    games = list(client.games(name))
    assert last.tournament.ended_game_count == len(games)
    return games


def verdicts_of(games: list[arena.ArenaGame], name: str) -> list[tuple[str, bool]]:
    """Returns the verdict of each game of a player, and whether the player is the culprit."""
    found = []
    for game in games:
        assert game.ending is not None
        if name in (game.black, game.white):
            culprit = {None: None, 1: game.black, 2: game.white}[game.ending.culprit]
            found.append((game.ending.verdict.value, culprit == name))
    return found
