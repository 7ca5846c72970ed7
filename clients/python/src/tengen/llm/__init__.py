"""Games for language models, through the gateway of a server (`tengen serve --openenv`).

Nothing here needs more than the package itself. `tengen.openenv` has classes for those who use the
package `openenv`.
"""

from tengen.llm.gateway import Gateway, GatewayError, list_tasks
from tengen.llm.tools import GoTools

__all__ = ["Gateway", "GatewayError", "GoTools", "list_tasks"]
