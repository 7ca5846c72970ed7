package dev.tengen.journal;

import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreUrl;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The right to use a store: of one server alone, or of several that share it. The operating system, or the database,
 * ends it when the process dies. Should it end earlier, because the connection to the database broke, the rows of the
 * servers still keep them apart.
 */
final class OwnerLock implements AutoCloseable {
    /** Any number that other programs in the same database do not use: "tengen" in ASCII. */
    private static final long ADVISORY_LOCK = 0x74656E67656EL;

    private final AutoCloseable holder;

    private OwnerLock(AutoCloseable holder) {
        this.holder = holder;
    }

    /**
     * Takes the lock for one server alone.
     *
     * @throws StoreException with {@link Reason#LOCKED} if another server has it
     */
    static OwnerLock take(StoreUrl url) {
        return url.file()
                .map(file -> ofFile(file, url.display()))
                .orElseGet(() -> ofDatabase(url, "pg_try_advisory_lock"));
    }

    /**
     * Takes the lock of a database for a server that shares it with others that do the same.
     *
     * @throws StoreException with {@link Reason#LOCKED} if a server has it alone
     */
    static OwnerLock share(StoreUrl url) {
        return ofDatabase(url, "pg_try_advisory_lock_shared");
    }

    private static OwnerLock ofFile(Path file, String display) {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                return new OwnerLock(channel);
            }
        } catch (OverlappingFileLockException e) {
            closeQuietly(channel); // Another server in this process has it.
            throw inUse(display);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new StoreException(Reason.UNAVAILABLE, lock + " cannot be locked: " + e.getMessage(), e);
        }
        closeQuietly(channel);
        throw inUse(display);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new StoreException(Reason.UNAVAILABLE, "the lock of the store cannot be closed", e);
        }
    }

    private static OwnerLock ofDatabase(StoreUrl url, String function) {
        try {
            Connection connection = url.source().getConnection();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT " + function + "(" + ADVISORY_LOCK + ")")) {
                row.next();
                if (row.getBoolean(1)) {
                    return new OwnerLock(connection);
                }
            }
            connection.close();
        } catch (SQLException e) {
            throw new StoreException(Reason.UNAVAILABLE, url.display() + " is not available: " + e.getMessage(), e);
        }
        throw inUse(url.display());
    }

    private static StoreException inUse(String display) {
        return new StoreException(
                Reason.LOCKED, display + " is in use by another server; stop that server, or use another store");
    }

    /** Releases the lock. */
    @Override
    public void close() {
        try {
            holder.close();
        } catch (Exception e) {
            throw new StoreException(Reason.UNAVAILABLE, "the lock of the store cannot be released", e);
        }
    }
}
