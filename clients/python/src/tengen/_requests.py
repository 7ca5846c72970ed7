"""From arguments to messages of the contract."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen.enums import IllegalActionPolicy, KoRule, RewardMode, SuicideRule
from tengen.spec import Opponent, Rules, Setup
from tengen.v1 import environment_pb2 as pb

if TYPE_CHECKING:
    from enum import Enum


def new_request_id() -> str:
    """Returns an id for a changing call, never used before."""
    return uuid.uuid4().hex


def create_session_request(spec: pb.EnvironmentSpec, seed: Any) -> pb.CreateSessionRequest:
    """Returns the request for a session."""
    request = pb.CreateSessionRequest(request_id=new_request_id(), spec=spec)
    if seed is not None:
        request.seed = seed_value(seed)
    return request


def environment_spec_message(
    size: Any,
    *,
    rules: pb.Rules,
    setup: Any,
    max_moves: Any,
    reward_mode: Any,
    score_on_truncation: Any,
    illegal_action_policy: Any,
    illegal_action_penalty: Any,
    encodings: Any,
    opponent: Any,
) -> pb.EnvironmentSpec:
    """Returns the spec for the arguments of `Client.create_session`."""
    width, height = board_size(size)
    return pb.EnvironmentSpec(
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
        encodings=arguments.texts("encodings", encodings),
        opponent=None if opponent is None else opponent_message(opponent),
    )


def restore_request(snapshot: Any) -> pb.RestoreRequest:
    """Returns the request to bring a session back."""
    if not isinstance(snapshot, (bytes, bytearray, memoryview)):
        raise TypeError(f"snapshot must be bytes, not {type(snapshot).__name__}")
    return pb.RestoreRequest(request_id=new_request_id(), snapshot=bytes(snapshot))


def import_record_request(
    sgf: Any, *, spec: pb.EnvironmentSpec, move_number: Any, seed: Any
) -> pb.ImportRecordRequest:
    """Returns the request for a session that goes on from a game record."""
    if not isinstance(sgf, (str, bytes)):
        raise TypeError(f"sgf must be a string or bytes, not {type(sgf).__name__}")
    request = pb.ImportRecordRequest(
        request_id=new_request_id(),
        sgf=sgf.encode() if isinstance(sgf, str) else sgf,
        spec=spec,
    )
    if move_number is not None:
        request.move_number = arguments.integer("move_number", move_number, arguments.UINT32)
    if seed is not None:
        request.seed = seed_value(seed)
    return request


def board_size(size: Any) -> tuple[int, int]:
    """Returns width and height for an integer or a pair of integers."""
    pair = size if isinstance(size, (tuple, list)) else (size, size)
    if len(pair) != 2:  # noqa: PLR2004 - width and height.
        raise TypeError(f"size must be an integer or (width, height), not {size!r}")
    width, height = pair
    return (
        arguments.integer("width", width, arguments.UINT32),
        arguments.integer("height", height, arguments.UINT32),
    )


def rules_message(rules: Any, *, komi: Any, ko: Any, suicide: Any, passes_to_end: Any) -> pb.Rules:
    """Returns the rules for a preset or Rules, and the values that replace single ones of them."""
    if isinstance(rules, str):
        rules = Rules(rules)
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a string or Rules, not {type(rules).__name__}")
    komi = rules.komi if komi is None else komi
    ko = rules.ko if ko is None else ko
    suicide = rules.suicide if suicide is None else suicide
    passes_to_end = rules.passes_to_end if passes_to_end is None else passes_to_end
    return pb.Rules(
        preset=arguments.text("preset", rules.preset),
        komi=None if komi is None else arguments.real("komi", komi),
        ko=None if ko is None else enum_name("ko", ko, KoRule),
        suicide=None if suicide is None else enum_name("suicide", suicide, SuicideRule),
        passes_to_end=(
            None
            if passes_to_end is None
            else arguments.integer("passes_to_end", passes_to_end, arguments.UINT32)
        ),
    )


def setup_message(setup: Any) -> pb.Setup:
    """Returns the message for a set-up position."""
    if not isinstance(setup, Setup):
        raise TypeError(f"setup must be a Setup, not {type(setup).__name__}")
    return pb.Setup(
        black_points=arguments.integers("black_points", setup.black_points, arguments.UINT32),
        white_points=arguments.integers("white_points", setup.white_points, arguments.UINT32),
        player_to_move=color_name("player_to_move", setup.player_to_move),
    )


def opponent_message(opponent: Any) -> pb.Opponent:
    """Returns the message for an opponent."""
    if not isinstance(opponent, Opponent):
        raise TypeError(f"opponent must be an Opponent, not {type(opponent).__name__}")
    return pb.Opponent(
        player=arguments.text("player", opponent.player),
        color=color_name("color", opponent.color),
    )


def color_name(name: str, color: Any) -> str:
    """Returns the contract's name for a player's color."""
    return f"COLOR_{arguments.player_color(name, color).name}"


def enum_name(name: str, value: Any, enum_type: type[Enum]) -> str:
    """Returns the contract's name for a word: REWARD_MODE_WIN for "win" of RewardMode."""
    prefix = re.sub("(?<=[a-z])(?=[A-Z])", "_", enum_type.__name__).upper()
    return f"{prefix}_{arguments.word(name, value, enum_type).name}"


def reset_request(session_id: str, seed: Any, options: Any) -> pb.ResetRequest:
    """Returns the request for the arguments of `Session.reset`."""
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options must be a dict or None, not {type(options).__name__}")
    if options:
        raise arguments.invalid_value("options", options, "has a key, and none is known")
    request = pb.ResetRequest(session_id=session_id, request_id=new_request_id())
    if seed is not None:
        request.seed = seed_value(seed)
    return request


def seed_value(seed: Any) -> int:
    """Returns a seed as the contract carries it: 64 bits without a sign."""
    return arguments.integer("seed", seed, arguments.UINT64)


def step_request(session_id: str, action: Any, expected_move_number: Any) -> pb.StepRequest:
    """Returns the request for the arguments of `Session.step`."""
    request = pb.StepRequest(
        session_id=session_id,
        request_id=new_request_id(),
        action=arguments.integer("action", action, arguments.INT32),
    )
    if expected_move_number is not None:
        request.expected_move_number = arguments.integer(
            "expected_move_number", expected_move_number, arguments.UINT32
        )
    return request
