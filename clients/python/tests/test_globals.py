"""Global features in every call, with those of `katago-v7` as in docs/reference/encodings.md."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Dict

import tengen.pettingzoo
from tengen import Client, GoEnv, Session
from tengen._requests import rules_message
from tengen.v1 import batch_pb2, spec_pb2
from tengen.vector.requests import step_request
from tengen.vector.rows import Rows
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENCODING = "katago-v7"
COUNT = 19
PASS_1, PASS_2, OWN_KOMI, SUPERKO, SUPERKO_KIND, SUICIDE, PASS_ENDS = 0, 1, 5, 6, 7, 8, 14
PLANES = {ENCODING: 22, "alphazero-17": 17}

LANES: list[dict[str, Any]] = [
    {"size": 9, "komi": 7.5, "ko": "positional", "encoding": ENCODING},
    {"size": 19, "komi": 6.5, "ko": "situational", "encoding": ENCODING},
    {"size": 9, "komi": -2.0, "ko": "simple", "encoding": ENCODING},
    {"size": 7, "komi": 0.5, "ko": "positional", "encoding": "alphazero-17"},
]


def test_session_returns_them_with_each_result(client: Client) -> None:
    with client.create_session(9, komi=7.5, encodings=[ENCODING, "pgx-17"]) as session:
        _, start = session.reset(seed=1)
        after_play = session.step(40).info
        after_pass = session.step(81).info
        observed = session.observe_globals(ENCODING)

    parts = [info["globals"] or {} for info in (start, after_play, after_pass)]
    assert [list(part) for part in parts] == [[ENCODING]] * 3
    received = [part[ENCODING] for part in parts]
    assert [numbers.dtype for numbers in received] == [np.float32] * 3
    assert [numbers.shape for numbers in received] == [(COUNT,)] * 3
    assert [numbers[OWN_KOMI] for numbers in received] == [-0.375, 0.375, -0.375]
    assert [numbers[PASS_1] for numbers in received] == [0, 0, 1]
    assert [numbers[PASS_ENDS] for numbers in received] == [0, 0, 1]
    assert [numbers[SUPERKO_KIND] for numbers in received] == [0.5] * 3
    assert [numbers[SUICIDE] for numbers in received] == [1] * 3
    assert np.array_equal(observed[ENCODING], received[-1])


def test_observe_returns_them_for_any_encoding(client: Client) -> None:
    with client.create_session(9, komi=7.5, ko="simple") as session:
        session.step(81)

        assert session.observe_globals() == {}
        numbers = session.observe_globals("alphazero-17", ENCODING)

    assert list(numbers) == [ENCODING]
    assert numbers[ENCODING][[PASS_1, OWN_KOMI, SUPERKO]].tolist() == [1, 0.375, 0]


def test_environment_has_them_in_the_observation(address: str) -> None:
    with GoEnv(9, komi=7.5, opponent=None, encoding=ENCODING, address=address) as env:
        observation, _ = env.reset(seed=1)

        assert observation["globals"].dtype == np.float32
        assert observation["globals"][OWN_KOMI] == -0.375
        assert env.observation_space.contains(observation)


def test_spaces_have_their_ranges(client: Client, address: str) -> None:
    encoding = client.server_info().encoding(ENCODING)
    assert encoding is not None
    low = [feature.min for feature in encoding.globals]
    high = [feature.max for feature in encoding.globals]
    with GoEnv(5, encoding=ENCODING, address=address) as env:
        assert isinstance(env.observation_space, Dict)
        single = env.observation_space["globals"]
    with tengen.make_vec(5, 2, encoding=ENCODING, address=address) as envs:
        vector = envs.single_observation_space
        assert isinstance(vector, Dict)
        several = vector["globals"]
    with contextlib.closing(tengen.pettingzoo.env(5, encoding=ENCODING, address=address)) as aec:
        players = aec.observation_space("black_0")["globals"]

    assert single == several == players
    assert isinstance(single, Box)
    assert (single.low.tolist(), single.high.tolist()) == (low, high)
    assert (low[OWN_KOMI], high[OWN_KOMI]) == (-32.25, 32.25)
    assert (low[SUPERKO_KIND], high[SUPERKO_KIND]) == (-0.5, 0.5)


@pytest.mark.parametrize("seed", range(2))
def test_batch_of_mixed_sizes_agrees_with_sessions(seed: int, client: Client) -> None:
    random = np.random.default_rng(seed)
    sessions = [
        client.create_session(
            lane["size"], komi=lane["komi"], ko=lane["ko"], encodings=[lane["encoding"]]
        )
        for lane in LANES
    ]
    most = max(session.action_count for session in sessions)
    stream = open_batch(client)
    try:
        assert stream.layout.global_byte_count == 4 * COUNT
        seen = []
        for _ in range(40):
            actions = [draw(session, random) for session in sessions]
            for session, action in zip(sessions, actions, strict=True):
                session.step(action)
            stream.send(step_request(np.array(actions), None, len(LANES), most).message())
            rows = Rows(stream.receive().states, stream.layout)
            for lane, session in enumerate(sessions):
                name = LANES[lane]["encoding"]
                none = np.zeros(COUNT, np.float32)
                assert np.array_equal(rows.globals[lane], session.observe_globals().get(name, none))
                assert np.array_equal(planes(rows, lane), session.observe()[name])
            seen.append(rows.globals)
        check_variety(np.array(seen))
    finally:
        stream.close()
        for session in sessions:
            session.close()


def open_batch(client: Client) -> BatchStream:
    specs = [
        spec_pb2.EnvironmentSpec(
            width=lane["size"],
            height=lane["size"],
            rules=rules_message("tromp-taylor", komi=lane["komi"], ko=lane["ko"]),
            encodings=[lane["encoding"]],
        )
        for lane in LANES
    ]
    return BatchStream(
        client.address, batch_pb2.OpenBatch(lane_count=len(LANES), specs=specs), None
    )


def draw(session: Session, random: np.random.Generator) -> int:
    """Returns a play or sometimes a pass, but never a second pass, so that no game ends."""
    state = session.state()
    if state.pass_count == 0 and random.random() < 0.2:
        return session.pass_action
    return int(random.choice(np.flatnonzero(state.action_mask[:-1])))


def planes(rows: Rows, lane: int) -> NDArray[np.uint8]:
    """Returns the planes of a lane without the padding to the largest board."""
    size, count = LANES[lane]["size"], PLANES[LANES[lane]["encoding"]]
    padded = np.unpackbits(rows.observations[lane])[: count * 19 * 19].reshape(count, 19, 19)
    assert padded.sum() == padded[:, :size, :size].sum()
    return padded[:, :size, :size]


def check_variety(seen: NDArray[np.float32]) -> None:
    """Asserts that the compared numbers differ between lanes and between moves."""
    assert set(seen[:, 0, OWN_KOMI]) == {np.float32(-0.375), np.float32(0.375)}
    assert set(seen[:, 1, OWN_KOMI]) == {np.float32(-0.325), np.float32(0.325)}
    assert set(seen[:, 2, OWN_KOMI]) == {np.float32(-0.1), np.float32(0.1)}
    assert seen[0, :, SUPERKO_KIND].tolist() == [0.5, -0.5, 0, 0]
    for lane in range(3):
        assert set(seen[:, lane, PASS_1]) == {0, 1}
        assert set(seen[:, lane, PASS_2]) == {0, 1}
    assert not seen[:, 3].any()
