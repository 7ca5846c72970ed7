"""Questions about the rules, whose answers the server computes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tengen.render.text import COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from tengen.llm.gateway import Gateway

    Maker: TypeAlias = Callable[[Gateway, random.Random, int], tuple[str, str] | None]

KINDS = ("legality", "ko", "captures", "score")
"""The kinds of questions."""

SIZES = (5, 7)
MOST_ILLEGAL = 1000
GAMES_PER_QUESTION = 200
"""How many games are searched for a question at most."""

PREFACE = (
    "This is a question about the game of Go. In diagrams, X is a black stone, O a white one and"
    " . an empty point. A point is named by its column and row, such as C3; there is no column I."
)
LEGALITY_REQUEST = (
    "Suicide is illegal, and no move may bring back an earlier position of the whole board"
    " (ko). Is the move {move} legal for {color}? End with one line: ANSWER: legal, ANSWER:"
    " occupied, ANSWER: suicide or ANSWER: repetition."
)
CAPTURES_REQUEST = (
    "{color} plays {move}. How many stones does this move capture? End with one line: ANSWER: and"
    " the number."
)
SCORE_REQUEST = (
    "The game is over. By area scoring, each player gets a point for each stone on the board and"
    " for each empty point that reaches stones of that player alone. All stones count as alive, and"
    " komi is {komi:g} for White. What is the result? End with one line: ANSWER: and the result,"
    " such as ANSWER: B+3.5 or ANSWER: W+1.5."
)


@dataclass(frozen=True)
class Question:
    """A question.

    Attributes:
      id: Identifies it in the set.
      kind: One of `KINDS`.
      prompt: The text for the model.
      answer: The right answer, in lower case.
    """

    id: str
    kind: str
    prompt: str
    answer: str


def make_questions(gateway: Gateway, count: int) -> Iterator[Question]:
    """Makes `count` questions of each kind. They depend on the numbers alone, not on a random seed.

    Raises:
      GatewayError: The server refused a game.
    """
    makers = {"legality": _legality, "ko": _ko, "captures": _captures, "score": _score}
    for kind in KINDS:
        for index in range(count):
            yield _found(gateway, kind, index, makers[kind])


def _found(gateway: Gateway, kind: str, index: int, make: Maker) -> Question:
    """Returns the question in the first random game that has one."""
    for game in range(GAMES_PER_QUESTION):
        generator = random.Random(f"{kind} {index} {game}")
        made = make(gateway, generator, index)
        if made is not None:
            request, answer = made
            prompt = f"{PREFACE}\n\n{request}"
            return Question(f"question/{kind}/{index}", kind, prompt, answer.lower())
    raise AssertionError(f"{GAMES_PER_QUESTION} games have no question of the kind {kind}")


def _start(gateway: Gateway, size: int, rules: str) -> dict[str, Any]:
    result = gateway.reset(
        size=size, color="both", rules=rules, show_legal=True, max_illegal=MOST_ILLEGAL
    )
    return dict(result["observation"])


def _random_moves(
    gateway: Gateway, generator: random.Random, rules: str, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plays random moves, and returns the last two observations."""
    before = now = _start(gateway, generator.choice(SIZES), rules)
    for _ in range(count):
        moves = [move for move in now["legal_moves"] if move != "pass"]
        if not moves:
            break
        before, now = now, gateway.step(generator.choice(moves))["observation"]
    return before, now


def _shown(observation: dict[str, Any]) -> str:
    last = ", ".join(observation["last_moves"])
    return f"{observation['board']}\n\nThe last moves were: {last}."


def _illegal_code(gateway: Gateway, move: str) -> str:
    return str(gateway.step(move)["observation"]["error_code"])


def _points(observation: dict[str, Any], content: str) -> list[str]:
    """Returns the names of the points with the content: a color's letter, or a dot."""
    size = observation["size"]
    return [
        f"{COLUMN_NAMES[column]}{size - row}"
        for row, line in enumerate(observation["rows"])
        for column, found in enumerate(line)
        if found == content
    ]


def _legality(gateway: Gateway, generator: random.Random, index: int) -> tuple[str, str] | None:
    """Asks for a legal move, a suicide and an occupied point in turn."""
    wanted = ("legal", "suicide", "occupied")[index % 3]
    _, now = _random_moves(gateway, generator, "chinese", generator.randint(20, 45))
    legal = set(now["legal_moves"])
    empty = _points(now, ".")
    candidates = {
        "legal": [point for point in empty if point in legal],
        "suicide": [point for point in empty if point not in legal],
        "occupied": _points(now, "X") + _points(now, "O"),
    }[wanted]
    generator.shuffle(candidates)
    for move in candidates:
        if wanted == "legal" or _illegal_code(gateway, move) == wanted:
            request = LEGALITY_REQUEST.format(move=move, color=now["to_move"].title())
            return f"{_shown(now)}\n\n{request}", wanted
    return None


def _ko(gateway: Gateway, generator: random.Random, index: int) -> tuple[str, str] | None:
    """Asks whether a stone that just captured one stone may be captured: forbidden, or allowed."""
    wanted = ("repetition", "legal")[index % 2]
    before, now = _start(gateway, generator.choice(SIZES), "chinese"), {}
    for _ in range(60):
        moves = [move for move in before["legal_moves"] if move != "pass"]
        if not moves:
            return None
        now = gateway.step(generator.choice(moves))["observation"]
        taken = _taken(before, now)
        if len(taken) == 1 and now["to_move"] is not None:
            move = taken[0]
            is_legal = move in now["legal_moves"]
            code = "legal" if is_legal else _illegal_code(gateway, move)
            if code == wanted:
                request = LEGALITY_REQUEST.format(move=move, color=now["to_move"].title())
                captured = f"The last move captured one stone, at {move}."
                return f"{_shown(now)} {captured}\n\n{request}", wanted
        before = now
    return None


def _taken(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Returns the points of the stones that the last move captured."""
    other = "O" if before["to_move"] == "black" else "X"
    left = set(_points(now, other))
    return [point for point in _points(before, other) if point not in left]


def _captures(gateway: Gateway, generator: random.Random, index: int) -> tuple[str, str] | None:
    """Asks for the number of stones that a move captures; in three of four cases not 0."""
    before, now = _random_moves(gateway, generator, "tromp-taylor", generator.randint(15, 45))
    count = len(_taken(before, now))
    if (count == 0) != (index % 4 == 0) or before["to_move"] is None or not now["last_moves"]:
        return None
    color, move = now["last_moves"][-1].split()
    if color != before["to_move"] or move == "pass":
        return None
    request = CAPTURES_REQUEST.format(color=color.title(), move=move)
    return f"{before['board']}\n\n{request}", str(count)


def _score(gateway: Gateway, generator: random.Random, index: int) -> tuple[str, str] | None:
    """Asks for the score of a position, as the game ends with it. The index is not used."""
    del index
    _, now = _random_moves(gateway, generator, "tromp-taylor", generator.randint(15, 40))
    if now["to_move"] is None:
        return None
    gateway.step("pass")
    end = gateway.step("pass")["observation"]
    request = SCORE_REQUEST.format(komi=end["komi"])
    return f"{end['board']}\n\n{request}", end["score"]["result"]
