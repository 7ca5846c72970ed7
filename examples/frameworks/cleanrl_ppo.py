"""PPO with action masks in one file, in the style of CleanRL, on `tengen.torch.TorchVectorEnv`.

python -m frameworks.cleanrl_ppo --curve cleanrl.csv

Proximal policy optimization (Schulman et al. 2017) with generalized advantage estimation. Each
board is reset in the same step in which its episode ends, so a step is never a mere reset. All
tensors are on the GPU if there is one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import nn

from frameworks.curve import GO, SIZE, Curve, parse
from tengen.torch import TorchVectorEnv

BOARDS = 64
STEPS = 64
STAGE_ROLLOUTS = 4
EPOCHS = 4
BATCH = 512
LEARNING_RATE = 1e-3
DISCOUNT = 0.99
GAE_LAMBDA = 0.95
CLIP = 0.2
ENTROPY_WEIGHT = 0.01
VALUE_WEIGHT = 0.5
MAX_GRADIENT_NORM = 0.5


class Agent(nn.Module):
    """A convolutional network with two heads: the logits of the actions and the value."""

    def __init__(self, plane_count: int, point_count: int, action_count: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(plane_count, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * point_count, 128),
            nn.ReLU(),
        )
        self.policy = nn.Linear(128, action_count)
        self.value = nn.Linear(128, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, planes: Any, masks: Any) -> tuple[Any, Any]:
        """Returns the distributions over legal actions, and the values."""
        features = self.body(planes)
        logits = self.policy(features).masked_fill(~masks, -torch.inf)
        return logits.log_softmax(1), self.value(features).squeeze(1)


class Rollout(NamedTuple):
    """Steps of all boards. Each tensor starts with the axes (steps, boards)."""

    planes: Any
    masks: Any
    actions: Any
    log_probabilities: Any
    advantages: Any
    returns: Any


def collect(
    agent: Agent, envs: TorchVectorEnv, seen: dict[str, Any]
) -> tuple[Rollout, dict[str, Any]]:
    """Plays `STEPS` steps on all boards. Returns them, and the observations after them."""
    columns: list[list[Any]] = [[] for _ in range(7)]
    for _ in range(STEPS):
        planes, masks = seen["observation"], seen["action_mask"]
        log_policy, values = agent(planes, masks)
        actions = torch.multinomial(log_policy.exp(), 1).squeeze(1)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        # The value of the last observation replaces the rewards that a truncation has cut off.
        if truncated.any():
            last = [infos["final_obs"][row] for row in truncated.nonzero().flatten().tolist()]
            parts = (torch.stack([each[key] for each in last]) for key in seen)
            rewards[truncated] += DISCOUNT * agent(*parts)[1]
        chosen = log_policy.gather(1, actions[:, None]).squeeze(1)
        ended = terminated | truncated
        step = (planes, masks, actions, chosen, values, rewards, ended)
        for column, part in zip(columns, step, strict=True):
            column.append(part)
    planes, masks, actions, chosen, values, paid, ends = map(torch.stack, columns)
    following = agent(seen["observation"], seen["action_mask"])[1]
    advantages, carried = torch.zeros_like(values), torch.zeros_like(following)
    for step_index in reversed(range(STEPS)):
        continues = (~ends[step_index]).float()
        error = paid[step_index] + DISCOUNT * continues * following - values[step_index]
        carried = error + DISCOUNT * GAE_LAMBDA * continues * carried
        advantages[step_index], following = carried, values[step_index]
    return Rollout(planes, masks, actions, chosen, advantages, advantages + values), seen


def improve(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout) -> None:
    """Updates the network with the steps of a rollout, in random batches."""
    flat = Rollout(*(part.flatten(0, 1) for part in rollout))
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(flat.actions)).split(BATCH):
            batch = Rollout(*(part[rows] for part in flat))
            log_policy, values = agent(batch.planes, batch.masks)
            chosen = log_policy.gather(1, batch.actions[:, None]).squeeze(1)
            ratio = (chosen - batch.log_probabilities).exp()
            advantages = batch.advantages - batch.advantages.mean()
            advantages = advantages / (advantages.std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
            value_loss = ((values - batch.returns) ** 2).mean()
            # An illegal action has the probability 0 and the logarithm -inf.
            surprise = log_policy.masked_fill(~batch.masks, 0.0)
            entropy = -(surprise.exp() * surprise * batch.masks).sum(1).mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - ENTROPY_WEIGHT * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_GRADIENT_NORM)
            optimizer.step()


def main() -> None:
    """Learns, with test games before and after each stage."""
    arguments = parse(__doc__ or "", stages=8)
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    with TorchVectorEnv(SIZE, BOARDS, autoreset_mode="same-step", **GO) as envs:
        seen, _ = envs.reset(seed=arguments.seed)
        plane_count, height, width = seen["observation"].shape[1:]
        agent = Agent(plane_count, height * width, seen["action_mask"].shape[1]).to(envs.device)
        optimizer = torch.optim.Adam(agent.parameters(), LEARNING_RATE, eps=1e-5)

        def choose(observations: dict[str, Any]) -> Any:
            planes = torch.as_tensor(observations["observation"], device=envs.device)
            masks = torch.as_tensor(observations["action_mask"], device=envs.device)
            with torch.no_grad():
                return agent(planes.float(), masks.bool())[0].argmax(1).cpu().numpy()

        curve = Curve(choose, arguments.curve)
        curve.test(0)
        for stage in range(1, arguments.stages + 1):
            for _ in range(STAGE_ROLLOUTS):
                with torch.no_grad():
                    rollout, seen = collect(agent, envs, seen)
                improve(agent, optimizer, rollout)
            curve.test(stage * STAGE_ROLLOUTS * STEPS * BOARDS)


if __name__ == "__main__":
    main()
