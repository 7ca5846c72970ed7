"""The positions and prompts of the example `llm_player`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from llm_player.answers import read_answer
from llm_player.game import Game
from llm_player.prompt import write_prompt
from llm_player.rules import (
    DEAD_STONES,
    KO,
    REPETITION_END,
    SCORING,
    SUICIDE,
    TAX,
    rules_in_words,
)

from tengen import (
    Client,
    Color,
    DeadStonesRule,
    KoRule,
    Opponent,
    RepetitionEnd,
    ScoringRule,
    Session,
    Setup,
    SuicideRule,
    TaxRule,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def points(names: str, width: int, height: int) -> list[int]:
    return [read_answer(name, width, height) for name in names.split()]


def test_stones_of_a_suicide_are_taken_by_the_other(client: Client) -> None:
    setup = Setup(points("A1", 3, 2), points("A2 B2 C1", 3, 2))
    game = Game(client.create_session((3, 2), setup=setup, encodings=()))

    game.play(*points("B1", 3, 2))

    assert game.taken == {Color.BLACK: 0, Color.WHITE: 2}


@pytest.mark.parametrize("seed", range(3))
def test_stones_taken_are_the_prisoners_of_the_server(seed: int, client: Client) -> None:
    random = np.random.default_rng(seed)
    with client.create_session(5, rules={"scoring": "territory"}, encodings=()) as session:
        game = Game(session)
        while not game.is_over:
            plays = np.flatnonzero(session.legal_actions().action_mask[:-1])
            game.play(int(random.choice(plays)) if plays.size else session.pass_action)
        score = session.score()

        assert game.taken == {
            Color.BLACK: score.prisoners_black,
            Color.WHITE: score.prisoners_white,
        }
        assert min(game.taken.values()) > 5


@pytest.mark.parametrize(
    "arguments", [{"opponent": Opponent("random")}, {"opponent": None}], ids=["opponent", "moves"]
)
def test_game_needs_a_new_episode_without_opponent(
    arguments: dict[str, Any], client: Client
) -> None:
    with client.create_session(5, **arguments) as session:
        session.step(12)

        with pytest.raises(ValueError, match="at the start of an episode, without an opponent"):
            Game(session)


def test_prompt_shows_the_board_as_text_and_as_json(session: Session) -> None:
    game = Game(session)
    for point in points("C3 D4", 5, 5):
        game.play(point)
    position = game.position()

    text, as_json, both = (write_prompt(position, form=form) for form in ("text", "json", "both"))

    assert "  4 . . . O . 4\n  3 . . X . . 3\n" in text
    assert "Moves so far: B C3 W D4\n" in text
    assert text.startswith("You play Black in a game of Go on a board of 5 columns and 5 rows")
    assert "White gets 0.5 points of komi." in text
    assert "JSON" not in text
    assert "4 . . . O" not in as_json
    (line,) = re.findall(r"^\{.*\}$", as_json, re.MULTILINE)
    assert line in both
    assert position.as_text() in both
    legal = [name for name in position.legal if name not in {"C3", "D4"}]
    assert json.loads(line) == {
        "width": 5,
        "height": 5,
        "komi": 0.5,
        "player_to_move": "black",
        "rows_from_top": [".....", "...O.", "..X..", ".....", "....."],
        "stones": {"black": ["C3"], "white": ["D4"]},
        "moves": [["black", "C3"], ["white", "D4"]],
        "taken": {"black": 0, "white": 0},
        "forbidden_repetitions": [],
        "legal_moves": legal,
    }
    assert f"Legal moves: {' '.join(legal)}\n" in both
    assert len(legal) == 24


def test_prompt_of_an_unknown_form_is_an_error(session: Session) -> None:
    with pytest.raises(ValueError, match="form 'xml' is not one of text, json, both"):
        write_prompt(Game(session).position(), form="xml")


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (KO, KoRule),
        (SUICIDE, SuicideRule),
        (SCORING, ScoringRule),
        (TAX, TaxRule),
        (DEAD_STONES, DeadStonesRule),
        (REPETITION_END, RepetitionEnd),
    ],
)
def test_every_rule_has_words_of_its_own(words: dict[object, str], rules: Sequence[object]) -> None:
    assert list(words) == list(rules)
    assert len(set(words.values())) == len(words)


def test_rules_of_every_preset_are_described(client: Client) -> None:
    for preset in client.server_info().presets:
        text = rules_in_words(preset.rules)

        assert f"{KO[KoRule(preset.rules.ko)]} A pass is always legal." in text
        assert SCORING[ScoringRule(preset.rules.scoring)] in text
        assert text[-1].startswith(f"White gets {preset.rules.komi:g} points")
