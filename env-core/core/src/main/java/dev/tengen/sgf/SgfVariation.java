package dev.tengen.sgf;

import java.util.List;

/**
 * A line of moves that leaves the main line of a game. See {@link SgfGame#withVariations}.
 *
 * @param moveNumber the number of moves of the main line before it
 * @param moves the moves of the line
 */
public record SgfVariation(int moveNumber, List<RecordedMove> moves) {
    /** Creates a variation. Copies the list. */
    public SgfVariation {
        moves = List.copyOf(moves);
    }
}
