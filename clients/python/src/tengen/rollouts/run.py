"""`tengen.rollout`: plays many games into a folder."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tengen._requests import board_size
from tengen.data.writing import writer_name
from tengen.errors import InvalidArgumentError
from tengen.rollouts.conversion import Converter
from tengen.rollouts.policies import is_policy_name, load_policy, policy_name, policy_version
from tengen.rollouts.process import RolloutProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tengen.words import PlayerName

    Player = PlayerName | str | Callable[..., Any]

SHARD = re.compile(r"(\d{1,6})/(\d{1,6})")
CONVERTED = ("parquet", "npz")


@dataclass(frozen=True)
class RolloutSummary:
    """What a call of `tengen.rollout` did.

    Attributes:
      folder: The folder.
      shard: The shard, as in "0/8".
      games: The number of games of the shard.
      played: The number of games that this call played.
      moves: The number of moves of those.
      seconds: The time that it took.
      games_per_second: Games played per second.
      moves_per_second: Moves played per second.
      complete: Whether all shards are complete, so that the folder has a manifest.
    """

    folder: str
    shard: str
    games: int
    played: int
    moves: int
    seconds: float
    games_per_second: float
    moves_per_second: float
    complete: bool


def rollout(
    games: int,
    out: str | Path,
    *,
    size: int | tuple[int, int] | str = 9,
    rules: str = "tromp-taylor",
    komi: float | None = None,
    max_moves: int = 0,
    black: Player = "random",
    white: Player = "random",
    engines: Mapping[str, str] | None = None,
    seed: int = 0,
    format: str = "moves",  # noqa: A002 - the name of the option of the command line.
    planes: str | None = None,
    games_per_file: int | None = None,
    shard: str | tuple[int, int] = "0/1",
    concurrency: int | None = None,
    lanes: int = 256,
    encoding: str = "alphazero-17",
    progress: bool = False,
) -> RolloutSummary:
    """Plays exactly `games` games between two players into a folder, or resumes to do so.

    Game g depends on the arguments, the versions and g alone, not on shards, `lanes`, `concurrency`
    and earlier deaths; so do the bytes of the files. docs/guide/rollouts.md is a guide.

    A policy is called with batches of `lanes / 2` rows: `policy(observations, action_mask)`, uint8
    of shape (rows, planes, height, width) and (rows, actions). If it has parameters `globals`,
    `seeds` (a random uint64 per row), `games` and `moves` (numbers of games and of earlier moves),
    it gets these, too. It returns an action per row, or weights of shape (rows, actions) in
    proportion to which Tengen draws legal actions. It must compute each row for itself.

    Args:
      games: The number of games over all shards.
      out: The folder.
      size: The width and height of the boards, 1 to 25; or (width, height); or text such as "9x7".
      rules: A rule preset, or rules in KataGo's notation.
      komi: The komi. None: that of the rules.
      max_moves: Moves after which a game is truncated; -1 for unlimited, 0 for three times the
        number of points.
      black: A built-in player, "gtp:NAME" for an engine, or a policy: a callable, or its name, as
        in "module:function". The attribute `version` of a policy, or else the checksum of its
        file, is a part of the rollout.
      white: The white player.
      engines: The commands of engines by name.
      seed: The seed, at least 0.
      format: "moves", "sgf", "parquet" or "npz".
      planes: An encoding whose planes Parquet files have beside the moves.
      games_per_file: The number of games in a file. None: a thousandth of all, at least 16.
      shard: "I/K" or (I, K): this call plays the files f with f mod K = I.
      concurrency: The number of games at once without a policy. None: one per processor.
      lanes: The number of games at once with a policy.
      encoding: The encoding of the observations that policies get.
      progress: Whether to show progress and rate on standard error.

    Raises:
      InvalidArgumentError: A value is invalid, or the folder has another rollout.
      RolloutError: An engine failed, or a file is damaged.
      ImportError: A module of a policy, or pyarrow, is missing.
      ValueError: There is no such policy, or it returned an illegal action.
      DataFileError: A file that was to be converted is damaged.
      LaunchError: There is no Java 17 or later, or no jar.
    """
    index, count = _shard(shard)
    policies: dict[str, Callable[..., Any]] = {}
    names = [_player(player, policies) for player in (black, white)]
    width, height = board_size(size)
    options = {
        "--games": games,
        "--out": out,
        "--size": f"{width}x{height}",
        "--rules": rules,
        "--komi": komi,
        "--max-moves": max_moves,
        "--black": names[0],
        "--white": names[1],
        "--seed": seed,
        "--format": format,
        "--planes": planes,
        "--games-per-file": games_per_file,
        "--shard": f"{index}/{count}",
        "--concurrency": concurrency,
        "--lanes": lanes,
        "--encoding": encoding,
    }
    arguments = [f"{name}={value}" for name, value in options.items() if value is not None]
    arguments += [f"--engine={name}={command}" for name, command in (engines or {}).items()]
    return run_rollout(arguments, Path(out), format, (index, count), policies, is_shown=progress)


def run_rollout(
    arguments: Sequence[str],
    folder: Path,
    file_format: str,
    shard: tuple[int, int],
    policies: Mapping[str, Callable[..., Any]],
    *,
    is_shown: bool,
) -> RolloutSummary:
    """Runs `tengen rollout` with the given arguments. See `rollout`."""
    start = time.monotonic()
    extra = [f"--policy={name}={policy_version(policy)}" for name, policy in policies.items()]
    is_converted = file_format in CONVERTED
    if is_converted:
        extra.append(f"--writer={writer_name(file_format)}")
    converter = Converter(folder, shard)
    process = RolloutProcess([*arguments, *extra], policies, is_shown=is_shown)
    try:
        if is_converted:
            converter.start()
        values = process.run()
        if is_converted:
            converter.stop()
            converter.convert()
            values["complete"] = converter.finish()
    finally:
        process.close()
        converter.close()
    seconds = time.monotonic() - start
    values |= {
        "seconds": seconds,
        "games_per_second": values["played"] / seconds,
        "moves_per_second": values["moves"] / seconds,
    }
    return RolloutSummary(**values)


def complete_rollout(folder: str | Path) -> bool:
    """Writes the manifest of a folder whose files of games were copied from several folders.

    Only for the formats "parquet" and "npz". For the others, repeat the command of the rollout.

    Returns:
      Whether the folder is complete.

    Raises:
      DataFileError: A file is damaged, or against the rules.
    """
    converter = Converter(Path(folder), (0, 1))
    try:
        return converter.finish()
    finally:
        converter.close()


def parse_shard(text: str) -> tuple[int, int]:
    """Returns the index and the number of shards in a text as "0/8".

    Raises:
      InvalidArgumentError: The text is none.
    """
    match = SHARD.fullmatch(text)
    if match is None or int(match[1]) >= int(match[2]):
        message = f'shard "{text}" is not I/K with 0 <= I < K <= 999999, as in 0/8'
        raise InvalidArgumentError("INVALID_ARGUMENT", message, "INVALID_ARGUMENT")
    return int(match[1]), int(match[2])


def _shard(shard: str | tuple[int, int]) -> tuple[int, int]:
    return parse_shard(shard if isinstance(shard, str) else f"{shard[0]}/{shard[1]}")


def _player(player: Player, policies: dict[str, Callable[..., Any]]) -> str:
    """Returns the name of a player, and adds it to the policies if it is one."""
    if isinstance(player, str):
        if is_policy_name(player):
            policies[player] = load_policy(player)
        return player
    name = policy_name(player)
    if policies.get(name, player) is not player:
        raise ValueError(f"two policies have the name {name}")
    policies[name] = player
    return name
