"""A server of races, which are played over many WebSockets of its gateway at once."""

from __future__ import annotations

import json
import urllib.request
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

from tengen.server import LocalServer
from text_races.board import Position, move_of, read_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType

    from typing_extensions import Self
    from websockets.sync.client import ClientConnection

    import tengen

SOCKET_COUNT = 32
"""How many races are played at once."""

OPTIONS = {"coordinates": "numbers", "show_legal": True, "reward": "regret"}
"""The options that all races have."""


@dataclass(frozen=True)
class Turn:
    """A move of the agent.

    Attributes:
      position: The position before the move.
      action: The action.
      reward: Minus the value that the move lost against perfect play. None if the server's search
        reached its limit.
    """

    position: Position
    action: int
    reward: float | None


@dataclass
class Race:
    """A race.

    Attributes:
      index: Its index among those that are played.
      name: Identifies the position and the first player.
      position: The position, in which the agent is to move.
      turns: The moves of the agent.
      regret: At the end, the optimal value minus the one that the agent obtained, from 0 to 2.
    """

    index: int
    name: str
    position: Position
    turns: list[Turn] = field(default_factory=list)
    regret: float | None = None


class Lane:
    """A socket, which plays one race after the other.

    Attributes:
      race: The race that is played now.
    """

    race: Race

    def __init__(self, socket: ClientConnection, client: tengen.Client) -> None:
        self._socket = socket
        self._client = client
        self._index = 0
        self._session: tengen.Session | None = None

    def send_reset(self, index: int, options: Mapping[str, Any]) -> None:
        """Requests the race with these options."""
        self._index = index
        self._session = None
        self._send("reset", {**options, **OPTIONS})

    def receive_race(self) -> None:
        """Starts the race that `send_reset` requested."""
        observation = self._receive()["observation"]
        self.race = Race(self._index, observation["task"]["id"], read_position(observation))

    def oracle_action(self, seed: int) -> int:
        """Returns a move of the perfect player. The same seed gives the same move."""
        if self._session is None:
            self._send("state")
            self._session = self._client.attach_session(self._receive()["game_session"])
        return self._session.choose_action("oracle", seed=seed)

    def send_move(self, action: int) -> None:
        """Plays a move of the agent."""
        self._send("step", {"move": move_of(action, self.race.position.size)})

    def receive_turn(self, action: int) -> bool:
        """Adds the move that `send_move` played to the race, and returns whether the race is over.

        Raises:
          ValueError: The move is illegal.
        """
        result = self._receive()
        observation = result["observation"]
        if observation["error"]:
            raise ValueError(observation["error"])
        self.race.turns.append(Turn(self.race.position, action, result["reward"]))
        if result["done"]:
            self.race.regret = float(observation["task"]["regret"])
        else:
            self.race.position = read_position(observation)
        return bool(result["done"])

    def _send(self, kind: str, data: Mapping[str, Any] | None = None) -> None:
        self._socket.send(json.dumps({"type": kind} | ({} if data is None else {"data": data})))

    def _receive(self) -> dict[str, Any]:
        answer = json.loads(self._socket.recv())
        if answer["type"] == "error":
            raise RuntimeError(answer["data"]["message"])
        return dict(answer["data"])


class RaceServer:
    """A local server with the gateway, and sockets that play races on it.

    The opponent is the oracle, a perfect player. Races, replies and their order depend on the
    options of the races and the moves alone, so that a run can be repeated.

    Raises:
      LaunchError: The server cannot be started.
    """

    def __init__(self) -> None:
        with ExitStack() as stack:
            server = LocalServer(options=("--openenv", "--http-port", "0"))
            stack.callback(server.close)
            self._url = f"http://{server.http_address}"
            address = f"ws://{server.http_address}/ws"
            client = stack.enter_context(server.connect())
            self._lanes = [
                Lane(stack.enter_context(connect(address, compression=None)), client)
                for _ in range(SOCKET_COUNT)
            ]
            self._resources = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the sockets and stops the server."""
        self._resources.close()

    def races(self, split: str, first: int, count: int) -> list[dict[str, Any]]:
        """Returns the options of races of all levels in turn, each with a seed of its own.

        Args:
          split: "train", "validation" or "test".
          first: The seed of the first race.
          count: The number of races.
        """
        request = urllib.request.Request(
            f"{self._url}/tengen/tasks",
            json.dumps({"split": split}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as response:
            tasks = json.load(response)["tasks"]
        levels = [task["reset"] for task in tasks if task["reset"]["seed"] == 0]
        # The seeds of a level are even and odd by turns, which changes the player to move first.
        return [
            {**levels[index % len(levels)], "seed": first + index + index // len(levels)}
            for index in range(count)
        ]

    def play(
        self,
        races: Sequence[Mapping[str, Any]],
        choose: Callable[[Sequence[Lane]], Sequence[int]],
    ) -> Iterator[Race]:
        """Plays races, and yields each when it is over.

        Args:
          races: The options of the races.
          choose: Returns the actions for the positions of lanes.
        """
        following = iter(enumerate(races))
        idle = self._lanes
        active: list[Lane] = []
        while True:
            started = []
            for lane, (index, options) in zip(idle, following, strict=False):
                lane.send_reset(index, options)
                started.append(lane)
            for lane in started:
                lane.receive_race()
            active += started
            if not active:
                return
            actions = choose(active)
            for lane, action in zip(active, actions, strict=True):
                lane.send_move(action)
            idle = [
                lane
                for lane, action in zip(active, actions, strict=True)
                if lane.receive_turn(action)
            ]
            active = [lane for lane in active if lane not in idle]
            yield from (lane.race for lane in idle)
