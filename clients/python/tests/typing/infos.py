"""Mistakes of users, for type checkers only: each line with "ignore" has one.

See `words.py` for how the comments are checked. Both checkers must find each mistake, and nothing
else. `test_typing.py` counts them.
"""

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import tengen
import tengen.pettingzoo
from tengen.infos import GoInfo, SessionInfo, VectorInfos
from tengen.words import EndReasonText


def infos_of_an_environment() -> None:
    env = tengen.make("tengen/Go9x9-v1")
    _, info = env.reset(seed=1)
    assert_type(info, GoInfo)
    assert_type(info["action_mask"], NDArray[np.int8])
    print(info["acton_mask"])  # type: ignore[typeddict-item]
    _, reward, _, _, info = env.step(40)
    assert_type(info["end_reason"], EndReasonText)
    print(info["legal_actions"])  # type: ignore[typeddict-item]
    print(info["episode"])  # type: ignore[typeddict-item]
    print(info["score"].marigin)  # type: ignore[attr-defined]
    print(info["rewards"]["black"])  # type: ignore[call-overload]
    print(info["player_to_move"].name)  # type: ignore[attr-defined]
    print(info["end_reason"].value)  # type: ignore[union-attr]
    print(reward["black"])  # type: ignore[index]
    if info["player_to_move"] == tengen.Color.BLACK and "winner" in info:
        assert_type(tengen.Color(info["winner"]), tengen.Color)
    if "illegal_reason" in info:
        assert_type(tengen.IllegalReason(info["illegal_reason"]), tengen.IllegalReason)


def infos_of_boards() -> None:
    envs = tengen.make_vec("tengen/Go9x9-v1", 8)
    observations, infos = envs.reset(seed=1)
    assert_type(infos, VectorInfos)
    print(infos["action_masks"])  # type: ignore[typeddict-item]
    step = envs.step(observations["action_mask"].argmax(axis=1))
    assert_type(step.infos["rewards"], NDArray[np.float64])
    print(step.infos["final_observation"])  # type: ignore[typeddict-item]
    print(step.infos["score"])  # type: ignore[typeddict-item]
    print(step.info)  # type: ignore[attr-defined]
    if "final_info" in step.infos:
        print(step.infos["final_info"]["final_infos"])  # type: ignore[typeddict-item]
        assert_type(step.infos["final_info"]["end_reason"], NDArray[np.object_])


def infos_of_agents_that_take_turns() -> None:
    env = tengen.pettingzoo.env(9, komi=7.5)
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert_type(info, GoInfo)
    print(info["legal_moves"])  # type: ignore[typeddict-item]
    print(env.infos["black_0"]["mask"])  # type: ignore[typeddict-item]
    print(observation.shape)  # type: ignore[attr-defined]
    raw = tengen.pettingzoo.raw_env(9)
    print(raw.last()[4]["to_move"])  # type: ignore[typeddict-item]
    tengen.pettingzoo.env(9, opponent="random")  # type: ignore[call-arg]


def infos_of_a_session(session: tengen.Session) -> None:
    _, info = session.reset(seed=1)
    assert_type(info, SessionInfo)
    print(info["legal"])  # type: ignore[typeddict-item]
    result = session.step(40)
    print(result.info["winner"].other)  # type: ignore[union-attr]
    result.info["end_reason"] = "passes"  # type: ignore[typeddict-item]
    session.step("D4")  # type: ignore[arg-type]


def functions_that_take_infos(env: tengen.GoEnv) -> float:
    def margin_of(info: GoInfo) -> float:
        return info["margin"]

    return margin_of(env.reset()[1])
