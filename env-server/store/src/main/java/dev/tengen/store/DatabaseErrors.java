package dev.tengen.store;

import dev.tengen.store.StoreException.Reason;
import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** Maps the errors of databases to {@link StoreException}s. */
final class DatabaseErrors {
    private DatabaseErrors() {}

    /** Returns the exception for {@code failure} of the store that messages call {@code display}. */
    static StoreException explain(Throwable failure, String display) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                return explained(reason(sqlite), display, sqlite);
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return explained(reason(sql.getSQLState()), display, sql);
            }
        }
        return explained(Reason.UNAVAILABLE, display, failure);
    }

    private static Reason reason(SQLiteException failure) {
        // Extended codes begin with these, such as SQLITE_BUSY_RECOVERY.
        String code = failure.getResultCode().name();
        if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
            return Reason.LOCKED;
        }
        if (code.startsWith("SQLITE_READONLY")) {
            return Reason.READ_ONLY;
        }
        if (code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT")) {
            return Reason.DAMAGED;
        }
        return code.startsWith("SQLITE_PERM") || code.startsWith("SQLITE_AUTH") ? Reason.DENIED : Reason.UNAVAILABLE;
    }

    /** Returns the reason for an SQLSTATE; see appendix A of the PostgreSQL manual. */
    private static Reason reason(String state) {
        if (state.equals("42501") || state.startsWith("28")) {
            return Reason.DENIED;
        }
        return switch (state) {
            case "25006" -> Reason.READ_ONLY;
            case "55P03" -> Reason.LOCKED;
            case "XX001", "XX002" -> Reason.DAMAGED;
            default -> Reason.UNAVAILABLE;
        };
    }

    /** Returns the message of an exception in one line. Those of databases and migrations may have several. */
    static String inOneLine(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private static StoreException explained(Reason reason, String display, Throwable cause) {
        String what = switch (reason) {
            case LOCKED -> "is locked by another process";
            case READ_ONLY -> "cannot be written";
            case DAMAGED -> "is corrupt or not a database";
            case DENIED -> "denies access to this user";
            default -> "is not available";
        };
        String advice = reason == Reason.DAMAGED
                ? ". Restore it from a backup, or name another store and keep this one for a repair"
                : "";
        return new StoreException(reason, display + " " + what + ": " + inOneLine(cause) + advice, cause);
    }
}
