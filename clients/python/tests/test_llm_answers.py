"""How the example `llm_player` parses answers."""

from __future__ import annotations

import pytest
from llm_player.answers import LONGEST_ANSWER, UnreadableError, read_answer

from tengen import RESIGN

PASS = 81


@pytest.mark.parametrize(
    "answer",
    [
        "MOVE: C3",
        "move: c3",
        "C3",
        "c3.",
        "I play **c3**, since the corner is settled.",
        "MOVE: A1\nNo, wait.\nMOVE: C3\n",
        "<think>MOVE: D4?</think>\nD4 is taken.\nMOVE: C3",
        "**MOVE:** `C3`.",
        "- Move = C-3",
        "MOVE: B C3",
        "MOVE: Black C 3",
        "A1 and A2 are dead. MOVE is what I must say.\r\nMOVE: C3\r\n",
        '{"move": "C3", "why": "D4 is taken"}',
        '```json\n{"why": "D4 is taken", "move": "c3"}\n```',
        'Here it is:\n{\n  "move": "C3",\n  "why": "D4"\n}',
        "C3, yes, C3!",
        "x" * (LONGEST_ANSWER - 9) + "\nMOVE: C3",
    ],
)
def test_answer_that_says_a_point_is_read(answer: str) -> None:
    assert read_answer(answer, 9, 9) == 6 * 9 + 2


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("pass", PASS),
        ("PASS.", PASS),
        ("I pass.", PASS),
        ("I'll play **pass**.", PASS),
        ("White passes", PASS),
        ("C3 is all that is left, so there is nothing to do.\nMOVE: Pass", PASS),
        ('{"move": "pass"}', PASS),
        ("resign", RESIGN),
        ("I resign!", RESIGN),
        ("All is lost at C3.\nMOVE: resign", RESIGN),
    ],
)
def test_answer_that_says_a_word_is_read(answer: str, action: int) -> None:
    assert read_answer(answer, 9, 9) == action


@pytest.mark.parametrize(
    ("name", "action"), [("A3", 0), ("E3", 4), ("B2", 6), ("A1", 10), ("E1", 14), ("pass", 15)]
)
def test_names_are_read_on_a_board_that_is_not_square(name: str, action: int) -> None:
    assert read_answer(name, width=5, height=3) == action


def test_columns_skip_i() -> None:
    assert read_answer("H9", 9, 9) == 7
    assert read_answer("J9", 9, 9) == 8


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "it is empty"),
        (" \n\t", "it is empty"),
        ("What a fine position!", "it names no move; end with a line like MOVE: A1"),
        ("I cannot pass here.", "it names no move"),
        ("I will not resign.", "it names no move"),
        ("MOVE:", "it names no move"),
        ("MOVE: castle", "'castle' is not a move"),
        ("MOVE: " + "castle " * 1000, "^'(castle ){8}cast' is not a move; end with"),
        ("A1 A2 A3 A4 A5 A6 A7", "it names several moves, A1, A2, A3, A4, A5, ...; end with"),
        ('{"move": null}', "'None' is not a move"),
        ("C3 or D4", "it names several moves, C3, D4; end with one line MOVE: C3"),
        ("MOVE: C3 or pass", "it names several moves, C3, pass"),
        ("I pass, for C3 is dead.", "it names several moves, C3, pass"),
        ("MOVE: K9", "K9 is not on the board: columns are A to J, rows 1 to 9"),
        ("I9", "I9 is not on the board: columns are A to J; there is no column I, rows 1 to 9"),
        ("A0", "A0 is not on the board"),
        ("A10", "A10 is not on the board"),
        ("MOVE: Z99", "Z99 is not on the board"),
        ("MOVE: (3, 4)", r"'3, 4\)' is not a move"),
        ("C3 " * LONGEST_ANSWER, "it has more than 100000 characters"),
        ("[" * (LONGEST_ANSWER - 1), "it names no move"),
    ],
)
def test_answer_that_says_no_move_is_refused_with_the_reason(answer: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        read_answer(answer, 9, 9)
