"""Converts between tournaments and their protobuf messages."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import MutableSequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from google.protobuf.descriptor import FieldDescriptor

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
    from collections.abc import Callable, Iterable

    from numpy.typing import DTypeLike, NDArray

CLASSES: dict[str, Any] = {
    "players": ArenaPlayer,
    "adjudication": Adjudication,
    "resign": ResignRule,
    "draw": DrawRule,
    "round_robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "sprt": Sprt,
    "empty": EmptyOpening,
    "random": RandomOpeningMoves,
    "records": RecordOpenings,
    "book": BookOpenings,
}
"""The classes of messages by the fields that hold them. Their attributes are the fields."""

SPEC_FIELDS = (
    "name",
    "players",
    "width",
    "height",
    "openings",
    "time_control",
    "max_moves",
    "concurrency",
    "adjudicator",
    "adjudication",
)
"""The fields of a spec that are its attributes as they stand."""

CHECKS: dict[int, Callable[[str, Any], Any]] = {
    FieldDescriptor.TYPE_STRING: arguments.text,
    FieldDescriptor.TYPE_BOOL: arguments.flag,
    FieldDescriptor.TYPE_DOUBLE: arguments.real,
    FieldDescriptor.TYPE_UINT32: partial(arguments.integer, bounds=arguments.UINT32),
    FieldDescriptor.TYPE_SINT32: partial(arguments.integer, bounds=arguments.INT32),
}
"""The checks of values by the types of fields."""


def spec_message(spec: Any) -> arena_pb2.TournamentSpec:
    """Returns the message for a spec."""
    if not isinstance(spec, TournamentSpec):
        raise TypeError(f"spec must be a TournamentSpec, not {type(spec).__name__}")
    message = arena_pb2.TournamentSpec(
        rules=requests.rules_message(spec.rules),
        seed=requests.seed_value(spec.seed),
        move_limit_rule=(
            None
            if spec.move_limit_rule is None
            else requests.enum_name("move_limit_rule", spec.move_limit_rule, MoveLimitRule)
        ),
    )
    fill(message, spec, SPEC_FIELDS)
    fill_message(message.format, "format", spec.format)
    if spec.network_allowance_seconds is not None:
        message.network_allowance_ms = network_allowance_ms(spec.network_allowance_seconds)
    return message


def network_allowance_ms(seconds: Any) -> int:
    """Returns a network allowance in whole milliseconds, rounded up."""
    allowance = arguments.real("network_allowance_seconds", seconds)
    limit = arguments.UINT32[1] / 1000
    if not 0 <= allowance <= limit:
        raise arguments.invalid_value(
            "network_allowance_seconds", allowance, f"is outside [0, {limit}]"
        )
    return math.ceil(round(1000 * allowance, 6))


def fill(message: Any, value: Any, names: Iterable[str]) -> None:
    """Sets fields of a message to the attributes of a value. None leaves a field out."""
    for name in names:
        attribute = getattr(value, name)
        field = message.DESCRIPTOR.fields_by_name[name]
        target = getattr(message, name)
        if attribute is None:
            continue
        if isinstance(target, MutableSequence) and field.message_type is None:
            target.extend(arguments.texts(name, attribute))
        elif isinstance(target, MutableSequence):
            for item in attribute:
                fill_message(target.add(), name, item)  # type: ignore[attr-defined]
        elif field.message_type is None:
            setattr(message, name, CHECKS[field.type](name, attribute))
        else:
            fill_message(target, name, attribute)


def fill_message(message: Any, name: str, value: Any) -> None:
    """Fills the message of a field, or of its one-of, with a value of the class for it."""
    fields = [name] if name in CLASSES else [field.name for field in message.DESCRIPTOR.fields]
    classes = {field: CLASSES[field] for field in fields if field in CLASSES}
    for field, kind in classes.items():
        if isinstance(value, kind):
            target = message if field == name else getattr(message, field)
            target.SetInParent()
            fill(target, value, [attribute.name for attribute in dataclasses.fields(kind)])
            return
    names = [kind.__name__ for kind in classes.values()]
    article = "an" if names[0][0] in "AEIOU" else "a"
    allowed = f"{', '.join(names[:-1])} or {names[-1]}" if names[1:] else f"{article} {names[0]}"
    raise TypeError(f"{name} must be {allowed}, not {type(value).__name__}")


def spec(message: arena_pb2.TournamentSpec) -> TournamentSpec:
    """Returns the specification of a tournament."""
    allowance = read(message, "network_allowance_ms")
    rules = read(message, "adjudication")
    return TournamentSpec(
        **{name: read(message, name) for name in SPEC_FIELDS if name != "adjudication"},
        format=read(message, "format"),
        rules=responses.rules(message.rules),
        network_allowance_seconds=None if allowance is None else allowance / 1000,
        move_limit_rule=(
            responses.enum_value(MoveLimitRule, arena_pb2.MoveLimitRule, message.move_limit_rule)
            if message.move_limit_rule in arena_pb2.MoveLimitRule.values()
            else None
        ),
        seed=message.seed,
        adjudication=None if rules == Adjudication() else rules,
    )


def read(message: Any, name: str) -> Any:
    """Returns the value of a field. None: it is absent, or its one-of is one of a newer server."""
    value = getattr(message, name)
    field = message.DESCRIPTOR.fields_by_name[name]
    if isinstance(value, MutableSequence):
        return tuple(read_message(item, name) if field.message_type else item for item in value)
    if field.has_presence and not message.HasField(name):
        return None
    return read_message(value, name) if field.message_type else value


def read_message(message: Any, name: str) -> Any:
    """Returns the value of the class for a field, or for its one-of."""
    if name not in CLASSES:
        kind = message.WhichOneof(message.DESCRIPTOR.oneofs[0].name)
        return read_message(getattr(message, kind), kind) if kind in CLASSES else None
    attributes = dataclasses.fields(CLASSES[name])
    return CLASSES[name](**{each.name: read(message, each.name) for each in attributes})


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
