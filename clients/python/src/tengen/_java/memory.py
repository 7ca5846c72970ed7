"""Sizes of the memory of a Java virtual machine in a container."""

from __future__ import annotations

from pathlib import Path

MEBIBYTE = 1 << 20
OWN_MEBIBYTES = 128
OWN_SHARE = 16
DIRECT_SHARE = 4
LEAST_MEBIBYTES = 96


def memory_options(
    processes: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")
) -> list[str]:
    """Returns options with which a Java virtual machine fits into the limit of its container.

    They are those of `java-in-container` in the image of the server. There are none if no control
    group of this process has a limit below the memory of the machine.

    Args:
      processes: The folder of the file system proc.
      groups: The folder of the control groups.
    """
    limit = container_limit(processes, groups)
    if limit is None:
        return []
    rest = max(LEAST_MEBIBYTES, limit - OWN_MEBIBYTES - limit // OWN_SHARE)
    direct = rest // DIRECT_SHARE
    return [
        f"-Xmx{rest - direct}m",
        f"-XX:MaxDirectMemorySize={direct}m",
        "-XX:ReservedCodeCacheSize=48m",
        "-XX:MaxMetaspaceSize=96m",
    ]


def container_limit(processes: Path, groups: Path) -> int | None:
    """Returns the lowest limit of the control groups of this process in MiB. None: no limit."""
    try:
        lines = (processes / "self/cgroup").read_text().splitlines()
        total = (processes / "meminfo").read_text().split("MemTotal:", 1)[1].split(None, 1)[0]
    except (OSError, IndexError):
        return None
    machine = int(total) // 1024
    limits = [machine]
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            limits += _limits(groups, path, "memory.max")
        elif "memory" in controllers.split(","):
            limits += _limits(groups / "memory", path, "memory.limit_in_bytes")
    return min(limits) if min(limits) < machine else None


def _limits(root: Path, path: str, name: str) -> list[int]:
    """Returns the limits of a group and of those above it."""
    group = root / path.strip("/")
    found = []
    for folder in (group, *group.parents):
        try:
            text = (folder / name).read_text().strip()
        except OSError:
            text = "max"
        if text != "max":
            found.append(int(text) // MEBIBYTE)
        if folder == root:
            break
    return found
