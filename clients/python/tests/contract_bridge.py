"""Makes environments of the client available over a pipe, for the contract test in Java.

Each line on standard input is a request, and each line on standard output is its response, both in
JSON. A request has a `call`:

- `open`, with `spec` (the arguments of `Client.create_session`) and `seed`: creates a session.
- `reset`, with `session` and `seed`.
- `step`, with `session` and `action`. The response has the `legality` of the action.
- `undo`, with `session` and `move_count`. The response says whether the undo `is_allowed`.
- `margin`, with `session`. The response has the `margin` of the current position.
- `import`, with `session`: creates a session from the exported record, with default arguments.

All responses except that of `margin` have the state of the session. The program exits at the end of
its input. With the argument `--embedded`, the server runs inside this process.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tengen import Client, Observation, Planes, Session

UINT64_COUNT = 2**64


def main() -> None:
    """Answers requests until the end of the input."""
    sessions: list[Session] = []
    with tengen.launch(embedded="--embedded" in sys.argv, timeout_seconds=600) as client:
        for line in sys.stdin:
            print(json.dumps(answer(client, sessions, json.loads(line))), flush=True)


def answer(client: Client, sessions: list[Session], request: dict[str, Any]) -> dict[str, Any]:
    """Returns the response to a request."""
    if request["call"] == "open":
        sessions.append(open_session(client, request["spec"], request["seed"]))
        return {"session": len(sessions) - 1, **standing(sessions[-1])}
    session = sessions[request["session"]]
    if request["call"] == "reset":
        observation, info = session.reset(seed=request["seed"] % UINT64_COUNT)
        return led_to(session, observation, info)
    if request["call"] == "step":
        return step(session, request["action"])
    if request["call"] == "import":
        imported = client.import_record(session.export_record(), encodings=())
        assert not imported.warnings, imported.warnings
        sessions.append(imported)
        return {"session": len(sessions) - 1, **standing(imported)}
    if request["call"] == "undo":
        return undo(session, request["move_count"])
    if request["call"] == "margin":
        return {"margin": session.score().margin}
    raise ValueError(f"unknown call {request['call']!r}")


def open_session(client: Client, spec: dict[str, Any], seed: int) -> Session:
    """Creates a session. Setup and opponent are given as dicts of attributes."""
    setup = tengen.Setup(**spec.pop("setup"))
    opponent = tengen.Opponent(**spec.pop("opponent")) if "opponent" in spec else None
    size = (spec.pop("width"), spec.pop("height"))
    return client.create_session(
        size, setup=setup, opponent=opponent, seed=seed % UINT64_COUNT, **spec
    )


def step(session: Session, action: int) -> dict[str, Any]:
    """Plays an action. If it is rejected, the state is requested from the server."""
    try:
        result = session.step(action)
    except tengen.TengenError as error:
        return {"legality": error.reason, **standing(session)}
    reason = result.info["illegal_reason"] or tengen.IllegalReason.LEGAL
    return {"legality": reason.name, **led_to(session, result.observation, result.info)}


def undo(session: Session, move_count: int) -> dict[str, Any]:
    """Takes back moves. If that is not allowed, the state is requested from the server."""
    try:
        result = session.undo(move_count)
    except tengen.TengenError:
        return {"is_allowed": False, **standing(session)}
    return {"is_allowed": True, **led_to(session, result.observation, result.info)}


def standing(session: Session) -> dict[str, Any]:
    """Returns the state of a session from `Session.state`."""
    state = session.state()
    info = {
        "rewards": state.rewards,
        "end_reason": state.end_reason,
        "winner": state.winner,
        "player_to_move": state.player_to_move,
        "episode_number": state.episode,
        "move_number": state.move_number,
        "action_mask": state.action_mask,
        "actions": state.actions,
        "state_hash": state.state_hash,
        "symmetry": state.symmetry,
    }
    return led_to(session, session.observe(), info)


def led_to(session: Session, observation: Observation, info: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the state of a session from the result of a call."""
    return {
        "rewards": [float(reward) for reward in info["rewards"]],
        "end_reason": info["end_reason"].name if info["end_reason"] else "NONE",
        "winner": int(info["winner"] or tengen.Color.EMPTY),
        "player_to_move": int(info["player_to_move"]),
        "episode": info["episode_number"],
        "move_number": info["move_number"],
        "action_mask": packed(info["action_mask"]),
        "actions": list(info["actions"]),
        "state_hash": f"{info['state_hash']:016x}",
        "symmetry": info["symmetry"].name,
        "observations": [raw(session, planes) for planes in observed(session, observation)],
    }


def observed(session: Session, observation: Observation) -> list[Planes]:
    """Returns the planes of each encoding of the spec, in order."""
    if observation is None:
        return []
    if isinstance(observation, dict):
        return [observation[name] for name in session.spec.encodings]
    return [observation]


def raw(session: Session, planes: Planes) -> str:
    """Returns planes in the format of the spec, as hexadecimal."""
    if session.spec.observation_format is tengen.ObservationFormat.BITS:
        return packed(planes)
    is_float = session.spec.observation_format is tengen.ObservationFormat.FLOAT32
    assert planes.dtype == (np.float32 if is_float else np.uint8)
    return planes.astype("<f4" if is_float else np.uint8).tobytes().hex()


def packed(values: NDArray[Any]) -> str:
    """Returns zeros and ones as bits in hexadecimal, most significant bit first."""
    return np.packbits(values.reshape(-1).astype(np.uint8)).tobytes().hex()


if __name__ == "__main__":
    main()
