package dev.tengen.solve;

import dev.tengen.board.Color;
import java.util.Arrays;

/**
 * A conditional proof: the proven winner of a state, and the conditions on the game history under which the proof
 * holds. {@link ProofSearch} explains the conditions. Immutable: nobody may change the arrays, which the certificate
 * owns.
 *
 * @param winner the winner: Black if the margin is {@code threshold} or more, White if it is less
 * @param threshold the threshold of the margin, without komi
 * @param entered the colorings that the winner's moves create, in ascending order; none of them may have stood in the
 *     game before
 * @param barred the colorings that the loser was barred from, in ascending order; all of them must have stood in the
 *     game before
 */
@SuppressWarnings("ArrayRecordComponent") // Certificates are not compared.
record Certificate(int winner, int threshold, int[] entered, int[] barred) {
    /** The value for no certificate. */
    static final Certificate NONE = new Certificate(Color.EMPTY, 0, new int[0], new int[0]);

    /** Returns the proof that the end of a game with this margin gives, without conditions. */
    static Certificate ofEnd(int margin, int threshold) {
        return new Certificate(margin >= threshold ? Color.BLACK : Color.WHITE, threshold, NONE.entered, NONE.barred);
    }

    /** Returns whether this is a proof, not {@link #NONE}. */
    boolean isFound() {
        return winner != Color.EMPTY;
    }

    /**
     * Returns whether this proof decides the threshold {@code asked}. A win at a threshold is also a win at every
     * easier one.
     */
    boolean decides(int asked) {
        return winner == Color.BLACK ? threshold >= asked : threshold <= asked;
    }

    /** Returns whether this proof holds in a game whose earlier colorings are those marked in {@code hasStood}. */
    boolean holds(boolean[] hasStood) {
        for (int position : barred) {
            if (!hasStood[position]) {
                return false;
            }
        }
        for (int position : entered) {
            if (hasStood[position]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of colorings in both lists. */
    int length() {
        return entered.length + barred.length;
    }

    /** Returns the union of two ascending lists. It may be one of the arguments. */
    static int[] union(int[] first, int[] second) {
        if (first.length == 0 || second.length == 0) {
            return first.length == 0 ? second : first;
        }
        int[] all = new int[first.length + second.length];
        int length = 0;
        int i = 0;
        int j = 0;
        while (i < first.length || j < second.length) {
            int a = i < first.length ? first[i] : Integer.MAX_VALUE;
            int b = j < second.length ? second[j] : Integer.MAX_VALUE;
            all[length++] = Math.min(a, b);
            i += a <= b ? 1 : 0;
            j += b <= a ? 1 : 0;
        }
        return length == all.length ? all : Arrays.copyOf(all, length);
    }

    /** Returns an ascending list without {@code position}; the list itself if it does not contain it. */
    static int[] without(int[] list, int position) {
        int index = Arrays.binarySearch(list, position);
        if (index < 0) {
            return list;
        }
        int[] rest = new int[list.length - 1];
        System.arraycopy(list, 0, rest, 0, index);
        System.arraycopy(list, index + 1, rest, index, rest.length - index);
        return rest;
    }
}
