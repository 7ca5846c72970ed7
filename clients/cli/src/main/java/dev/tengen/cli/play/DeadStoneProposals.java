package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;

/** Describes proposals of dead stones in words. */
final class DeadStoneProposals {
    private DeadStoneProposals() {}

    /** Returns whether move {@code number} of {@code game} is a proposal of dead stones; false for 0, the start. */
    static boolean isProposal(Game game, int number) {
        return game.rules().deadStones() == DeadStones.AGREEMENT
                && number > 0
                && game.replayTo(number - 1).isInAgreement();
    }

    /** Describes the last move of {@code game}, which must be a proposal, and its effect. */
    static String describe(Game game) {
        int number = game.moveNumber();
        PointSet dead = game.proposedDead(number);
        String stones = dead.isEmpty()
                ? "that no stone is dead"
                : "that " + (dead.size() == 1 ? "this stone is" : "these stones are") + " dead: "
                        + PositionExplainer.names(game.grid(), dead);
        return Color.name(game.mover(number)) + " says " + stones + "." + consequence(game);
    }

    private static String consequence(Game game) {
        if (game.isInAgreement()) {
            return "";
        }
        return game.outcome()
                .map(outcome -> " The players agree. The game is over: " + outcome.text() + ".")
                .orElse(" The players do not agree; the game continues.");
    }
}
