"""PPO of TorchRL with action masks: `python -m frameworks.torchrl_ppo --curve torchrl.csv`."""

from __future__ import annotations

from typing import Any

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import tengen
from frameworks.curve import GO, SIZE, Curve, parse

BOARDS = 64
ROLLOUT_STEPS = 64 * BOARDS
STAGE_ROLLOUTS = 2
EPOCHS = 4
BATCH = 512


class Network(nn.Module):
    """A convolutional network for planes, float32 of shape (..., planes, height, width)."""

    def __init__(self, plane_count: int, output_count: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(plane_count, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * SIZE * SIZE, 128),
            nn.ReLU(),
            nn.Linear(128, output_count),
        )

    def forward(self, planes: Any) -> Any:
        """Returns the outputs. TorchRL passes batches with one axis or two."""
        outputs = self.layers(planes.reshape(-1, *planes.shape[-3:]))
        return outputs.reshape(*planes.shape[:-3], outputs.shape[-1])


def make_actor(envs: Any, plane_count: int) -> Any:
    """Returns a policy over legal actions."""
    logits = TensorDictModule(
        Network(plane_count, SIZE * SIZE + 1), in_keys=["observation"], out_keys=["logits"]
    )
    mask = TensorDictModule(torch.Tensor.bool, in_keys=["action_mask"], out_keys=["mask"])
    return ProbabilisticActor(
        TensorDictSequential(mask, logits),
        in_keys=["logits", "mask"],
        spec=envs.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def main() -> None:
    """Learns, with test games before and after each stage."""
    arguments = parse(__doc__ or "", stages=8)
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    # TorchRL resets boards itself, so they have to wait after the end of an episode.
    boards = tengen.make_vec(SIZE, BOARDS, autoreset_mode="disabled", array_format="float32", **GO)
    envs = GymWrapper(boards, categorical_action_encoding=True)
    plane_count = envs.observation_spec["observation"].shape[1]
    envs.set_seed(arguments.seed)
    actor = make_actor(envs, plane_count)
    critic = ValueOperator(Network(plane_count, 1), in_keys=["observation"])
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01, critic_coeff=0.5)
    advantage_of = GAE(gamma=0.99, lmbda=0.95, value_network=critic, average_gae=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), 1e-3)
    collector = Collector(
        envs,
        actor,
        frames_per_batch=ROLLOUT_STEPS,
        total_frames=arguments.stages * STAGE_ROLLOUTS * ROLLOUT_STEPS,
    )

    def choose(observations: dict[str, Any]) -> Any:
        planes = torch.as_tensor(observations["observation"], dtype=torch.float32)
        mask = torch.as_tensor(observations["action_mask"])
        batch = TensorDict({"observation": planes, "action_mask": mask}, [len(mask)])
        with torch.no_grad():
            return actor.get_dist(batch).mode.numpy()

    curve = Curve(choose, arguments.curve)
    curve.test(0)
    for rollout_count, rollout in enumerate(collector, 1):
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage_of(rollout)
            steps = rollout.reshape(-1)
            for rows in torch.randperm(len(steps)).split(BATCH):
                losses = loss_of(steps[rows])
                loss = sum(losses[f"loss_{part}"] for part in ("objective", "critic", "entropy"))
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()
        if rollout_count % STAGE_ROLLOUTS == 0:
            curve.test(rollout_count * ROLLOUT_STEPS)
    collector.shutdown()


if __name__ == "__main__":
    main()
