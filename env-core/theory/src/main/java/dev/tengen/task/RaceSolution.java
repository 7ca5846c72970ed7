package dev.tengen.task;

import java.util.List;

/**
 * The solution of a position of a race.
 *
 * @param value the value for the player to move: 1, 0 or -1
 * @param optimalMoves the moves within the race that keep the value, the pass last
 * @param isKoFree whether the value is the same under every rule about repetition
 */
record RaceSolution(int value, List<Integer> optimalMoves, boolean isKoFree) {
    RaceSolution {
        optimalMoves = List.copyOf(optimalMoves);
    }

    /** Returns how many of the {@code moveCount} moves within the race lose something. */
    int trapCount(int moveCount) {
        return moveCount - optimalMoves.size();
    }
}
