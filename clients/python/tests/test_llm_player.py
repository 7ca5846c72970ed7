"""Games of the example `llm_player` with scripted models."""

from __future__ import annotations

import threading

import pytest
from llm_player.__main__ import make_model, parse
from llm_player.answers import read_answer
from llm_player.command import CommandModel
from llm_player.endpoint import Endpoint
from llm_player.game import Game
from llm_player.models import RandomModel, human
from llm_player.player import REASONS, LanguagePlayer, Turn
from llm_player.prompt import LONGEST_QUOTE
from llm_player.record import LONGEST_COMMENT, annotate
from llm_player.rules import SUICIDE

from tengen import Client, Color, IllegalReason, Session, Setup, SuicideRule

SECONDS = 30.0


class Script:
    """A model that returns scripted answers in order and records the prompts."""

    def __init__(self, *lines: object) -> None:
        self._lines = list(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> object:
        self.prompts.append(prompt)
        line = self._lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line


def take_turn(game: Game, *lines: object, attempt_count: int = 3) -> tuple[Turn, list[str]]:
    """Returns the turn of a model with scripted answers, and the prompts."""
    script = Script(*lines)
    player = LanguagePlayer(script, attempt_count=attempt_count, timeout_seconds=SECONDS)
    return player.take_turn(game), script.prompts


def refusals(turn: Turn) -> list[str | None]:
    return [said.refusal for said in turn.exchanges]


def points(names: str, width: int, height: int) -> list[int]:
    return [read_answer(name, width, height) for name in names.split()]


@pytest.fixture
def ko(client: Client) -> Game:
    """A game in which Black has just taken a ko at C3.

    White cannot retake it at B3. A stone at A4 would be a suicide, which repeats the board.
    """
    setup = Setup(points("B4 A3 B2", 4, 4), points("C4 B3 D3 C2", 4, 4))
    game = Game(client.create_session(4, setup=setup, encodings=()))
    game.play(*points("C3", 4, 4))
    return game


def test_first_answer_that_is_legal_is_played(session: Session) -> None:
    game = Game(session)

    turn, prompts = take_turn(game, "The middle.\nMOVE: C3")

    assert game.moves == [(Color.BLACK, 12)]
    assert game.to_move is Color.WHITE
    assert (turn.move_number, turn.move, turn.is_fallback) == (0, "C3", False)
    assert refusals(turn) == [None]
    assert "asked before" not in prompts[0]
    assert session.board()[2, 2] == Color.BLACK


def test_occupied_point_is_refused_with_the_reason(session: Session) -> None:
    game = Game(session)
    game.play(12)

    turn, prompts = take_turn(game, "MOVE: C3", "MOVE: D4")

    assert refusals(turn) == ["C3 is occupied", None]
    assert "answered:\nMOVE: C3\nThat does not count: C3 is occupied." in prompts[1]
    assert game.moves == [(Color.BLACK, 12), (Color.WHITE, 8)]


def test_each_refusal_is_in_the_prompt_until_the_move(session: Session) -> None:
    lines = ["", RuntimeError("overloaded"), None, "MOVE: Z99", "C3 or D4", "c3"]

    turn, prompts = take_turn(Game(session), *lines, attempt_count=6)

    assert refusals(turn) == [
        "it is empty",
        "RuntimeError: overloaded",
        "it returned NoneType, not text",
        "Z99 is not on the board: columns are A to E, rows 1 to 5",
        "it names several moves, C3, D4; end with one line MOVE: C3",
        None,
    ]
    assert [prompt.count("asked before") for prompt in prompts] == [0, 1, 2, 3, 4, 5]
    assert "There was no answer: RuntimeError: overloaded." in prompts[-1]
    assert turn.move == "C3"


def test_next_turn_starts_without_refusals(session: Session) -> None:
    game = Game(session)
    script = Script("nonsense", "MOVE: C3", "MOVE: D4")
    player = LanguagePlayer(script)

    player.take_turn(game)
    player.take_turn(game)

    assert [prompt.count("asked before") for prompt in script.prompts] == [0, 1, 0]


def test_long_answer_is_quoted_in_short(session: Session) -> None:
    _, prompts = take_turn(Game(session), "x" * 50_000, "MOVE: C3")

    assert len(prompts[1]) < len(prompts[0]) + 2 * LONGEST_QUOTE
    assert f"...{'x' * LONGEST_QUOTE}\n" in prompts[1]


def test_silent_model_is_asked_again(session: Session) -> None:
    is_over = threading.Event()

    def model(prompt: str) -> str:
        if "asked before" not in prompt:
            is_over.wait(SECONDS)
        return "MOVE: C3"

    turn = LanguagePlayer(model, timeout_seconds=1.0).take_turn(Game(session))
    is_over.set()

    assert refusals(turn) == ["it took longer than 1 seconds", None]


@pytest.mark.parametrize(
    ("fallback", "moves"), [("resign", ["resign"]), ("pass", ["pass"]), ("random", None)]
)
def test_fallback_is_played_after_the_last_attempt(
    fallback: str, moves: list[str] | None, session: Session
) -> None:
    game = Game(session)
    game.play(0)
    legal = game.position().legal
    script = Script("A5", "A5", "D4")
    player = LanguagePlayer(script, attempt_count=2, fallback=fallback)

    turn = player.take_turn(game)

    assert turn.is_fallback
    assert refusals(turn) == ["A5 is occupied"] * 2
    assert turn.move in (moves or legal)
    assert game.is_over == (fallback == "resign")


def test_resignation_ends_the_game(session: Session) -> None:
    game = Game(session)
    game.play(12)

    turn, _ = take_turn(game, "MOVE: resign")

    assert turn.move == "resign"
    assert game.is_over
    assert game.result() == "B+R (resignation)"
    assert len(game.moves) == 1


def test_ko_is_in_the_prompt_before_and_after(ko: Game) -> None:
    turn, prompts = take_turn(ko, "MOVE: B3", "MOVE: pass")

    assert "Forbidden now, as the board would repeat: A4 B3\n" in prompts[0]
    assert "Stones taken: Black 1, White 0" in prompts[0]
    assert '"forbidden_repetitions": ["A4", "B3"]' in prompts[0]
    assert refusals(turn) == ["B3 would repeat the board at the start", None]


def test_repetition_of_a_later_board_names_its_move(ko: Game) -> None:
    ko.play(*points("A1", 4, 4))
    ko.play(*points("D1", 4, 4))
    ko.play(*points("B3", 4, 4))

    turn, prompts = take_turn(ko, "C3", "B1")

    assert "would repeat: D4 C3\n" in prompts[0]
    assert "Stones taken: Black 1, White 1" in prompts[0]
    assert refusals(turn) == ["C3 would repeat the board after move 3", None]


def test_forbidden_suicide_is_explained(client: Client) -> None:
    setup = Setup([], points("A2 B1", 3, 3))
    session = client.create_session(3, suicide="forbidden", setup=setup, encodings=())

    turn, prompts = take_turn(Game(session), "A1", "C3")

    assert SUICIDE[SuicideRule.FORBIDDEN] in prompts[0]
    assert refusals(turn)[0] == "a stone on A1 would leave its own chain without a liberty"
    session.close()


def test_play_after_the_end_of_play_is_refused(client: Client) -> None:
    game = Game(client.create_session(5, rules={"dead_stones": "agreement"}, encodings=()))
    game.play(25)
    game.play(25)

    turn, prompts = take_turn(game, "C3", "pass")

    assert "Legal moves: pass\n" in prompts[0]
    assert refusals(turn) == [
        "C3 cannot be played: play has ended, and only the pass is legal",
        None,
    ]


def test_every_illegality_has_words() -> None:
    others = {"LEGAL", "EPISODE_OVER", "OUT_OF_RANGE", "NO_AGREEMENT"}
    others |= {"NOT_WHOLE_CHAINS", "UNKNOWN"}

    assert {reason.name for reason in REASONS} == {r.name for r in IllegalReason} - others


def test_player_rejects_invalid_arguments() -> None:
    with pytest.raises(ValueError, match="attempt_count 0 is below 1"):
        LanguagePlayer(Script(), attempt_count=0)
    with pytest.raises(ValueError, match=r"timeout_seconds 0\.0 is not above 0"):
        LanguagePlayer(Script(), timeout_seconds=0.0)
    with pytest.raises(ValueError, match="fallback 'cry' is not one of resign, pass, random"):
        LanguagePlayer(Script(), fallback="cry")


def test_record_has_what_the_model_said(client: Client, session: Session) -> None:
    game = Game(session)
    first, _ = take_turn(game, "Z99", r"A ] is no \ end: MOVE: C3" + "\nMOVE: C3")
    game.play(8)
    second, _ = take_turn(game, ValueError(";W[aa]"), "x" * 9_000 + "\nMOVE: pass")
    game.play(0)
    third, _ = take_turn(game, "All is lost.\nMOVE: resign")

    sgf = annotate(session.export_record(), [first, second, third], {"PB": "a ] b", "PW": "c"})

    with client.import_record(sgf) as imported:
        assert imported.warnings == ()
        assert imported.state().actions == session.state().actions
    assert r"PB[a \] b]PW[c]" in sgf
    assert "RE[W+R]" in sgf
    assert r";B[cc]C[Z99" in sgf
    assert r"(rejected\: Z99 is not on the board\: columns are A to E, rows 1 to 5)" in sgf
    assert r"A \] is no \\ end\: MOVE\: C3" in sgf
    assert r";B[]C[(no answer)" + "\n" + r"(rejected\: ValueError\: ;W[aa\])" in sgf
    assert 0 < sgf.count("x") <= LONGEST_COMMENT
    assert ";W[aa]C[All is lost.\nMOVE\\: resign]" in sgf


def test_record_of_a_resignation_at_once_is_a_record(client: Client, session: Session) -> None:
    turn, _ = take_turn(Game(session), "", "", "")

    sgf = annotate(session.export_record(), [turn], {})

    with client.import_record(sgf) as imported:
        assert imported.warnings == ()
        assert imported.state().move_number == 0
    assert "C[(empty)\n(rejected\\: it is empty)" in sgf
    assert r"(after 3 attempts\: resign)]" in sgf


@pytest.mark.parametrize(
    "words",
    [
        ["--model", "small"],
        ["--url", "http://127.0.0.1/v1"],
        ["--url", "http://127.0.0.1/v1", "--model", "human"],
        ["--url", "http://127.0.0.1/v1", "--model", "small", "--model-command", "cat"],
        ["--model", "human", "--model-command", "cat"],
        ["--form", "xml"],
        ["--url", "file:///etc", "--model", "small"],
        ["--api-key-variable", "NO_SUCH_VARIABLE"],
        ["--attempts", "0"],
        ["--timeout-seconds", "nan"],
    ],
)
def test_invalid_settings_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(words)

    # The last line has the error.
    assert words[0] in capsys.readouterr().err.splitlines()[-1]


def test_settings_name_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "secret")
    endpoint = "--url http://127.0.0.1/v1 --model small --api-key-variable SOME_KEY"

    models = [make_model(parse(words.split())) for words in ("", "--model-command cat", endpoint)]

    assert [type(model) for model in models] == [RandomModel, CommandModel, Endpoint]
    assert make_model(parse(["--model", "human"])) is human
