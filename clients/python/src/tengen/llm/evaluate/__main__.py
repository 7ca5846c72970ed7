"""The command line of the evaluation."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tengen._command_exit import exit_with
from tengen._terminal import visible
from tengen.errors import TengenError
from tengen.llm.evaluate.models import CommandModel, EndpointModel, ModelError
from tengen.llm.evaluate.report import in_words, page, summarize
from tengen.llm.evaluate.run import EvaluationError, Plan, evaluate
from tengen.llm.evaluate.stand_ins import STAND_INS, stand_in
from tengen.llm.gateway import Gateway, GatewayError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tengen.llm.evaluate.models import Model

BAR_WIDTH = 30
LINES_PER_RUN = 20
"""How many lines of progress a run writes where there is no terminal."""

EXAMPLES = """
examples:
  python -m tengen.llm.evaluate --stand-in greedy --questions 4 --races 2 --pairs 1
      try it out in a minute, with a scripted model
  python -m tengen.llm.evaluate --model my-model --base-url http://127.0.0.1:8000/v1
      a model behind an endpoint that speaks OpenAI's chat completions; needs the extra "llm"
  python -m tengen.llm.evaluate --model big --api-key-env MY_KEY --price-in 2.5 --price-out 10
      a model of a provider, with the cost
  python -m tengen.llm.evaluate --model mine --command "python my_model.py"
      a program that reads {"id": 1, "prompt": "..."} and writes {"text": "..."}, a line each

The folder of --out gets transcripts.jsonl, results.json and report.html. A run that was stopped
resumes there. The set is the same each time, for every model.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Runs an evaluation and returns the exit code: 0, or 1 after an error."""
    parser = make_parser()
    options = parser.parse_args(words)
    try:
        plan = Plan(options.questions, options.races, options.pairs, options.max_illegal)
    except ValueError as error:
        parser.error(str(error))
    try:
        run(options, plan)
    except ImportError as error:
        print(f"{error}; install tengen-go[llm]", file=sys.stderr)
        return 1
    except (EvaluationError, GatewayError, ModelError, OSError, TengenError) as error:
        print(visible(error), file=sys.stderr)
        return 1
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.llm.evaluate",
        description="Evaluates a language model at the board: questions about the rules, capturing"
        " races against perfect play, and games against built-in players.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--model", metavar="NAME", help="the name of the model, at the endpoint and in the report")
    add("--base-url", metavar="URL", help="the endpoint (default: that of the package openai)")
    add(
        "--api-key-env",
        metavar="VARIABLE",
        help="the environment variable with the key of the endpoint (default: no key)",
    )
    add("--command", metavar="WORDS", help="a program that answers, instead of an endpoint")
    add("--stand-in", choices=STAND_INS, help="a scripted model, instead of an endpoint")
    add("--temperature", type=float, help="the temperature (default: that of the endpoint)")
    add("--timeout", type=float, default=120.0, help="seconds for an answer (default: %(default)g)")
    add("--server", metavar="URL", help="a server with --openenv (default: start one)")
    add("--token-env", metavar="VARIABLE", help="the environment variable with its token")
    add("--out", metavar="FOLDER", help="the folder for results (default: NAME-evaluation)")
    defaults = Plan()
    counts = {
        "questions": (defaults.question_count, "questions of each kind"),
        "races": (defaults.race_count, "races of each level"),
        "pairs": (defaults.pair_count, "pairs of games with each opponent and size"),
        "max-illegal": (defaults.max_illegal, "illegal moves that forfeit a race or a game"),
    }
    for name, (default, meaning) in counts.items():
        add(f"--{name}", type=int, default=default, help=f"{meaning} (default: %(default)s)")
    add("--price-in", type=float, metavar="PRICE", help="price of a million tokens of prompts")
    add("--price-out", type=float, metavar="PRICE", help="price of a million tokens of answers")
    return parser


def run(options: argparse.Namespace, plan: Plan) -> None:
    """Evaluates, and writes and prints the results."""
    name = options.model or options.stand_in
    if name is None:
        raise EvaluationError("name the model with --model, or choose a --stand-in")
    safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)
    folder = Path(options.out or f"{safe}-evaluation")
    folder.mkdir(parents=True, exist_ok=True)
    token = secret(options.token_env)
    with (
        made_model(options, name) as model,
        contextlib.closing(Gateway(options.server, token=token)) as gateway,
    ):
        transcripts = folder / "transcripts.jsonl"
        items = evaluate(model, name, gateway, transcripts, plan, progress=progress_writer())
    result = summarize(name, items, input_price=options.price_in, output_price=options.price_out)
    (folder / "results.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(result, items), encoding="utf-8")
    print(in_words(result))
    print(f"Report: {folder / 'report.html'}")


def secret(variable: str | None) -> str | None:
    """Returns the content of an environment variable; None without a name.

    Raises:
      EvaluationError: There is no such variable.
    """
    if variable is None:
        return None
    if variable not in os.environ:
        raise EvaluationError(f"the environment variable {variable} is not set")
    return os.environ[variable]


@contextlib.contextmanager
def made_model(options: argparse.Namespace, name: str) -> Iterator[Model]:
    """Makes the model that the options name, and closes it afterwards.

    Raises:
      EvaluationError: The options name several models.
      ImportError: The package `openai` is missing.
      OSError: The command cannot be started.
    """
    if (
        sum(value is not None for value in (options.command, options.stand_in, options.base_url))
        > 1
    ):
        raise EvaluationError("choose one of --base-url, --command and --stand-in")
    if options.stand_in is not None:
        yield stand_in(options.stand_in)
        return
    model: CommandModel | EndpointModel
    if options.command is not None:
        model = CommandModel(shlex.split(options.command), timeout_seconds=options.timeout)
    else:
        temperature = options.temperature
        model = EndpointModel(
            name,
            base_url=options.base_url,
            api_key=secret(options.api_key_env) or "none",
            timeout_seconds=options.timeout,
            parameters={} if temperature is None else {"temperature": temperature},
        )
    with contextlib.closing(model):
        yield model


def progress_writer() -> Callable[[int, int, str], None]:
    """Returns what shows the progress: a bar at a terminal, elsewhere a line now and then."""

    def write(done: int, total: int, what: str) -> None:
        share = done / max(total, 1)
        if sys.stderr.isatty():
            bar = "#" * int(BAR_WIDTH * share)
            end = "\n" if done == total else ""
            line = f"\r[{bar:.<{BAR_WIDTH}}] {done}/{total} {what:<48.48}"
            print(line, end=end, file=sys.stderr, flush=True)
        elif done % max(1, total // LINES_PER_RUN) == 0 or done == total:
            print(f"{done}/{total} {what}", file=sys.stderr, flush=True)

    return write


if __name__ == "__main__":
    exit_with(main)
