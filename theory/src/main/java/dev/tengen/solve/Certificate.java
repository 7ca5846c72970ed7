package dev.tengen.solve;

import dev.tengen.board.Color;
import java.util.Arrays;

/** What has been proven of a state, and in which games it holds; {@link ProofSearch} says why. Immutable. */
final class Certificate {
    /** Stands for the lack of one. */
    static final Certificate NONE = new Certificate(Color.EMPTY, 0, new int[0], new int[0]);

    private final int winner;
    private final int threshold;
    private final int[] entered;
    private final int[] barred;

    /** Makes a certificate that owns both lists, which are in ascending order. */
    Certificate(int winner, int threshold, int[] entered, int[] barred) {
        this.winner = winner;
        this.threshold = threshold;
        this.entered = entered;
        this.barred = barred;
    }

    /** Returns what the end of a game with this margin proves, in any game. */
    static Certificate ofEnd(int margin, int threshold) {
        return new Certificate(margin >= threshold ? Color.BLACK : Color.WHITE, threshold, NONE.entered, NONE.barred);
    }

    /** Returns Black, where the margin is {@link #threshold} or more; White, where it is less. */
    int winner() {
        return winner;
    }

    /** Returns the margin, without komi, that was asked about. */
    int threshold() {
        return threshold;
    }

    /** Returns the colorings that the winner plays into: none of them may have stood in the game before. Not to be changed. */
    int[] entered() {
        return entered;
    }

    /** Returns the colorings that the loser could not play into: all must have stood in the game before. Not to be changed. */
    int[] barred() {
        return barred;
    }

    /** Returns whether this says who wins at {@code asked}: who gets more also gets less. */
    boolean decides(int asked) {
        return winner == Color.BLACK ? threshold >= asked : threshold <= asked;
    }

    /** Returns whether this holds in a game in which the colorings marked in {@code hasStood} have stood. */
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

    /** Returns how many colorings this names. */
    int length() {
        return entered.length + barred.length;
    }

    /** Returns the union of two ascending lists; one of them itself, where it is the union. */
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

    /** Returns an ascending list without {@code position}; itself, where it is not in it. */
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
