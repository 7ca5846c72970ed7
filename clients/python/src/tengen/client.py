"""The entrance: a client of one server."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from tengen import _analysis
from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen import _responses as responses
from tengen import _server_responses as server_responses
from tengen._address import check_address
from tengen._transport import RetryPolicy, Transport
from tengen.session import Session
from tengen.trees.forest import Forest
from tengen.v1 import environment_pb2, spec_pb2, tree_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Self

    from tengen.analysis import Drawing, PositionSolution, Race, Record
    from tengen.enums import (
        IllegalActionPolicy,
        KoRule,
        ObservationLayout,
        RewardMode,
        SuicideRule,
        WireFormat,
    )
    from tengen.results import SessionSummary
    from tengen.server_info import ServerInfo
    from tengen.spec import Opponent, Rules, Setup
    from tengen.symmetry import Symmetry


def connect(
    address: str, *, timeout_seconds: float = 10.0, retry: RetryPolicy | None = None
) -> Client:
    """Returns a client of the server at `address`. The connection is made at the first call.

    Args:
      address: `host:port`, or `unix:path` for a Unix socket.
      timeout_seconds: How long a call may take, all its attempts together, above 0.
      retry: How calls are tried again. None: `RetryPolicy()`.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: The address or the time makes no sense.
    """
    return Client(address, timeout_seconds=timeout_seconds, retry=retry)


class Client:
    """A client of one server; `connect` makes it.

    A client and its sessions may be used from several threads at once.

    A client can be pickled: address and settings travel, the connection does not, and closed or not
    the copy is open. A client that has made a call refuses to work in a forked process
    (RuntimeError); one that has not makes a connection there.
    """

    def __init__(
        self, address: str, *, timeout_seconds: float = 10.0, retry: RetryPolicy | None = None
    ) -> None:
        self._address = check_address(address)
        self._timeout_seconds = arguments.positive_seconds("timeout_seconds", timeout_seconds)
        self._retry = RetryPolicy() if retry is None else retry
        self._transport = Transport(self._address, self._timeout_seconds, self._retry)

    @property
    def address(self) -> str:
        """The server's address."""
        return self._address

    def server_info(self, *encodings: str) -> ServerInfo:
        """Returns what the server offers: version, presets, encodings, players, limits.

        Args:
          encodings: Names of encodings of families whose specs to tell as well, as in
            "alphazero:history=4"; at most 16.

        Raises:
          InvalidArgumentError: An encoding is unknown.
          TengenError: No answer came.
        """
        request = environment_pb2.GetServerInfoRequest(
            encodings=arguments.texts("encodings", encodings)
        )
        return server_responses.server_info(
            self._transport.read(self._transport.stub().GetServerInfo, request)
        )

    def create_session(
        self,
        size: int | tuple[int, int],
        *,
        rules: str | Rules | dict[str, Any] = "tromp-taylor",
        komi: float | None = None,
        ko: KoRule | str | None = None,
        suicide: SuicideRule | str | None = None,
        passes_to_end: int | None = None,
        setup: Setup | None = None,
        max_moves: int = 0,
        reward_mode: RewardMode | str = "win",
        score_on_truncation: bool = False,
        illegal_action_policy: IllegalActionPolicy | str = "reject",
        illegal_action_penalty: float = 0.0,
        encodings: Sequence[str] = ("alphazero-17",),
        opponent: Opponent | None = None,
        seed: int | None = None,
        wire_format: WireFormat | str = "bits",
        observation_layout: ObservationLayout | str = "chw",
        symmetry: Symmetry | str = "identity",
        task: str | None = None,
    ) -> Session:
        """Makes a session with an environment of its own, its first episode started.

        Args:
          size: Points in a row and in a column, 1 to 25; or (width, height).
          rules: Name of a preset, `Rules`, or a dict of attributes of `Rules`.
          komi: Points given to White, a multiple of one half in [-1000, 1000]. As the other
            arguments up to `passes_to_end`, it replaces the value in `rules` where it is not None.
          ko: Which repetitions are forbidden.
          suicide: Which suicides are allowed.
          passes_to_end: Passes in a row that end the game, 2 or 3.
          setup: The position at the start of every episode. None: empty board, Black to move.
          max_moves: Moves after which an episode is truncated. 0: three times the count of points;
            -1: unlimited.
          reward_mode: What is paid.
          score_on_truncation: Whether a truncated episode is paid as if it had ended there.
          illegal_action_policy: What an illegal action does.
          illegal_action_penalty: What the mover pays under the policy "ignore", 0 to 1,000,000.
          encodings: Encodings in which `reset` and `step` observe, at most 16. None of them makes
            the shortest answers.
          opponent: A player that moves for one color. None: the caller moves for both.
          seed: Seed of the first episode, 64 bits. None: the server draws one.
          wire_format: What a number of a plane is on the way here: "bits" and "uint8" give uint8
            arrays, "float32" gives float32.
          observation_layout: "chw" or "hwc".
          symmetry: By which the agent sees the board and acts on it; "drawn" for one of its own in
            each episode. Boards that are not square have those that do not swap the sides.
          task: Name of a task, as in "race-class0:split=test", that episodes are of; docs/reference/tasks.md
            lists them. The opponent "oracle" is then a perfect player. None: whole games.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A value is out of range, or a name is unknown.
          ResourceExhaustedError: The server has as many sessions as it may.
          TengenError: The call failed otherwise.
        """
        spec_message = requests.environment_spec_message(
            size,
            rules=requests.rules_message(
                rules, komi=komi, ko=ko, suicide=suicide, passes_to_end=passes_to_end
            ),
            setup=setup,
            max_moves=max_moves,
            reward_mode=reward_mode,
            score_on_truncation=score_on_truncation,
            illegal_action_policy=illegal_action_policy,
            illegal_action_penalty=illegal_action_penalty,
            encodings=encodings,
            opponent=opponent,
            wire_format=wire_format,
            observation_layout=observation_layout,
            symmetry=symmetry,
            task=task,
        )
        request = requests.create_session_request(spec_message, seed)
        response = self._transport.change(self._transport.stub().CreateSession, request)
        spec = responses.environment_spec(response.spec)
        return Session(self._transport, response.session_id, spec)

    def attach_session(self, session_id: str) -> Session:
        """Returns a session that exists already, made here or by another client.

        Raises:
          SessionNotFoundError: There is no such session.
          TengenError: The call failed otherwise.
        """
        request = environment_pb2.GetSessionRequest(
            session_id=arguments.text("session_id", session_id)
        )
        response = self._transport.read(self._transport.stub().GetSession, request)
        return Session(
            self._transport, response.session_id, responses.environment_spec(response.spec)
        )

    def list_sessions(self) -> list[SessionSummary]:
        """Returns all open sessions of the server, those made first first."""
        sessions: list[SessionSummary] = []
        request = environment_pb2.ListSessionsRequest()
        while True:
            page = self._transport.read(self._transport.stub().ListSessions, request)
            sessions.extend(responses.session_summary(message) for message in page.sessions)
            if not page.next_page_token:
                return sessions
            request = environment_pb2.ListSessionsRequest(page_token=page.next_page_token)

    def solve(
        self,
        position: Drawing | Record | Sequence[str] | NDArray[np.integer],
        *,
        regret_actions: Iterable[SupportsIndex] = (),
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
    ) -> PositionSolution:
        """Returns what perfect play comes to, on a board of at most 12 points.

        The rules are those of Tromp and Taylor; komi is left out.

        Args:
          position: A drawing, the rows of one with Black to move, or a record.
          regret_actions: Legal actions whose regret to tell, each once.
          max_nodes: States to search at most, for the position and for each regret action. None: as
            many as the server allows.
          max_seconds: Time to search. None: 5 seconds, or less where the server allows no more. The
            call may take so much longer than others.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The position cannot be solved, or an action is out of range.
          IllegalActionError: A regret action is illegal.
          EpisodeOverError: The game is over.
          ResourceExhaustedError: As many analyses wait as the server allows.
          TengenError: The call failed otherwise.
        """
        return _analysis.solve(
            self._transport,
            _analysis.position_message(position),
            regret_actions,
            _analysis.limits_message(max_nodes, max_seconds),
        )

    def analyze_race(
        self,
        position: Drawing | Record | Sequence[str] | NDArray[np.integer],
        *,
        black_essential: SupportsIndex | None = None,
        white_essential: SupportsIndex | None = None,
        is_static: bool = False,
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
    ) -> list[Race]:
        """Returns how a capturing race stands, or all races that are found on the board.

        Args:
          position: A drawing, the rows of one, or a record.
          black_essential: A point of Black's essential chain, given together with White's. None:
            races are looked for.
          white_essential: A point of White's essential chain.
          is_static: Counts liberties alone and does not search.
          max_nodes: States to search at most, all races together. None: as many as the server
            allows.
          max_seconds: Time to take. None: 5 seconds, or less where the server allows no more. The
            call may take so much longer than others.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The position is no board, or a point has no such stone.
          ResourceExhaustedError: As many analyses wait as the server allows.
          TengenError: The call failed otherwise.
        """
        return _analysis.analyze_race(
            self._transport,
            _analysis.position_message(position),
            (black_essential, white_essential),
            is_static,
            _analysis.limits_message(max_nodes, max_seconds),
        )

    def restore(self, snapshot: bytes) -> Session:
        """Makes a session from what `Session.snapshot` returned, here or at another server.

        Raises:
          TypeError: The snapshot is not bytes.
          InvalidArgumentError: The bytes are damaged, no snapshot, or of a later version.
          ResourceExhaustedError: The server has as many sessions as it may.
        """
        request = requests.restore_request(snapshot)
        response = self._transport.change(self._transport.stub().Restore, request)
        return self._opened(response.session)

    def import_record(
        self,
        sgf: str | bytes,
        *,
        move_number: int | None = None,
        rules: str | Rules | dict[str, Any] | None = None,
        komi: float | None = None,
        max_moves: int = -1,
        encodings: Sequence[str] = ("alphazero-17",),
        opponent: Opponent | None = None,
        seed: int | None = None,
    ) -> Session:
        """Makes a session that stands after some moves of the first game in an SGF.

        What is odd in the record, and what was put right, is in `Session.warnings`.

        Args:
          sgf: The text or the bytes of an SGF file.
          move_number: Moves to play. None: all.
          rules: Name of a preset, `Rules`, or a dict of attributes of `Rules`. None: the
            record's, or Tromp-Taylor if it names none that is known.
          komi: Points given to White. None: the record's, or those of the rules if it names none.
          max_moves: Moves after which an episode is truncated. -1: unlimited.
          encodings: Encodings in which `reset` and `step` observe.
          opponent: A player that moves for one color, at once where it is its turn.
          seed: Seed of the episode. None: the server draws one.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The record cannot be read, a move is illegal, or a value is wrong.
          ResourceExhaustedError: The server has as many sessions as it may.
        """
        spec = spec_pb2.EnvironmentSpec(
            rules=requests.rules_message("" if rules is None else rules, komi=komi),
            max_moves=arguments.integer("max_moves", max_moves, arguments.INT32),
            encodings=arguments.texts("encodings", encodings),
            opponent=None if opponent is None else requests.opponent_message(opponent),
        )
        request = requests.import_record_request(sgf, spec=spec, move_number=move_number, seed=seed)
        response = self._transport.change(self._transport.stub().ImportRecord, request)
        return self._opened(response.session, response.warnings)

    def _opened(
        self, message: environment_pb2.OpenedSession, warnings: Sequence[str] = ()
    ) -> Session:
        spec = responses.environment_spec(message.spec)
        return Session(self._transport, message.session_id, spec, warnings)

    def open_forest(
        self,
        size: int | tuple[int, int] = 19,
        *,
        encodings: Sequence[str] = ("alphazero-17",),
        max_node_count: int = 0,
    ) -> Forest:
        """Makes a forest, whose trees a search grows and which has a connection of its own.

        Args:
          size: Points in a row and in a column of the largest board; or (width, height).
          encodings: Encodings that nodes are observed in, at most 16.
          max_node_count: How many nodes there may be at once, roots included. The server keeps
            places for them. 0: a million, or as many as the server allows if that is less.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A value is out of range, or a name is unknown.
          ResourceExhaustedError: The server has no room for as many nodes.
          TengenError: No answer came.
        """
        width, height = requests.board_size(size)
        names = arguments.texts("encodings", encodings)
        known = {spec.name: spec for spec in self.server_info(*names).encodings}
        request = tree_pb2.OpenForest(
            encodings=names,
            width=width,
            height=height,
            max_node_count=arguments.integer("max_node_count", max_node_count, arguments.UINT32),
        )
        return Forest(self._address, request, [len(known[name].planes) for name in names])

    def close(self) -> None:
        """Closes the connection. Closing again does nothing.

        The sessions stay at the server until they expire: close them first. A call that is under
        way in another thread fails, and later ones raise RuntimeError.
        """
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self._address!r})"

    def __reduce__(self) -> tuple[Callable[[str], Client], tuple[str]]:
        make = functools.partial(Client, timeout_seconds=self._timeout_seconds, retry=self._retry)
        return make, (self._address,)
