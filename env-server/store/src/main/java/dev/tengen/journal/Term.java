package dev.tengen.journal;

/**
 * The time between a server's joining the servers of a store and the removal of its row: by itself, or by another
 * server that found it dead.
 *
 * @param server the id of the server in this term
 * @param epoch the epoch of the store in which the term began
 * @param slot the number of the server among those that shared the store
 * @param openedAt since when the store has been open without an interruption, by the clock of the database
 */
record Term(long server, long epoch, long slot, long openedAt) {
    /** The id of the one server of a store that is not shared. */
    static final long ALONE = 0;

    /** Returns whether other servers share the store. */
    boolean isShared() {
        return server != ALONE;
    }
}
