"""A server on this machine, started from the jar that comes with the package.

`launch` returns a client of the one server that a process shares; a `LocalServer` is one of its
own. Nothing here is needed to talk to a server that runs elsewhere.
"""

from tengen.server.process import LocalServer
from tengen.server.shared import launch

__all__ = ["LocalServer", "launch"]
