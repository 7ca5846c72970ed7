package dev.tengen.board;

/**
 * The sizes of objects and arrays in memory, in bytes, as the HotSpot VM lays them out: what estimates of memory are sums
 * of.
 *
 * <p>A class that keeps much memory has a method {@code memoryBytes}, which returns the size of an instance with everything
 * that belongs to it alone. What instances share, such as a {@link Grid}, does not count.
 */
public final class HeapSize {
    /** The size of a reference. The VM compresses references below a maximum heap of 32 GiB. */
    public static final int REFERENCE = Runtime.getRuntime().maxMemory() < 32L << 30 ? 4 : 8;

    private static final int OBJECT_HEADER = 12;
    private static final int ARRAY_HEADER = 16;
    private static final int ALIGNMENT = 8;

    private HeapSize() {}

    /** Returns the size of an object with {@code references} references and {@code fieldBytes} bytes of other fields. */
    public static long object(int references, int fieldBytes) {
        return aligned(OBJECT_HEADER + (long) references * REFERENCE + fieldBytes);
    }

    /** Returns the size of an array of {@code length} elements, a boolean or a byte each. */
    public static long bytes(long length) {
        return aligned(ARRAY_HEADER + length);
    }

    /** Returns the size of an array of {@code length} elements, a short or a char each. */
    public static long shorts(long length) {
        return bytes(Short.BYTES * length);
    }

    /** Returns the size of an array of {@code length} elements, an int or a float each. */
    public static long ints(long length) {
        return bytes(Integer.BYTES * length);
    }

    /** Returns the size of an array of {@code length} elements, a long or a double each. */
    public static long longs(long length) {
        return bytes(Long.BYTES * length);
    }

    /** Returns the size of an array of {@code length} references, without the objects they refer to. */
    public static long references(long length) {
        return bytes(REFERENCE * length);
    }

    /**
     * Returns the capacity of an array that started with {@code initial} elements and grew by half when it was full, when it
     * has {@code count} elements.
     */
    public static long grownByHalf(long initial, long count) {
        long capacity = initial;
        while (capacity <= count) {
            capacity += capacity / 2;
        }
        return capacity;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
