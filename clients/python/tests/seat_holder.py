"""A process that holds the token of one seat and knows nothing else of the game.

    python seat_holder.py ADDRESS CA COLOR FOREIGN

The token is in TENGEN_TOKEN. The process plays the moves of COLOR, black or white, to the end of
the game; "none" watches. All the while it tries 200 calls that it may not make, some with the
session FOREIGN, and it prints how many were refused, and the state hash at the end.
"""

from __future__ import annotations

import json
import random
import sys
from typing import TYPE_CHECKING

import tengen

if TYPE_CHECKING:
    from collections.abc import Callable

ATTEMPT_COUNT = 200
REFUSALS = ("PERMISSION_DENIED", "NOT_YOUR_TURN", "SESSION_NOT_FOUND")


class Trespasser:
    """Tries what the holder of a seat may not do."""

    def __init__(self, client: tengen.Client, session: tengen.Session, foreign: str) -> None:
        self.refused: dict[str, int] = {}
        self._random = random.Random(1)
        self._attempts: tuple[Callable[[], object], ...] = (
            session.reset,
            lambda: session.undo(1),
            session.fork,
            session.snapshot,
            session.close,
            client.list_sessions,
            lambda: client.create_session(5),
            lambda: client.attach_session(foreign),
        )

    def attempt(self, call: Callable[[], object] | None = None) -> None:
        """Makes one call, which must be refused."""
        if sum(self.refused.values()) == ATTEMPT_COUNT:
            return
        try:
            (call or self._random.choice(self._attempts))()
        except tengen.TengenError as error:
            if error.reason not in REFUSALS:
                raise
            self.refused[error.reason] = self.refused.get(error.reason, 0) + 1
        else:
            raise AssertionError("a call that is not allowed was answered")


def main() -> None:
    address, ca, color, foreign = sys.argv[1:]
    mine = tengen.Color[color.upper()] if color != "none" else None
    with tengen.connect(address, tls=ca) as client:
        session = client.attach_session()  # Only its owner may close it.
        trespasser = Trespasser(client, session, foreign)
        for shown in session.watch():
            state = session.state()
            if state.end_reason is not None:
                break
            if state.move_number != shown.info["move_number"]:
                continue  # The game has continued; the next update is on its way.
            if mine is not None and state.player_to_move == mine:
                session.step(session.choose_action("eye-safe-random", seed=state.move_number))
            elif mine is None:
                trespasser.attempt(lambda: session.step(0))
            trespasser.attempt()
        while sum(trespasser.refused.values()) < ATTEMPT_COUNT:
            trespasser.attempt()
        print(json.dumps({"refused": trespasser.refused, "hash": str(state.state_hash)}))


if __name__ == "__main__":
    main()
