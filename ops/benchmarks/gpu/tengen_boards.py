"""The parts `check` and `boards` of `measure.py`."""

from __future__ import annotations

import contextlib
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import figures
import numpy as np
import tengen
from tengen.grouped import GroupedVectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tengen.grouped import Policy

CHECKED_STEPS = 200


@contextlib.contextmanager
def server_at(address: str) -> Iterator[str]:
    """Starts a server, unless it is embedded. Yields the address for environments."""
    if address == "embedded":
        yield address
        return
    with tengen.LocalServer() as server:
        yield server.address


def stream_run(envs: GroupedVectorEnv, policy: Policy) -> figures.Run:
    """Returns a run of a loop over boards that were reset."""

    def run(seconds: float) -> float:
        return figures.loop_rate((len(step.rewards) for step in envs.stream(policy)), seconds)

    return run


def measure_boards(scale: figures.Scale) -> None:
    """Measures boards whose actions the server draws, with packed planes."""
    actions = np.full(scale.batch, tengen.DRAWN_ACTION)
    for size in scale.sizes:
        measure_policy(GroupedVectorEnv, size, scale, lambda _: actions, "boards", wait=None)


def measure_policy(
    kind: type[GroupedVectorEnv],
    size: int,
    scale: figures.Scale,
    policy: Policy,
    what: str,
    *,
    wait: Callable[[Any], None] | None,
    **arguments: Any,
) -> None:
    """Measures a policy that steers boards, at each address and for each number of groups.

    Args:
      kind: The class of the boards.
      size: The size of the boards.
      scale: What is measured.
      policy: The policy, for packed planes.
      what: What the table calls the loop.
      wait: Waits for actions. The policy is then measured alone, too, in turns with the loops.
      arguments: Further arguments of the boards.
    """
    alone = "network alone"
    for address in figures.addresses():
        with server_at(address) as place, contextlib.ExitStack() as stack:
            loops: dict[str, figures.Run] = {}
            for count in scale.group_counts:
                envs = kind(
                    size,
                    count * scale.batch,
                    group_count=count,
                    address=place,
                    array_format="packed",
                    opponent=None,
                    komi=figures.KOMI,
                    **arguments,
                )
                stack.enter_context(envs)
                observations, _ = envs.reset(seed=1)
                loops[f"{what}, {address}, {count} groups"] = stream_run(envs, policy)
            runs = dict(loops)
            if wait is not None:
                batch = {name: array[: scale.batch] for name, array in observations.items()}
                runs[alone] = figures.calls_run(partial(policy, batch), wait, scale.batch)
            found = figures.rates(runs, scale.seconds)
        if wait is not None:
            figures.show(alone, size, scale.batch, found[alone])
        for count, name in zip(scale.group_counts, loops, strict=True):
            note = "" if wait is None else figures.share(found[name], found[alone])
            figures.show(name, size, count * scale.batch, found[name], note)


def check(scale: figures.Scale) -> None:
    """Compares tensors on the device with the arrays of `make_vec`, byte by byte."""
    import torch  # noqa: PLC0415 - the other part does not need it
    from tengen.torch import TorchVectorEnv  # noqa: PLC0415

    for size in scale.sizes:
        count = 2 * 64
        arguments: dict[str, Any] = {
            "opponent": "random",
            "max_moves": 60,
            "autoreset_mode": "same-step",
        }
        with server_at("server") as address:
            ours = TorchVectorEnv(size, count, address=address, array_format="uint8", **arguments)
            theirs = tengen.make_vec(size, count, address=address, **arguments)
            seen, _ = theirs.reset(seed=1)
            ours.reset(seed=1)

            def policy(rows: dict[str, Any]) -> Any:
                # The first legal action on the device, so that the boards depend on what it has.
                return rows["action_mask"].to(torch.int8).argmax(1)

            compared = 0
            for index, step in enumerate(ours.stream(policy, CHECKED_STEPS)):
                if index % 2 == 0:
                    before = seen
                    seen, *others, _ = theirs.step(seen["action_mask"].argmax(1))
                pairs = [(step.observations[name], before[name]) for name in before]
                pairs += [(step.next_observations[name], seen[name]) for name in seen]
                parts = (step.rewards, step.terminations, step.truncations)
                pairs += zip(parts, others, strict=True)
                for tensor, array in pairs:
                    same = np.array_equal(tensor.cpu().numpy(), array[step.boards])
                    if not same:
                        sys.exit(f"{size}x{size}, transition {index}: the tensors differ")
                    compared += 1
            figures.show(
                f"{compared:,} equal tensors on {ours.device}", size, count, [], "as make_vec"
            )
            ours.close()
            theirs.close()


if __name__ == "__main__":
    part, measured = figures.options()
    {"check": check, "boards": measure_boards}[part](measured)
