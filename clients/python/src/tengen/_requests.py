"""Converts arguments to protobuf requests."""

from __future__ import annotations

import codecs
import re
import uuid
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen.enums import (
    DeadStonesRule,
    HandicapBonus,
    IllegalActionPolicy,
    KoRule,
    ObservationFormat,
    ObservationLayout,
    RepetitionEnd,
    RewardMode,
    ScoringRule,
    SuicideRule,
    TaxRule,
)
from tengen.spec import Opponent, Rules, Setup
from tengen.symmetry import Symmetry
from tengen.v1 import environment_pb2, rules_pb2, spec_pb2, task_pb2

if TYPE_CHECKING:
    from enum import Enum

    from tengen.words import RulesPresetName

RULE_ENUMS: dict[str, type[Enum]] = {
    "ko": KoRule,
    "suicide": SuicideRule,
    "scoring": ScoringRule,
    "tax": TaxRule,
    "handicap_bonus": HandicapBonus,
    "dead_stones": DeadStonesRule,
    "repetition_end": RepetitionEnd,
}
"""The enum attributes of `Rules`, with their types."""


MAX_REQUEST_ID_BYTES = 64

SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?")
"""The text of a size, as on the command line: width and height, or both in one number."""


def new_request_id() -> str:
    """Returns a unique request id. The server uses it to deduplicate retries."""
    return uuid.uuid4().hex


def request_id_value(given: Any) -> str:
    """Returns the request id of a caller. None: a new one.

    Raises:
      TypeError: The id is not a string.
      InvalidArgumentError: The id is empty, or longer than 64 bytes.
    """
    if given is None:
        return new_request_id()
    request_id = arguments.text("request_id", given)
    if not 1 <= len(request_id.encode()) <= MAX_REQUEST_ID_BYTES:
        allowed = f"is not 1 to {MAX_REQUEST_ID_BYTES} bytes long"
        raise arguments.invalid_value("request_id", request_id, allowed)
    return request_id


def create_session_request(
    spec: spec_pb2.EnvironmentSpec,
    seed: Any,
    idle_timeout_seconds: Any,
    *,
    seats: Any,
    spectator: Any,
) -> environment_pb2.CreateSessionRequest:
    """Returns the request that creates a session."""
    request = environment_pb2.CreateSessionRequest(
        request_id=new_request_id(),
        spec=spec,
        idle_timeout_ms=idle_timeout(idle_timeout_seconds),
        with_player_seats=arguments.flag("seats", seats),
        with_spectator_seat=arguments.flag("spectator", spectator),
    )
    if seed is not None:
        request.seed = seed_value(seed)
    return request


def idle_timeout(seconds: Any) -> int:
    """Returns an idle timeout in milliseconds. None: 0, which means the default."""
    return arguments.milliseconds("idle_timeout_seconds", seconds)


def fork_request(session_id: str, idle_timeout_seconds: Any) -> environment_pb2.ForkRequest:
    """Returns the request for the arguments of `Session.fork`."""
    return environment_pb2.ForkRequest(
        session_id=session_id,
        request_id=new_request_id(),
        idle_timeout_ms=idle_timeout(idle_timeout_seconds),
    )


def environment_spec_message(
    size: Any,
    *,
    rules: rules_pb2.Rules,
    setup: Any,
    max_moves: Any,
    reward_mode: Any,
    score_on_truncation: Any,
    illegal_action_policy: Any,
    illegal_action_penalty: Any,
    encodings: Any,
    opponent: Any,
    max_illegal_actions: Any = 0,
    observation_format: Any = ObservationFormat.BITS,
    observation_layout: Any = ObservationLayout.CHW,
    symmetry: Any = Symmetry.IDENTITY,
    task: Any = None,
) -> spec_pb2.EnvironmentSpec:
    """Returns the spec for the arguments of `Client.create_session`."""
    width, height = board_size(size)
    return spec_pb2.EnvironmentSpec(
        width=width,
        height=height,
        rules=rules,
        setup=None if setup is None else setup_message(setup),
        max_moves=arguments.integer("max_moves", max_moves, arguments.INT32),
        reward_mode=enum_name("reward_mode", reward_mode, RewardMode),
        score_on_truncation=arguments.flag("score_on_truncation", score_on_truncation),
        illegal_action_policy=enum_name(
            "illegal_action_policy", illegal_action_policy, IllegalActionPolicy
        ),
        illegal_action_penalty=arguments.real("illegal_action_penalty", illegal_action_penalty),
        max_illegal_actions=arguments.integer(
            "max_illegal_actions", max_illegal_actions, arguments.INT32
        ),
        encodings=arguments.encodings(encodings),
        opponent=None if opponent is None else opponent_message(opponent),
        observation_format=format_name(observation_format),
        observation_layout=enum_name("observation_layout", observation_layout, ObservationLayout),
        symmetry=enum_name("symmetry", symmetry, Symmetry),
        task=None if task is None else arguments.text("task", task),
    )


def format_name(observation_format: Any) -> str:
    """Returns the protobuf name of the number format of observations."""
    return enum_name("observation_format", observation_format, ObservationFormat)


def observe_request(
    session_id: str,
    encodings: Any,
    *,
    observation_format: Any = None,
    observation_layout: Any = None,
    overlays: Any = (),
) -> environment_pb2.ObserveRequest:
    """Returns the request for the arguments of `Session.observe`."""
    return environment_pb2.ObserveRequest(
        session_id=session_id,
        encodings=arguments.encodings(encodings),
        observation_format=None if observation_format is None else format_name(observation_format),
        observation_layout=(
            None
            if observation_layout is None
            else enum_name("observation_layout", observation_layout, ObservationLayout)
        ),
        overlays=arguments.texts("overlays", overlays),
    )


def restore_request(
    snapshot: Any, idle_timeout_seconds: Any = None
) -> environment_pb2.RestoreRequest:
    """Returns the request that restores a session.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: The idle timeout is not above 0.
    """
    if not isinstance(snapshot, (bytes, bytearray, memoryview)):
        raise TypeError(f"snapshot must be bytes, not {type(snapshot).__name__}")
    return environment_pb2.RestoreRequest(
        request_id=new_request_id(),
        snapshot=bytes(snapshot),
        idle_timeout_ms=idle_timeout(idle_timeout_seconds),
    )


def import_record_request(
    sgf: Any,
    *,
    spec: spec_pb2.EnvironmentSpec,
    move_number: Any,
    seed: Any,
    idle_timeout_seconds: Any,
    strict: bool,
) -> environment_pb2.ImportRecordRequest:
    """Returns the request that creates a session from a game record.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value does not fit into its field.
    """
    request = environment_pb2.ImportRecordRequest(
        request_id=new_request_id(),
        sgf=sgf_bytes(sgf),
        spec=spec,
        idle_timeout_ms=idle_timeout(idle_timeout_seconds),
        strict=strict,
    )
    if move_number is not None:
        request.move_number = arguments.integer("move_number", move_number, arguments.UINT32)
    if seed is not None:
        request.seed = seed_value(seed)
    return request


def sgf_bytes(sgf: Any) -> bytes:
    """Returns a game record as the bytes of a message.

    A string has no charset any more. Its bytes start with a byte order mark, which says that they
    are UTF-8. The record's property CA describes the file that it came from.

    Raises:
      TypeError: The record is neither a string nor bytes.
    """
    if isinstance(sgf, str):
        return codecs.BOM_UTF8 + sgf.removeprefix("\ufeff").encode()
    if not isinstance(sgf, bytes):
        raise TypeError(f"sgf must be a string or bytes, not {type(sgf).__name__}")
    return sgf


def board_size(size: Any) -> tuple[int, int]:
    """Returns width and height of a board: an integer, a pair of them, or text such as "9x7".

    Raises:
      TypeError: The size is none of these.
      InvalidArgumentError: A number does not fit into its field, or the text is not a size.
    """
    if isinstance(size, str):
        match = SIZE.fullmatch(size)
        if match is None:
            raise arguments.invalid_value("size", size, "is not a size such as 9, (9, 7) or '9x7'")
        return board_size((int(match[1]), int(match[2] or match[1])))
    pair = size if isinstance(size, (tuple, list)) else (size, size)
    if len(pair) != 2:  # noqa: PLR2004 - width and height.
        raise TypeError(f"size must be an integer or (width, height), not {size!r}")
    width, height = pair
    return (
        arguments.integer("size", width, arguments.UINT32),
        arguments.integer("size", height, arguments.UINT32),
    )


def rules_message(rules: Any, **replaced: Any) -> rules_pb2.Rules:
    """Returns the message for rules.

    Args:
      rules: The name of a preset, `Rules`, or a dict of attributes of `Rules`.
      replaced: Attributes of `Rules` that override `rules`, unless they are None.
    """
    rules = rules_value(rules)
    values = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    values |= {name: value for name, value in replaced.items() if value is not None}
    words: dict[str, Any] = {
        name: enum_name(name, values[name], enum_type)
        for name, enum_type in RULE_ENUMS.items()
        if values[name] is not None
    }
    message = rules_pb2.Rules(preset=arguments.text("preset", values["preset"]), **words)
    if values["komi"] is not None:
        message.komi = arguments.real("komi", values["komi"])
    if values["passes_to_end"] is not None:
        message.passes_to_end = arguments.integer(
            "passes_to_end", values["passes_to_end"], arguments.UINT32
        )
    if values["friendly_pass_ok"] is not None:
        message.friendly_pass_ok = arguments.flag("friendly_pass_ok", values["friendly_pass_ok"])
    return message


def rules_value(rules: RulesPresetName | str | Rules | dict[str, Any]) -> Rules:
    """Returns `Rules`, given as such, as the name of a preset, or as a dict of attributes.

    Raises:
      TypeError: The value is of another type.
      InvalidArgumentError: The dict has a key that is not an attribute of `Rules`.
    """
    if isinstance(rules, str):
        return Rules(rules)
    if isinstance(rules, dict):
        known = [field.name for field in fields(Rules)]
        for name in rules:
            if name not in known:
                raise arguments.invalid_value(
                    "rules", rules, f"has a key that is not one of {known}"
                )
        return Rules(**rules)
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a string, Rules or a dict, not {type(rules).__name__}")
    return rules


def setup_message(setup: Any) -> spec_pb2.Setup:
    """Returns the message for a starting position."""
    if not isinstance(setup, Setup):
        raise TypeError(f"setup must be a Setup, not {type(setup).__name__}")
    return spec_pb2.Setup(
        black_points=arguments.integers("black_points", setup.black_points, arguments.UINT32),
        white_points=arguments.integers("white_points", setup.white_points, arguments.UINT32),
        player_to_move=(
            None
            if setup.player_to_move is None
            else color_name("player_to_move", setup.player_to_move)
        ),
        handicap=arguments.integer("handicap", setup.handicap, arguments.UINT32),
    )


def opponent_message(opponent: Any) -> spec_pb2.Opponent:
    """Returns the message for an opponent, given as such or by the name of the player."""
    if isinstance(opponent, str):
        opponent = Opponent(opponent)
    if not isinstance(opponent, Opponent):
        raise TypeError(
            f"opponent must be an Opponent or the name of a player, not {type(opponent).__name__}"
        )
    return spec_pb2.Opponent(
        player=arguments.text("player", opponent.player),
        color=None if opponent.color is None else color_name("color", opponent.color),
    )


def color_name(name: str, color: Any) -> str:
    """Returns the protobuf name of a player's color."""
    return f"COLOR_{arguments.player_color(name, color).name}"


def enum_name(name: str, value: Any, enum_type: type[Enum]) -> str:
    """Returns the protobuf name of an enum member: REWARD_MODE_WIN for "win" of RewardMode."""
    prefix = re.sub("(?<=[a-z])(?=[A-Z])", "_", enum_type.__name__).upper()
    return f"{prefix}_{arguments.enum_member(name, value, enum_type).name}"


def choose_action_request(
    session_id: str, player: Any, seed: Any
) -> environment_pb2.ChooseActionRequest:
    """Returns the request for the arguments of `Session.choose_action`."""
    return environment_pb2.ChooseActionRequest(
        session_id=session_id, player=arguments.text("player", player), seed=seed_value(seed)
    )


def reset_request(
    session_id: str, seed: Any, options: Any, request_id: Any
) -> environment_pb2.ResetRequest:
    """Returns the request for the arguments of `Session.reset`.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or an option is unknown.
    """
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options must be a dict or None, not {type(options).__name__}")
    request = environment_pb2.ResetRequest(
        session_id=session_id, request_id=request_id_value(request_id)
    )
    if seed is not None:
        request.seed = seed_value(seed)
    if options:
        request.task_options.CopyFrom(task_options_message(options))
    return request


def task_options_message(options: dict[str, Any]) -> task_pb2.TaskOptions:
    """Returns the message for the options of a reset in a session with a task."""
    message = task_pb2.TaskOptions()
    for name, value in options.items():
        if name == "task_id":
            message.task_id = arguments.text(name, value)
        elif name in ("agent_color", "first_player"):
            setattr(message, name, color_name(name, arguments.color(name, value)))
        else:
            allowed = "has a key that is not one of task_id, agent_color, first_player"
            raise arguments.invalid_value("options", options, allowed)
    return message


def seed_value(seed: Any) -> int:
    """Returns a seed, checked to be an unsigned 64-bit integer."""
    return arguments.integer("seed", seed, arguments.UINT64)


def propose_dead_stones_request(
    session_id: str,
    dead_points: Any,
    expected_move_number: Any,
    expected_episode: Any,
    request_id: Any,
) -> environment_pb2.ProposeDeadStonesRequest:
    """Returns the request for the arguments of `Session.propose_dead_stones`."""
    request = environment_pb2.ProposeDeadStonesRequest(
        session_id=session_id,
        request_id=request_id_value(request_id),
        dead_points=arguments.integers("dead_points", dead_points, arguments.UINT32),
    )
    set_expected_state(request, expected_move_number, expected_episode)
    return request


def undo_request(
    session_id: str,
    move_count: Any,
    expected_move_number: Any,
    expected_episode: Any,
    request_id: Any,
) -> environment_pb2.UndoRequest:
    """Returns the request for the arguments of `Session.undo`."""
    request = environment_pb2.UndoRequest(
        session_id=session_id,
        request_id=request_id_value(request_id),
        move_count=arguments.integer("move_count", move_count, arguments.UINT32),
    )
    set_expected_state(request, expected_move_number, expected_episode)
    return request


def score_request(
    session_id: str, dead_points: Any, overlays: Any = ()
) -> environment_pb2.ScoreRequest:
    """Returns the request for a score."""
    return environment_pb2.ScoreRequest(
        session_id=session_id,
        dead_points=arguments.integers("dead_points", dead_points, arguments.UINT32),
        overlays=arguments.texts("overlays", overlays),
    )


def step_request(
    session_id: str,
    action: Any,
    expected_move_number: Any,
    expected_episode: Any,
    request_id: Any,
) -> environment_pb2.StepRequest:
    """Returns the request for the arguments of `Session.step`."""
    request = environment_pb2.StepRequest(
        session_id=session_id,
        request_id=request_id_value(request_id),
        action=arguments.integer("action", action, arguments.INT32),
    )
    set_expected_state(request, expected_move_number, expected_episode)
    return request


def set_expected_state(
    request: environment_pb2.StepRequest
    | environment_pb2.ProposeDeadStonesRequest
    | environment_pb2.UndoRequest,
    move_number: Any,
    episode: Any,
) -> None:
    """Sets the state that a request expects. None: any."""
    if move_number is not None:
        request.expected_move_number = arguments.integer(
            "expected_move_number", move_number, arguments.UINT32
        )
    if episode is not None:
        request.expected_episode = arguments.integer("expected_episode", episode, arguments.UINT64)
