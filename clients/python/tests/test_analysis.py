"""Analyses by a real server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from server_process import ServerProcess

import tengen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TWO_AND_TWO = [
    "_ O _ O O O O",
    "O O O O O O O",
    ". . X X X X X",
    "X X X X X X X",
    "O O O O O O O",
    "O O O O O . .",
    "X X X X X X X",
    "X X X X _ X _",
]
"""Black has the liberties A6 and B6, White F3 and G3. All other chains are safe."""

LINE = ["........."]
"""A board of nine points in a row, which takes minutes to solve."""


def test_solve_drawing_returns_margin_moves_and_regrets(client: tengen.Client) -> None:
    solution = client.solve(["..."], regret_actions=[1, np.int64(0), 3])

    assert solution.margin == 3
    assert solution.bounds == (3, 3)
    assert solution.is_complete
    assert solution.best_actions == (1,)
    assert solution.regrets == {1: 0, 0: 6, 3: 6}
    assert solution.player_to_move is tengen.Color.BLACK
    assert solution.symmetry is tengen.Symmetry.IDENTITY


def test_solve_same_board_with_another_past_is_another_game(client: tengen.Client) -> None:
    assert client.solve([".O"]).margin == 2
    assert client.solve(tengen.Drawing([".."], actions=[0, 1])).margin == -2
    white = client.solve(tengen.Drawing([".."], tengen.Color.WHITE, actions=[2]))
    assert white.player_to_move is tengen.Color.BLACK
    assert white.move_number == 1


def test_solve_array_is_as_the_board_of_a_session(client: tengen.Client) -> None:
    with client.create_session((3, 2)) as session:
        session.step(4)
        session.step(1)

        drawn = client.solve(session.board())

        assert drawn.best_actions == client.solve([".O.", ".X."]).best_actions


@pytest.mark.parametrize(("sgf", "number"), [("(;SZ[3:1];B[];W[ba])", 2), (b"(;SZ[3:1];B[])", 1)])
def test_solve_record_stands_after_its_moves(
    client: tengen.Client, sgf: str | bytes, number: int
) -> None:
    assert client.solve(tengen.Record(sgf)).move_number == number
    assert client.solve(tengen.Record(sgf)).margin == -3
    assert client.solve(tengen.Record(sgf, 0)).margin == 3


def test_solve_session_is_as_its_agent_sees_it(client: tengen.Client) -> None:
    with client.create_session((2, 1), symmetry="flip-columns") as session:
        _, _, _, _, info = session.step(1)

        solution = session.solve(regret_actions=[0])

        assert solution.state_hash == info["state_hash"]
        assert solution.symmetry is tengen.Symmetry.FLIP_COLUMNS
        assert 0 in solution.best_actions
        assert solution.regrets == {0: 0}


def test_solve_best_moves_of_both_never_lose_a_point(client: tengen.Client) -> None:
    with client.create_session((2, 3), komi=0, max_moves=-1) as session:
        margin = session.solve().margin
        terminated = False
        while not terminated:
            best = session.solve().best_actions
            passes = session.pass_action
            action = passes if passes in best else best[0]
            _, _, terminated, _, _ = session.step(action)

        assert session.score().margin == margin


def test_solve_limit_reached_returns_what_is_proven(client: tengen.Client) -> None:
    solution = client.solve(LINE, regret_actions=[4], max_node_count=50)

    assert not solution.is_exact
    assert solution.margin is None
    assert solution.bounds[0] < solution.bounds[1]
    assert solution.best_actions == ()
    assert len(solution.open_actions) == 10
    assert solution.regrets == {4: None}


@pytest.mark.parametrize("limit", [2**63, 2**64 - 1, 1])
def test_solve_any_limit_of_64_bits_is_answered(client: tengen.Client, limit: int) -> None:
    assert client.solve(["."], max_node_count=limit, max_time_seconds=float(limit)).node_count >= 0


def test_solve_extends_the_deadline(address: str) -> None:
    with tengen.connect(address, timeout_seconds=1.0) as hasty:
        # So many nodes take over a second. This call has five minutes more than others.
        solution = hasty.solve(LINE, max_time_seconds=300.0, max_node_count=400_000)

        assert not solution.is_exact
        assert solution.node_count > 400_000


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda client: client.solve([]), "rows"),
        (lambda client: client.solve(["XX"]), "liberty"),
        (lambda client: client.solve(["..", "."]), "rows"),
        (lambda client: client.solve(["._"]), "B1"),
        (lambda client: client.solve(["?"]), "A1"),
        (lambda client: client.solve(["." * 25] * 25), "625 points"),
        (lambda client: client.solve([".."], regret_actions=[-2]), "[0, 2]"),
        (lambda client: client.solve([".."], max_node_count=2**64), "is outside [0,"),
        (lambda client: client.solve([".."], max_time_seconds=0), "above 0"),
        (lambda client: client.solve(tengen.Record("nonsense")), "sgf"),
        (lambda client: client.solve(np.full((1, 2), 3)), "is outside [0, 2]"),
        (lambda client: client.analyze_race(["X.O"], black_essential=0), "white_essential"),
        (
            lambda client: client.analyze_race(["X.O"], black_essential=1, white_essential=2),
            "black_essential B1",
        ),
        (
            lambda client: client.analyze_race(["X.O"], black_essential=0, white_essential=-1),
            "is outside [0,",
        ),
    ],
)
def test_nonsense_says_what_is_wrong(
    client: tengen.Client, call: Callable[[tengen.Client], Any], message: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        call(client)

    assert message in str(caught.value)


@pytest.mark.parametrize(
    "position",
    ["X.O", 7, [1, 2], np.zeros(4), np.zeros((2, 2)), tengen.Record([1])],  # type: ignore[arg-type]
)
def test_position_of_another_type_raises_type_error(client: tengen.Client, position: Any) -> None:
    with pytest.raises(TypeError):
        client.solve(position)


def test_solve_illegal_regret_action_says_why(client: tengen.Client) -> None:
    with pytest.raises(tengen.IllegalActionError):
        client.solve([".O"], regret_actions=[1])
    with pytest.raises(tengen.EpisodeOverError):
        client.solve(tengen.Drawing([".."], actions=[2, 2]))


def test_analyze_race_plain_race_returns_all_of_it(client: tengen.Client) -> None:
    races = client.analyze_race(TWO_AND_TWO)

    (race,) = races
    assert race.status is tengen.RaceStatus.FIRST_PLAYER_CAPTURES
    assert race.status.is_supported
    assert race.method is tengen.RaceMethod.FORMULA
    assert race.declined is None
    assert race.black_first.result is tengen.RaceResult.BLACK_CAPTURES
    assert race.names(race.black_first.winning_points or ()) == ("F3", "G3")
    assert race.white_first.result is tengen.RaceResult.WHITE_CAPTURES
    assert race.names(race.white_first.winning_points or ()) == ("A6", "B6")
    assert race.names(race.black.external_points) == ("A6", "B6")
    assert race.delta == race.adjusted_black_first == race.adjusted_white_first == 0
    assert {component.value for component in race.components} == {"2", "-2"}
    assert races == client.analyze_race(
        TWO_AND_TWO, black_essential=16, white_essential=35, is_static=True
    )


def test_analyze_race_open_board_says_why_nothing_is_known(client: tengen.Client) -> None:
    (race,) = client.analyze_race(
        [".....", ".....", "..XO.", ".....", "....."],
        black_essential=12,
        white_essential=13,
        is_static=True,
    )

    assert race.status is tengen.RaceStatus.UNSUPPORTED_NOT_ENCLOSED
    assert not race.status.is_supported
    assert race.declined is race.status
    assert race.declined_reason
    assert race.method is None
    assert race.black_first == tengen.RaceOutcome(None, None)
    assert race.components == ()
    assert race.delta is None


def test_analyze_race_of_a_session_is_of_its_board(session: tengen.Session) -> None:
    session.step(12)

    assert session.analyze_race() == []
    with pytest.raises(tengen.InvalidArgumentError):
        session.analyze_race(black_essential=12, white_essential=13)


@pytest.fixture(scope="module")
def limited_address() -> Iterator[str]:
    """The address of a server with low limits for analyses."""
    with ServerProcess("--max-analysis-nodes", "100", "--max-analysis-seconds", "9") as server:
        yield server.address


def test_server_limits_are_reported_and_enforced(limited_address: str) -> None:
    with tengen.connect(limited_address) as client:
        limits = client.server_info().limits

        assert limits.max_analysis_count == 2
        assert limits.max_analysis_node_count == 100
        assert limits.max_analysis_time_seconds == 9
        assert not client.solve(LINE, max_node_count=2**63, max_time_seconds=1e9).is_exact
