package dev.tengen.race.search;

import java.util.Arrays;

/** The stack of the colorings of a line, the current one last. Not thread-safe. */
final class RaceHistory {
    private long[] black = new long[64];
    private long[] white = new long[64];
    private int length;

    /** Adds a coloring. */
    void push(long newBlack, long newWhite) {
        if (length == black.length) {
            black = Arrays.copyOf(black, 2 * length);
            white = Arrays.copyOf(white, 2 * length);
        }
        black[length] = newBlack;
        white[length] = newWhite;
        length++;
    }

    /** Removes the last coloring. */
    void pop() {
        length--;
    }

    /** Removes all colorings. */
    void clear() {
        length = 0;
    }

    /** Returns the number of colorings. */
    int length() {
        return length;
    }

    /** Returns whether a coloring is at index {@code from} or later. */
    boolean hasStood(int from, long someBlack, long someWhite) {
        for (int i = from; i < length; i++) {
            if (black[i] == someBlack && white[i] == someWhite) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether {@code proof} holds in a game in which the colorings from index {@code from} have stood. */
    boolean allows(int from, RaceProof proof) {
        for (RaceColoring coloring : proof.barred()) {
            if (!hasStood(from, coloring.black(), coloring.white())) {
                return false;
            }
        }
        for (int i = from; i < length && !proof.entered().isEmpty(); i++) {
            if (proof.entered().contains(new RaceColoring(black[i], white[i]))) {
                return false;
            }
        }
        return true;
    }
}
