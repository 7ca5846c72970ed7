"""Tests of the table of faults of other environments, and of its rows for PettingZoo."""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomllib

import tengen
from fault_table import main
from faults.catalog import DRAWN_REPETITION, ENVIRONMENTS, PETTINGZOO, SIMPLE_KO
from faults.commands import WORKERS
from faults.page import check_page, section
from faults.results import find_all, look, read_results
from faults.search import Search, move_names
from tengen import Color, IllegalReason
from tengen.conformance import CommandAdapter, CommandError, ReferenceGame, check_environment
from tengen.enums import KoRule, RepetitionEnd

NEVER, DRAW, LOSS = RepetitionEnd.NONE, RepetitionEnd.DRAW, RepetitionEnd.LOSS


def start_pettingzoo(_: object, arguments: dict[str, Any]) -> CommandAdapter:
    return CommandAdapter(f"{sys.executable} {WORKERS / PETTINGZOO.worker}", arguments)


class FakeWorker(CommandAdapter):
    """A worker in this process that plays by simple ko, and pays ties as it is asked to."""

    def __init__(self, size: int, *, tie: float = 0.0, forgets_ko: bool = False) -> None:
        self.size, self._tie = size, tie
        self._ko = KoRule.NONE if forgets_ko else KoRule.SIMPLE

    def requests(self, values: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [self._respond(value) for value in values]

    def close(self) -> None:
        pass

    def _respond(self, value: dict[str, Any]) -> dict[str, Any]:
        if "reset" in value:
            self._game = ReferenceGame(self.size, self.size, ko=self._ko, is_suicide_legal=False)
        elif self._game.legality(value["step"]) is not IllegalReason.LEGAL:
            return {"error": "illegal"}
        else:
            self._game.play(value["step"])
        game = self._game
        black = game.result(0) or self._tie if game.is_over else 0.0
        mask = [game.legality(action) == 0 for action in range(self.size**2 + 1)]
        empty = np.zeros((4, self.size, self.size), int)
        for color in (Color.BLACK, Color.WHITE, Color.EMPTY):
            index = [Color.BLACK, Color.WHITE, Color.EMPTY].index(color)
            empty[index] = (np.array(game.board) == color).reshape(self.size, self.size)
        empty[3] = game.player_to_move is Color.WHITE
        return {
            "player_to_move": int(game.player_to_move is Color.WHITE),
            "mask": "".join("01"[allowed] for allowed in mask),
            "shape": list(empty.shape),
            "planes": "".join(map(str, empty.ravel())),
            "board": [int(color) for color in game.board],
            "area": None,
            "rewards": [black, -black],
            "terminated": game.is_over,
            "truncated": False,
        }


def search_fake(size: int = 2, random_games: int = 2, **faults: Any) -> dict[tuple[str, int], str]:
    """Returns the shortest moves of each kind and rule set that the search finds."""
    (fake,) = (each for each in ENVIRONMENTS if each.id == "open-spiel")
    fake = type(fake)(**{**vars(fake), "rule_sets": (SIMPLE_KO, DRAWN_REPETITION)})

    def start(arguments: dict[str, Any]) -> CommandAdapter:
        return FakeWorker(arguments["board_size"], **faults)

    search = Search(
        fake, start, lambda _: None, sizes=(size,), tree_positions=300, random_games=random_games
    )
    return {
        (example.kind, example.rule_set): move_names(example.moves, example.size)
        for example in search.run()
    }


def test_search_finds_nothing_where_nothing_is_wrong() -> None:
    found = search_fake()

    assert {rule_set for _, rule_set in found} == {1}


def test_search_finds_smallest_position_of_a_wrong_tie() -> None:
    assert search_fake(tie=-1.0)["wrong-tie", 0] == "pass pass"


@pytest.mark.full
def test_search_finds_smallest_position_of_a_missing_ko() -> None:
    moves = search_fake(3, 20, forgets_ko=True)["allows-repetition", 0].split()

    # Black takes a ko at the edge with the third of three stones.
    assert len(moves) == 5


def test_every_finding_has_a_row_and_every_row_a_finding() -> None:
    results = read_results()

    for environment in ENVIRONMENTS:
        rows = results[environment.id]["findings"]
        assert list(rows) == [finding.id for finding in environment.findings]
        for finding in environment.findings:
            assert rows[finding.id]["seen"] != rows[finding.id]["right"]


def test_games_of_the_kit_show_no_difference_from_own_rules() -> None:
    results = read_results()

    for environment in ENVIRONMENTS:
        run = results[environment.id]["games"][environment.preset]
        assert run["games"] >= 20
        assert run["faults"] == {}


def test_page_equals_results() -> None:
    assert check_page(read_results()), "run fault_table.py page"


def test_page_shows_a_changed_result() -> None:
    results = read_results()
    text = section(results)
    results["pettingzoo"]["findings"]["tie"]["seen"] = "no rewards"

    assert section(results) != text


@pytest.mark.full
@pytest.mark.parametrize("finding_id", [finding.id for finding in PETTINGZOO.findings])
def test_row_of_pettingzoo_is_true(finding_id: str) -> None:
    row = read_results()["pettingzoo"]["findings"][finding_id]

    assert look(PETTINGZOO, PETTINGZOO.finding(finding_id), row, start_pettingzoo) == row


def test_version_of_pettingzoo_is_the_one_that_is_tested() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]

    assert f"pettingzoo=={PETTINGZOO.version}" in project["optional-dependencies"]["dev"]


def test_row_that_is_no_longer_true_is_noticed() -> None:
    row = read_results()["pettingzoo"]["findings"]["suicide"]
    shortened = {**row, "moves": row["moves"][:-1]}

    finding = PETTINGZOO.finding("suicide")
    assert look(PETTINGZOO, finding, shortened, start_pettingzoo) is None


@pytest.mark.full
def test_difference_without_a_finding_is_a_complaint() -> None:
    search = Search(
        PETTINGZOO,
        partial(start_pettingzoo, None),
        lambda _: None,
        sizes=(2,),
        tree_positions=40,
        random_games=0,
    )
    without = type(PETTINGZOO)(**{**vars(PETTINGZOO), "findings": ()})
    rows, complaints = find_all(without, search.run(), start_pettingzoo)

    assert rows == {}
    assert any("wrong-tie" in complaint for complaint in complaints)


def rules_of(ko: KoRule, end: RepetitionEnd, *, is_suicide_legal: bool) -> dict[str, Any]:
    return {"ko": ko, "is_suicide_legal": is_suicide_legal, "repetition_end": end}


@pytest.mark.parametrize(
    ("preset", "rules", "forbidden_count", "ended_count"),
    [
        ("tromp-taylor", rules_of(KoRule.POSITIONAL, NEVER, is_suicide_legal=True), 645, 0),
        ("cgos", rules_of(KoRule.POSITIONAL, NEVER, is_suicide_legal=False), 87, 0),
        ("aga", rules_of(KoRule.SITUATIONAL, NEVER, is_suicide_legal=False), 39, 0),
        ("pettingzoo-v5", rules_of(KoRule.SIMPLE, NEVER, is_suicide_legal=False), 31, 0),
        ("openspiel", rules_of(KoRule.SIMPLE, DRAW, is_suicide_legal=False), 13, 10),
        ("pgx", rules_of(KoRule.SIMPLE, LOSS, is_suicide_legal=False), 13, 10),
    ],
)
@pytest.mark.full
def test_reference_equals_the_server(
    client: tengen.Client,
    preset: str,
    rules: dict[str, Any],
    forbidden_count: int,
    ended_count: int,
) -> None:
    draw = random.Random(11)
    forbidden = ended = 0
    with client.create_session(3, rules=preset, komi=1, max_moves=-1, encodings=[]) as session:
        for _ in range(20):
            _, info = session.reset()
            game = ReferenceGame(3, 3, **rules)
            while not game.is_over:
                reasons = [game.legality(action) for action in range(10)]
                assert session.legal_actions().illegal_reasons.tolist() == reasons
                forbidden += reasons.count(IllegalReason.REPETITION)
                points = [each for each, reason in enumerate(reasons[:-1]) if reason == 0]
                action = draw.choice(points) if points and draw.random() < 0.95 else 9
                game.play(action)
                info = session.step(action).info
                assert session.board().ravel().tolist() == list(game.board)
                assert game.is_over == (info["end_reason"] is not None)
            result = game.result(1)
            assert [float(reward) for reward in info["rewards"]] == [result, -result]
            ended += game.repeating_player is not None

    assert (forbidden, ended) == (forbidden_count, ended_count)


@pytest.mark.full
def test_kit_plays_in_another_program_under_its_rules(client: tengen.Client) -> None:
    arguments = {"board_size": 5, "komi": 7.5}
    worker = start_pettingzoo(None, arguments)
    own = check_environment(worker, game_count=5, rules="pettingzoo-v5", client=client)
    exact = check_environment(worker, game_count=5, client=client)
    worker.close()

    assert own.scored_count == exact.scored_count == 5
    assert [kind for kind in own.faults if not kind.startswith("plane")] == []
    assert "forbids a suicide" in exact.faults
    assert own.environment.startswith("PettingZoo 1.27.0 go_v5")


def test_command_adapter_reports_errors_and_ends() -> None:
    worker = start_pettingzoo(None, {"board_size": 3})
    worker.reset(0)
    with pytest.raises(CommandError, match="AssertionError"):
        worker.step(99, Color.BLACK)
    worker.close()
    with pytest.raises(CommandError, match="has ended"):
        CommandAdapter(f"{sys.executable} -c pass")


def test_command_line_shows_a_finding(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["fault_table.py", "show", "pettingzoo/tie", "--python", sys.executable]
    monkeypatch.setattr(sys, "argv", words)

    assert main() == 0
    output = capfd.readouterr().out
    assert "moves: pass pass" in output
    assert "rewards -1 for Black and 1 for White" in output


def test_command_line_names_unknown_findings(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["fault_table.py", "show", "pettingzoo/nothing"])

    with pytest.raises(SystemExit):
        main()
    assert "pettingzoo has the findings tie" in capfd.readouterr().err
