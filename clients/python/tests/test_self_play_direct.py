"""Compares self-play inside this process, which has no messages, with self-play over gRPC."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hashed_network import hashed
from test_self_play import ARGUMENTS, SIZE, SLOT_ARGUMENTS, assert_equal, ordered
from vector_pairs import run

import tengen
from tengen.search import Gumbel, Puct, SelfPlay
from tengen.search.direct import GroupBuffer
from tengen.search.exchange import SelfPlayStream

if TYPE_CHECKING:
    from tengen.search import Leaves, SelfPlayGame

jpype = pytest.importorskip("jpype", reason="the extra embedded is not installed")


class Kept:
    """An evaluator that keeps what it has seen. It may answer late.

    Args:
      is_late: Whether evaluations are returned when they are asked for.
    """

    def __init__(self, *, is_late: bool) -> None:
        self.seen: list[tuple[Any, ...]] = []
        self._is_late = is_late

    def __call__(self, leaves: Leaves) -> Any:
        """Evaluates positions by a hash."""
        fields = (
            leaves.packed,
            leaves.packed_masks,
            leaves.globals,
            leaves.symmetries,
            leaves.slots,
        )
        numbers = [(array.dtype, array.shape, array.tobytes()) for array in fields]
        self.seen.append((leaves.group, leaves.capacity, leaves.shape, numbers))
        priors, values = hashed(leaves)
        # Numbers of another type are converted.
        evaluations = (np.asfortranarray(priors, np.float64), values)
        return Later(evaluations) if self._is_late else evaluations


class Later:
    """Evaluations that are returned when they are asked for."""

    def __init__(self, evaluations: tuple[Any, Any]) -> None:
        self._evaluations = evaluations

    def result(self) -> tuple[Any, Any]:
        """Returns the evaluations."""
        return self._evaluations


def play(address: str, *, is_late: bool, **keywords: Any) -> tuple[Any, list[SelfPlayGame]]:
    """Plays, and returns what the evaluator saw and the games."""
    kept = Kept(is_late=is_late)
    with SelfPlay(kept, SIZE, address=address, **(ARGUMENTS | keywords)) as self_play:
        return kept.seen, list(self_play.games())


@pytest.mark.parametrize(
    ("keywords", "is_late"),
    [
        ({"search": Puct(leaves_per_round=3), "group_count": 3, "is_half": True}, False),
        ({"search": Gumbel(), "prior_kind": "logits", "observation_layout": "hwc"}, True),
        ({"encoding": "katago-v7", "has_observations": False, "group_count": 8}, True),
        ({"encoding": "katago-v7", "slot_arguments": SLOT_ARGUMENTS}, False),
    ],
    ids=["puct", "gumbel", "globals", "slots"],
)
def test_direct_games_and_leaves_equal_those_of_a_server(
    server_address: str, keywords: dict[str, Any], *, is_late: bool
) -> None:
    short = {"max_moves": 16, **keywords}
    seen, games = play("embedded", is_late=is_late, **short)
    expected_seen, expected = play(server_address, is_late=is_late, **short)

    assert seen == expected_seen
    assert_equal(games, expected)


def test_direct_evaluations_send_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    with SelfPlay(hashed, SIZE, address="embedded", max_moves=8, **ARGUMENTS) as self_play:
        monkeypatch.setattr(SelfPlayStream, "send", lambda *_: pytest.fail("a message was sent"))
        games = list(self_play.games())

    assert len(games) == ARGUMENTS["max_game_count"]


def test_direct_requests_that_java_leaves_undone_are_sent_as_messages(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    undone = []

    def wait(buffer: GroupBuffer) -> bool:
        return buffer not in undone and original(buffer)

    def begin(buffer: GroupBuffer, request: Any) -> None:
        buffer.write(request)
        undone.append(buffer)

    original = GroupBuffer.wait
    keywords = ARGUMENTS | {"group_count": 3, "max_moves": 12}
    with SelfPlay(hashed, SIZE, address="embedded", **keywords) as self_play:
        games = [game for _ in range(50) for game in self_play.step()]
        # From now on, Java begins nothing. Of the requests in flight, some are done.
        monkeypatch.setattr(GroupBuffer, "begin", begin)
        monkeypatch.setattr(GroupBuffer, "wait", wait)
        games += self_play.games()
    _, expected = play(server_address, is_late=False, group_count=3, max_moves=12)

    assert undone
    assert_equal(ordered(games), ordered(expected))


@pytest.mark.parametrize("search", [Puct(leaves_per_round=4), Gumbel()])
def test_direct_states_continue_anywhere(server_address: str, search: Any) -> None:
    keywords = ARGUMENTS | {"search": search, "group_count": 3, "max_moves": 12}
    _, whole = play(server_address, is_late=False, search=search, max_moves=12)
    addresses = ("embedded", server_address)
    games: dict[Any, SelfPlayGame] = {}
    state = None
    for number in range(4):
        with SelfPlay(
            hashed, SIZE, address=addresses[number % 2], **keywords, state=state
        ) as self_play:
            for _ in range(40):
                games |= {(game.slot, game.number): game for game in self_play.step()}
            state = self_play.save()
            # Calls follow messages.
            played = self_play.games() if number == 3 else self_play.step()
            games |= {(game.slot, game.number): game for game in played}
    assert_equal(ordered(games.values()), ordered(whole))


def test_direct_errors_equal_those_of_a_server(server_address: str) -> None:
    seen = []
    for address in ("embedded", server_address):

        def evaluate(leaves: Leaves) -> Any:
            priors, values = hashed(leaves)
            if leaves.slots[0] > 0:  # The second group.
                priors[1, 3] = -1
            return priors, values

        with SelfPlay(evaluate, SIZE, address=address, **ARGUMENTS) as self_play:
            errors = []
            for _ in range(2):
                with pytest.raises(tengen.InvalidArgumentError) as raised:
                    list(self_play.games())
                errors.append((raised.value.reason, raised.value.message, raised.value.metadata))
            seen.append(errors)

    assert seen[0] == seen[1]
    assert "in row 1 for action 3" in seen[0][0][1]


def many(slot_count: int, *, group_count: int = 4) -> SelfPlay:
    """Returns a self-play whose searches take long."""

    def evaluate(leaves: Leaves) -> Any:
        return np.ones((len(leaves), leaves.action_count), np.float32), np.zeros(len(leaves))

    return SelfPlay(
        evaluate,
        SIZE,
        address="embedded",
        simulation_count=16,
        slot_count=slot_count,
        group_count=group_count,
        prior_kind="probabilities",
    )


@pytest.mark.full
def test_direct_self_play_closed_with_requests_in_flight_frees_its_slots() -> None:
    with tengen.connect("embedded") as client:
        most = client.server_info().limits.max_lane_count
    slot_count = min(most // 2 + 1, 4_096)
    for _ in range(2 * most // slot_count + 1):
        with many(slot_count) as self_play:
            self_play.step()


def test_direct_leaves_outlive_their_self_play() -> None:
    seen: list[Leaves] = []

    def evaluate(leaves: Leaves) -> Any:
        seen.append(leaves)
        return hashed(leaves)

    with SelfPlay(evaluate, SIZE, address="embedded", **ARGUMENTS) as self_play:
        for _ in range(10):
            self_play.step()
    before = [leaves.packed.copy() for leaves in seen]
    del self_play
    for _ in range(3):
        gc.collect()
        jpype.java.lang.System.gc()

    assert [leaves.packed.tobytes() for leaves in seen] == [rows.tobytes() for rows in before]
    with pytest.raises(ValueError, match="read-only"):
        seen[0].packed[0, 0] = 1


PROGRAM = (
    "import os, signal, sys, threading, numpy as np, tengen\n"
    "from tengen.search import SelfPlay\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "def evaluate(leaves):\n"
    "    return np.ones((len(leaves), 82), np.float32), np.zeros(len(leaves))\n"
    "def play(count):\n"
    "    play = SelfPlay(evaluate, 9, address='embedded', slot_count=4096,\n"
    "        prior_kind='probabilities', seed=1, max_game_count=count)\n"
    "    play.step()\n"
    "    return play\n"
)


@pytest.mark.full
@pytest.mark.parametrize("end", ["", "made.close()\n", "del made\n"])
def test_process_ends_while_java_reads_and_writes(end: str) -> None:
    assert run(f"{PROGRAM}made = play(None)\n{end}print('end', flush=True)\n") == "end"


@pytest.mark.full
def test_interrupted_steps_leave_a_usable_self_play() -> None:
    program = (
        f"{PROGRAM}"
        "made = play(4096)\n"
        "caught = 0\n"
        "for _ in range(10):\n"
        "    try:\n"
        "        threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "        while True:\n"
        "            made.step()\n"
        "    except KeyboardInterrupt:\n"
        "        caught += 1\n"
        "print(caught)\n"
    )

    assert run(program) == "10"
