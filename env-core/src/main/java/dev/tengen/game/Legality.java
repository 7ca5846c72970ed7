package dev.tengen.game;

/** Whether a move is legal, and if not, the first reason that holds, in the order of this list. */
public enum Legality {
    /** The move may be made. */
    LEGAL(0),
    /** The game is over. */
    EPISODE_OVER(1),
    /** There is no such move on this grid. */
    OUT_OF_RANGE(2),
    /** A stone stands on the point. */
    OCCUPIED(3),
    /** The suicide rule forbids the play. */
    SUICIDE(4),
    /** The ko rule forbids the play. */
    REPETITION(5),
    /**
     * Play has ended, and players propose which stones are dead: of the moves the pass alone is open, which proposes none. No
     * point has another reason then.
     */
    AGREEMENT(6);

    private final int number;

    Legality(int number) {
        this.number = number;
    }

    /** Returns its number in rows and on the wire; 0 is {@link #LEGAL}. */
    public int number() {
        return number;
    }

    /** Returns whether this is {@link #LEGAL}. */
    public boolean isLegal() {
        return this == LEGAL;
    }
}
