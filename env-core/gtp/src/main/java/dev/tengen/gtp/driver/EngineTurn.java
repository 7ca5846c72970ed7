package dev.tengen.gtp.driver;

import dev.tengen.player.Player;

/**
 * The turn of an engine.
 *
 * @param outcome the outcome
 * @param move the move; {@link Player#RESIGN} for a resignation, -1 for a failure
 * @param text what happened, for people; empty for a move and for a resignation
 */
public record EngineTurn(TurnOutcome outcome, int move, String text) {
    private static final int NO_MOVE = -1;

    static EngineTurn move(int move) {
        return new EngineTurn(TurnOutcome.MOVE, move, "");
    }

    static EngineTurn resignation() {
        return new EngineTurn(TurnOutcome.RESIGNATION, Player.RESIGN, "");
    }

    static EngineTurn failed(EngineException failure) {
        return new EngineTurn(failure.outcome(), NO_MOVE, String.valueOf(failure.getMessage()));
    }
}
