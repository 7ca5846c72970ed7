package dev.tengen.server.execution;

import dev.tengen.base.InvalidValueException;
import io.netty.util.internal.PlatformDependent;
import java.util.EnumMap;
import java.util.Map;

/**
 * Limits on the memory that a server keeps on behalf of clients.
 *
 * @param maxBytes the maximum of all kinds in the heap, in bytes; 0 for {@link #defaultBytes} of the heap
 * @param maxDirectBytes the maximum of all kinds in direct memory, in bytes; 0 for {@link #defaultDirectBytes} of what
 *     the transport may take
 * @param sharePercents the maximum of each kind, in percent of the maximum of its area, from 1 to 100; kinds that are
 *     missing have that of {@link #DEFAULT_PERCENTS}
 */
public record MemoryLimits(long maxBytes, long maxDirectBytes, Map<MemoryKind, Integer> sharePercents) {
    /** The default share of each kind, in percent. */
    public static final Map<MemoryKind, Integer> DEFAULT_PERCENTS = Map.ofEntries(
            Map.entry(MemoryKind.SESSION, 90),
            Map.entry(MemoryKind.LANE, 90),
            Map.entry(MemoryKind.TREE, 75),
            Map.entry(MemoryKind.ROOT, 75),
            Map.entry(MemoryKind.REMEMBERED_ANSWER, 20),
            Map.entry(MemoryKind.ANSWER, 50),
            Map.entry(MemoryKind.REQUEST, 50),
            Map.entry(MemoryKind.ANALYSIS, 90),
            Map.entry(MemoryKind.HTTP, 50),
            Map.entry(MemoryKind.REQUEST_BUFFER, 50),
            Map.entry(MemoryKind.ANSWER_BUFFER, 80));

    /** The defaults: {@link #defaultBytes} of the heap in {@link #DEFAULT_PERCENTS}. */
    public static final MemoryLimits DEFAULT = new MemoryLimits(0, 0, Map.of());

    /** The part of the heap that the server itself takes: classes, tables, and buffers of requests. */
    private static final long OWN_BYTES = 48L << 20;

    /** The part of the rest that clients may reserve. The garbage collector and errors of estimates need the others. */
    private static final int DEFAULT_PERCENT = 60;

    private static final long LEAST_DEFAULT_BYTES = 16L << 20;

    /** The young generation is a third of the heap, and a survivor space is a tenth of that. */
    private static final int SERIAL_SURVIVOR_PART = 30;

    /**
     * Keeps a copy of the shares.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public MemoryLimits {
        InvalidValueException.requireWithin("max_memory_bytes", maxBytes, 0, Long.MAX_VALUE);
        InvalidValueException.requireWithin("max_direct_memory_bytes", maxDirectBytes, 0, Long.MAX_VALUE);
        sharePercents = Map.copyOf(sharePercents);
        sharePercents.forEach((kind, percent) ->
                InvalidValueException.requireWithin("memory_shares." + kind.label(), percent, 1, 100));
    }

    /**
     * Returns what a Java virtual machine can use of a heap of {@code xmxBytes} (the option {@code -Xmx}), with the
     * serial collector or G1, in bytes. The serial collector keeps one of the two survivor spaces empty, a thirtieth of
     * the heap. Java chooses it on small machines.
     */
    public static long usableHeapBytes(long xmxBytes) {
        return xmxBytes - xmxBytes / SERIAL_SURVIVOR_PART;
    }

    /**
     * Returns the default maximum in a heap of at most {@code heapBytes}: 60 % of what the server does not need itself.
     */
    public static long defaultBytes(long heapBytes) {
        return Math.max(LEAST_DEFAULT_BYTES, percent(Math.max(0, heapBytes - OWN_BYTES), DEFAULT_PERCENT));
    }

    /** Returns the default maximum where the transport may take {@code directBytes}: 60 % of that. */
    public static long defaultDirectBytes(long directBytes) {
        return percent(directBytes, DEFAULT_PERCENT);
    }

    private static long percent(long bytes, int percent) {
        return bytes / 100 * percent + bytes % 100 * percent / 100;
    }

    /** Returns a budget with these limits in the memory of this process, with nothing reserved. */
    public MemoryBudget newBudget() {
        return newBudget(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory());
    }

    /**
     * Returns a budget with these limits, with nothing reserved, in a heap of at most {@code heapBytes} and direct
     * memory of at most {@code directBytes}.
     */
    public MemoryBudget newBudget(long heapBytes, long directBytes) {
        long heapTotal = maxBytes == 0 ? defaultBytes(heapBytes) : maxBytes;
        long directTotal = maxDirectBytes == 0 ? defaultDirectBytes(directBytes) : maxDirectBytes;
        Map<MemoryKind, Long> shares = new EnumMap<>(MemoryKind.class);
        DEFAULT_PERCENTS.forEach((kind, share) -> shares.put(
                kind,
                percent(
                        kind.area() == MemoryArea.HEAP ? heapTotal : directTotal,
                        sharePercents.getOrDefault(kind, share))));
        return new MemoryBudget(heapTotal, directTotal, shares);
    }
}
