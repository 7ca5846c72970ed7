"""Converts between tournaments and their protobuf messages."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen._messages import check_of, enum_name
from tengen.arena._agent_messages import convert
from tengen.arena.enums import MoveLimitRule
from tengen.arena.games import ArenaGame
from tengen.arena.ladder import Ladder, LadderPoint
from tengen.arena.standings import EloEstimate, Standings
from tengen.arena.tournaments import (
    Adjudication,
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
    Swiss,
    Tournament,
    TournamentSpec,
)
from tengen.v1 import arena_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    "seed",
    "adjudicator",
    "adjudication",
)
"""The fields of a spec that are its attributes as they stand."""


def spec_message(spec: Any) -> arena_pb2.TournamentSpec:
    """Returns the message for a spec."""
    if not isinstance(spec, TournamentSpec):
        raise TypeError(f"spec must be a TournamentSpec, not {type(spec).__name__}")
    message = arena_pb2.TournamentSpec(
        rules=requests.rules_message(spec.rules),
        move_limit_rule=(
            None
            if spec.move_limit_rule is None
            else enum_name("move_limit_rule", spec.move_limit_rule, MoveLimitRule)
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
            target.extend(check_of(field)(attribute))
        elif isinstance(target, MutableSequence):
            for item in attribute:
                fill_message(target.add(), name, item)  # type: ignore[attr-defined]
        elif field.message_type is None:
            setattr(message, name, check_of(field)(attribute))
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
    rules = convert(message.adjudication, Adjudication)
    is_known = message.move_limit_rule in arena_pb2.MoveLimitRule.values()
    return convert(
        message,
        TournamentSpec,
        format=choice(message.format),
        openings=choice(message.openings),
        adjudication=None if rules == Adjudication() else rules,
        **({} if is_known else {"move_limit_rule": None}),
    )


def choice(message: Any) -> Any:
    """Returns the value of a message that has one of several fields. None: of a newer server."""
    name = message.WhichOneof(message.DESCRIPTOR.oneofs[0].name)
    return convert(getattr(message, name), CLASSES[name]) if name in CLASSES else None


def tournament(message: arena_pb2.Tournament) -> Tournament:
    """Returns a tournament and its progress."""
    return convert(message, Tournament, spec=spec(message.spec))


def standings(message: arena_pb2.Standings) -> Standings:
    """Returns the standings of a tournament."""
    size = len(message.rows)
    return convert(
        message,
        Standings,
        crosstable=square(message.crosstable, size, np.float64),
        game_counts=square(message.game_counts, size, np.int64),
        superiority=square(message.superiority, size, np.float64),
    )


def ladder(message: arena_pb2.GetLadderResponse) -> Ladder:
    """Returns the ladder of a message."""
    return convert(
        message.ladder,
        Ladder,
        history=tuple(map(ladder_point, message.history)),
        recent_games=tuple(convert(game, ArenaGame) for game in message.recent_games),
    )


def ladder_point(message: arena_pb2.LadderPoint) -> LadderPoint:
    """Returns the ratings of a ladder at one time."""
    ratings = (convert(rating, EloEstimate) for rating in message.ratings)
    return convert(message, LadderPoint, ratings=dict(zip(message.players, ratings, strict=True)))


def square(values: Iterable[float], size: int, kind: DTypeLike) -> NDArray[Any]:
    """Returns numbers as an array with one row and one column per player."""
    return np.array(list(values), kind).reshape(size, size)
