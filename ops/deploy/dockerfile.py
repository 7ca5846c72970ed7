"""Reads a Dockerfile, as far as the scripts that carry it out without a container engine need it.

    python3 ops/deploy/dockerfile.py Dockerfile     prints the last stage as shell arrays

Requires Python 3.11. Exits with an error at an instruction that the scripts cannot carry out.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WITHOUT_EFFECT = ("EXPOSE", "LABEL", "WORKDIR")


@dataclass
class Stage:
    """A stage of a Dockerfile.

    Attributes:
      base: The image that it begins with.
      name: Its name; "" if it has none.
      copies: The source stage or image, the path there, and the path here, of each COPY --from.
      runs: The commands of RUN, without options.
      arguments: The names and defaults of ARG.
      variables: The names and values of ENV.
      user: The numbers of USER: user and group.
      entrypoint: The words of ENTRYPOINT.
      command: The words of CMD.
      health: The words of HEALTHCHECK's command.
    """

    base: str
    name: str = ""
    copies: list[tuple[str, str, str]] = field(default_factory=list)
    runs: list[str] = field(default_factory=list)
    arguments: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    user: tuple[int, int] = (0, 0)
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def add(self, instruction: str, rest: str) -> None:
        """Adds an instruction.

        Raises:
          ValueError: The scripts do not know the instruction or its form.
        """
        if instruction in _READERS:
            _READERS[instruction](self, rest)
        elif instruction not in WITHOUT_EFFECT:
            raise ValueError(instruction)

    def _copy(self, rest: str) -> None:
        if found := re.fullmatch(r"--from=(\S+) (\S+) (\S+)", rest):
            self.copies.append((found[1], found[2], found[3]))
        elif rest != ". .":
            raise ValueError(f"COPY {rest}")

    def _run(self, rest: str) -> None:
        self.runs.append(re.sub(r"^(--mount=\S+\s+)*", "", rest))

    def _argument(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        self.arguments[name] = _word(value)

    def _variable(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        self.variables[name] = _word(value)

    def _user(self, rest: str) -> None:
        user, group = rest.split(":")
        self.user = int(user), int(group)

    def _health(self, rest: str) -> None:
        self.health = json.loads(rest.split("CMD", 1)[1])

    def _entrypoint(self, rest: str) -> None:
        self.entrypoint = json.loads(rest)

    def _command(self, rest: str) -> None:
        self.command = json.loads(rest)


_READERS: dict[str, Callable[[Stage, str], None]] = {
    "COPY": Stage._copy,  # noqa: SLF001 - methods of the class above.
    "RUN": Stage._run,  # noqa: SLF001
    "ARG": Stage._argument,  # noqa: SLF001
    "ENV": Stage._variable,  # noqa: SLF001
    "USER": Stage._user,  # noqa: SLF001
    "HEALTHCHECK": Stage._health,  # noqa: SLF001
    "ENTRYPOINT": Stage._entrypoint,  # noqa: SLF001
    "CMD": Stage._command,  # noqa: SLF001
}


def _word(text: str) -> str:
    """Returns the only word of a text, without its quotes; "" for none."""
    words = shlex.split(text)
    if len(words) > 1:
        raise ValueError(text)
    return words[0] if words else ""


def read_stages(path: Path) -> list[Stage]:
    """Returns the stages of a Dockerfile.

    Raises:
      ValueError: The scripts do not know an instruction. The message names it.
    """
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    stages: list[Stage] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        instruction, rest = line.split(None, 1)
        if instruction == "FROM":
            base, *alias = rest.split()
            stages.append(Stage(base, alias[1] if alias else ""))
            continue
        try:
            stages[-1].add(instruction, rest)
        except ValueError as error:
            raise ValueError(f"{path} has an unknown instruction: {error}") from error
    return stages


def main() -> None:
    """Prints the last stage as shell arrays, for ops/deploy/try-image."""
    try:
        stage = read_stages(Path(sys.argv[1]))[-1]
    except ValueError as error:
        sys.exit(str(error))
    copies = [path for _, source, destination in stage.copies for path in (source, destination)]
    variables = [f"{name}={value}" for name, value in stage.variables.items()]
    print(f"copies=({shlex.join(copies)})")
    print(f"runs=({shlex.join(stage.runs)})")
    print(f"variables=({shlex.join(variables)})")
    print("user_id={} group_id={}".format(*stage.user))
    print(f"command=({shlex.join(stage.entrypoint + stage.command)})")
    print(f"health=({shlex.join(stage.health)})")


if __name__ == "__main__":
    main()
