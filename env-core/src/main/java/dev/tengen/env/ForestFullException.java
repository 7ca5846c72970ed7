package dev.tengen.env;

/** Says that a forest has no room for as many more nodes. */
public final class ForestFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int room;
    private final int wanted;

    ForestFullException(int count, int max, int wanted) {
        super(count + " of " + max + " nodes are there, and there is no room for " + wanted + " more: release some");
        room = max - count;
        this.wanted = wanted;
    }

    /** Returns how many more there is room for. */
    public int room() {
        return room;
    }

    /** Returns how many were to be made. */
    public int wanted() {
        return wanted;
    }
}
