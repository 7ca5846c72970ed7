"""MaskablePPO of sb3-contrib on 64 boards: `python -m frameworks.sb3_ppo --curve sb3.csv`."""

from __future__ import annotations

from typing import Any

import torch
from sb3_contrib import MaskablePPO

from frameworks.curve import GO, SIZE, Curve, parse
from tengen.sb3 import PlanesExtractor, TengenVecEnv

BOARDS = 64
STAGE_STEPS = 4 * BOARDS * 64


def main() -> None:
    """Learns, with test games before and after each stage."""
    arguments = parse(__doc__ or "", stages=8)
    torch.set_num_threads(1)
    envs = TengenVecEnv(SIZE, BOARDS, **GO)
    model = MaskablePPO(
        "CnnPolicy",
        envs,
        learning_rate=1e-3,
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        ent_coef=0.01,
        policy_kwargs=PlanesExtractor.policy_kwargs(),
        seed=arguments.seed,
        device="cpu",
    )

    def choose(observations: dict[str, Any]) -> Any:
        masks = observations["action_mask"].astype(bool)
        actions, _ = model.predict(
            observations["observation"], action_masks=masks, deterministic=True
        )
        return actions

    curve = Curve(choose, arguments.curve)
    curve.test(0)
    for _ in range(arguments.stages):
        model.learn(STAGE_STEPS, reset_num_timesteps=False)
        curve.test(model.num_timesteps)
    envs.close()


if __name__ == "__main__":
    main()
