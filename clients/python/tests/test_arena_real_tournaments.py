"""Tournaments at a real server: refusals, listings and cancellations."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from arena_tournament import play_out, tournament_spec

import tengen
from tengen import arena

pytestmark = pytest.mark.full

SGF = "(;GM[1]FF[4]SZ[5];B[cc];W[bb])"


def test_spec_comes_back_with_every_default(arena_client: arena.Arena) -> None:
    spec = tournament_spec("greedy", "random")

    created = arena_client.create_tournament(spec).spec

    assert (created.name, created.format) == (spec.name, spec.format)
    assert created.players == tuple(spec.players)
    assert created.rules.komi == 7.5
    assert created.openings == arena.RandomOpeningMoves(2)
    assert (created.time_control, created.network_allowance_seconds) == ("none", 0.1)
    assert (created.max_moves, created.concurrency) == (0, 2)


@pytest.mark.parametrize(
    ("players", "changes", "game_count"),
    [
        (("greedy", "random"), {"format": arena.RoundRobin(2)}, 4),
        (
            ("greedy", "random", "eye-safe-random"),
            {"format": arena.Gauntlet("random", 1)},
            4,
        ),
        (("greedy", "random", "eye-safe-random"), {"format": arena.Swiss(2)}, 6),
        (("greedy", "random"), {"openings": arena.EmptyOpening()}, 2),
        (("greedy", "random"), {"openings": arena.RecordOpenings([SGF], 2)}, 2),
        (("greedy", "random"), {"openings": arena.BookOpenings(["C3 B2", "# none"])}, 2),
        (("greedy", "random"), {"time_control": "1m+3x10s", "seed": 2**64 - 1}, 2),
        (
            ("greedy", "random"),
            {
                "players": [
                    arena.ArenaPlayer("a", "greedy", time_control="10m"),
                    arena.ArenaPlayer("b", "random"),
                ],
                "time_control": "20m",
            },
            2,
        ),
        (("greedy", "random"), {"rules": tengen.Rules("japanese", komi=0.5)}, 2),
    ],
)
def test_tournament_of_any_kind_is_played(
    players: tuple[str, ...], changes: dict[str, Any], game_count: int, arena_client: arena.Arena
) -> None:
    games = play_out(arena_client, tournament_spec(*players, **changes))

    assert len(games) == game_count
    assert [game.number for game in games] == list(range(game_count))
    assert all(game.ending and game.ended_at_seconds for game in games)


def test_sprt_reports_its_verdict(arena_client: arena.Arena) -> None:
    spec = tournament_spec("greedy", "random", format=arena.Sprt(0, 200), width=7, height=7)

    play_out(arena_client, spec)

    tournament = arena_client.tournament(spec.name)
    assert tournament.game_count is None
    assert tournament.sprt is not None
    assert tournament.sprt.verdict is arena.SprtVerdict.ELO1
    assert tournament.sprt.log_likelihood_ratio >= tournament.sprt.upper_bound
    assert 2 * sum(tournament.sprt.pair_counts) <= tournament.ended_game_count


def test_games_have_records(arena_client: arena.Arena) -> None:
    spec = tournament_spec("greedy", "random", openings=arena.RecordOpenings([SGF], 2))
    first, _ = play_out(arena_client, spec)

    record = arena_client.game(first.game_id)

    assert record.game == first
    assert record.sgf.startswith("(;")
    assert ";B[cc]" in record.sgf
    assert f"PB[{first.black}]" in record.sgf


def test_same_spec_again_is_the_same_tournament(arena_client: arena.Arena) -> None:
    spec = tournament_spec("greedy", "random")
    first = arena_client.create_tournament(spec)

    again = arena_client.create_tournament(spec)

    assert (again.spec, again.created_at_seconds) == (first.spec, first.created_at_seconds)
    assert [each.spec.name for each in arena_client.tournaments()].count(spec.name) == 1


def test_other_spec_of_the_same_name_is_refused(arena_client: arena.Arena) -> None:
    spec = tournament_spec("greedy", "random")
    arena_client.create_tournament(spec)
    other = arena.TournamentSpec(spec.name, spec.players, arena.RoundRobin(9), width=5, height=5)

    with pytest.raises(tengen.TengenError) as caught:
        arena_client.create_tournament(other)

    assert (caught.value.status, caught.value.reason) == (
        "FAILED_PRECONDITION",
        "TOURNAMENT_EXISTS",
    )


def test_cancelled_tournament_stays_so(arena_client: arena.Arena) -> None:
    spec = tournament_spec("absent", "greedy")
    arena_client.create_tournament(spec)

    cancelled = arena_client.cancel_tournament(spec.name)

    assert cancelled.state is arena.TournamentState.CANCELLED
    assert arena_client.cancel_tournament(spec.name).state is arena.TournamentState.CANCELLED
    *_, last = arena_client.watch(spec.name)
    assert last.tournament.state is arena.TournamentState.CANCELLED


def test_ended_tournament_cannot_be_cancelled(arena_client: arena.Arena) -> None:
    spec = tournament_spec("greedy", "random")
    play_out(arena_client, spec)

    with pytest.raises(tengen.TengenError) as caught:
        arena_client.cancel_tournament(spec.name)

    assert caught.value.reason == "TOURNAMENT_OVER"


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda arena_client: arena_client.tournament("nowhere"), "TOURNAMENT_NOT_FOUND"),
        (lambda arena_client: arena_client.standings("nowhere"), "TOURNAMENT_NOT_FOUND"),
        (lambda arena_client: list(arena_client.games("nowhere")), "TOURNAMENT_NOT_FOUND"),
        (lambda arena_client: list(arena_client.watch("nowhere")), "TOURNAMENT_NOT_FOUND"),
        (lambda arena_client: arena_client.cancel_tournament("nowhere"), "TOURNAMENT_NOT_FOUND"),
        (lambda arena_client: arena_client.game("nowhere/0"), "TOURNAMENT_NOT_FOUND"),
    ],
)
def test_unknown_tournament_is_not_found(call: Any, reason: str, arena_client: arena.Arena) -> None:
    with pytest.raises(tengen.TengenError) as caught:
        call(arena_client)

    assert (caught.value.status, caught.value.reason) == ("NOT_FOUND", reason)


def test_unknown_game_is_not_found(arena_client: arena.Arena) -> None:
    spec = tournament_spec("absent", "greedy")
    arena_client.create_tournament(spec)

    with pytest.raises(tengen.TengenError) as caught:
        arena_client.game(f"{spec.name}/999")

    assert caught.value.reason == "ARENA_GAME_NOT_FOUND"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": None}, None),
        ({"format": arena.RoundRobin(0)}, "INVALID_VALUE"),
        ({"format": arena.Gauntlet("nobody", 1)}, "INVALID_VALUE"),
        ({"width": 26}, "INVALID_VALUE"),
        ({"time_control": "soon"}, "INVALID_VALUE"),
        ({"rules": tengen.Rules("house")}, "UNKNOWN_PRESET"),
        ({"network_allowance_seconds": 60.001}, "INVALID_VALUE"),
        ({"concurrency": 1025}, "INVALID_VALUE"),
        ({"players": [arena.ArenaPlayer("a", "nobody"), arena.ArenaPlayer("b")]}, "UNKNOWN_PLAYER"),
        ({"players": [arena.ArenaPlayer("a"), arena.ArenaPlayer("a")]}, "INVALID_VALUE"),
    ],
)
def test_spec_out_of_range_is_refused(
    changes: dict[str, Any], reason: str | None, arena_client: arena.Arena
) -> None:
    values: dict[str, Any] = {
        "name": "refused",
        "players": [arena.ArenaPlayer("a"), arena.ArenaPlayer("greedy", "greedy")],
        "format": arena.RoundRobin(1),
        "width": 5,
        "height": 5,
    }
    spec = arena.TournamentSpec(**(values | changes))

    if reason is None:
        with pytest.raises(TypeError):
            arena_client.create_tournament(spec)
        return
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        arena_client.create_tournament(spec)
    assert caught.value.reason == reason
    assert "refused" not in [each.spec.name for each in arena_client.tournaments()]


def test_server_without_an_arena_says_so(address: str) -> None:
    with arena.Arena(address) as client, pytest.raises(tengen.ServiceDisabledError) as caught:
        client.tournaments()

    assert caught.value.reason == "SERVICE_DISABLED"
    assert caught.value.service == "tengen.v1.ArenaService"
    assert "--arena FILE" in caught.value.how_to_enable
    assert caught.value.how_to_enable in caught.value.message


def test_serve_at_a_server_without_an_arena_says_so(address: str) -> None:
    with pytest.raises(tengen.TengenError, match="--arena"):
        arena.serve(len, name="net", address=address)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "field", "value", "allowed"),
    [
        ({"network_allowance_seconds": 60.001}, "network_allowance_seconds", "60.001", "[0, 60]"),
        ({"openings": arena.RandomOpeningMoves(101)}, "move_count", "101", "[1, 100]"),
        ({"openings": arena.RecordOpenings([], 1)}, "sgf", "0", "[1, 1000]"),
        ({"openings": arena.BookOpenings([])}, "lines", "0", "[1, 10000]"),
        ({"players": [arena.ArenaPlayer("a")]}, "players", "1", "[2, 256]"),
        ({"format": arena.RoundRobin(0)}, "pair_count", "0", "[1, 10000]"),
    ],
)
def test_spec_error_names_the_attribute(
    changes: dict[str, Any], field: str, value: str, allowed: str, arena_client: arena.Arena
) -> None:
    players = [arena.ArenaPlayer("a"), arena.ArenaPlayer("b")]
    spec = arena.TournamentSpec("refused", players, arena.RoundRobin(1), 5, 5)

    with pytest.raises(tengen.InvalidArgumentError) as caught:
        arena_client.create_tournament(dataclasses.replace(spec, **changes))

    error = caught.value
    assert [error.metadata[key] for key in ("field", "value", "allowed")] == [field, value, allowed]
    assert error.message == f"{field} {value} is outside {allowed}"
