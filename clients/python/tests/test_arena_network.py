"""Agents that play with a network and the search of a server."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from arena_tournament import play_out, serving, tournament_spec

import tengen
from tengen import arena
from tengen.arena.__main__ import main
from tengen.arena.network import NetworkAgent, NetworkError, load_evaluator
from tengen.search import Leaves, Puct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tengen.search import Evaluator

RULES = tengen.Rules("tromp-taylor", komi=0.5)


def counting(leaves: Leaves) -> tuple[Any, Any]:
    """Evaluates by stones: plane 0 has those of the player to move, plane 1 the others."""
    own, other = leaves.planes[:, 0], leaves.planes[:, 1]
    lead = own.sum(axis=(1, 2), dtype=float) - other.sum(axis=(1, 2))
    return np.zeros((len(leaves), leaves.action_count)), np.tanh(lead / 4)


@pytest.fixture
def make(address: str) -> Iterator[Callable[..., NetworkAgent]]:
    """Makes agents, and closes them at the end."""
    with contextlib.ExitStack() as stack:

        def agent(evaluate: Evaluator = counting, **options: Any) -> NetworkAgent:
            given: dict[str, Any] = {"address": address, "simulation_count": 40, **options}
            return stack.enter_context(NetworkAgent(evaluate, **given))

        yield agent


def game_of(name: str, size: tuple[int, int] = (5, 5), actions: tuple[int, ...] = ()) -> arena.Game:
    """Returns a game that a referee would send."""
    setup = tengen.Setup()
    width, height = size
    given = (width, height, RULES, setup, actions, "none", -1, 7)
    return arena.Game(name, "cup", tengen.Color.BLACK, "other", *given)


def turn_of(game: arena.Game, session: tengen.Session, **given: Any) -> arena.Turn:
    """Returns the turn of a game at the state of a session."""
    state = session.state()
    mask = session.legal_actions().action_mask.astype(bool)
    return arena.Turn(game, len(state.actions), tuple(state.actions), mask, **given)


@pytest.mark.full
def test_agent_beats_a_random_player(target: str, address: str, arena_client: arena.Arena) -> None:
    with NetworkAgent(counting, simulation_count=60, address=address) as agent:
        spec = tournament_spec("net", "random", pairs=4, seed=3, rules=RULES)
        with serving(target, net=(agent, {"max_game_count": 4})) as agents:
            games = play_out(arena_client, spec)
        tally = agents["net"].result()

    # By chance, 8 of 8 games are won once in 256 times. An illegal move loses.
    assert (tally.game_count, tally.win_count) == (len(games), 8)


def test_agent_follows_games_on_two_boards(
    make: Callable[..., NetworkAgent], client: tengen.Client
) -> None:
    random = np.random.default_rng(1)
    agent = make()
    games = [game_of("cup/0", (5, 5)), game_of("cup/1", (4, 3)), game_of("cup/2", (5, 5))]
    turn_count = 0
    with contextlib.ExitStack() as stack:
        going_on = [
            (
                game,
                stack.enter_context(
                    client.create_session((game.width, game.height), rules=RULES, encodings=[])
                ),
            )
            for game in games
        ]
        while going_on and turn_count < 60:
            turns = [turn_of(*pair) for pair in going_on]
            answers = agent.choose_batch(turns)
            turn_count += len(turns)
            for turn, answer, (game, session) in zip(turns, answers, list(going_on), strict=True):
                assert turn.action_mask[int(answer.action)]
                assert answer.win_probability is not None
                assert 0 <= answer.win_probability <= 1
                result = session.step(int(answer.action))
                if not result.terminated:
                    legal = np.flatnonzero(session.legal_actions().action_mask)
                    result = session.step(int(random.choice(legal)))
                if result.terminated:
                    agent.game_end(game, None)  # type: ignore[arg-type]
                    going_on.remove((game, session))
    assert turn_count > 20
    # A game that the agent does not know is nothing to drop.
    agent.game_end(games[0], None)  # type: ignore[arg-type]


def test_agent_captures_and_says_that_it_wins(
    make: Callable[..., NetworkAgent], client: tengen.Client
) -> None:
    # White's stone in the corner has one liberty, at 1.
    game = game_of("cup/0")
    with client.create_session(5, rules=RULES, encodings=[]) as session:
        for action in (5, 0, 12, 18):
            session.step(action)
        (answer,) = make(simulation_count=200).choose_batch([turn_of(game, session)])
    assert answer.action == 1
    assert answer.win_probability is not None
    assert answer.win_probability > 0.5


def test_temperature_draws_the_first_moves(
    make: Callable[..., NetworkAgent], client: tengen.Client
) -> None:
    games = [game_of(f"cup/{number}") for number in range(8)]
    with client.create_session(5, rules=RULES, encodings=[]) as session:
        session.step(12)
        turns = [
            turn_of(arena.Game(**vars(game) | {"seed": seed}), session)
            for seed, game in enumerate(games)
        ]

        def actions(**options: Any) -> list[int]:
            return [int(answer.action) for answer in make(**options).choose_batch(turns)]

        search = Puct(is_symmetry_drawn=False)
        best = actions(search=search)
        drawn = actions(search=search, temperature=1.0)
        again = actions(search=search, temperature=1.0)
        late = actions(search=search, temperature=1.0, temperature_move_count=1)
    assert len(set(best)) == 1
    assert len(set(drawn)) > 2
    assert drawn == again
    assert late == best


def test_little_time_ends_the_search_early(
    make: Callable[..., NetworkAgent], client: tengen.Client
) -> None:
    counts = {}
    with client.create_session(5, rules=RULES, encodings=[]) as session:
        for name, seconds in (("cup/0", None), ("cup/1", 1_000.0), ("cup/2", 0.5)):
            seen: list[int] = []

            def evaluate(leaves: Leaves, seen: list[int] = seen) -> tuple[Any, Any]:
                seen.append(len(leaves))
                return counting(leaves)

            agent = make(evaluate, simulation_count=300)
            agent.choose_batch([turn_of(game_of(name), session, allowed_seconds=seconds)])
            counts[name] = sum(seen)
    assert counts["cup/0"] == counts["cup/1"] > 250
    assert counts["cup/2"] < 40


def test_lost_search_is_begun_anew(
    make: Callable[..., NetworkAgent], client: tengen.Client
) -> None:
    failures = [tengen.TreesLostError("UNAVAILABLE", "gone", "UNAVAILABLE")]

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        if failures:
            raise failures.pop()
        return counting(leaves)

    with client.create_session(5, rules=RULES, encodings=[]) as session:
        turn = turn_of(game_of("cup/0"), session)
        assert turn.action_mask[int(make(evaluate).choose_batch([turn])[0].action)]
        failures += [tengen.TreesLostError("UNAVAILABLE", "gone", "UNAVAILABLE")] * 2
        with pytest.raises(tengen.TreesLostError):
            make(evaluate).choose_batch([turn])


def test_evaluator_of_the_wrong_shape_raises(
    make: Callable[..., NetworkAgent], client: tengen.Client
) -> None:
    def flat(leaves: Leaves) -> tuple[Any, Any]:
        return np.zeros(len(leaves)), np.zeros(len(leaves))

    with client.create_session(5, rules=RULES, encodings=[]) as session:
        turn = turn_of(game_of("cup/0"), session)
        with pytest.raises(NetworkError, match=r"priors of shape \(1,\), not \(1, 26\)"):
            make(flat).choose_batch([turn])


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"simulation_count": 0}, "simulation_count 0 is outside"),
        ({"temperature": -1}, "temperature -1 is below 0"),
        ({"temperature": float("nan")}, "temperature"),
        ({"reserve_seconds": -1}, "reserve_seconds"),
        ({"temperature_move_count": -1}, "temperature_move_count -1 is outside"),
        ({"seed": -1}, "seed -1 is outside"),
    ],
)
def test_arguments_out_of_range_raise(given: dict[str, Any], text: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=text):
        NetworkAgent(counting, **given)


@pytest.mark.parametrize(
    ("name", "module", "text"),
    [
        ("no.pt", None, "there is no network file .*no.pt"),
        ("network.pt", "torch", 'network.pt needs PyTorch: pip install "tengen-go'),
        ("network.onnx", "onnxruntime", "network.onnx needs onnxruntime: pip install"),
    ],
)
def test_network_that_cannot_be_loaded_is_reported(  # noqa: PLR0917 - fixtures.
    name: str,
    module: str | None,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if module is not None:
        (tmp_path / name).write_bytes(b"")
        # As if it were not installed.
        monkeypatch.setitem(sys.modules, module, None)

    with pytest.raises(NetworkError, match=text):
        load_evaluator(tmp_path / name)

    assert main(["agent", "--name", "net", "--network", str(tmp_path / name)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_options_that_exclude_each_other_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["agent", "--name", "net", "--network", str(tmp_path / "network.pt")]
    with pytest.raises(SystemExit):
        main([*words, "--policy", "random"])
    assert "not allowed with argument" in capsys.readouterr().err

    assert main([*words, "--encodings", "pgx-17,tactical"]) == 1
    assert "--network sees one encoding, not 2" in capsys.readouterr().err
