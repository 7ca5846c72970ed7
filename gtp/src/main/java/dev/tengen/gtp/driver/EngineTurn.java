package dev.tengen.gtp.driver;

import dev.tengen.player.Player;

/**
 * An engine's turn.
 *
 * @param verdict what came of it
 * @param move the move, {@link Player#RESIGN} for a resignation, -1 for every other verdict
 * @param text what happened, for people; empty for a move and for a resignation
 */
public record EngineTurn(Verdict verdict, int move, String text) {
    private static final int NO_MOVE = -1;

    static EngineTurn move(int move) {
        return new EngineTurn(Verdict.MOVE, move, "");
    }

    static EngineTurn resignation() {
        return new EngineTurn(Verdict.RESIGNATION, Player.RESIGN, "");
    }

    static EngineTurn failed(Verdict verdict, String text) {
        return new EngineTurn(verdict, NO_MOVE, text);
    }
}
