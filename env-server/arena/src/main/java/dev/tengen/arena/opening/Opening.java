package dev.tengen.arena.opening;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The start of a game: a position, and the first moves, which no player chooses.
 *
 * @param id the id, such as "random-7-3" or the name of a file; not blank
 * @param setup the position
 * @param moves the moves in order, points or passes
 */
public record Opening(String id, Setup setup, List<Integer> moves) {
    /**
     * Creates an opening. Copies the list.
     *
     * @throws InvalidValueException if the id is blank
     */
    public Opening {
        if (id.isBlank()) {
            throw InvalidValueException.not("opening", '"' + id + '"', "an id that is not blank");
        }
        moves = List.copyOf(moves);
    }

    /** Returns the empty board, without moves. */
    public static Opening empty(Grid grid) {
        return new Opening("empty", Setup.empty(grid), List.of());
    }

    /** Returns the opening of all moves of {@code game}. */
    static Opening of(String id, Game game) {
        List<Integer> moves = IntStream.rangeClosed(1, game.moveNumber())
                .map(game::move)
                .boxed()
                .toList();
        return new Opening(id, game.setup(), moves);
    }

    /**
     * Returns a new game that starts with this opening.
     *
     * @throws InvalidValueException if a move is illegal under {@code rules}, or the game is over after the moves
     */
    public Game play(Rules rules) {
        Game game = new Game(setup, rules);
        for (int move : moves) {
            Legality legality = game.play(move);
            if (!legality.isLegal()) {
                String text = "move " + (game.moveNumber() + 1) + " of opening " + id + ", " + name(move)
                        + ", is illegal: " + legality;
                throw InvalidValueException.because(text, "opening", id, "moves that the rules allow");
            }
        }
        if (game.isOver()) {
            throw InvalidValueException.because(
                    "the game is over after opening " + id, "opening", id, "moves that do not end the game");
        }
        return game;
    }

    private String name(int move) {
        boolean isMove = move >= 0 && move <= setup.grid().pass();
        return isMove ? setup.grid().name(move) : Integer.toString(move);
    }
}
