"""Proposals of dead stones on the boards of a vector environment, compared with sessions."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tengen

SIZE = 3
PASS = SIZE * SIZE
BOARDS = 6


def open_boards(address: str, **given: Any) -> tengen.TengenVectorEnv:
    arguments: dict[str, Any] = {
        "opponent": None,
        "rules": "blog-2011",
        "autoreset_mode": AutoresetMode.DISABLED,
        "illegal_action_policy": "reject",
    }
    return tengen.make_vec(SIZE, num_envs=BOARDS, address=address, **(arguments | given))


def proposal_of(session: tengen.Session, random: np.random.Generator) -> list[int]:
    """Returns all stones of a random color, or none: whole chains in any case."""
    stones = np.flatnonzero(session.board().reshape(-1) == random.integers(1, 4))
    return [int(point) for point in stones]


def expected_reason(session: tengen.Session, points: list[int]) -> str:
    """Returns the reason with which a session rejects a proposal."""
    with pytest.raises(tengen.TengenError) as caught:
        session.propose_dead_stones(points)
    return caught.value.reason


class Moves:
    """The random moves of one step: an action for each board, and proposals of some."""

    def __init__(
        self, sessions: list[tengen.Session], last: list[list[int]], random: np.random.Generator
    ) -> None:
        self.states = [session.state() for session in sessions]
        self.actions = np.full(BOARDS, PASS)
        self.proposals: dict[int, list[int]] = {}
        for board, state in enumerate(self.states):
            if not state.is_agreement:
                last[board] = []
            if state.is_agreement:
                if random.random() < 0.6:
                    last[board] = proposal_of(sessions[board], random)
                self.proposals[board] = last[board]
            elif random.random() < 0.1:
                self.proposals[board] = []
            elif random.random() < 0.5:
                self.actions[board] = int(random.choice(np.flatnonzero(state.action_mask)))

    def play(self, board: int, session: tengen.Session) -> tengen.StepResult | None:
        """Plays the move in a session. Returns None for a proposal that the session rejects."""
        if board not in self.proposals:
            return session.step(int(self.actions[board]))
        if self.states[board].is_agreement:
            return session.propose_dead_stones(self.proposals[board])
        return None


def test_boards_equal_sessions_with_the_same_proposals(address: str, client: tengen.Client) -> None:
    random = np.random.default_rng(8)
    counts: collections.Counter[str] = collections.Counter()
    with open_boards(address) as envs:
        envs.reset(seed=5)
        sessions = [client.create_session(SIZE, rules="blog-2011") for _ in range(BOARDS)]
        last: list[list[int]] = [[] for _ in sessions]
        for _ in range(80):
            moves = Moves(sessions, last, random)

            result = envs.step(moves.actions, dead_points=moves.proposals)

            reasons = result.infos.get("illegal_reason", np.full(BOARDS, None))
            for board, session in enumerate(sessions):
                step = moves.play(board, session)
                if step is None:
                    reason = expected_reason(session, moves.proposals[board])
                    assert tengen.IllegalReason(reasons[board]).name == reason
                    counts["untimely"] += 1
                    continue
                assert reasons[board] is None
                assert result.infos["state_hash"][board] == step.info["state_hash"]
                assert result.infos["is_agreement"][board] == step.info["is_agreement"]
                assert result.terminations[board] == step.terminated
                if board in moves.proposals:
                    counts["proposals"] += 1
                    is_resumed = not step.info["is_agreement"] and not step.terminated
                    counts["resumptions"] += is_resumed
            restart(envs, sessions, result.terminations | result.truncations, counts)
        for session in sessions:
            session.close()
    assert counts["proposals"] > 60
    assert counts["resumptions"] > 10
    assert counts["ends"] > 15
    assert counts["untimely"] > 15


def restart(
    envs: tengen.TengenVectorEnv,
    sessions: list[tengen.Session],
    ended: Any,
    counts: collections.Counter[str],
) -> None:
    """Starts new episodes where they have ended."""
    if ended.any():
        envs.reset(options={"reset_mask": ended})
    for session, is_ended in zip(sessions, ended, strict=True):
        if is_ended:
            session.reset()
            counts["ends"] += 1


def test_infos_without_agreement_rules_do_not_say_it(address: str) -> None:
    with open_boards(address, rules="tromp-taylor") as envs:
        _, infos = envs.reset(seed=1)

    assert "is_agreement" not in infos


def test_proposal_of_some_boards_by_send(address: str) -> None:
    with open_boards(address) as envs:
        envs.reset(seed=1)
        for action in (4, PASS, PASS, PASS):
            envs.step(np.full(BOARDS, action))
        for _ in range(2):
            envs.send(np.full(2, PASS), np.array([4, 1]), dead_points={1: [4]})
            result = envs.recv()

    assert result.terminations.tolist() == [True, True]
    assert result.infos["margin"].tolist() == [2.5, -6.5]
    assert result.infos["is_agreement"].tolist() == [False, False]


def test_stones_that_are_no_whole_chains_are_reported(address: str) -> None:
    with open_boards(address) as envs:
        envs.reset(seed=1)
        for action in (4, PASS, PASS, PASS):
            envs.step(np.full(BOARDS, action))
        infos = envs.step(np.full(BOARDS, PASS), dead_points={2: [0], 3: [4]}).infos

    assert infos["_illegal_reason"].tolist() == [False, False, True, False, False, False]
    assert infos["illegal_reason"][2] == "not-whole-chains"


def test_malformed_dead_stones_raise_before_they_are_sent(address: str) -> None:
    passes = np.full(BOARDS, PASS)
    given: Any
    with open_boards(address) as envs:
        envs.reset(seed=1)
        with pytest.raises(tengen.InvalidArgumentError, match="dead_points 6 is not a board"):
            envs.step(passes, dead_points={6: []})
        for given in ([4], {1: ["center"]}, {"1": [4]}):
            with pytest.raises(TypeError, match="dead_points"):
                envs.step(passes, dead_points=given)

        assert not envs.step(passes).terminations.any()


def test_proposal_with_another_action_loses_the_boards(address: str) -> None:
    with open_boards(address) as envs:
        envs.reset(seed=1)
        with pytest.raises(tengen.LanesLostError, match="which proposes dead stones"):
            envs.step(np.full(BOARDS, 4), dead_points={0: []})
