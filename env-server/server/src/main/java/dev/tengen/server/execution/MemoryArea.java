package dev.tengen.server.execution;

import java.util.Locale;

/** Where memory is taken from. */
public enum MemoryArea {
    /** The heap. */
    HEAP,
    /** The memory outside the heap that the transport takes for messages. */
    DIRECT;

    /** Returns the name in metrics, as in "heap". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
