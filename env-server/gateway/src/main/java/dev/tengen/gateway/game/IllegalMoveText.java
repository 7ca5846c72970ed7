package dev.tengen.gateway.game;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.server.error.CallException;

/** Writes why a move is illegal, as a sentence for the model that tried it. */
public final class IllegalMoveText {
    private IllegalMoveText() {}

    /**
     * Returns the sentence for the move that {@code text} names.
     *
     * @param game the game before the move
     * @param text the move as the client wrote it
     * @param legality why it is illegal
     */
    public static String of(Game game, String text, Legality legality, PointNotation notation) {
        String shown = CallException.shown(text.strip());
        return switch (legality) {
            case OUT_OF_RANGE -> "\"" + shown + "\" is no move on this board: " + choices(game.grid(), notation);
            case OCCUPIED -> shown + " is illegal: a " + color(game, text, notation) + " stone stands there.";
            case SUICIDE -> shown + " is illegal: the stone would have no liberty and capture nothing (suicide).";
            case REPETITION -> shown + " is illegal: " + repetition(game, text, notation);
            case AGREEMENT ->
                shown + " is illegal: play has ended; only pass is legal, which agrees that no stone is dead.";
            case EPISODE_OVER -> shown + " is illegal: the game is over.";
            case LEGAL, NO_AGREEMENT, NOT_WHOLE_CHAINS ->
                throw new IllegalArgumentException(legality + " is no reason against a move");
        };
    }

    private static String choices(Grid grid, PointNotation notation) {
        return "name a point as " + notation.meaning() + ", from "
                + notation.name(grid, grid.point(grid.height() - 1, 0)) + " at the bottom left to "
                + notation.name(grid, grid.point(0, grid.width() - 1))
                + " at the top right, or say pass or resign.";
    }

    private static String color(Game game, String text, PointNotation notation) {
        int point = notation.move(game.grid(), text).orElseThrow();
        return game.colorAt(point) == Color.BLACK ? "black" : "white";
    }

    private static String repetition(Game game, String text, PointNotation notation) {
        int repeated = game.repeatedMoveNumber(notation.move(game.grid(), text).orElseThrow());
        return "it repeats the position " + (repeated == 0 ? "at the start" : "after move " + repeated)
                + " (the ko rule); play elsewhere first.";
    }
}
