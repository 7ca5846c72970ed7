"""Sends analysis requests, and converts analyses from and to protobuf messages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen import _responses as responses
from tengen.analysis import (
    Drawing,
    PositionSolution,
    Race,
    RaceComponent,
    RaceOutcome,
    RaceSide,
    Record,
)
from tengen.enums import Color, RaceMethod, RaceResult, RaceStatus
from tengen.v1 import analysis_pb2

if TYPE_CHECKING:
    from enum import Enum

    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

    from tengen._transport import Transport

    E = TypeVar("E", bound=Enum)

MAX_EXTRA_SECONDS = 86400.0
"""The maximum by which the deadline of an analysis is extended. The server has its own limits."""

SYMBOLS = ".XO"


def session_position(session_id: str) -> analysis_pb2.AnalyzedPosition:
    """Returns the message for the current position of a session."""
    return analysis_pb2.AnalyzedPosition(session_id=session_id)


def position_message(position: Any) -> analysis_pb2.AnalyzedPosition:
    """Returns the message for a `Drawing`, the rows of one, or a `Record`.

    Raises:
      TypeError: The position, or a part of it, is of another type.
      InvalidArgumentError: A value does not fit into its field.
    """
    if isinstance(position, Record):
        return analysis_pb2.AnalyzedPosition(record=record_message(position))
    drawing = position if isinstance(position, Drawing) else Drawing(position)
    return analysis_pb2.AnalyzedPosition(drawing=drawing_message(drawing))


def record_message(record: Record) -> analysis_pb2.RecordedPosition:
    """Returns the message for a position of a record."""
    message = analysis_pb2.RecordedPosition(
        sgf=requests.sgf_bytes(record.sgf), strict=record.strict
    )
    if record.move_number is not None:
        message.move_number = arguments.integer("move_number", record.move_number, arguments.UINT32)
    return message


def drawing_message(drawing: Drawing) -> analysis_pb2.DrawnPosition:
    """Returns the message for a drawn position."""
    rows = drawing.rows
    if isinstance(rows, np.ndarray):
        rows = drawn_rows(rows)
    return analysis_pb2.DrawnPosition(
        rows=[row.replace(" ", "") for row in arguments.texts("rows", rows)],
        player_to_move=requests.color_name("player_to_move", drawing.player_to_move),
        actions=arguments.integers("actions", drawing.actions, arguments.INT32),
    )


def drawn_rows(board: Any) -> list[str]:
    """Returns an array of colors as rows of symbols."""
    if board.ndim != 2 or not np.issubdtype(board.dtype, np.integer):  # noqa: PLR2004 - rows and columns.
        raise TypeError(
            f"rows must be integers of shape (height, width), not {board.dtype} of {board.shape}"
        )
    colors = arguments.integers("rows", board.ravel(), (Color.EMPTY, Color.WHITE))
    symbols = "".join(SYMBOLS[color] for color in colors)
    width = board.shape[1]
    return [symbols[start : start + width] for start in range(0, len(symbols), max(width, 1))]


def limits_message(max_node_count: Any, max_time_seconds: Any) -> analysis_pb2.AnalysisLimits:
    """Returns the message for the limits of an analysis. None leaves a limit to the server."""
    message = analysis_pb2.AnalysisLimits()
    if max_node_count is not None:
        message.max_node_count = arguments.integer(
            "max_node_count", max_node_count, arguments.UINT64
        )
    if max_time_seconds is not None:
        seconds = arguments.positive_seconds("max_time_seconds", max_time_seconds)
        # Rounded up: 0 would mean the server's own limit.
        message.max_time_ms = min(math.ceil(1000 * seconds), arguments.UINT64[1])
    return message


def extra_seconds(limits: analysis_pb2.AnalysisLimits) -> float:
    """Returns by how much the deadline of a call with these limits is extended."""
    return min(limits.max_time_ms / 1000, MAX_EXTRA_SECONDS)


def solve(
    transport: Transport,
    position: analysis_pb2.AnalyzedPosition,
    regret_actions: Any,
    limits: analysis_pb2.AnalysisLimits,
) -> PositionSolution:
    """Calls SolvePosition."""
    request = analysis_pb2.SolvePositionRequest(
        position=position,
        limits=limits,
        regret_actions=arguments.integers("regret_actions", regret_actions, arguments.INT32),
    )
    method = transport.analysis_stub().SolvePosition
    return position_solution(transport.read(method, request, extra_seconds=extra_seconds(limits)))


def analyze_race(
    transport: Transport,
    position: analysis_pb2.AnalyzedPosition,
    essential: tuple[Any, Any],
    is_static: Any,
    limits: analysis_pb2.AnalysisLimits,
) -> list[Race]:
    """Calls AnalyzeRace."""
    request = analysis_pb2.AnalyzeRaceRequest(
        position=position, limits=limits, is_static=arguments.flag("is_static", is_static)
    )
    for field, point in zip(("black_essential", "white_essential"), essential, strict=True):
        if point is not None:
            setattr(request, field, arguments.integer(field, point, arguments.UINT32))
    method = transport.analysis_stub().AnalyzeRace
    return races(transport.read(method, request, extra_seconds=extra_seconds(limits)))


def position_solution(message: analysis_pb2.SolvePositionResponse) -> PositionSolution:
    """Returns the solution of a message."""
    return PositionSolution(
        is_exact=message.certainty == analysis_pb2.CERTAINTY_EXACT,
        bounds=(message.proven.lower, message.proven.upper),
        free_bounds=(message.free.lower, message.free.upper),
        best_actions=tuple(message.best_actions),
        open_actions=tuple(message.open_actions),
        node_count=message.node_count,
        longest_line=message.longest_line,
        regrets={
            regret.action: regret.points if regret.HasField("points") else None
            for regret in message.regrets
        },
        player_to_move=Color(message.player_to_move),
        move_number=message.move_number,
        state_hash=message.state_hash,
        symmetry=responses.symmetry(message.symmetry),
    )


def races(message: analysis_pb2.AnalyzeRaceResponse) -> list[Race]:
    """Returns the races of a message."""
    return [race(one, message.width, message.height) for one in message.races]


def race(message: analysis_pb2.Race, width: int, height: int) -> Race:
    """Returns the race of a message, on a board of this size."""
    return Race(
        status=optional_enum_value(RaceStatus, analysis_pb2.RaceStatus, message.status)
        or RaceStatus.UNKNOWN,
        method=optional_enum_value(RaceMethod, analysis_pb2.RaceMethod, message.method),
        declined=optional_enum_value(RaceStatus, analysis_pb2.RaceStatus, message.declined),
        declined_reason=message.declined_reason,
        is_conditional_on_ko=message.is_conditional_on_ko,
        black_first=race_outcome(message.black_first),
        white_first=race_outcome(message.white_first),
        black=race_side(message.black),
        white=race_side(message.white),
        shared_points=tuple(message.shared_points),
        components=tuple(race_component(component) for component in message.components),
        delta=message.delta if message.HasField("delta") else None,
        sum_cooled=message.sum_cooled,
        adjusted_black_first=(
            message.adjusted_black_first if message.HasField("adjusted_black_first") else None
        ),
        adjusted_white_first=(
            message.adjusted_white_first if message.HasField("adjusted_white_first") else None
        ),
        node_count=message.node_count,
        width=width,
        height=height,
    )


def race_outcome(message: analysis_pb2.RaceOutcome) -> RaceOutcome:
    """Returns the outcome of a race for one player moving first."""
    return RaceOutcome(
        result=optional_enum_value(RaceResult, analysis_pb2.RaceResult, message.result),
        winning_points=tuple(message.winning_points) if message.has_winning_points else None,
    )


def race_side(message: analysis_pb2.RaceSide) -> RaceSide:
    """Returns one side of a race."""
    return RaceSide(
        chain_points=tuple(message.chain_points),
        external_points=tuple(message.external_points),
        eye_points=tuple(message.eye_points),
        complex_points=tuple(message.complex_points),
        eye_liberty_count=message.eye_liberty_count,
    )


def race_component(message: analysis_pb2.RaceComponent) -> RaceComponent:
    """Returns a region of a race."""
    return RaceComponent(
        owner=Color(message.owner),
        is_eye=message.is_eye,
        points=tuple(message.points),
        value=message.value,
        cooled=message.cooled,
        temperature=message.temperature,
        mean=message.mean,
    )


def optional_enum_value(enum_type: type[E], proto_enum: EnumTypeWrapper, value: int) -> E | None:
    """Returns the member for a protobuf value: None if unspecified, UNKNOWN if not known here."""
    return responses.known_enum_value(enum_type, proto_enum, value) if value else None
