"""Programs for type checkers only: each line with "ignore" must be an error, all others must not.

A comment that ignores no error is an error itself. `check.py` runs mypy and pyright on this file.
"""

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from typing_extensions import Unpack, assert_type

import tengen
from tengen import arena
from tengen.keywords import GoKeywords, LaneKeywords, VectorKeywords
from tengen.results import Observation, Planes


def make_returns_go_env() -> None:
    env = tengen.make("tengen/Go9x9-v1", opponent="monte-carlo:playouts=9", render_mode="ansi")
    assert_type(env, tengen.GoEnv)
    assert_type(env.action_masks(), NDArray[np.bool_])
    tengen.make("Go9x9-v1", rewards="win")  # type: ignore[call-arg]
    tengen.make("Go9x9-v1", reward_mode="wins")  # type: ignore[arg-type]
    tengen.make("Go9x9-v1", render_mode="human ")  # type: ignore[arg-type]


def words_are_checked() -> None:
    tengen.GoEnv(reward_mode="area-delta", agent_color="white", symmetry="drawn")
    tengen.GoEnv(reward_mode=tengen.RewardMode("win"), agent_color=tengen.Color.WHITE)
    tengen.GoEnv(agent_color="green")  # type: ignore[arg-type]
    tengen.GoEnv(symmetry="rotate")  # type: ignore[arg-type]
    tengen.Rules("japanese", ko="simple", tax="seki")
    tengen.Rules("chinese", ko="super")  # type: ignore[arg-type]
    tengen.make((7, 9), opponent=None)
    tengen.make_vec(9, 8, autoreset_mode=AutoresetMode.SAME_STEP, array_format="packed")
    tengen.make_vec(9, 8, autoreset_mode="SameStep")
    tengen.make_vec(9, 8, autoreset_mode="never")  # type: ignore[arg-type]
    tengen.make_vec(9, 8, render_mode="human")  # type: ignore[arg-type]
    tengen.make_vec(9, 8, address=("a:1", "b:1"), weights=[1, 2.5], lost_board_policy="reopen")
    tengen.make_vec(9, 8, address=["a:1", "b:1"], lost_board_policy="close")  # type: ignore[arg-type]
    tengen.make(9, address=["a:1", "b:1"])  # type: ignore[arg-type]
    lanes: list[LaneKeywords] = [{"komi": 6.5}, {"reward_mode": "margin"}]
    tengen.make_vec(9, 2, lane_arguments=lanes)


def encodings_decide_about_observations(client: tengen.Client, names: list[str]) -> None:
    assert_type(client.create_session(9).reset()[0], Planes)
    assert_type(client.create_session(9, encodings="katago-v7").step(0).observation, Planes)
    assert_type(client.create_session(9, encodings=("pgx-17",)).undo(1).observation, Planes)
    several = client.create_session(9, encodings=("pgx-17", "tactical", "katago-v7"), komi=0.5)
    assert_type(several.reset()[0], dict[str, Planes])
    assert_type(several.fork().step(0).observation, dict[str, Planes])
    assert_type(client.create_session(9, encodings=names).reset()[0], Observation)
    assert_type(client.import_record("(;)", encodings="tactical").reset()[0], Planes)
    client.create_session(9, reward_mode="wins")  # type: ignore[call-overload]


def open_and_known_sessions_fit(client: tengen.Client) -> list[tengen.Session]:
    known: tengen.Session[Planes] = client.create_session(9)
    sessions: list[tengen.Session] = [known, client.attach_session("id")]
    return sessions


class Net:
    """An agent with one encoding."""

    def choose(self, turn: arena.Turn[Planes]) -> int:
        assert_type(turn.observation, Planes)
        return int(turn.observation.argmax())


def choose(turn: arena.Turn) -> int:
    return turn.pass_action


def agents_declare_their_observations() -> None:
    arena.serve(Net(), name="net", encodings="tactical")
    arena.serve(choose, name="none", on_error="resign")
    arena.serve(choose, name="none", on_error="stop")  # type: ignore[arg-type]


def keywords_are_passed_on(**keywords: Unpack[GoKeywords]) -> tengen.GoEnv:
    return tengen.make("tengen/Go-v1", **keywords)


def vector_keywords_are_passed_on(**keywords: Unpack[VectorKeywords]) -> tengen.TengenVectorEnv:
    return tengen.make_vec(9, 4, **keywords)
