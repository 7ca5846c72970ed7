"""Sends analysis requests, and converts analyses from and to protobuf messages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen import _responses as responses
from tengen._messages import message_of
from tengen.analysis import Drawing, PositionSolution, Race, RaceOutcome, Record
from tengen.enums import Color
from tengen.v1 import analysis_pb2

if TYPE_CHECKING:
    from tengen._transport import Transport

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
    return message_of(
        analysis_pb2.RecordedPosition,
        sgf=requests.sgf_bytes(record.sgf),
        strict=record.strict,
        move_number=record.move_number,
    )


def drawing_message(drawing: Drawing) -> analysis_pb2.DrawnPosition:
    """Returns the message for a drawn position."""
    rows = drawing.rows
    if isinstance(rows, np.ndarray):
        rows = drawn_rows(rows)
    return message_of(
        analysis_pb2.DrawnPosition,
        rows=[row.replace(" ", "") for row in arguments.texts("rows", rows)],
        player_to_move=drawing.player_to_move,
        actions=drawing.actions,
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
    request = message_of(
        analysis_pb2.SolvePositionRequest,
        position=position,
        limits=limits,
        regret_actions=regret_actions,
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
    request = message_of(
        analysis_pb2.AnalyzeRaceRequest,
        position=position,
        limits=limits,
        is_static=is_static,
        black_essential=essential[0],
        white_essential=essential[1],
    )
    method = transport.analysis_stub().AnalyzeRace
    response = transport.read(method, request, extra_seconds=extra_seconds(limits))
    return [race(one, response.width, response.height) for one in response.races]


def position_solution(message: analysis_pb2.SolvePositionResponse) -> PositionSolution:
    """Returns the solution of a message."""
    return responses.convert(
        message,
        PositionSolution,
        is_exact=message.certainty == analysis_pb2.CERTAINTY_EXACT,
        bounds=(message.proven.lower, message.proven.upper),
        free_bounds=(message.free.lower, message.free.upper),
        regrets={
            regret.action: regret.points if regret.HasField("points") else None
            for regret in message.regrets
        },
    )


def race(message: analysis_pb2.Race, width: int, height: int) -> Race:
    """Returns a race of a board of the given size."""
    return responses.convert(
        message,
        Race,
        black_first=race_outcome(message.black_first),
        white_first=race_outcome(message.white_first),
        width=width,
        height=height,
    )


def race_outcome(message: analysis_pb2.RaceOutcome) -> RaceOutcome:
    """Returns the outcome of a race if one player starts."""
    points = tuple(message.winning_points) if message.has_winning_points else None
    return responses.convert(message, RaceOutcome, winning_points=points)
