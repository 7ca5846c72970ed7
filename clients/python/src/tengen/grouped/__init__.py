"""Vector environments whose boards are in groups, so that boards and policy work at the same time.

While the policy computes the actions of one group on its device, the server steps another one.
`GroupedVectorEnv` has NumPy arrays. `tengen.torch.TorchVectorEnv` and `tengen.jax.JaxVectorEnv` are
the same with tensors of PyTorch and arrays of JAX, on any device.
"""

from tengen.grouped.environment import GroupedVectorEnv, Policy, Transition

__all__ = ["GroupedVectorEnv", "Policy", "Transition"]
