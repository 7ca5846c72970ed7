package dev.tengen.arena.store;

/** A store call that failed. It changed nothing, unless the reason is {@link Reason#UNAVAILABLE}. */
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

    /** Returns whether a retry may succeed. */
    public boolean isTransient() {
        return reason == Reason.LOCKED || reason == Reason.UNAVAILABLE;
    }

    /** Why a store call failed. */
    public enum Reason {
        /** There is no such tournament or game. */
        NOT_FOUND,
        /** The call conflicts with what is stored, such as another result of a game. */
        CONFLICT,
        /** The lease of the worker has expired, or another worker has its name. It has no claims any more. */
        LEASE_LOST,
        /** Another process has locked the database. */
        LOCKED,
        /** The file or the database cannot be written. */
        READ_ONLY,
        /** The file is not a database, or it is corrupt. */
        DAMAGED,
        /** A later version of Tengen has written the database. */
        NEWER,
        /** The database belongs to something other than an arena. */
        FOREIGN,
        /** The user or the password is wrong, or the user lacks permissions. */
        DENIED,
        /** The database cannot be reached, or failed. The call may have succeeded; calls are idempotent, so retry. */
        UNAVAILABLE
    }
}
