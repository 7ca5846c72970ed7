package dev.tengen.arena.store;

/** A store that cannot do what was asked. Nothing of it was done, unless the reason is {@link Reason#UNAVAILABLE}. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    StoreException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    StoreException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the reason. */
    public Reason reason() {
        return reason;
    }

    /** Why a store cannot do what was asked. */
    public enum Reason {
        /** There is no such tournament or game. */
        NOT_FOUND,
        /** It contradicts what is stored, as another result of a game that has one. */
        CONFLICT,
        /** Another process keeps the database locked. */
        LOCKED,
        /** The file or the database cannot be written. */
        READ_ONLY,
        /** The file is no database, or a broken one. */
        DAMAGED,
        /** A later version of Tengen has written the database. */
        NEWER,
        /** The database holds something else than an arena. */
        FOREIGN,
        /** The user or the password is wrong, or the user lacks rights. */
        DENIED,
        /** The database cannot be reached, or failed. What was asked may have been done: ask again, which does it once. */
        UNAVAILABLE
    }
}
