"""Converts between tournaments and their protobuf messages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen import _responses as responses
from tengen.arena import _agent_messages as agent_messages
from tengen.arena.enums import ArenaGameState, MoveLimitRule, SprtVerdict, TournamentState
from tengen.arena.games import ArenaGame
from tengen.arena.ladder import Ladder, LadderPoint, LadderRow
from tengen.arena.standings import DuplicateGames, EloEstimate, Standings, StandingsRow
from tengen.arena.tournaments import (
    Adjudication,
    ArenaAgent,
    ArenaPlayer,
    BookOpenings,
    DrawRule,
    EmptyOpening,
    Gauntlet,
    RandomOpeningMoves,
    RecordOpenings,
    ResignRule,
    RoundRobin,
    Sprt,
    SprtStatus,
    Swiss,
    Tournament,
    TournamentSpec,
)
from tengen.v1 import arena_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import DTypeLike, NDArray

    from tengen.arena.tournaments import Openings, TournamentFormat


def spec_message(spec: Any) -> arena_pb2.TournamentSpec:
    """Returns the message for a spec."""
    if not isinstance(spec, TournamentSpec):
        raise TypeError(f"spec must be a TournamentSpec, not {type(spec).__name__}")
    message = arena_pb2.TournamentSpec(
        name=arguments.text("name", spec.name),
        players=[player_message(player) for player in spec.players],
        format=format_message(spec.format),
        width=arguments.integer("width", spec.width, arguments.UINT32),
        height=arguments.integer("height", spec.height, arguments.UINT32),
        rules=requests.rules_message(spec.rules),
        openings=None if spec.openings is None else openings_message(spec.openings),
        time_control=arguments.text("time_control", spec.time_control),
        max_moves=arguments.integer("max_moves", spec.max_moves, arguments.INT32),
        move_limit_rule=(
            None
            if spec.move_limit_rule is None
            else requests.enum_name("move_limit_rule", spec.move_limit_rule, MoveLimitRule)
        ),
        adjudicator=arguments.text("adjudicator", spec.adjudicator),
        adjudication=adjudication_message(spec.adjudication),
        concurrency=arguments.integer("concurrency", spec.concurrency, arguments.UINT32),
        seed=requests.seed_value(spec.seed),
    )
    if spec.network_allowance_seconds is not None:
        message.network_allowance_ms = network_allowance_ms(spec.network_allowance_seconds)
    return message


def adjudication_message(rules: Any) -> arena_pb2.Adjudication | None:
    """Returns the message for the rules that end games early. None: there are none."""
    if rules is None:
        return None
    if not isinstance(rules, Adjudication):
        raise TypeError(f"adjudication must be an Adjudication, not {type(rules).__name__}")
    message = arena_pb2.Adjudication(settled=arguments.flag("settled", rules.settled))
    if rules.resign is not None:
        message.resign.CopyFrom(resign_message(rules.resign))
    if rules.draw is not None:
        message.draw.CopyFrom(draw_message(rules.draw))
    return message


def resign_message(rule: Any) -> arena_pb2.ResignRule:
    """Returns the message for a rule by which players resign."""
    if not isinstance(rule, ResignRule):
        raise TypeError(f"resign must be a ResignRule, not {type(rule).__name__}")
    return arena_pb2.ResignRule(
        below=arguments.real("below", rule.below),
        move_count=arguments.integer("move_count", rule.move_count, arguments.UINT32),
        from_move=arguments.integer("from_move", rule.from_move, arguments.UINT32),
        both_agree=arguments.flag("both_agree", rule.both_agree),
    )


def draw_message(rule: Any) -> arena_pb2.DrawRule:
    """Returns the message for a rule by which games are drawn."""
    if not isinstance(rule, DrawRule):
        raise TypeError(f"draw must be a DrawRule, not {type(rule).__name__}")
    return arena_pb2.DrawRule(
        margin=arguments.real("margin", rule.margin),
        move_count=arguments.integer("move_count", rule.move_count, arguments.UINT32),
        from_move=arguments.integer("from_move", rule.from_move, arguments.UINT32),
    )


def network_allowance_ms(seconds: Any) -> int:
    """Returns a network allowance in whole milliseconds, rounded up."""
    allowance = arguments.real("network_allowance_seconds", seconds)
    limit = arguments.UINT32[1] / 1000
    if not 0 <= allowance <= limit:
        raise arguments.invalid_value(
            "network_allowance_seconds", allowance, f"is outside [0, {limit}]"
        )
    return math.ceil(round(1000 * allowance, 6))


def player_message(player: Any) -> arena_pb2.ArenaPlayer:
    """Returns the message for a player."""
    if not isinstance(player, ArenaPlayer):
        raise TypeError(f"players must be ArenaPlayers, not {type(player).__name__}")
    message = arena_pb2.ArenaPlayer(
        name=arguments.text("name", player.name),
        player=arguments.text("player", player.player),
        time_control=arguments.text("time_control", player.time_control),
    )
    if player.rating is not None:
        message.rating = arguments.real("rating", player.rating)
    return message


def format_message(value: Any) -> arena_pb2.TournamentFormat:
    """Returns the message for a format."""
    message = arena_pb2.TournamentFormat()
    if isinstance(value, RoundRobin):
        message.round_robin.pair_count = count("pair_count", value.pair_count)
    elif isinstance(value, Gauntlet):
        message.gauntlet.challenger = arguments.text("challenger", value.challenger)
        message.gauntlet.pair_count = count("pair_count", value.pair_count)
    elif isinstance(value, Swiss):
        message.swiss.meeting_count = count("meeting_count", value.meeting_count)
    elif isinstance(value, Sprt):
        message.sprt.elo0 = arguments.real("elo0", value.elo0)
        message.sprt.elo1 = arguments.real("elo1", value.elo1)
        if value.alpha is not None:
            message.sprt.alpha = arguments.real("alpha", value.alpha)
        if value.beta is not None:
            message.sprt.beta = arguments.real("beta", value.beta)
    else:
        kinds = "RoundRobin, Gauntlet, Swiss or Sprt"
        raise TypeError(f"format must be {kinds}, not {type(value).__name__}")
    return message


def openings_message(value: Any) -> arena_pb2.Openings:
    """Returns the message for openings."""
    if isinstance(value, EmptyOpening):
        return arena_pb2.Openings(empty=arena_pb2.EmptyOpening())
    if isinstance(value, RandomOpeningMoves):
        random = arena_pb2.RandomOpeningMoves(move_count=count("move_count", value.move_count))
        return arena_pb2.Openings(random=random)
    if isinstance(value, RecordOpenings):
        records = arena_pb2.RecordOpenings(
            sgf=arguments.texts("sgf", value.sgf), move_count=count("move_count", value.move_count)
        )
        return arena_pb2.Openings(records=records)
    if isinstance(value, BookOpenings):
        book = arena_pb2.BookOpenings(
            file=arguments.text("file", value.file),
            sha256=arguments.text("sha256", value.sha256),
            lines=arguments.texts("lines", value.lines),
            move_count=count("move_count", value.move_count),
        )
        return arena_pb2.Openings(book=book)
    kinds = "EmptyOpening, RandomOpeningMoves, RecordOpenings or BookOpenings"
    raise TypeError(f"openings must be {kinds}, not {type(value).__name__}")


def count(name: str, value: Any) -> int:
    """Returns a count, checked to fit into 32 bits."""
    return arguments.integer(name, value, arguments.UINT32)


def spec(message: arena_pb2.TournamentSpec) -> TournamentSpec:
    """Returns the specification of a tournament."""
    return TournamentSpec(
        name=message.name,
        players=tuple(
            ArenaPlayer(
                player.name,
                player.player,
                player.rating if player.HasField("rating") else None,
                player.time_control,
            )
            for player in message.players
        ),
        format=tournament_format(message.format),
        width=message.width,
        height=message.height,
        rules=responses.rules(message.rules),
        openings=openings(message.openings),
        time_control=message.time_control,
        network_allowance_seconds=(
            message.network_allowance_ms / 1000
            if message.HasField("network_allowance_ms")
            else None
        ),
        max_moves=message.max_moves,
        move_limit_rule=(
            responses.enum_value(MoveLimitRule, arena_pb2.MoveLimitRule, message.move_limit_rule)
            if message.move_limit_rule in arena_pb2.MoveLimitRule.values()
            else None
        ),
        concurrency=message.concurrency,
        adjudicator=message.adjudicator,
        seed=message.seed,
        adjudication=adjudication(message.adjudication),
    )


def adjudication(message: arena_pb2.Adjudication) -> Adjudication | None:
    """Returns the rules that end games early. None: there are none."""
    resign, draw = message.resign, message.draw
    found = Adjudication(
        ResignRule(resign.below, resign.move_count, resign.from_move, resign.both_agree)
        if message.HasField("resign")
        else None,
        DrawRule(draw.margin, draw.move_count, draw.from_move)
        if message.HasField("draw")
        else None,
        message.settled,
    )
    return None if found == Adjudication() else found


def tournament_format(message: arena_pb2.TournamentFormat) -> TournamentFormat | None:
    """Returns the pairing scheme; None for a format of a newer server."""
    kind = message.WhichOneof("format")
    if kind == "round_robin":
        return RoundRobin(message.round_robin.pair_count)
    if kind == "gauntlet":
        return Gauntlet(message.gauntlet.challenger, message.gauntlet.pair_count)
    if kind == "swiss":
        return Swiss(message.swiss.meeting_count)
    if kind == "sprt":
        sprt = message.sprt
        return Sprt(
            sprt.elo0,
            sprt.elo1,
            sprt.alpha if sprt.HasField("alpha") else None,
            sprt.beta if sprt.HasField("beta") else None,
        )
    return None


def openings(message: arena_pb2.Openings) -> Openings | None:
    """Returns the openings; None if the message has none, or openings of a newer server."""
    kind = message.WhichOneof("openings")
    if kind == "empty":
        return EmptyOpening()
    if kind == "random":
        return RandomOpeningMoves(message.random.move_count)
    if kind == "records":
        return RecordOpenings(tuple(message.records.sgf), message.records.move_count)
    if kind == "book":
        book = message.book
        return BookOpenings(tuple(book.lines), book.file, book.sha256, book.move_count)
    return None


def tournament(message: arena_pb2.Tournament) -> Tournament:
    """Returns a tournament and its progress."""
    return Tournament(
        spec=spec(message.spec),
        state=responses.known_enum_value(TournamentState, arena_pb2.TournamentState, message.state),
        created_at_seconds=message.created_at_ms / 1000,
        ended_game_count=message.ended_game_count,
        running_game_count=message.running_game_count,
        game_count=message.game_count or None,
        sprt=sprt_status(message.sprt) if message.HasField("sprt") else None,
        missing_agents=tuple(message.missing_agents),
    )


def sprt_status(message: arena_pb2.SprtStatus) -> SprtStatus:
    """Returns the state of a sequential probability ratio test."""
    return SprtStatus(
        log_likelihood_ratio=message.log_likelihood_ratio,
        lower_bound=message.lower_bound,
        upper_bound=message.upper_bound,
        pair_counts=tuple(message.pair_counts),
        verdict=responses.known_enum_value(SprtVerdict, arena_pb2.SprtVerdict, message.verdict),
    )


def game(message: arena_pb2.ArenaGame) -> ArenaGame:
    """Returns a game of a tournament."""
    return ArenaGame(
        game_id=message.game_id,
        number=message.number,
        black=message.black,
        white=message.white,
        pair=message.pair,
        state=responses.known_enum_value(ArenaGameState, arena_pb2.ArenaGameState, message.state),
        ending=agent_messages.ending(message.ending) if message.HasField("ending") else None,
        started_at_seconds=message.started_at_ms / 1000 if message.started_at_ms else None,
        ended_at_seconds=message.ended_at_ms / 1000 if message.ended_at_ms else None,
        move_number=message.move_number,
    )


def standings(message: arena_pb2.Standings) -> Standings:
    """Returns the standings of a tournament."""
    size = len(message.rows)
    return Standings(
        rows=tuple(
            StandingsRow(
                rank=row.rank,
                player=row.player,
                rating=estimate(row.rating),
                game_count=row.game_count,
                win_count=row.win_count,
                loss_count=row.loss_count,
                draw_count=row.draw_count,
            )
            for row in message.rows
        ),
        crosstable=square(message.crosstable, size, np.float64),
        game_counts=square(message.game_counts, size, np.int64),
        superiority=square(message.superiority, size, np.float64),
        black_advantage=estimate(message.black_advantage),
        is_anchored=message.is_anchored,
        confidence=message.confidence,
        duplicates=tuple(
            DuplicateGames(duplicate.black, duplicate.white, duplicate.count)
            for duplicate in message.duplicates
        ),
    )


def ladder(message: arena_pb2.GetLadderResponse) -> Ladder:
    """Returns the ladder of a message."""
    table = message.ladder
    return Ladder(
        tournament=table.tournament,
        rows=tuple(
            LadderRow(
                rank=row.rank,
                player=row.player,
                agent=row.agent,
                version=row.version,
                link=row.link,
                rating=estimate(row.rating) if row.HasField("rating") else None,
                is_anchor=row.is_anchor,
                game_count=row.game_count,
                win_count=row.win_count,
                loss_count=row.loss_count,
                draw_count=row.draw_count,
                is_connected=row.is_connected,
                seen_at_seconds=row.seen_at_ms / 1000 if row.seen_at_ms else None,
            )
            for row in table.rows
        ),
        is_anchored=table.is_anchored,
        confidence=table.confidence,
        game_count=table.game_count,
        running_game_count=table.running_game_count,
        history=tuple(
            LadderPoint(
                at_seconds=point.at_ms / 1000,
                game_count=point.game_count,
                ratings=dict(zip(point.players, map(estimate, point.ratings), strict=True)),
            )
            for point in message.history
        ),
        recent_games=tuple(map(game, message.recent_games)),
    )


def square(values: Iterable[float], size: int, kind: DTypeLike) -> NDArray[Any]:
    """Returns numbers as an array with one row and one column per player."""
    return np.array(list(values), kind).reshape(size, size)


def estimate(message: arena_pb2.EloEstimate) -> EloEstimate:
    """Returns an estimate in Elo."""
    return EloEstimate(message.elo, message.lower, message.upper)


def agent(message: arena_pb2.ArenaAgent) -> ArenaAgent:
    """Returns an agent."""
    return ArenaAgent(
        name=message.name,
        description=message.description,
        is_connected=message.is_connected,
        game_count=message.game_count,
        max_game_count=message.max_game_count,
    )
