package dev.tengen.env;

/** Signals that a forest has no room for more nodes. */
public final class ForestFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int room;
    private final int wanted;

    ForestFullException(int count, int max, int wanted) {
        super(count + " of " + max + " nodes exist, and there is no room for " + wanted + " more; release some nodes");
        room = max - count;
        this.wanted = wanted;
    }

    /** Returns the number of nodes that still fit. */
    public int room() {
        return room;
    }

    /** Returns the number of nodes requested. */
    public int wanted() {
        return wanted;
    }
}
