"""Local servers, started from the jar in the package.

`launch` returns a client of the server that the whole process shares. `LocalServer` starts a
separate server. To use a server that already runs, call `tengen.connect` instead.
"""

from tengen.server.process import LocalServer
from tengen.server.shared import launch

__all__ = ["LocalServer", "launch"]
