"""Converts arguments to protobuf requests."""

from __future__ import annotations

import codecs
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen._messages import message_of
from tengen.spec import Opponent, Rules, Setup
from tengen.v1 import rules_pb2, spec_pb2, task_pb2

if TYPE_CHECKING:
    from collections.abc import Collection

    from tengen.words import RulesPresetName

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


def idle_timeout(seconds: Any) -> int:
    """Returns an idle timeout in milliseconds. None: 0, which means the default."""
    return arguments.milliseconds("idle_timeout_seconds", seconds)


def environment_spec_message(
    size: Any,
    *,
    setup: Any = None,
    opponent: Any = None,
    encodings: Any = (),
    task: Any = None,
    **given: Any,
) -> spec_pb2.EnvironmentSpec:
    """Returns the spec for arguments of `Client.create_session`, with the message of the rules."""
    width, height = board_size(size)
    return message_of(
        spec_pb2.EnvironmentSpec,
        width=width,
        height=height,
        setup=None if setup is None else setup_message(setup),
        encodings=arguments.encodings(encodings),
        opponent=None if opponent is None else opponent_message(opponent),
        task="" if task is None else task,
        **given,
    )


def element_arguments(
    name: str, given: Any, allowed: Collection[str], elements: tuple[int, str]
) -> Sequence[Mapping[str, Any]]:
    """Returns the arguments of each of several elements, such as boards, that override others.

    Args:
      name: The name of the argument, for errors.
      given: A dict of arguments for each element. None: one empty dict, for all of them.
      allowed: The arguments that may differ.
      elements: The number of elements, and what they are called.

    Raises:
      TypeError: It is no sequence of dicts.
      InvalidArgumentError: There are more or fewer dicts than elements, or an argument may not
        differ.
    """
    if given is None:
        return [{}]
    if not isinstance(given, Sequence) or not all(isinstance(one, Mapping) for one in given):
        raise TypeError(f"{name} must be a sequence of dicts")
    count, plural = elements
    if len(given) != count:
        raise arguments.invalid_value(
            f"the number of {name}", len(given), f"is not the number of {plural}, {count}"
        )
    for one in given:
        for key in one:
            if key not in allowed:
                raise arguments.invalid_value(
                    name, key, f"is not one of {', '.join(sorted(allowed))}"
                )
    return given


def snapshot_bytes(snapshot: Any) -> bytes:
    """Returns a snapshot as the bytes of a message.

    Raises:
      TypeError: The snapshot is not bytes.
    """
    if not isinstance(snapshot, (bytes, bytearray, memoryview)):
        raise TypeError(f"snapshot must be bytes, not {type(snapshot).__name__}")
    return bytes(snapshot)


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
    values = vars(rules_value(rules)) | {k: v for k, v in replaced.items() if v is not None}
    names = [each.name for each in fields(Rules) if each.compare and values[each.name] is not None]
    return message_of(rules_pb2.Rules, **{name: values[name] for name in names})


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
    given = {name: value for name, value in vars(setup).items() if value is not None}
    return message_of(spec_pb2.Setup, **given)


def opponent_message(opponent: Any) -> spec_pb2.Opponent:
    """Returns the message for an opponent, given as such or by the name of the player."""
    if isinstance(opponent, str):
        opponent = Opponent(opponent)
    if not isinstance(opponent, Opponent):
        raise TypeError(
            f"opponent must be an Opponent or the name of a player, not {type(opponent).__name__}"
        )
    color = {} if opponent.color is None else {"color": opponent.color}
    return message_of(spec_pb2.Opponent, player=opponent.player, **color)


def task_options_message(options: Any) -> task_pb2.TaskOptions | None:
    """Returns the message for the options of a reset in a session with a task.

    Raises:
      TypeError: The options are no dict, or one is of the wrong type.
      InvalidArgumentError: A value is out of range, or an option is unknown.
    """
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options must be a dict or None, not {type(options).__name__}")
    if not options:
        return None
    colors = ("agent_color", "first_player")
    if not options.keys() <= {"task_id", *colors}:
        allowed = "has a key that is not one of task_id, agent_color, first_player"
        raise arguments.invalid_value("options", options, allowed)
    given = {name: arguments.color(name, options[name]) for name in colors if name in options}
    return message_of(task_pb2.TaskOptions, **options | given)
