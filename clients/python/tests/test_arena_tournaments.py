"""The requests and responses of the tournament client."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
import pytest

import tengen
from tengen import arena
from tengen.v1 import agent_pb2, arena_pb2, rules_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fake_arena import FakeArena
    from google.protobuf.message import Message

NEWER: Any = 99
"""A value that an enum of a newer server may have."""

PLAYERS = [arena.ArenaPlayer("net"), arena.ArenaPlayer("greedy", "greedy", 1500.0)]

SPEC = arena.TournamentSpec(
    "cup",
    PLAYERS,
    arena.RoundRobin(3),
    width=9,
    height=7,
    rules=tengen.Rules("japanese", komi=6.5),
    openings=arena.RandomOpeningMoves(4),
    time_control="10m+5x30s",
    network_allowance_seconds=0.025,
    max_moves=-1,
    move_limit_rule="void",
    adjudication=arena.Adjudication(
        arena.ResignRule(0.25, 3, 20, both_agree=True), arena.DrawRule(0.125, 10), settled=True
    ),
    concurrency=8,
    seed=2**64 - 1,
    adjudicator="gtp:gnugo",
)

MESSAGE = arena_pb2.TournamentSpec(
    name="cup",
    players=[
        arena_pb2.ArenaPlayer(name="net", player="agent"),
        arena_pb2.ArenaPlayer(name="greedy", player="greedy", rating=1500.0),
    ],
    format=arena_pb2.TournamentFormat(round_robin=arena_pb2.RoundRobin(pair_count=3)),
    width=9,
    height=7,
    rules=rules_pb2.Rules(preset="japanese", komi=6.5),
    openings=arena_pb2.Openings(random=arena_pb2.RandomOpeningMoves(move_count=4)),
    time_control="10m+5x30s",
    network_allowance_ms=25,
    max_moves=-1,
    move_limit_rule=arena_pb2.MOVE_LIMIT_RULE_VOID,
    adjudication=arena_pb2.Adjudication(
        resign=arena_pb2.ResignRule(below=0.25, move_count=3, from_move=20, both_agree=True),
        draw=arena_pb2.DrawRule(margin=0.125, move_count=10),
        settled=True,
    ),
    concurrency=8,
    seed=2**64 - 1,
    adjudicator="gtp:gnugo",
)

TOURNAMENT = arena_pb2.Tournament(
    spec=MESSAGE,
    state=arena_pb2.TOURNAMENT_STATE_RUNNING,
    created_at_ms=1_700_000_000_000,
    ended_game_count=4,
    running_game_count=2,
    game_count=6,
    missing_agents=["net"],
    played_by=arena_pb2.TOURNAMENT_PLAYED_BY_THIS_SERVER,
)

STANDINGS = arena_pb2.Standings(
    rows=[
        arena_pb2.StandingsRow(
            rank=1,
            player="greedy",
            rating=arena_pb2.EloEstimate(elo=120, lower=-10.4, upper=250),
            game_count=4,
            win_count=3,
            draw_count=1,
        ),
        arena_pb2.StandingsRow(
            rank=2,
            player="net",
            rating=arena_pb2.EloEstimate(elo=-120, lower=-250, upper=10),
            game_count=4,
            loss_count=3,
            draw_count=1,
        ),
    ],
    crosstable=[0, 3.5, 0.5, 0],
    game_counts=[0, 4, 4, 0],
    superiority=[0.5, 0.97, 0.03, 0.5],
    black_advantage=arena_pb2.EloEstimate(elo=5, lower=-50, upper=60),
    confidence=0.95,
    duplicates=[arena_pb2.DuplicateGames(black="net", white="greedy", count=2)],
)


@pytest.fixture
def client(fake: FakeArena) -> Iterator[arena.Arena]:
    with arena.Arena(fake.address) as made:
        yield made


def test_create_tournament_sends_all_of_the_spec(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["CreateTournament"] = arena_pb2.CreateTournamentResponse(tournament=TOURNAMENT)

    created = client.create_tournament(SPEC)

    assert fake.requests == [arena_pb2.CreateTournamentRequest(spec=MESSAGE)]
    assert created.spec.players == tuple(PLAYERS)
    assert created.spec.rules == SPEC.rules
    assert created.spec.move_limit_rule is arena.MoveLimitRule.VOID
    assert created.spec.adjudication == SPEC.adjudication
    assert created == arena.Tournament(
        spec=created.spec,
        state=arena.TournamentState.RUNNING,
        created_at_seconds=1_700_000_000.0,
        ended_game_count=4,
        running_game_count=2,
        game_count=6,
        sprt=None,
        missing_agents=("net",),
        played_by=arena.TournamentPlayedBy.THIS_SERVER,
    )


def sent_spec(fake: FakeArena, client: arena.Arena, **changes: Any) -> arena_pb2.TournamentSpec:
    """Returns the message sent for a minimal spec, and the spec read from the response."""
    values: dict[str, Any] = {"format": arena.RoundRobin(1), "width": 5, "height": 5}
    spec = arena.TournamentSpec("cup", tuple(PLAYERS), **(values | changes))
    fake.answers["CreateTournament"] = arena_pb2.CreateTournamentResponse()
    client.create_tournament(spec)
    (request,) = fake.requests
    assert isinstance(request, arena_pb2.CreateTournamentRequest)
    fake.answers["GetTournament"] = arena_pb2.GetTournamentResponse(
        tournament=arena_pb2.Tournament(spec=request.spec)
    )
    assert client.tournament("cup").spec == spec
    return request.spec


def test_create_tournament_leaves_out_what_is_not_said(
    fake: FakeArena, client: arena.Arena
) -> None:
    sent = sent_spec(fake, client)

    assert not sent.HasField("openings")
    assert not sent.HasField("network_allowance_ms")
    assert (sent.max_moves, sent.concurrency, sent.seed) == (0, 0, 0)
    assert sent.move_limit_rule == arena_pb2.MOVE_LIMIT_RULE_SCORE
    assert sent.rules == rules_pb2.Rules(preset="tromp-taylor")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (arena.RoundRobin(2), {"round_robin": {"pair_count": 2}}),
        (arena.Gauntlet("net", 5), {"gauntlet": {"challenger": "net", "pair_count": 5}}),
        (arena.Swiss(3), {"swiss": {"meeting_count": 3, "wait_for_all": False}}),
        (arena.Swiss(3, wait_for_all=True), {"swiss": {"meeting_count": 3, "wait_for_all": True}}),
        (arena.Sprt(0, 10), {"sprt": {"elo0": 0.0, "elo1": 10.0}}),
        (
            arena.Sprt(-5.5, 10, 0.01, 0.1),
            {"sprt": {"elo0": -5.5, "elo1": 10.0, "alpha": 0.01, "beta": 0.1}},
        ),
    ],
)
def test_format_is_sent_and_read(
    value: Any, message: dict[str, Any], fake: FakeArena, client: arena.Arena
) -> None:
    sent = sent_spec(fake, client, format=value)

    assert sent.format == arena_pb2.TournamentFormat(**message)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (arena.EmptyOpening(), {"empty": {}}),
        (arena.RandomOpeningMoves(2), {"random": {"move_count": 2}}),
        (arena.RecordOpenings(("(;)",), 3), {"records": {"sgf": ["(;)"], "move_count": 3}}),
        (
            arena.BookOpenings(("C3",), "a.txt", "0" * 64, 3),
            {"book": {"lines": ["C3"], "file": "a.txt", "sha256": "0" * 64, "move_count": 3}},
        ),
    ],
)
def test_openings_are_sent_and_read(
    value: Any, message: dict[str, Any], fake: FakeArena, client: arena.Arena
) -> None:
    sent = sent_spec(fake, client, openings=value)

    assert sent.openings == arena_pb2.Openings(**message)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"players": ["greedy"]}, TypeError),
        ({"format": "round robin"}, TypeError),
        ({"openings": "empty"}, TypeError),
        ({"width": 9.0}, TypeError),
        ({"width": -1}, tengen.InvalidArgumentError),
        ({"seed": -1}, tengen.InvalidArgumentError),
        ({"format": arena.RoundRobin(-1)}, tengen.InvalidArgumentError),
        ({"format": arena.Sprt("0", 5)}, TypeError),  # type: ignore[arg-type]
        ({"openings": arena.RecordOpenings("(;)", 3)}, TypeError),
        ({"openings": arena.BookOpenings("C3")}, TypeError),
    ],
)
def test_create_tournament_bad_value_is_not_sent(
    changes: dict[str, Any], error: type[Exception], fake: FakeArena, client: arena.Arena
) -> None:
    values: dict[str, Any] = {
        "players": PLAYERS,
        "format": arena.RoundRobin(1),
        "width": 5,
        "height": 5,
    }

    with pytest.raises(error):
        client.create_tournament(arena.TournamentSpec("cup", **(values | changes)))
    assert fake.requests == []


def test_create_tournament_of_something_else_raises(client: arena.Arena) -> None:
    with pytest.raises(TypeError, match="TournamentSpec"):
        client.create_tournament("cup")  # type: ignore[arg-type]


def test_tournament_of_a_newer_server_is_read(fake: FakeArena, client: arena.Arena) -> None:
    status = arena_pb2.SprtStatus(
        log_likelihood_ratio=1.5,
        lower_bound=-2.94,
        upper_bound=2.94,
        pair_counts=[1, 2, 3, 4, 5],
        verdict=NEWER,
    )
    newer = arena_pb2.Tournament(state=NEWER, sprt=status)
    fake.answers["GetTournament"] = arena_pb2.GetTournamentResponse(tournament=newer)

    read = client.tournament("cup")

    assert fake.requests == [arena_pb2.GetTournamentRequest(name="cup")]
    assert read.state is arena.TournamentState.UNKNOWN
    assert read.played_by is arena.TournamentPlayedBy.UNKNOWN
    assert (read.spec.format, read.spec.openings, read.game_count) == (None, None, None)
    assert read.sprt == arena.SprtStatus(
        1.5, -2.94, 2.94, (1, 2, 3, 4, 5), arena.SprtVerdict.UNKNOWN
    )


def test_tournaments_are_listed(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["ListTournaments"] = arena_pb2.ListTournamentsResponse(
        tournaments=[TOURNAMENT, TOURNAMENT]
    )

    assert [each.spec.name for each in client.tournaments()] == ["cup", "cup"]


def test_standings_are_arrays_in_the_order_of_the_rows(
    fake: FakeArena, client: arena.Arena
) -> None:
    fake.answers["GetStandings"] = arena_pb2.GetStandingsResponse(standings=STANDINGS)

    read = client.standings("cup")

    assert fake.requests == [arena_pb2.GetStandingsRequest(name="cup")]
    assert read.rows[0] == arena.StandingsRow(
        1, "greedy", arena.EloEstimate(120, -10.4, 250), 4, 3, 0, 1
    )
    assert read.crosstable.tolist() == [[0, 3.5], [0.5, 0]]
    assert read.game_counts.tolist() == [[0, 4], [4, 0]]
    assert read.game_counts.dtype == np.int64
    assert read.superiority.tolist() == [[0.5, 0.97], [0.03, 0.5]]
    assert read.black_advantage.upper == 60
    assert (read.is_anchored, read.confidence) == (False, 0.95)
    assert read.duplicates == (arena.DuplicateGames("net", "greedy", 2),)
    assert str(read).splitlines() == [
        "   player         Elo, 95 %  games  won  drawn  lost",
        "1  greedy  +120 [-10, +250]      4    3      1     0",
        "2  net     -120 [-250, +10]      4    0      1     3",
    ]


def test_standings_before_the_first_end_are_empty(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["GetStandings"] = arena_pb2.GetStandingsResponse()

    read = client.standings("cup")

    assert read.crosstable.shape == (0, 0)
    assert str(read) == "no game has ended yet"


def test_ladder_has_players_ratings_over_time_and_games(
    fake: FakeArena, client: arena.Arena
) -> None:
    rating = arena_pb2.EloEstimate(elo=120, lower=20, upper=220)
    fake.answers["GetLadder"] = arena_pb2.GetLadderResponse(
        ladder=arena_pb2.LadderTable(
            tournament="open",
            rows=[
                arena_pb2.LadderRow(
                    rank=1,
                    player="net@2",
                    agent="net",
                    version="2",
                    link="https://example.org",
                    rating=rating,
                    game_count=3,
                    win_count=2,
                    loss_count=1,
                    is_connected=True,
                    seen_at_ms=1500,
                ),
                arena_pb2.LadderRow(player="greedy", is_connected=True),
            ],
            confidence=0.95,
            game_count=3,
            running_game_count=1,
        ),
        history=[
            arena_pb2.LadderPoint(at_ms=2500, game_count=2, players=["net@2"], ratings=[rating])
        ],
        recent_games=[arena_pb2.ArenaGame(game_id="open/7", number=7)],
    )

    read = client.ladder(with_history=True)

    assert fake.requests == [arena_pb2.GetLadderRequest(with_history=True)]
    elo = arena.EloEstimate(120, 20, 220)
    assert read.rows == (
        arena.LadderRow(
            1, "net@2", "net", "2", "https://example.org", elo, False, 3, 2, 1, 0, True, 1.5
        ),
        arena.LadderRow(0, "greedy", "", "", "", None, False, 0, 0, 0, 0, True, None),
    )
    assert read.history == (arena.LadderPoint(2.5, 2, {"net@2": elo}),)
    assert [game.game_id for game in read.recent_games] == ["open/7"]
    assert (read.tournament, read.game_count, read.running_game_count) == ("open", 3, 1)


def test_games_are_asked_for_page_by_page(fake: FakeArena, client: arena.Arena) -> None:
    def page(request: Message) -> arena_pb2.ListArenaGamesResponse:
        assert isinstance(request, arena_pb2.ListArenaGamesRequest)
        number = int(request.page_token or 0)
        return arena_pb2.ListArenaGamesResponse(
            games=[arena_pb2.ArenaGame(game_id=f"cup/{number}", number=number)],
            next_page_token="" if number == 2 else str(number + 1),
        )

    fake.answers["ListArenaGames"] = page

    assert [game.number for game in client.games("cup")] == [0, 1, 2]


def test_game_is_read_with_its_record(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["GetArenaGame"] = arena_pb2.GetArenaGameResponse(
        game=arena_pb2.ArenaGame(
            game_id="cup/3",
            number=3,
            black="net",
            white="greedy",
            pair="p1",
            state=arena_pb2.ARENA_GAME_STATE_ENDED,
            ending=agent_pb2.GameEnding(
                verdict=agent_pb2.GAME_VERDICT_TIME,
                culprit=rules_pb2.COLOR_BLACK,
                winner=rules_pb2.COLOR_WHITE,
                result="W+T",
                message="too slow",
            ),
            started_at_ms=5,
            move_number=40,
        ),
        sgf="(;)",
        actions=[1, 2],
    )

    read = client.game("cup/3")

    ending = arena.GameEnding(
        arena.GameVerdict.TIME, tengen.Color.BLACK, tengen.Color.WHITE, "W+T", "too slow"
    )
    assert read == arena.ArenaGameRecord(
        arena.ArenaGame(
            "cup/3",
            3,
            "net",
            "greedy",
            "p1",
            arena.ArenaGameState.ENDED,
            ending,
            started_at_seconds=0.005,
            ended_at_seconds=None,
            move_number=40,
        ),
        "(;)",
        (1, 2),
    )
    assert str(ending) == "W+T (time)"


def test_game_that_is_planned_has_no_ending(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["GetArenaGame"] = arena_pb2.GetArenaGameResponse(
        game=arena_pb2.ArenaGame(state=arena_pb2.ARENA_GAME_STATE_PLANNED)
    )

    game = client.game("cup/3").game

    assert (game.ending, game.started_at_seconds, game.ended_at_seconds) == (None, None, None)


def test_cancel_tournament_returns_it(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["CancelTournament"] = arena_pb2.CancelTournamentResponse(
        tournament=arena_pb2.Tournament(state=arena_pb2.TOURNAMENT_STATE_CANCELLED)
    )

    assert client.cancel_tournament("cup").state is arena.TournamentState.CANCELLED
    assert fake.requests == [arena_pb2.CancelTournamentRequest(name="cup")]


RUNNING = arena_pb2.WatchTournamentResponse(tournament=TOURNAMENT, standings=STANDINGS)
ENDED = arena_pb2.WatchTournamentResponse(
    tournament=arena_pb2.Tournament(state=arena_pb2.TOURNAMENT_STATE_ENDED)
)
LOST = grpc.StatusCode.UNAVAILABLE


def test_watch_yields_until_the_end(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["WatchTournament"] = [RUNNING, ENDED]

    updates = list(client.watch("cup"))

    assert [update.tournament.state.value for update in updates] == ["running", "ended"]
    assert updates[0].standings.rows[0].player == "greedy"


def states_watched(
    fake: FakeArena, client: arena.Arena, *calls: list[Any], **options: float
) -> Iterator[str]:
    """Yields the states of a tournament that a client watches with some calls; the last repeats."""
    numbers = itertools.count()
    fake.answers["WatchTournament"] = lambda _: calls[min(next(numbers), len(calls) - 1)]
    for update in client.watch("cup", **options):
        yield update.tournament.state.value


def test_watch_that_is_lost_waits_for_the_server(
    fake: FakeArena, client: arena.Arena, caplog: pytest.LogCaptureFixture
) -> None:
    calls = [RUNNING, LOST], [LOST], [RUNNING, ENDED]

    assert list(states_watched(fake, client, *calls)) == ["running", "running", "ended"]
    (record,) = caplog.records
    assert record.getMessage().startswith(f"waiting up to 300 s for {fake.address}: ")


@pytest.mark.parametrize(
    ("calls", "options", "states"),
    [
        pytest.param([[LOST], [RUNNING, ENDED]], {}, [], id="no server at the start"),
        pytest.param(
            [[RUNNING, LOST], [grpc.StatusCode.NOT_FOUND]], {}, ["running"], id="no tournament"
        ),
        pytest.param(
            [[RUNNING, LOST], [LOST]],
            {"reconnect_timeout_seconds": 0.5},
            ["running"],
            id="no server in time",
        ),
        pytest.param(
            [[RUNNING, LOST], [RUNNING, ENDED]],
            {"reconnect_timeout_seconds": 0},
            ["running"],
            id="no wait",
        ),
    ],
)
def test_watch_that_a_wait_does_not_help_raises(
    calls: list[list[Any]],
    options: dict[str, float],
    states: list[str],
    fake: FakeArena,
    client: arena.Arena,
) -> None:
    watched = states_watched(fake, client, *calls, **options)

    assert list(itertools.islice(watched, len(states))) == states
    with pytest.raises(tengen.TengenError, match="the test says"):
        next(watched)


def test_agents_are_listed(fake: FakeArena, client: arena.Arena) -> None:
    fake.answers["ListAgents"] = arena_pb2.ListAgentsResponse(
        agents=[
            arena_pb2.ArenaAgent(
                name="net",
                description="v1",
                is_connected=True,
                game_count=1,
                max_game_count=4,
            )
        ]
    )

    assert client.agents() == [arena.ArenaAgent("net", "v1", True, 1, 4)]


@pytest.mark.parametrize("call", ["tournament", "standings", "cancel_tournament", "game"])
def test_name_of_a_wrong_type_is_refused(call: str, client: arena.Arena) -> None:
    with pytest.raises(TypeError):
        getattr(client, call)(5)


def test_move_limit_rule_of_a_newer_server_is_none(fake: FakeArena, client: arena.Arena) -> None:
    spec = arena_pb2.TournamentSpec(name="cup", move_limit_rule=NEWER)
    fake.answers["GetTournament"] = arena_pb2.GetTournamentResponse(
        tournament=arena_pb2.Tournament(spec=spec)
    )

    assert client.tournament("cup").spec.move_limit_rule is None


@pytest.mark.parametrize(
    ("adjudication", "message"),
    [
        ("resign", "adjudication must be an Adjudication, not str"),
        (arena.Adjudication(resign=NEWER), "resign must be a ResignRule, not int"),
        (arena.Adjudication(draw=NEWER), "draw must be a DrawRule, not int"),
        (arena.Adjudication(draw=arena.DrawRule(NEWER, "2")), "move_count"),  # type: ignore[arg-type]
    ],
)
def test_create_tournament_adjudication_of_another_type_is_refused(
    client: arena.Arena, adjudication: Any, message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        client.create_tournament(dataclasses.replace(SPEC, adjudication=adjudication))


def test_create_tournament_unknown_move_limit_rule_is_refused(client: arena.Arena) -> None:
    spec = arena.TournamentSpec(
        "cup",
        PLAYERS,
        arena.RoundRobin(1),
        5,
        5,
        move_limit_rule="draw",  # type: ignore[arg-type]
    )

    with pytest.raises(tengen.InvalidArgumentError, match="move_limit_rule"):
        client.create_tournament(spec)
