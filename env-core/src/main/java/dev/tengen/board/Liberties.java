package dev.tengen.board;

/**
 * The liberties of a chain packed into one long, so that adding, removing and testing for atari take one operation each.
 */
final class Liberties {
    /*
     * Pseudo-liberties: a liberty counts once for each stone beside it. Packed are their count (12 bits), the sum of
     * their points (21 bits) and the sum of the squares of their points (30 bits). A chain has no liberty if the long
     * is 0, and exactly one liberty p, touched by m of its stones, if it is m * share(p). For other multisets of m
     * points with the same sum, the sum of squares is greater (Cauchy and Schwarz: equal only where all points are
     * equal), so one multiplication tells "no liberty but p". The greatest values fit: the count is at most 4 * 625,
     * the sum of squares less than 4 * 625 * 625 * 625 < 2^30.
     */
    private static final int COUNT_BITS = 12;
    private static final int SUM_BITS = 21;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final int SUM_MASK = (1 << SUM_BITS) - 1;

    /** What to multiply with in place of a division by 1 to 4: a sum of up to four points is less than 2,500. */
    private static final int QUARTER_BITS = 16;

    private static final int[] QUARTERS = {0, 1 << QUARTER_BITS, 1 << 15, (1 << QUARTER_BITS) / 3 + 1, 1 << 14};
    private static final long[] SHARES = new long[Grid.MAX_SIZE * Grid.MAX_SIZE];

    static {
        for (int point = 0; point < SHARES.length; point++) {
            long square = (long) point * point;
            SHARES[point] = 1L | (long) point << COUNT_BITS | square << (COUNT_BITS + SUM_BITS);
        }
    }

    private Liberties() {}

    /** Returns what one stone beside the liberty {@code point} adds to its chain's packed liberties. */
    static long share(int point) {
        return SHARES[point];
    }

    /** Returns whether {@code packed}, which has {@code point} among its liberties, has no other. */
    static boolean isOnly(long packed, int point) {
        return packed == (packed & COUNT_MASK) * SHARES[point];
    }

    /** Returns the only liberty of a chain, or -1 if it has none or several. */
    static int only(long packed) {
        int count = (int) (packed & COUNT_MASK);
        // One point has at most four neighbors, so more pseudo-liberties are several liberties.
        if (count == 0 || count > 4) {
            return -1;
        }
        int sum = (int) (packed >>> COUNT_BITS) & SUM_MASK;
        long squares = packed >>> (COUNT_BITS + SUM_BITS);
        return count * squares == (long) sum * sum ? (sum * QUARTERS[count]) >>> QUARTER_BITS : -1;
    }
}
