"""The roots of trees."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen._caller_names import rename, spec_names
from tengen.session import Session
from tengen.v1 import tree_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tengen._caller_names import Argument
    from tengen.enums import RewardMode
    from tengen.errors import TengenError
    from tengen.spec import Rules, Setup
    from tengen.words import RewardModeWord, RulesPresetName


class TreeRoot:
    """The root of a tree, created by `start`, `session` or `snapshot`. Immutable."""

    def __init__(
        self, message: pb.TreeRoot, names: Mapping[str, Argument] = MappingProxyType({})
    ) -> None:
        self._message = message
        self._names = names

    def __repr__(self) -> str:
        message = self._message
        if message.session_id:
            start = f"session({message.session_id!r})"
        elif message.snapshot:
            start = f"snapshot(<{len(message.snapshot)} bytes>)"
        else:
            start = f"start(({message.spec.width}, {message.spec.height}))"
        then = f".then({list(message.actions)})" if message.actions else ""
        return f"TreeRoot.{start}{then}"

    @classmethod
    def start(
        cls,
        size: int | tuple[int, int] | str,
        *,
        rules: RulesPresetName | str | Rules | dict[str, Any] = "tromp-taylor",
        komi: float | None = None,
        setup: Setup | None = None,
        max_moves: int = 0,
        reward_mode: RewardMode | RewardModeWord = "win",
        score_on_truncation: bool = False,
    ) -> TreeRoot:
        """Returns the start of an episode. See `Client.create_session` for the arguments.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A value is out of range.
        """
        spec = requests.environment_spec_message(
            size,
            rules=requests.rules_message(rules, komi=komi),
            setup=setup,
            max_moves=max_moves,
            reward_mode=reward_mode,
            score_on_truncation=score_on_truncation,
            illegal_action_policy="reject",
            illegal_action_penalty=0.0,
        )
        return cls(pb.TreeRoot(spec=spec), spec_names(size, rules))

    @classmethod
    def session(cls, session: Session | str) -> TreeRoot:
        """Returns the state of a session, given as such or by its id, at the time of `plant`.

        The tree and the session are independent afterwards.

        Raises:
          TypeError: The argument is neither a session nor a string.
        """
        name = session.session_id if isinstance(session, Session) else session
        return cls(pb.TreeRoot(session_id=arguments.text("session", name)))

    @classmethod
    def snapshot(cls, snapshot: bytes) -> TreeRoot:
        """Returns the state of a snapshot of `Session.snapshot`.

        Raises:
          TypeError: The snapshot is not bytes.
        """
        return cls(pb.TreeRoot(snapshot=requests.snapshot_bytes(snapshot)))

    def then(self, actions: Iterable[int]) -> TreeRoot:
        """Returns the root that follows from this one by some actions.

        Raises:
          TypeError: The actions are not integers.
          InvalidArgumentError: An action is negative or exceeds 32 bits.
        """
        message = pb.TreeRoot()
        message.CopyFrom(self._message)
        message.actions.extend(arguments.integers("actions", actions, arguments.UINT32))
        return TreeRoot(message, self._names)

    @property
    def message(self) -> pb.TreeRoot:
        """The protobuf message of this root."""
        return self._message

    @property
    def names(self) -> Mapping[str, Argument]:
        """The names of the fields in errors about this root."""
        return self._names


def name_argument(error: TengenError, roots: Iterable[TreeRoot]) -> None:
    """Makes an error name the argument of the first root that has the invalid value."""
    field, value = error.metadata.get("field", ""), error.metadata.get("value", "")
    for root in roots:
        spec = root.message.spec
        values = {"width": spec.width, "height": spec.height, "preset": f'"{spec.rules.preset}"'}
        if field in root.names and str(values[field]) == value:
            rename(error, root.names[field])
            return
