"""A Gymnasium vector environment that steps many boards over one stream to the server.

Start with `tengen.make_vec`, which returns a `TengenVectorEnv`.
"""

from tengen.vector.environment import TengenVectorEnv
from tengen.vector.sampling import sample_actions

__all__ = ["TengenVectorEnv", "sample_actions"]
