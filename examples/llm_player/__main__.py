"""The command line: run `python3 -m llm_player --help` in the directory `examples`."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import tengen
from llm_player.command import CommandModel
from llm_player.endpoint import Endpoint
from llm_player.game import Game
from llm_player.models import Model, RandomModel, human
from llm_player.player import FALLBACKS, LanguagePlayer, Turn
from llm_player.prompt import FORMS
from llm_player.record import annotate
from tengen.render import draw_text

if TYPE_CHECKING:
    from collections.abc import Sequence


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Returns the settings of a command line."""
    parser = argparse.ArgumentParser(
        prog="llm_player", description="A language model plays Go against a built-in player."
    )
    add = parser.add_argument
    add("--model", help='"human", or the name of a model at --url (default: a random model)')
    add("--model-command", help="a command that reads a prompt and prints an answer")
    add("--url", help="the base URL of an OpenAI-compatible API, such as http://127.0.0.1:8080/v1")
    add("--api-key-variable", help="the environment variable with the API key for --url")
    add("--timeout-seconds", type=float, default=120.0, help="per answer (default: 120)")
    add("--attempts", type=int, default=3, help="maximum answers per move (default: 3)")
    add(
        "--fallback",
        choices=FALLBACKS,
        default="resign",
        help="what to play after the last attempt (default: resign)",
    )
    add("--form", choices=FORMS, default="both", help="how prompts show the board (default: both)")
    add("--color", choices=("black", "white"), default="black", help="the model's (default: black)")
    add("--opponent", default="eye-safe-random", help="a built-in player (default: %(default)s)")
    add("--size", type=int, default=5, help="board size (default: 5)")
    add("--komi", type=float, default=0.5, help="points for White (default: 0.5)")
    add("--rules", default="tromp-taylor", help="a preset (default: tromp-taylor)")
    add("--seed", type=int, default=1, help="seed of all random numbers (default: 1)")
    add("--address", help="the server's address (default: starts a server)")
    add("--prompts", action="store_true", help="also print the prompts")
    add(
        "--record",
        type=Path,
        default=Path("llm_player.sgf"),
        help="the SGF file to write (default: llm_player.sgf)",
    )
    settings = parser.parse_args(words)
    if settings.url and (settings.model in {None, "human"} or settings.model_command):
        parser.error("--url requires --model with the name of a model, and no --model-command")
    if settings.model not in {None, "human"} and not settings.url:
        parser.error(f"--model {settings.model} requires --url; without it, only human is allowed")
    if settings.model and settings.model_command:
        parser.error("--model and --model-command exclude each other")
    if settings.url and not settings.url.startswith(("http://", "https://")):
        parser.error(f"--url {settings.url} must start with http:// or https://")
    if settings.api_key_variable and settings.api_key_variable not in os.environ:
        parser.error(f"--api-key-variable {settings.api_key_variable} is not set")
    if settings.attempts < 1:
        parser.error(f"--attempts {settings.attempts} is below 1")
    if not settings.timeout_seconds > 0:
        parser.error(f"--timeout-seconds {settings.timeout_seconds} is not above 0")
    return settings


def make_model(settings: argparse.Namespace) -> Model:
    """Returns the model of the settings."""
    if settings.url:
        key = os.environ[settings.api_key_variable] if settings.api_key_variable else ""
        return Endpoint(
            settings.url, settings.model, api_key=key, timeout_seconds=settings.timeout_seconds
        )
    if settings.model_command:
        return CommandModel(shlex.split(settings.model_command), settings.timeout_seconds)
    return human if settings.model == "human" else RandomModel(settings.seed)


def play(game: Game, player: LanguagePlayer, settings: argparse.Namespace) -> list[Turn]:
    """Plays the game to its end, and returns the model's turns."""
    color = tengen.Color[settings.color.upper()]
    turns: list[Turn] = []
    while not game.is_over:
        mover, number = game.to_move, len(game.moves) + 1
        if mover == color:
            turns.append(player.take_turn(game))
            show(turns[-1], with_prompts=settings.prompts)
            move = turns[-1].move
        else:
            seed = settings.seed + len(game.moves)
            action = game.session.choose_action(settings.opponent, seed=seed)
            game.play(action)
            move = game.name(action)
        is_point = move not in {"pass", "resign"}
        print(f"\n{number}. {mover.name.title()}: {move}")
        print(draw_text(game.session.board(), game.moves[-1][1] if is_point else None))
    return turns


def show(turn: Turn, *, with_prompts: bool) -> None:
    """Prints the exchanges of a turn."""
    for said in turn.exchanges:
        if with_prompts:
            print(f"\n{said.prompt}")
        print("\nThe model " + ("fails." if said.answer is None else f"answers:\n{said.answer}"))
        if said.refusal is not None:
            print(f"Rejected: {said.refusal}.")


def play_game(settings: argparse.Namespace) -> None:
    """Plays one game and writes its record."""
    is_human = settings.model == "human"
    player = LanguagePlayer(
        make_model(settings),
        attempt_count=settings.attempts,
        timeout_seconds=None if is_human else settings.timeout_seconds,
        form=settings.form,
        fallback=settings.fallback,
        seed=settings.seed,
    )
    name = settings.model_command or settings.model or "random-model"
    names = {"PB": name, "PW": settings.opponent}
    if settings.color == "white":
        names = {"PB": settings.opponent, "PW": name}
    client = tengen.connect(settings.address) if settings.address else tengen.launch()
    with (
        client,
        client.create_session(
            settings.size,
            rules=settings.rules,
            komi=settings.komi,
            encodings=(),
            seed=settings.seed,
        ) as session,
    ):
        game = Game(session)
        turns = play(game, player, settings)
        settings.record.write_text(annotate(session.export_record(), turns, names), "utf-8")
        print(f"\n{game.result()}, {len(game.moves)} moves; {settings.record}")


def main() -> None:
    """Runs the command line."""
    try:
        play_game(parse())
    except tengen.TengenError as error:
        raise SystemExit(f"llm_player: {error}") from error


if __name__ == "__main__":
    main()
