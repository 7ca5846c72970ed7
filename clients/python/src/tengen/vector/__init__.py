"""Many boards at once: a vector environment of Gymnasium over one stream to the server.

Start with `tengen.make_vec`, which makes a `TengenVectorEnv`.
"""

from tengen.vector.environment import TengenVectorEnv
from tengen.vector.sampling import sample_actions

__all__ = ["TengenVectorEnv", "sample_actions"]
