"""PPO of RLlib's new API stack: `python -m frameworks.rllib_ppo --curve rllib.csv`.

Against the player "random" on one stream of boards, or with `--self-play` between two agents that
share a network. With `--self-play --actors`, two actors of Ray play, each with a server in its
process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec

import tengen
from frameworks.curve import GO, SIZE, Curve, parse
from tengen.rllib import GoMultiAgentEnv, masked_module_spec

if TYPE_CHECKING:
    from ray.rllib.algorithms.algorithm import Algorithm

BOARDS = 64
STAGE_STEPS = 4096
STAGE_ITERATIONS = 2
RUNNERS = 2


def against_random(config: Any) -> Any:
    """Returns the settings for an agent that plays against the player "random"."""
    return (
        config.environment("tengen:tengen/Go-v1", env_config={"size": SIZE, **GO})
        .env_runners(num_envs_per_env_runner=BOARDS, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=masked_module_spec())
    )


def self_play(config: Any, address: str, runners: int) -> Any:
    """Returns the settings for two agents that share one network.

    Args:
      config: The settings so far.
      address: The server that environments use.
      runners: The number of actors that step environments; 0: the process of the learner does.
    """
    options = {name: value for name, value in GO.items() if name != "opponent"}
    return (
        config.environment(
            GoMultiAgentEnv, env_config={"size": SIZE, "address": address, **options}
        )
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=8)
        .fault_tolerance(restart_failed_env_runners=True)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": masked_module_spec()})
        )
    )


def choose_with(algorithm: Algorithm, module_id: str) -> Any:
    """Returns a function that chooses the most probable action of each row of observations."""
    module = algorithm.get_module(module_id)

    def choose(observations: dict[str, Any]) -> Any:
        batch = {name: torch.as_tensor(part) for name, part in observations.items()}
        with torch.no_grad():
            outputs = module.forward_inference({Columns.OBS: batch})
        return outputs[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()

    return choose


def main() -> None:
    """Learns, with test games before and after each stage."""
    arguments = parse(__doc__ or "", stages=10, flags=["--self-play", "--actors"])
    torch.set_num_threads(1)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    config = PPOConfig().env_runners(num_env_runners=0).debugging(seed=arguments.seed)
    if arguments.self_play:
        # Each actor has a server in its process.
        address = "embedded" if arguments.actors else tengen.launch().address
        config = self_play(config, address, RUNNERS if arguments.actors else 0)
    else:
        config = against_random(config)
    config.training(
        train_batch_size_per_learner=STAGE_STEPS,
        minibatch_size=512,
        num_epochs=4,
        lr=1e-3,
        gamma=0.99,
        lambda_=0.95,
        entropy_coeff=0.01,
        vf_loss_coeff=0.5,
        grad_clip=0.5,
        use_kl_loss=False,
    )
    algorithm = config.build_algo()
    module_id = "shared" if arguments.self_play else "default_policy"
    curve = Curve(choose_with(algorithm, module_id), arguments.curve)
    curve.test(0)
    for stage in range(1, arguments.stages + 1):
        for _ in range(STAGE_ITERATIONS):
            algorithm.train()
        curve.test(stage * STAGE_ITERATIONS * STAGE_STEPS)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
