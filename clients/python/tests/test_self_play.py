from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hashed_network import hashed

import tengen
from tengen import Rules, Setup
from tengen.enums import Color
from tengen.search import Gumbel, Leaves, Puct, SelfPlay, SelfPlayGame, Temperature

if TYPE_CHECKING:
    from collections.abc import Callable


SIZE = 5
GAME_COUNT = 24
ARGUMENTS: dict[str, Any] = {
    "simulation_count": 16,
    "fast_simulation_count": 5,
    "full_share": 0.5,
    "resign_threshold": -0.3,
    "slot_count": 8,
    "max_game_count": GAME_COUNT,
    "seed": 7,
    "prior_kind": "probabilities",
}


def play(**keywords: Any) -> list[SelfPlayGame]:
    """Returns the games of a self-play, by their numbers."""
    with SelfPlay(hashed, SIZE, **(ARGUMENTS | keywords)) as self_play:
        return ordered(self_play.games())


def ordered(games: Any) -> list[SelfPlayGame]:
    return sorted(games, key=lambda game: (game.slot, game.number))


def assert_equal(games: list[SelfPlayGame], expected: list[SelfPlayGame]) -> None:
    assert len(games) == len(expected) == GAME_COUNT
    for one, other in zip(games, expected, strict=True):
        assert repr(one) == repr(other)
        for name in ("actions", "root_values", "is_full", "owners", "packed", "policies"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.fixture(scope="module")
def expected(address: str) -> list[SelfPlayGame]:
    """The games of one group."""
    return play(address=address, group_count=1)


@pytest.mark.parametrize("group_count", [2, 3, 8])
def test_games_any_groups_are_the_same(
    address: str, expected: list[SelfPlayGame], group_count: int
) -> None:
    assert_equal(play(address=address, group_count=group_count), expected)


def test_games_inside_this_process_are_the_same(
    inside: tengen.Client, expected: list[SelfPlayGame]
) -> None:
    del inside
    assert_equal(play(address="embedded"), expected)


class Later:
    """Evaluations that are ready later."""

    def __init__(self, leaves: Leaves, running: list[Later]) -> None:
        self._evaluations = hashed(leaves)
        self._running = running
        running.append(self)

    def result(self) -> tuple[Any, Any]:
        """Returns the evaluations, the oldest ones first."""
        assert self._running.pop(0) is self
        return self._evaluations


def test_games_pending_evaluations_are_the_same_and_overlap(
    address: str, expected: list[SelfPlayGame]
) -> None:
    running: list[Later] = []
    counts: list[int] = []

    def evaluate(leaves: Leaves) -> Later:
        later = Later(leaves, running)
        counts.append(len(running))
        return later

    with SelfPlay(evaluate, SIZE, address=address, **ARGUMENTS) as self_play:
        games = ordered(self_play.games())

    assert_equal(games, expected)
    assert max(counts) == 2


@pytest.mark.parametrize("search", [Puct(leaves_per_round=4), Gumbel()])
def test_save_continues_with_the_same_games(address: str, search: Puct | Gumbel) -> None:
    keywords = ARGUMENTS | {"address": address, "search": search}
    whole = play(address=address, search=search)
    games: list[SelfPlayGame] = []
    state = None
    kept_count = 0
    for _ in range(40):
        with SelfPlay(hashed, SIZE, **keywords, state=state) as self_play:
            for _ in range(18):
                games += self_play.step()
            state = pickle.loads(pickle.dumps(self_play.save()))
            kept_count += len(state.games)
            # What comes after a state is played and returned again.
            self_play.step()
    with SelfPlay(hashed, SIZE, **keywords, state=state) as self_play:
        games += self_play.games()
    assert_equal(ordered(games), whole)
    assert kept_count > 0


def test_pause_returns_what_has_ended(address: str) -> None:
    keywords = ARGUMENTS | {"address": address, "simulation_count": 1, "fast_simulation_count": 1}
    with SelfPlay(hashed, SIZE, **keywords) as self_play:
        expected = ordered(self_play.games())
    games: list[SelfPlayGame] = []
    paused_count = 0
    with SelfPlay(hashed, SIZE, **keywords) as self_play:
        while not self_play.is_finished:
            games += self_play.step()
            paused = self_play.pause()
            assert self_play.save().games == ()
            games += paused
            paused_count += len(paused)
    assert_equal(ordered(games), expected)
    assert paused_count > 0


def test_save_without_pause_keeps_finished_games_for_the_next_step(address: str) -> None:
    keywords = ARGUMENTS | {"address": address, "simulation_count": 1, "fast_simulation_count": 1}
    with SelfPlay(hashed, SIZE, **keywords) as self_play:
        expected = ordered(self_play.games())
    games: list[SelfPlayGame] = []
    with SelfPlay(hashed, SIZE, **keywords) as self_play:
        while not self_play.is_finished:
            games += self_play.step()
            self_play.save()
    assert_equal(ordered(games), expected)


def test_games_replayed_have_their_results(
    client: tengen.Client, expected: list[SelfPlayGame]
) -> None:
    reasons = set()
    for game in expected:
        reasons.add(str(game.end_reason))
        with client.create_session(SIZE, encodings=["alphazero-17"]) as session:
            for index, action in enumerate(game.actions.tolist()):
                planes = session.observe()["alphazero-17"]
                np.testing.assert_array_equal(game.planes[index], planes)
                assert game.players[index] == session.state().player_to_move
                session.step(action)
            score = session.score()
            assert score.margin == game.margin
            np.testing.assert_array_equal(score.owner, game.owners)
        np.testing.assert_allclose(game.policies.sum(axis=1), 1, rtol=1e-6)
        outcomes = game.outcomes()
        signs = {Color.BLACK: 1, Color.WHITE: -1, None: 0}
        assert outcomes[0] == signs[game.winner]
        np.testing.assert_allclose(
            game.outcomes(0.5), outcomes * 0.5 ** np.arange(len(game), 0, -1)
        )
    assert {"passes", "resignation"} <= reasons


def test_games_count_returns_and_can_go_on(address: str, expected: list[SelfPlayGame]) -> None:
    with SelfPlay(hashed, SIZE, address=address, **ARGUMENTS) as self_play:
        first = list(self_play.games(3))
        rest = list(self_play.games())

        assert self_play.is_finished
        assert self_play.step() == []
    assert len(first) == 3
    assert_equal(ordered(first + rest), expected)


def test_games_loop_that_is_left_loses_nothing(address: str, expected: list[SelfPlayGame]) -> None:
    games: list[SelfPlayGame] = []
    state = None
    while len(games) < len(expected):
        with SelfPlay(hashed, SIZE, address=address, **ARGUMENTS, state=state) as self_play:
            for game in self_play.games():
                games.append(game)
                state = self_play.save()
                break
            for game in self_play.games(1):
                games.append(game)
                state = self_play.save()
    assert_equal(ordered(games), expected)


def test_leaves_have_planes_and_masks_of_their_symmetry(address: str) -> None:
    seen: list[Leaves] = []

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        seen.append(leaves)
        assert leaves.planes.shape == (len(leaves), 17, SIZE, SIZE)
        assert leaves.masks.shape == (len(leaves), SIZE * SIZE + 1)
        occupied = leaves.planes[:, 0] | leaves.planes[:, 1]
        assert not (leaves.masks[:, :-1].reshape(-1, SIZE, SIZE) & occupied).any()
        assert leaves.masks[:, -1].all()
        assert leaves.globals.shape == (len(leaves), 0)
        return hashed(leaves)

    with SelfPlay(evaluate, SIZE, address=address, **ARGUMENTS) as self_play:
        for _ in range(100):
            self_play.step()

    assert {leaves.group for leaves in seen} == {0, 1}
    assert len({int(symmetry) for leaves in seen for symmetry in leaves.symmetries}) == 8
    assert "positions, group=" in repr(seen[0])


def test_games_half_numbers_and_channels_last(address: str) -> None:
    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        assert leaves.planes.shape == (len(leaves), SIZE, SIZE, 17)
        return hashed(leaves)

    keywords = ARGUMENTS | {
        "is_half": True,
        "observation_layout": "hwc",
        "has_observations": False,
        "move_temperature": Temperature(early=0.8, late=0.1, early_move_count=2, half_life=3.0),
    }
    with SelfPlay(evaluate, SIZE, address=address, **keywords) as self_play:
        games = list(self_play.games())

    assert len(games) == GAME_COUNT
    assert games[0].packed.shape == (0, 0)


@pytest.mark.parametrize(
    ("evaluations", "message"),
    [
        (lambda n, a: (np.zeros((n, a - 1)), np.zeros(n)), "priors of shape"),
        (lambda n, a: (np.zeros((n, a)), np.zeros((n, 2))), "values of shape"),
    ],
)
def test_step_wrong_shapes_raise(
    address: str, evaluations: Callable[[int, int], Any], message: str
) -> None:
    def evaluate(leaves: Leaves) -> Any:
        return evaluations(len(leaves), leaves.action_count)

    with (
        SelfPlay(evaluate, SIZE, address=address, **ARGUMENTS) as self_play,
        pytest.raises(ValueError, match=message),
    ):
        self_play.step()


@pytest.mark.parametrize("evaluations", [np.zeros(3), None, [np.zeros(3), np.zeros(1)]])
def test_step_without_values_raises(address: str, evaluations: Any) -> None:
    with (
        SelfPlay(lambda _: evaluations, SIZE, address=address, **ARGUMENTS) as self_play,
        pytest.raises(TypeError, match=r"evaluator returned .*, not a tuple \(priors, values\)"),
    ):
        self_play.step()


def test_values_may_be_a_column(address: str, expected: list[SelfPlayGame]) -> None:
    def evaluate(leaves: Leaves) -> Any:
        priors, its_values = hashed(leaves)
        return priors, np.asarray(its_values)[:, np.newaxis]

    with SelfPlay(evaluate, SIZE, address=address, **ARGUMENTS) as self_play:
        assert_equal(ordered(self_play.games()), expected)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -1.0])
def test_step_wrong_numbers_raise(address: str, wrong: float) -> None:
    def evaluate(leaves: Leaves) -> Any:
        priors = np.zeros((len(leaves), leaves.action_count), np.float32)
        priors[1, 3] = wrong
        return priors, np.zeros(len(leaves))

    with SelfPlay(evaluate, SIZE, address=address, **ARGUMENTS) as self_play:
        with pytest.raises(tengen.InvalidArgumentError, match=r"priors .* in row 1 for action 3"):
            list(self_play.games())
        with pytest.raises(tengen.InvalidArgumentError):
            self_play.step()


@pytest.mark.parametrize(
    ("keywords", "field"),
    [
        ({"simulation_count": 0}, "simulation_count"),
        ({"full_share": 1.5}, "full_share"),
        ({"slot_count": 0}, "slot_count"),
        ({"group_count": 9}, "group_count"),
        ({"max_game_count": 0}, "max_game_count"),
        ({"search": Puct(noise_fraction=2.0)}, "noise_fraction"),
        ({"search": Gumbel(max_considered_actions=0)}, "max_considered_actions"),
        ({"prior_kind": "odds"}, "prior_kind"),
        ({"encoding": "alphazero"}, "encoding"),
    ],
)
def test_self_play_wrong_arguments_raise(
    address: str, keywords: dict[str, Any], field: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=field):
        SelfPlay(hashed, SIZE, address=address, **(ARGUMENTS | keywords))


SLOT_ARGUMENTS: list[dict[str, Any]] = [
    {"komi": 0.5},
    {"komi": -3.5, "max_moves": 20, "score_on_truncation": False},
    {"rules": "japanese"},
    {"rules": Rules("aga", komi=2.5), "setup": Setup(black_points=[6, 18], handicap=2)},
    {"setup": Setup(black_points=[12], white_points=[7], player_to_move=Color.WHITE)},
    {"rules": "new-zealand", "komi": 4.5},
    {},
    {"rules": {"preset": "chinese"}, "max_moves": 8},
]
"""Arguments of the eight slots."""


@pytest.mark.parametrize("search", [Puct(leaves_per_round=3), Gumbel()])
def test_slot_arguments_play_the_games_of_each_slot_alone(
    address: str, search: Puct | Gumbel
) -> None:
    keywords = {
        "address": address,
        "search": search,
        "simulation_count": 6,
        "fast_simulation_count": 3,
    }
    mixed = play(slot_arguments=SLOT_ARGUMENTS, **keywords)
    assert len(mixed) == GAME_COUNT
    expected = []
    for slot, arguments in enumerate(SLOT_ARGUMENTS):
        games = play(**keywords, **arguments)
        expected += [game for game in games if game.slot == slot]

    assert_equal(mixed, expected)
    for one, other in zip(mixed, expected, strict=True):
        assert one.spec == other.spec
        assert one.players.tolist() == other.players.tolist()
        assert one.outcomes().tolist() == other.outcomes().tolist()


def test_slot_arguments_are_in_the_spec_of_games(client: tengen.Client) -> None:
    keywords = ARGUMENTS | {"slot_arguments": SLOT_ARGUMENTS}
    with SelfPlay(hashed, SIZE, address=client.address, **keywords) as self_play:
        games = list(self_play.games())
        specs = [self_play.spec(slot) for slot in range(8)]
        with pytest.raises(IndexError, match="slot 8 is not one of 8 slots"):
            self_play.spec(8)

    assert [spec.rules.komi for spec in specs] == [0.5, -3.5, 6.5, 2.5, 7.5, 4.5, 7.5, 7.5]
    assert [spec.rules.preset for spec in specs[2:4]] == ["japanese", "aga"]
    assert specs[3].setup.handicap == 2
    assert [spec.max_moves for spec in specs] == [50, 20, 50, 50, 50, 50, 50, 8]
    for game in games:
        assert game.spec == specs[game.slot]
        assert game.first_player == (Color.WHITE if game.slot in {3, 4} else Color.BLACK)
        with client.create_session(
            SIZE, rules=game.spec.rules, setup=game.spec.setup, max_moves=game.spec.max_moves
        ) as session:
            for index, action in enumerate(game.actions.tolist()):
                assert game.players[index] == session.state().player_to_move
                session.step(action)
            assert session.score().margin == game.margin


def test_slot_arguments_save_continues_with_the_same_games(address: str) -> None:
    keywords = ARGUMENTS | {"address": address, "slot_arguments": SLOT_ARGUMENTS}
    whole = play(**keywords)
    with SelfPlay(hashed, SIZE, **keywords) as self_play:
        games = [game for _ in range(120) for game in self_play.step()]
        state = pickle.loads(pickle.dumps(self_play.save()))
    changed = [*SLOT_ARGUMENTS[:5], {"rules": "new-zealand", "komi": 5.5}, *SLOT_ARGUMENTS[6:]]
    with pytest.raises(tengen.InvalidArgumentError, match=r"komi=4\.5 is not one with komi=5\.5"):
        SelfPlay(hashed, SIZE, **(keywords | {"slot_arguments": changed}), state=state)
    with SelfPlay(hashed, SIZE, **keywords, state=state) as self_play:
        games += self_play.games()

    assert_equal(ordered(games), whole)
    assert [game.spec for game in ordered(games)] == [game.spec for game in whole]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"komi": 0.3}, r"^slot_arguments\[5\]\.komi 0\.3 is not"),
        ({"rules": "chess"}, r'^slot_arguments\[5\]\.rules "chess"'),
        ({"setup": Setup(handicap=1)}, r"^slot_arguments\[5\]\.handicap 1 is not"),
        (
            {"setup": Setup(black_points=[3], white_points=[3])},
            r"^slot_arguments\[5\]: points \[D5\] hold both",
        ),
        ({"max_moves": -2}, r"^slot_arguments\[5\]\.max_moves -2 is outside"),
        ({"size": 9}, r"slot_arguments .size. is not one of komi, max_moves, rules"),
    ],
)
def test_slot_arguments_wrong_values_raise(
    address: str, changed: dict[str, Any], message: str
) -> None:
    each = [*SLOT_ARGUMENTS[:5], changed, *SLOT_ARGUMENTS[6:]]
    with pytest.raises(tengen.InvalidArgumentError, match=message):
        SelfPlay(hashed, SIZE, address=address, **ARGUMENTS, slot_arguments=each)


def test_slot_arguments_of_other_slots_raise(address: str) -> None:
    with pytest.raises(
        tengen.InvalidArgumentError,
        match="number of slot_arguments 7 is not the number of slots, 8",
    ):
        SelfPlay(hashed, SIZE, address=address, **ARGUMENTS, slot_arguments=SLOT_ARGUMENTS[1:])
    with pytest.raises(TypeError, match="slot_arguments must be a sequence of dicts"):
        SelfPlay(
            hashed,
            SIZE,
            address=address,
            **ARGUMENTS,
            slot_arguments=[7.5] * 8,  # type: ignore[list-item]
        )


def test_search_by_name_raises(address: str) -> None:
    with pytest.raises(TypeError, match="search must be a Puct or a Gumbel, not 'gumbel'"):
        SelfPlay(hashed, SIZE, address=address, search="gumbel")  # type: ignore[arg-type]


def test_state_with_other_arguments_raises(address: str) -> None:
    keywords = ARGUMENTS | {"address": address}
    with SelfPlay(hashed, SIZE, **keywords) as self_play:
        self_play.step()
        state = self_play.save()
    others: list[tuple[dict[str, Any], str]] = [
        ({"seed": state.seed + 1}, f"seed {state.seed + 1} is not the {state.seed} of the state"),
        ({"simulation_count": ARGUMENTS["simulation_count"] + 1}, "simulation_count"),
        ({"komi": 3.5}, "komi"),
        ({"search": Gumbel()}, "method"),
    ]
    for other, message in others:
        with pytest.raises(tengen.InvalidArgumentError, match=message):
            SelfPlay(hashed, SIZE, **(keywords | other), state=state)


def test_close_then_step_raises(address: str) -> None:
    self_play = SelfPlay(hashed, SIZE, address=address, **ARGUMENTS)
    self_play.step()
    self_play.close()
    self_play.close()

    with pytest.raises(tengen.GamesLostError):
        list(self_play.games())


@pytest.mark.parametrize(
    "other",
    [{"encoding": "pgx-17"}, {"observation_layout": "hwc"}, {"has_observations": False}],
    ids=str,
)
def test_state_does_not_continue_with_other_observations(
    address: str, other: dict[str, Any]
) -> None:
    with SelfPlay(hashed, SIZE, **ARGUMENTS, address=address) as self_play:
        state = self_play.save()
    assert repr(state).startswith("SelfPlayState(8 slots of ")
    (name,) = other

    with pytest.raises(tengen.InvalidArgumentError, match=f"{name}.* of the state"):
        SelfPlay(hashed, SIZE, **ARGUMENTS, address=address, state=state, **other)
