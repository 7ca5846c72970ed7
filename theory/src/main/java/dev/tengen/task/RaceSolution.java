package dev.tengen.task;

import java.util.List;

/**
 * What a position of a race is worth.
 *
 * @param value what the player to move reaches: 1, 0 or -1
 * @param optimalMoves the moves within the race that keep it, the pass last
 * @param isKoFree whether no rule about repetition has a part in it
 */
record RaceSolution(int value, List<Integer> optimalMoves, boolean isKoFree) {
    RaceSolution {
        optimalMoves = List.copyOf(optimalMoves);
    }

    /** Returns how many of {@code moveCount} moves within the race lose something. */
    int trapCount(int moveCount) {
        return moveCount - optimalMoves.size();
    }
}
