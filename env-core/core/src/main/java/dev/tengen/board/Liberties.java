package dev.tengen.board;

/**
 * The liberties of a chain packed into one long, so that adding, removing and testing for atari take one operation
 * each.
 */
final class Liberties {
    /*
     * Pseudo-liberties: a liberty counts once for each stone beside it. The long packs their count (12 bits), the sum
     * of their points (21 bits) and the sum of the squares of their points (30 bits). A chain has no liberty if the
     * long is 0. It has exactly one liberty p, beside m of its stones, if the long is m * share(p). Any other multiset
     * of m points with the same sum has a greater sum of squares (Cauchy-Schwarz: equality holds only if all points are
     * equal). So one multiplication decides whether p is the only liberty. The largest values fit: the count is at most
     * 4 * 625, and the sum of squares is less than 4 * 625 * 625 * 625 < 2^30.
     */
    private static final int COUNT_BITS = 12;
    private static final int SUM_BITS = 21;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final int SUM_MASK = (1 << SUM_BITS) - 1;

    /** Fixed-point reciprocals of 1 to 4, used instead of a division. A sum of up to four points is less than 2,500. */
    private static final int RECIPROCAL_BITS = 16;

    private static final int[] RECIPROCALS = {0, 1 << RECIPROCAL_BITS, 1 << 15, (1 << RECIPROCAL_BITS) / 3 + 1, 1 << 14
    };
    private static final long[] SHARES = new long[Grid.MAX_SIZE * Grid.MAX_SIZE + 1];

    static {
        for (int point = 0; point < SHARES.length; point++) {
            long square = (long) point * point;
            SHARES[point] = 1L | (long) point << COUNT_BITS | square << (COUNT_BITS + SUM_BITS);
        }
    }

    private Liberties() {}

    /**
     * Returns what one stone beside the liberty {@code point} adds to the packed liberties of its chain. The wall has a
     * share too, which nobody adds.
     */
    static long share(int point) {
        return SHARES[point];
    }

    /** Returns whether {@code point} is the only one of the liberties in {@code packed}, of which there is one. */
    static boolean isOnly(long packed, int point) {
        return packed == (packed & COUNT_MASK) * SHARES[point];
    }

    /** Returns 1 if a chain has one liberty, 0 if it has none or several, without a branch. */
    static long isOne(long packed) {
        long sum = (packed >>> COUNT_BITS) & SUM_MASK;
        long difference = (packed & COUNT_MASK) * (packed >>> (COUNT_BITS + SUM_BITS)) - sum * sum;
        return ((packed | -packed) & ~(difference | -difference)) >>> (Long.SIZE - 1);
    }

    /** Returns the liberty of a chain that has one. */
    static int single(long packed) {
        int sum = (int) (packed >>> COUNT_BITS) & SUM_MASK;
        return (sum * RECIPROCALS[(int) (packed & COUNT_MASK)]) >>> RECIPROCAL_BITS;
    }

    /** Returns the only liberty of a chain, or -1 if it has none or several. */
    static int only(long packed) {
        int count = (int) (packed & COUNT_MASK);
        // A point has at most four neighbors, so more than four pseudo-liberties mean several liberties.
        if (count == 0 || count > 4) {
            return -1;
        }
        int sum = (int) (packed >>> COUNT_BITS) & SUM_MASK;
        long squares = packed >>> (COUNT_BITS + SUM_BITS);
        return count * squares == (long) sum * sum ? (sum * RECIPROCALS[count]) >>> RECIPROCAL_BITS : -1;
    }
}
