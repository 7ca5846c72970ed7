"""Rollouts: many games between two players in files. docs/guide/rollouts.md is a guide."""

from tengen.rollouts.process import RolloutError
from tengen.rollouts.run import RolloutSummary, complete_rollout, rollout

__all__ = ["RolloutError", "RolloutSummary", "complete_rollout", "rollout"]
