package dev.tengen.server;

import java.util.Arrays;

/**
 * Keeps the steps in flight on one session close together, so that the server still remembers the answer to the oldest
 * one when it is retried.
 */
final class MoveWindow {
    private static final int WIDTH = 24;

    private final int[] underWay;

    MoveWindow(int playerCount) {
        underWay = new int[playerCount];
        Arrays.fill(underWay, Integer.MAX_VALUE);
    }

    /** Waits until no step in flight is far behind {@code moveNumber}. */
    synchronized void enter(int player, int moveNumber) throws InterruptedException {
        while (Arrays.stream(underWay).min().orElseThrow() <= moveNumber - WIDTH) {
            wait();
        }
        underWay[player] = moveNumber;
    }

    synchronized void leave(int player) {
        underWay[player] = Integer.MAX_VALUE;
        notifyAll();
    }
}
