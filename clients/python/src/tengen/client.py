"""The client of a server."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, overload

from tengen import _analysis
from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen import _responses as responses
from tengen._address import addresses_of, check_address
from tengen._caller_names import (
    IDLE_TIMEOUT_NAMES,
    SEAT_NAMES,
    errors_named,
    position_names,
    rules_names,
    size_names,
    spec_names,
)
from tengen._closing import CloseOnExit
from tengen._messages import message_of
from tengen._responses import convert
from tengen._retry import RetryPolicy
from tengen._transport import Transport
from tengen.results import SeatTokens, SessionSummary
from tengen.security import choose
from tengen.server_info import ServerInfo
from tengen.session import Session
from tengen.trees.forest import Forest
from tengen.v1 import environment_pb2, spec_pb2, tree_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from tengen.analysis import Drawing, PositionSolution, Race, Record
    from tengen.enums import (
        IllegalActionPolicy,
        KoRule,
        ObservationFormat,
        ObservationLayout,
        RewardMode,
        SuicideRule,
    )
    from tengen.keywords import RecordKeywords, SessionKeywords
    from tengen.results import Observation, Planes
    from tengen.security import TlsChoice
    from tengen.spec import Opponent, Rules, Setup
    from tengen.symmetry import Symmetry
    from tengen.words import (
        EncodingName,
        IllegalActionPolicyWord,
        KoRuleWord,
        ObservationFormatWord,
        ObservationLayoutWord,
        PlayerName,
        RewardModeWord,
        RulesPresetName,
        SuicideRuleWord,
        SymmetryWord,
    )

__all__ = ["Client", "connect"]


def connect(
    address: str,
    *,
    timeout_seconds: float = 10.0,
    retry: RetryPolicy | None = None,
    wait_seconds: float | None = None,
    tls: TlsChoice = None,
    token: str | None = None,
    rebalance: bool = False,
) -> Client:
    """Returns a client of the server at `address`.

    Args:
      address: `host:port`; or `unix:path` for a Unix socket; or "embedded" for a server inside this
        process, which starts with the first call and needs the extra `embedded`. Several
        `host:port`, separated by commas, are servers that share a store of sessions: if the server
        of a session fails, another one continues it. Give those that the servers advertise; no
        other address gets a call. A new session or forest goes to the emptier of two. And
        `dns:///host:port` is a name of several servers: this client has its sessions at the emptier
        of two, and they end with that server.
      timeout_seconds: The deadline of a call, including all retries, above 0. While no server
        answers, a call is retried until this time has passed.
      retry: The retry policy. None: `RetryPolicy()`.
      wait_seconds: How long to wait at most until the server is ready, above 0; see
        `Client.wait_until_ready`. None: the first call opens the connection.
      tls: How to encrypt: True trusts the authorities of the system; a path names a PEM file of the
        authorities to trust; `tengen.security.Tls` has a client certificate, too; False is without
        encryption. None: the environment variables `TENGEN_CA`, `TENGEN_CERTIFICATE`, `TENGEN_KEY`
        and `TENGEN_TLS` decide, which also hold for environments and agents.
      token: The token that proves who calls. None: the environment variable `TENGEN_TOKEN` decides.
      rebalance: Whether sessions move to an emptier one of several servers that share a store. A
        session moves when `reset` starts an episode, one every few seconds at most.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: The address or a time is invalid, a token would travel over a network
        without encryption, or there is no other server to move to.
      UnavailableError: The server is not ready after `wait_seconds`.
    """
    client = Client(
        address,
        timeout_seconds=timeout_seconds,
        retry=retry,
        tls=tls,
        token=token,
        rebalance=rebalance,
    )
    if wait_seconds is not None:
        try:
            client.wait_until_ready(wait_seconds)
        except BaseException:
            client.close()
            raise
    return client


class Client(CloseOnExit):
    """A client of one server, returned by `connect`.

    A client and its sessions are thread-safe.

    A client can be pickled. The copy has the same address and settings, opens its own connection,
    and is open even if the original is closed.

    A client that has made a call raises RuntimeError in a forked child. A client that has made no
    call yet can be used in a forked child, where it opens its own connection.

    Every method that calls the server raises RuntimeError once the client is closed.
    """

    def __init__(
        self,
        address: str,
        *,
        timeout_seconds: float = 10.0,
        retry: RetryPolicy | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
        rebalance: bool = False,
    ) -> None:
        self._address = check_address(address)
        self._rebalance = arguments.flag("rebalance", rebalance)
        if self._rebalance and len(addresses_of(self._address)) == 1:
            raise arguments.invalid_value(
                "rebalance", rebalance, "needs the addresses of several servers"
            )
        self._timeout_seconds = arguments.positive_seconds("timeout_seconds", timeout_seconds)
        self._retry = RetryPolicy() if retry is None else retry
        self._tls = tls
        self._token = token
        self._security = choose(self._address, tls, token)
        self._transport = Transport(
            self._address,
            self._timeout_seconds,
            self._retry,
            self._security,
            rebalance=self._rebalance,
        )

    @property
    def address(self) -> str:
        """The server's address."""
        return self._address

    def wait_until_ready(self, timeout_seconds: float) -> None:
        """Waits until the server answers and reports that it is ready, by its health service.

        A program can thus start before its server. The logger `tengen.client` has a warning that
        names what this method waits for.

        Args:
          timeout_seconds: How long to wait at most, above 0.

        Raises:
          TypeError: The time is not a number.
          InvalidArgumentError: The time is not finite, or not above 0.
          UnavailableError: No server answers (UNAVAILABLE), or the server is not ready (NOT_READY),
            after that time. The message names what was tried, how often, and what to do.
          TengenError: The program at the address is not a server of Tengen.
        """
        self._transport.wait_until_ready(
            arguments.positive_seconds("timeout_seconds", timeout_seconds)
        )

    def server_info(self, *encodings: str) -> ServerInfo:
        """Returns what the server offers: version, presets, encodings, players, limits.

        Args:
          encodings: Encodings of families to include, such as "alphazero:history=4"; at most 16.

        Raises:
          TypeError: An encoding is not a string.
          InvalidArgumentError: An encoding is unknown.
          TengenError: The call failed.
        """
        request = environment_pb2.GetServerInfoRequest(encodings=arguments.encodings(encodings))
        response = self._transport.read(self._transport.stub().GetServerInfo, request)
        return convert(response, ServerInfo)

    @overload
    def create_session(
        self,
        size: int | tuple[int, int] | str,
        *,
        encodings: EncodingName | str | tuple[str] = ...,
        **keywords: Unpack[SessionKeywords],
    ) -> Session[Planes]: ...
    @overload
    def create_session(
        self,
        size: int | tuple[int, int] | str,
        *,
        encodings: tuple[str, str, Unpack[tuple[str, ...]]],
        **keywords: Unpack[SessionKeywords],
    ) -> Session[dict[str, Planes]]: ...
    @overload
    def create_session(
        self,
        size: int | tuple[int, int] | str,
        *,
        encodings: Sequence[str],
        **keywords: Unpack[SessionKeywords],
    ) -> Session[Observation]: ...
    def create_session(
        self,
        size: int | tuple[int, int] | str,
        *,
        rules: RulesPresetName | str | Rules | dict[str, Any] = "tromp-taylor",
        komi: float | None = None,
        ko: KoRule | KoRuleWord | None = None,
        suicide: SuicideRule | SuicideRuleWord | None = None,
        passes_to_end: int | None = None,
        setup: Setup | None = None,
        max_moves: int = 0,
        reward_mode: RewardMode | RewardModeWord = "win",
        score_on_truncation: bool = False,
        illegal_action_policy: IllegalActionPolicy | IllegalActionPolicyWord = "reject",
        illegal_action_penalty: float = 0.0,
        max_illegal_actions: int = 0,
        encodings: EncodingName | str | Sequence[str] = "alphazero-17",
        opponent: Opponent | PlayerName | str | None = None,
        seed: int | None = None,
        observation_format: ObservationFormat | ObservationFormatWord = "bits",
        observation_layout: ObservationLayout | ObservationLayoutWord = "chw",
        symmetry: Symmetry | SymmetryWord = "identity",
        task: str | None = None,
        idle_timeout_seconds: float | None = None,
        seats: bool = False,
        spectator: bool = False,
        copy: bool = True,
    ) -> Session[Any]:
        """Creates a session and starts its first episode.

        Args:
          size: The width and height of the board in points, 1 to 25; or (width, height); or "9x7".
          rules: The name of a preset, `Rules`, or a dict of attributes of `Rules`.
          komi: Points given to White, a multiple of one half in [-1000, 1000]. `komi`, `ko`,
            `suicide` and `passes_to_end` override the values in `rules` unless they are None.
          ko: Which repetitions are forbidden.
          suicide: Which suicides are allowed.
          passes_to_end: The number of consecutive passes that end the game, 2 or 3.
          setup: The position at the start of every episode. None: empty board, Black to move.
          max_moves: The number of moves after which an episode is truncated. 0: three times the
            number of points. -1: unlimited.
          reward_mode: How rewards are computed.
          score_on_truncation: Whether a truncated episode is rewarded as if it had ended there.
          illegal_action_policy: What an illegal action does.
          illegal_action_penalty: The penalty of the mover under the policy "ignore", 0 to
            1,000,000.
          max_illegal_actions: The number of illegal actions after which an episode is truncated
            under the policy "ignore", at most 1,000,000. 0: as many as `max_moves`. -1: unlimited.
          encodings: The encodings of the observations of `reset` and `step`, at most 16. With one,
            given as a string or in a sequence, an observation is an array; with several it is a
            dict of arrays. None, as an empty sequence, make the smallest responses. Type checkers
            know the type of observations if this is a string or a tuple.
          opponent: A player that moves for one color, or its name; it then is White, or with a
            task the other color. None: the caller moves for both.
          seed: The seed of the first episode, 64 bits, unsigned. None: the server draws one.
          observation_format: The number format of planes in transit. "bits" and "uint8" give uint8
            arrays, "float32" gives float32 arrays.
          observation_layout: "chw" or "hwc".
          symmetry: The symmetry that transforms the agent's observations and actions. "drawn" draws
            one for each episode. Boards that are not square allow only symmetries that do not swap
            the sides.
          task: The name of a task, such as "race-class0:split=test", that defines the episodes; see
            docs/reference/tasks.md. The opponent "oracle" is then a perfect player. None: whole
            games.
          idle_timeout_seconds: How long the session may be idle before it expires, above 0. It is
            idle while no call on it runs or waits at the server. None: the server's maximum.
          seats: Whether `Session.seat_tokens` has a token for each color, so that others can play
            the game. Not allowed with an opponent.
          spectator: Whether `Session.seat_tokens` has a token for spectators.
          copy: Whether each result of `reset` and `step` has new arrays. Otherwise the planes and
            the action mask of a result are valid only until the next call of the session, and may
            be read-only. False saves time with a server inside this process.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A value is out of range, or a name is unknown.
          ResourceExhaustedError: The server has reached its limit of sessions.
          TengenError: The call failed for another reason.
        """
        spec = requests.environment_spec_message(
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
            max_illegal_actions=max_illegal_actions,
            encodings=encodings,
            opponent=opponent,
            observation_format=observation_format,
            observation_layout=observation_layout,
            symmetry=symmetry,
            task=task,
        )
        request = message_of(
            environment_pb2.CreateSessionRequest,
            request_id=requests.new_request_id(),
            spec=spec,
            seed=seed,
            idle_timeout_ms=requests.idle_timeout(idle_timeout_seconds),
            with_player_seats=arguments.flag("seats", seats),
            with_spectator_seat=arguments.flag("spectator", spectator),
        )
        is_copied = arguments.flag("copy", copy)
        with errors_named(spec_names(size, rules) | IDLE_TIMEOUT_NAMES | SEAT_NAMES):
            response = self._transport.change(self._transport.stub().CreateSession, request)
        tokens = convert(response.seat_tokens, SeatTokens) if seats or spectator else None
        return self._session(response, seat_tokens=tokens, copy=is_copied)

    def attach_session(self, session_id: str = "") -> Session:
        """Returns an existing session, created by this client or another one.

        Args:
          session_id: The id of the session. Empty: the session of the seat, if the token of this
            client is one of `Session.seat_tokens`.

        Raises:
          TypeError: The session id is not a string.
          InvalidArgumentError: The session id is empty, and the token is not that of a seat.
          SessionNotFoundError: There is no such session.
          TengenError: The call failed for another reason.
        """
        request = message_of(environment_pb2.GetSessionRequest, session_id=session_id)
        return self._session(self._transport.read(self._transport.stub().GetSession, request))

    def list_sessions(self) -> list[SessionSummary]:
        """Returns all open sessions of the server, oldest first.

        Raises:
          TengenError: The call failed.
        """
        sessions: list[SessionSummary] = []
        request = environment_pb2.ListSessionsRequest()
        while True:
            page = self._transport.read(self._transport.stub().ListSessions, request)
            sessions.extend(convert(message, SessionSummary) for message in page.sessions)
            if not page.next_page_token:
                return sessions
            request = environment_pb2.ListSessionsRequest(page_token=page.next_page_token)

    def solve(
        self,
        position: Drawing | Record | Sequence[str] | NDArray[np.integer],
        *,
        regret_actions: Iterable[SupportsIndex] = (),
        max_node_count: SupportsIndex | None = None,
        max_time_seconds: float | None = None,
    ) -> PositionSolution:
        """Returns the result of perfect play in a position of at most 12 points.

        The rules are Tromp-Taylor rules without komi.

        Args:
          position: A `Drawing`, the rows of one with Black to move, or a `Record`.
          regret_actions: Legal actions whose regret to compute, each at most once.
          max_node_count: The maximum number of states to search, for the position and for each
            regret action. None: the server's limit.
          max_time_seconds: The maximum time to search. It extends the deadline of the call. None: 5
            seconds, or the server's limit if that is less.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The position cannot be solved, or an action is out of range.
          IllegalActionError: A regret action is illegal.
          EpisodeOverError: The game is over.
          ResourceExhaustedError: The server's queue of analyses is full.
          TengenError: The call failed for another reason.
        """
        with errors_named(position_names(position)):
            return _analysis.solve(
                self._transport,
                _analysis.position_message(position),
                regret_actions,
                _analysis.limits_message(max_node_count, max_time_seconds),
            )

    def analyze_race(
        self,
        position: Drawing | Record | Sequence[str] | NDArray[np.integer],
        *,
        black_essential: SupportsIndex | None = None,
        white_essential: SupportsIndex | None = None,
        is_static: bool = False,
        max_node_count: SupportsIndex | None = None,
        max_time_seconds: float | None = None,
    ) -> list[Race]:
        """Returns the analysis of one capturing race, or of all races on the board.

        Args:
          position: A `Drawing`, the rows of one, or a `Record`.
          black_essential: A point of Black's essential chain. It requires `white_essential`. None:
            all races on the board are found and analyzed.
          white_essential: A point of White's essential chain.
          is_static: Whether to count liberties only, without a search.
          max_node_count: The maximum number of states to search for all races together. None: the
            server's limit.
          max_time_seconds: The maximum time of the analysis. It extends the deadline of the call.
            None: 5 seconds, or the server's limit if that is less.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The position is not a valid board, or a point does not hold a stone
            of the color.
          ResourceExhaustedError: The server's queue of analyses is full.
          TengenError: The call failed for another reason.
        """
        with errors_named(position_names(position)):
            return _analysis.analyze_race(
                self._transport,
                _analysis.position_message(position),
                (black_essential, white_essential),
                is_static,
                _analysis.limits_message(max_node_count, max_time_seconds),
            )

    def restore(
        self, snapshot: bytes, *, idle_timeout_seconds: float | None = None, copy: bool = True
    ) -> Session:
        """Creates a session from a snapshot of this server or another one.

        Args:
          snapshot: The bytes that `Session.snapshot` returned.
          idle_timeout_seconds: As in `create_session`. A snapshot contains no idle timeout.
          copy: As in `create_session`.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The bytes are not a snapshot, are damaged, or of a later version; or
            the idle timeout is out of range.
          ResourceExhaustedError: The server has reached its limit of sessions.
          TengenError: The call failed for another reason.
        """
        request = environment_pb2.RestoreRequest(
            request_id=requests.new_request_id(),
            snapshot=requests.snapshot_bytes(snapshot),
            idle_timeout_ms=requests.idle_timeout(idle_timeout_seconds),
        )
        with errors_named(IDLE_TIMEOUT_NAMES):
            response = self._transport.change(self._transport.stub().Restore, request)
        return self._session(response.session, copy=copy)

    @overload
    def import_record(
        self,
        sgf: str | bytes,
        *,
        encodings: EncodingName | str | tuple[str] = ...,
        **keywords: Unpack[RecordKeywords],
    ) -> Session[Planes]: ...
    @overload
    def import_record(
        self,
        sgf: str | bytes,
        *,
        encodings: tuple[str, str, Unpack[tuple[str, ...]]],
        **keywords: Unpack[RecordKeywords],
    ) -> Session[dict[str, Planes]]: ...
    @overload
    def import_record(
        self,
        sgf: str | bytes,
        *,
        encodings: Sequence[str],
        **keywords: Unpack[RecordKeywords],
    ) -> Session[Observation]: ...
    def import_record(
        self,
        sgf: str | bytes,
        *,
        move_number: int | None = None,
        rules: RulesPresetName | str | Rules | dict[str, Any] | None = None,
        komi: float | None = None,
        max_moves: int = 0,
        encodings: EncodingName | str | Sequence[str] = "alphazero-17",
        opponent: Opponent | PlayerName | str | None = None,
        seed: int | None = None,
        idle_timeout_seconds: float | None = None,
        strict: bool = False,
    ) -> Session[Any]:
        """Creates a session from the first game in an SGF record.

        A record of `Session.export_record`, imported with default arguments, gives a session with
        the same state hash. Problems in the record, and how they were corrected, are listed in
        `Session.warnings`.

        Args:
          sgf: The text or the bytes of an SGF file.
          move_number: The number of moves to play. None: all.
          rules: The name of a preset, `Rules`, or a dict of attributes of `Rules`. None: the rules
            of the record, or Tromp-Taylor rules if the record names no known rules.
          komi: Points given to White. None: the komi of the record, or of the rules if the record
            has none.
          max_moves: The number of moves after which an episode is truncated. 0: the limit of the
            record, unlimited if it has none. -1: unlimited.
          encodings: As in `create_session`.
          opponent: A player that moves for one color, or its name; it then is White. It moves at
            once if it is its turn.
          seed: The seed of the episode. None: the server draws one.
          idle_timeout_seconds: As in `create_session`.
          strict: Whether to refuse a record that breaks the format even if its moves are intact.
            Otherwise it is read with warnings.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The record is malformed, a move is illegal, or a value is out of
            range.
          ResourceExhaustedError: The server has reached its limit of sessions.
          TengenError: The call failed for another reason.
        """
        spec = message_of(
            spec_pb2.EnvironmentSpec,
            rules=requests.rules_message("" if rules is None else rules, komi=komi),
            max_moves=max_moves,
            encodings=arguments.encodings(encodings),
            opponent=None if opponent is None else requests.opponent_message(opponent),
        )
        request = message_of(
            environment_pb2.ImportRecordRequest,
            request_id=requests.new_request_id(),
            sgf=requests.sgf_bytes(sgf),
            spec=spec,
            move_number=move_number,
            seed=seed,
            idle_timeout_ms=requests.idle_timeout(idle_timeout_seconds),
            strict=strict,
        )
        with errors_named(rules_names(rules) | IDLE_TIMEOUT_NAMES):
            response = self._transport.change(self._transport.stub().ImportRecord, request)
        return self._session(response.session, response.warnings)

    def _session(
        self,
        message: environment_pb2.CreateSessionResponse
        | environment_pb2.GetSessionResponse
        | environment_pb2.OpenedSession,
        warnings: Sequence[str] = (),
        seat_tokens: SeatTokens | None = None,
        *,
        copy: bool = True,
    ) -> Session[Any]:
        return Session(
            self._transport,
            message.session_id,
            responses.environment_spec(message.spec),
            idle_timeout_seconds=message.idle_timeout_ms / 1000,
            warnings=warnings,
            seat_tokens=seat_tokens,
            copy=copy,
        )

    def open_forest(
        self,
        size: int | tuple[int, int] | str = 19,
        *,
        encodings: EncodingName | str | Sequence[str] = "alphazero-17",
        max_node_count: int = 0,
    ) -> Forest:
        """Opens a forest: game trees at the server for a tree search. It has its own connection.

        Args:
          size: The width and height of the largest board in points; or (width, height).
          encodings: The encodings of the observations of nodes, at most 16: a name or several.
          max_node_count: The maximum number of nodes, including roots. The server reserves them. 0:
            a million, or the server's limit if that is less.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A value is out of range, or a name is unknown.
          ResourceExhaustedError: The server cannot reserve that many nodes.
          TengenError: The call failed for another reason.
        """
        width, height = requests.board_size(size)
        names = arguments.encodings(encodings)
        info = self.server_info(*names)
        specs = [spec for spec in map(info.encoding, names) if spec is not None]
        request = message_of(
            tree_pb2.OpenForest,
            encodings=[spec.name for spec in specs],
            width=width,
            height=height,
            max_node_count=max_node_count,
        )
        with errors_named(size_names(size)):
            return Forest(
                self._address,
                request,
                [len(spec.planes) for spec in specs],
                timeout_seconds=self._timeout_seconds,
                retry=self._retry,
                reach=self._transport.reach,
                security=self._security,
            )

    def close(self) -> None:
        """Closes the connection. This method is idempotent.

        Sessions stay open at the server until they expire, so close them first. Pending calls of
        other threads fail, and later calls raise RuntimeError.
        """
        self._transport.close()

    def __repr__(self) -> str:
        return f"Client({self._address!r})"

    def __reduce__(self) -> tuple[Callable[[str], Client], tuple[str]]:
        create = functools.partial(
            Client,
            timeout_seconds=self._timeout_seconds,
            retry=self._retry,
            tls=self._tls,
            token=self._token,
            rebalance=self._rebalance,
        )
        return create, (self._address,)
