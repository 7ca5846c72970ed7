package dev.tengen.game;

/**
 * Whether a move is legal, and if not, the first reason that applies, in the order of this list. The last two reasons
 * are those of proposals of dead stones.
 */
public enum Legality {
    /** The move is legal. */
    LEGAL(0),
    /** The game is over. */
    EPISODE_OVER(1),
    /** The grid has no such move. */
    OUT_OF_RANGE(2),
    /** The point holds a stone. */
    OCCUPIED(3),
    /** The suicide rule forbids the play. */
    SUICIDE(4),
    /** The ko rule forbids the play. */
    REPETITION(5),
    /**
     * Play has ended and players propose the dead stones. Only the pass is legal; it proposes none. No point has
     * another reason in this phase.
     */
    AGREEMENT(6),
    /** A proposal of dead stones at a time when players do not propose them. */
    NO_AGREEMENT(7),
    /** The points of a proposal of dead stones are not the stones of whole chains. */
    NOT_WHOLE_CHAINS(8);

    private final int number;

    Legality(int number) {
        this.number = number;
    }

    /** Returns the number used in encoded rows and on the wire; 0 is {@link #LEGAL}. */
    public int number() {
        return number;
    }

    /** Returns whether this is {@link #LEGAL}. */
    public boolean isLegal() {
        return this == LEGAL;
    }
}
