"""`tengen.llm.evaluate` with scripted models, in process, as a command and over HTTP."""

from __future__ import annotations

import json
import random
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
import test_examples
from chat_endpoint import chat_endpoint
from processes import run_to_end
from server_process import ServerProcess

import tengen
from tengen.llm import Gateway
from tengen.llm.evaluate import (
    Answer,
    CommandModel,
    EndpointModel,
    EvaluationError,
    ModelError,
    Plan,
    evaluate,
    stand_in,
    summarize,
)
from tengen.llm.evaluate.__main__ import main
from tengen.llm.evaluate.answers import stated
from tengen.llm.evaluate.play import ANCHORS
from tengen.llm.evaluate.ratings import mean, rate, rate_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).resolve().parents[3] / "docs/guide/language-model-training.md"
SMALL = Plan(question_count=4, race_count=1, pair_count=1)
ITEM_COUNT = 4 * 4 + 4 + 2 * 4 * 2
QUESTIONS = Plan(question_count=8, race_count=0, pair_count=0)
WORDS = ["--questions", "1", "--races", "1", "--pairs", "0", "--max-illegal", "2"]


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with ServerProcess("--http-port", "0", "--openenv") as started:
        yield started


@pytest.fixture(scope="module")
def url(server: ServerProcess) -> str:
    return f"http://{server.http_address}"


@pytest.fixture
def gateway(url: str) -> Iterator[Gateway]:
    made = Gateway(url)
    yield made
    made.close()


@pytest.fixture
def endpoint() -> Iterator[str]:
    """The address of a server that speaks chat completions, with the stand-in `greedy`."""
    greedy = stand_in("greedy")
    with chat_endpoint(lambda messages: greedy(messages[0]["content"])) as address:
        yield address


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I think.\nMOVE: C3", "C3"),
        ("**Answer:** `legal`.", "legal"),
        ("MOVE: A1\nno, MOVE: B2\nMOVE: c3\n", "c3"),
        ('{"move": "D4"}', "D4"),
        ("pass", "pass"),
        ("", ""),
        ("MOVE:", ""),
        ("x" * 10_000, "x" * 40),
        ("\ud800\x00\x1bC3", "C3"),
    ],
)
def test_stated_is_the_last_line_that_states(text: str, said: str) -> None:
    assert stated(text) == said


@pytest.mark.full
def test_questions_are_the_same_each_time_and_have_the_answers_of_the_rules(
    gateway: Gateway, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    items, again = (
        evaluate(stand_in("greedy"), "greedy", gateway, file, QUESTIONS) for file in files
    )

    def shown(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
        return [(item["exchanges"][0]["prompt"], item["expected"]) for item in found]

    assert shown(items) == shown(again)
    expected = {
        kind: [i["expected"] for i in items if i["group"] == kind] for kind in ("ko", "score")
    }
    assert expected["ko"] == ["repetition", "legal"] * 4
    assert len(set(expected["score"])) > 4
    # The stand-in counts captures by its own rules.
    captures = [item for item in items if item["group"] == "captures"]
    assert [item["is_correct"] for item in captures] == [True] * 8
    assert {item["expected"] for item in captures} > {"0", "1"}


def area(prompt: str) -> str:
    """Returns the result of the position in a prompt, by flooding from each empty point."""
    rows = [line.split()[1:] for line in prompt.splitlines() if line.strip()[:1].isdigit()]
    size = len(rows)
    counts = {"X": 0.0, "O": 7.5}
    for start in range(size * size):
        found, todo, seen = set(), [divmod(start, size)], set()
        while todo:
            row, column = todo.pop()
            if (row, column) in seen or not (0 <= row < size and 0 <= column < size):
                continue
            seen.add((row, column))
            if rows[row][column] != ".":
                found.add(rows[row][column])
            else:
                todo += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        if len(found) == 1:
            counts[found.pop()] += 1
    margin = counts["X"] - counts["O"]
    return f"{'b' if margin > 0 else 'w'}+{abs(margin):g}"


@pytest.mark.full
def test_a_model_that_counts_scores_every_position(gateway: Gateway, tmp_path: Path) -> None:
    def model(prompt: str) -> Answer:
        return Answer(f"ANSWER: {area(prompt)}" if "the result" in prompt else "")

    items = evaluate(model, "counter", gateway, tmp_path / "t", QUESTIONS)

    result = summarize("counter", items)
    assert result["rules"]["score"][0] == 1
    assert result["rules"]["captures"][0] == 0
    assert result["usage"]["input_tokens"] is None


@pytest.mark.full
def test_perfect_play_has_no_regret(
    server: ServerProcess, gateway: Gateway, tmp_path: Path
) -> None:
    with tengen.connect(server.address) as client:

        def oracle(_: str) -> Answer:
            game = client.attach_session(gateway.state()["game_session"])
            action = game.choose_action("oracle")
            row, column = divmod(action, game.width)
            is_pass = action == game.pass_action
            name = "pass" if is_pass else f"{'ABCDEFGHJ'[column]}{game.height - row}"
            return Answer(f"MOVE: {name}")

        items = evaluate(oracle, "oracle", gateway, tmp_path / "t", Plan(0, 3, 0))

    result = summarize("oracle", items)
    assert result["races"]["regret"][0] == 0
    assert result["illegal_rate"][0] == 0
    assert result["games"]["5"]["elo"] is None


@pytest.mark.full
def test_stand_ins_play_the_whole_set_in_the_order_of_their_strength(
    gateway: Gateway, tmp_path: Path
) -> None:
    results = {}
    for name in ("random", "greedy", "echo", "breaker"):
        items = evaluate(stand_in(name), name, gateway, tmp_path / name, SMALL)
        assert len(items) == len({item["id"] for item in items}) == ITEM_COUNT
        results[name] = summarize(name, items, input_price=2.0, output_price=4.0)

    for name in ("random", "greedy"):
        assert results[name]["illegal_rate"][0] == 0
    for name in ("echo", "breaker"):
        assert results[name]["illegal_rate"][0] > 0.7
        assert all(share[0] == 0 for share in results[name]["rules"].values())
        assert results[name]["races"]["regret"][0] >= 1.5
        assert results[name]["games"]["5"]["elo"][0] < results["greedy"]["games"]["5"]["elo"][0]
    usage = results["greedy"]["usage"]
    cost = (2 * usage["input_tokens"] + 4 * usage["output_tokens"]) / 1e6
    assert usage["cost"] == pytest.approx(cost)
    assert results["greedy"]["rules"]["captures"][0] == 1


@pytest.mark.full
def test_run_that_stops_resumes_without_asking_again(gateway: Gateway, tmp_path: Path) -> None:
    file = tmp_path / "transcripts"
    whole = evaluate(stand_in("random"), "m", gateway, tmp_path / "whole", SMALL)
    calls = 0

    def fails(prompt: str) -> Answer:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise ModelError("the line is dead")
        return stand_in("random")(prompt)

    with pytest.raises(ModelError):
        evaluate(fails, "m", gateway, file, SMALL)
    with file.open("a") as torn:
        torn.write('{"id": "race/1')
    resumed = evaluate(fails, "m", gateway, file, SMALL)

    def without_time(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{k: v for k, v in item.items() if k != "seconds"} for item in items]

    assert without_time(resumed) == without_time(whole)
    request_count = sum(len(item["exchanges"]) for item in whole)
    # The item in which the model failed is asked from its start.
    assert request_count < calls <= request_count + 20
    with pytest.raises(EvaluationError, match="choose another folder"):
        evaluate(fails, "other", gateway, file, SMALL)
    file.write_text("no transcript\n")
    with pytest.raises(EvaluationError, match="has no transcripts"):
        evaluate(fails, "m", gateway, file, SMALL)


def test_endpoint_answers_as_the_stand_in_behind_it(
    url: str, endpoint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    monkeypatch.setenv("KEY", "secret")
    where = ["--server", url, "--out"]
    prices = ["--price-in", "1", "--price-out", "2"]
    http_words = ["--model", "m", "--base-url", endpoint, "--api-key-env", "KEY", *prices]

    assert main([*WORDS, *where, str(tmp_path / "http"), *http_words]) == 0
    assert main([*WORDS, *where, str(tmp_path / "in"), "--stand-in", "greedy", *prices]) == 0

    http_result, in_process = (
        json.loads((tmp_path / name / "results.json").read_text()) for name in ("http", "in")
    )
    for result in (http_result, in_process):
        del result["model"], result["usage"]["seconds"]
    assert http_result == in_process
    assert http_result["usage"]["cost"] > 0
    silent = EndpointModel("silent", base_url=endpoint, api_key="secret")
    assert silent("Legal moves: A1") == Answer("MOVE: A1")
    silent.close()


def test_endpoint_that_refuses_is_an_error(endpoint: str) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    model = EndpointModel("m", base_url=endpoint, api_key="wrong")

    with pytest.raises(ModelError, match="401"):
        model("")

    model.close()


ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"text": request["prompt"][::-1], "input_tokens": request["id"]}), flush=True)
"""


def command(program: str, timeout_seconds: float = 30.0) -> CommandModel:
    return CommandModel([sys.executable, "-c", program], timeout_seconds=timeout_seconds)


def test_command_answers_one_line_after_another() -> None:
    model = command(ECHO)

    assert model("C3\n\u00fc") == Answer("\u00fc\n3C", 1)
    assert model("pass") == Answer("ssap", 2)
    model.close()
    model.close()


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("import time; time.sleep(30)", "took longer than 0.5 seconds"),
        ("input(); print('C3', flush=True)", "wrote no answer: 'C3"),
        ("input(); print('[]', flush=True)", "wrote no answer"),
        ("input(); print('{\"text\": 1}', flush=True)", "of the wrong types"),
        ("", "has ended"),
    ],
)
def test_command_that_fails_is_an_error(program: str, message: str) -> None:
    model = command(program, 0.5 if "sleep" in program else 30.0)

    with pytest.raises(ModelError, match=message):
        model("x" * 1000)

    model.close()


def test_command_line_writes_a_report_without_markup_of_models(url: str, tmp_path: Path) -> None:
    program = tmp_path / "model.py"
    program.write_text(
        "import json\nwhile True:\n    input()\n"
        '    print(json.dumps({"text": "<b>&"}), flush=True)\n'
    )
    words = ["--model", "<i>", "--command", f"{sys.executable} {program}", "--server", url]

    assert main([*WORDS, *words, "--out", str(tmp_path)]) == 0

    text = (tmp_path / "report.html").read_text()
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))
    assert "<b>" not in text
    assert [title.text for title in root.iter("h1")] == ["<i> at the board"]
    assert len(list(root.iter("details"))) == 4 + 4
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name the model"),
        (["--model", "m", "--base-url", "u", "--command", "c"], "choose one of"),
        (["--model", "m", "--api-key-env", "NO_SUCH_VARIABLE"], "is not set"),
        (["--model", "m", "--command", "no-such-program"], "no-such-program"),
    ],
)
def test_command_line_says_what_is_wrong(
    words: list[str],
    message: str,
    url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("openai", reason="openai is not installed")

    assert main([*words, "--server", url, "--out", str(tmp_path)]) == 1

    assert message in capsys.readouterr().err


def test_plan_outside_its_range_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"max_illegal 0 is outside \[1, 1000\]"):
        Plan(max_illegal=0)


@pytest.mark.full
def test_rating_intervals_contain_the_true_rating() -> None:
    generator = random.Random(1)
    anchors = list(ANCHORS[5].values())
    hits = 0
    for _ in range(200):
        true = generator.uniform(-500, 400)
        pairs = []
        for anchor in anchors * 5:
            expected = 1 / (1 + 10 ** ((anchor - true) / 400))
            pairs.append((anchor, float(sum(generator.random() < expected for _ in range(2))), 2))
        estimate = rate(pairs, anchors)
        hits += estimate.lower <= true <= estimate.upper

    assert 180 <= hits <= 199


def test_rating_without_the_prior_is_that_of_the_model() -> None:
    estimate = rate([(100.0, 7500.0, 10_000)], [100.0])

    assert estimate.elo == pytest.approx(100 + 190.8, abs=0.2)


def test_intervals_of_means_and_shares() -> None:
    assert mean([1.0, 1.0]) == pytest.approx((1, 1, 1))
    middle, lower, upper = mean([0.0, 2.0] * 50)
    assert (middle, lower, upper) == pytest.approx((1, 0.8, 1.2), abs=0.05)
    assert rate_of(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)


@pytest.mark.full
def test_command_of_the_page_runs(url: str, tmp_path: Path) -> None:
    commands = test_examples.blocks(PAGE, "sh")
    (line,) = [command for command in commands if "tengen.llm.evaluate" in command]
    words = shlex.split(line)
    assert words[:3] == ["python", "-m", "tengen.llm.evaluate"]

    done = run_to_end(sys.executable, *words[1:], "--server", url, timeout=300, cwd=tmp_path)

    assert (done.returncode, "Elo on 9x9" in done.stdout) == (0, True), done.stderr
    assert {path.name for path in (tmp_path / "greedy").iterdir()} == {
        "report.html",
        "results.json",
        "transcripts.jsonl",
    }


def test_anchors_of_the_page_are_those_of_the_program() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("\N{MINUS SIGN}", "-")
    for opponent in ANCHORS[5]:
        row = f"| `{opponent}` | {ANCHORS[5][opponent]:.0f} | {ANCHORS[9][opponent]:.0f} |"
        assert row in text
