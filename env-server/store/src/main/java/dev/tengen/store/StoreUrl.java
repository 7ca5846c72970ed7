package dev.tengen.store;

import dev.tengen.base.InvalidValueException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * The location of a store.
 *
 * @param display its name in messages, without the password
 * @param source the source of connections
 * @param file the SQLite file; empty for PostgreSQL
 */
public record StoreUrl(String display, DataSource source, Optional<Path> file) {
    /** The time that a statement waits for another process that is writing. */
    private static final int BUSY_TIMEOUT_MS = 10_000;

    private static final int CONNECT_TIMEOUT_SECONDS = 10;

    /** The name of connections in the views of PostgreSQL, unless the URL has another one. */
    private static final String APPLICATION_NAME = "tengen";

    private static final String ALLOWED = "a path, jdbc:sqlite:PATH, postgres://USER:PASSWORD@HOST:PORT/DATABASE or"
            + " jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD";

    private static final String SQLITE = "jdbc:sqlite:";

    /** At least two letters, so that a drive letter is not a scheme. */
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

    /** The last at sign ends user and password, since host and port cannot contain one. */
    private static final Pattern POSTGRES = Pattern.compile(
            "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^:/?@]*)(?::(?<password>[^/?]*))?@)?(?<host>[^/?@]*)"
                    + "/(?<database>[^/?@]+)(?:\\?(?<query>.*))?");

    /**
     * Parses {@code url}.
     *
     * @throws InvalidValueException if it is neither a path nor a supported URL
     */
    public static StoreUrl parse(String url) {
        Matcher postgres = POSTGRES.matcher(url);
        if (postgres.matches()) {
            return postgres(postgres);
        }
        if (url.startsWith(SQLITE)) {
            return sqlite(url.substring(SQLITE.length()));
        }
        if (SCHEME.matcher(url).matches()) {
            // Only the scheme is shown: a password may be anywhere in an unknown URL.
            throw InvalidValueException.not("store", '"' + url.substring(0, url.indexOf(':')) + ":…\"", ALLOWED);
        }
        return sqlite(url);
    }

    /** Returns whether it is an SQLite file. */
    public boolean isSqlite() {
        return file.isPresent();
    }

    private static StoreUrl postgres(Matcher url) {
        String display = "postgres://" + url.group("host") + "/" + url.group("database");
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            String query = url.group("query") == null ? "" : "?" + url.group("query");
            source.setURL("jdbc:postgresql://" + url.group("host") + "/" + url.group("database") + query);
            if (url.group("user") != null) {
                source.setUser(decoded(url.group("user")));
            }
            if (url.group("password") != null) {
                source.setPassword(decoded(url.group("password")));
            }
        } catch (IllegalArgumentException e) {
            throw InvalidValueException.not("store", display, ALLOWED);
        }
        if (url.group("query") == null || !url.group("query").contains("ApplicationName=")) {
            source.setApplicationName(APPLICATION_NAME);
        }
        if (source.getLoginTimeout() == 0) {
            source.setLoginTimeout(CONNECT_TIMEOUT_SECONDS);
        }
        return new StoreUrl(display, source, Optional.empty());
    }

    private static String decoded(String text) {
        // In this part of a URL, a plus sign is not a blank.
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static StoreUrl sqlite(String path) {
        if (path.isBlank() || path.startsWith(":") || path.startsWith("file:") || path.indexOf('?') >= 0) {
            throw InvalidValueException.not("store", StoredText.quoted(path), "a file path without parameters");
        }
        Path file = file(path);
        if (Files.isDirectory(file)) {
            throw InvalidValueException.not("store", file, "a file path: it is a folder");
        }
        if (!Files.isDirectory(file.resolveSibling("."))) {
            throw InvalidValueException.not("store", file, "a path in an existing folder");
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new StoreException(StoreException.Reason.READ_ONLY, file + " cannot be written");
        }
        SQLiteDataSource source = new SQLiteDataSource(config());
        source.setUrl(SQLITE + file);
        return new StoreUrl(file.toString(), source, Optional.of(file));
    }

    private static Path file(String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw InvalidValueException.not("store", StoredText.quoted(path), ALLOWED);
        }
    }

    /**
     * Returns a configuration that makes every commit durable: the write-ahead log is synchronized at each commit. The
     * usual setting synchronizes less often and may lose the last commits in a power failure.
     */
    private static SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        // Only the folder of the file needs to be writable, and no folder for temporary files.
        config.setTempStore(TempStore.MEMORY);
        // A deferred transaction that reads first fails when it writes after another writer.
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        config.setBusyTimeout(BUSY_TIMEOUT_MS);
        return config;
    }
}
