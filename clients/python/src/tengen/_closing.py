"""Resources that a `with` block closes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self


class CloseOnExit:
    """A context manager that closes itself at the end of the block.

    Subclasses define `close`.
    """

    if TYPE_CHECKING:
        close: Any

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
