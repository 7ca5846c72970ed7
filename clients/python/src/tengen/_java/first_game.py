"""Plays a first game with a server inside the process, and ends Java, which lists its classes.

python -m tengen._java.first_game FILE
"""

from __future__ import annotations

import importlib
import sys

import numpy as np

import tengen


def main(names: str) -> None:
    """Uses what programs use first, and writes the names of all classes to a file."""
    client = tengen.launch(embedded=True, java_options=[f"-XX:DumpLoadedClassList={names}"])
    with tengen.make(9, address="embedded") as env:
        env.reset(seed=1)
        env.step(40)
    with tengen.make_vec(9, 4, address="embedded") as envs:
        envs.reset(seed=1)
        envs.step([40, 41, 42, 43])
    with client.create_session(9) as session:
        session.fork().close()
        session.score()
        session.step(tengen.RESIGN)
    with client.open_forest(9) as forest:
        root = forest.plant(tengen.TreeRoot.start(9))
        forest.expand(np.repeat(root.handles, 2), [0, 1])
    # The list is complete when Java ends, and Java ends with the process only this way.
    importlib.import_module("jpype").JClass("java.lang.System").exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
