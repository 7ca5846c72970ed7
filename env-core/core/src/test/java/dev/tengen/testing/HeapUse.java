package dev.tengen.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** Measures the heap in use. */
public final class HeapUse {
    /** One collection may leave garbage, such as what only a cleaner releases. */
    private static final int COLLECTIONS = 4;

    private HeapUse() {}

    /** Returns the bytes of the heap that are in use after garbage collections. */
    public static long bytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
            least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
