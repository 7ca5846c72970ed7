package dev.tengen.store;

/** A store call that failed. It changed nothing, unless the reason is {@link Reason#UNAVAILABLE}. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Creates an exception without a cause. */
    public StoreException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Creates an exception with a cause. */
    public StoreException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Returns whether a retry may succeed. */
    public boolean isTransient() {
        return reason == Reason.LOCKED || reason == Reason.UNAVAILABLE;
    }

    /** Why a store call failed. */
    public enum Reason {
        /** What was asked for is not stored. */
        NOT_FOUND,
        /** The call conflicts with what is stored. */
        CONFLICT,
        /** The caller has lost its lease: it expired, or another process has taken over. */
        LEASE_LOST,
        /** Another process has locked the database. */
        LOCKED,
        /** The file or the database cannot be written. */
        READ_ONLY,
        /** The file is not a database, or it is corrupt. */
        DAMAGED,
        /** A later version of Tengen has written the database. */
        NEWER,
        /** The database belongs to something else. */
        FOREIGN,
        /** The user or the password is wrong, or the user lacks permissions. */
        DENIED,
        /** The database cannot be reached, or failed. The call may have succeeded; calls are idempotent, so retry. */
        UNAVAILABLE
    }
}
