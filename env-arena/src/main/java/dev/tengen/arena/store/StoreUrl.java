package dev.tengen.arena.store;

import dev.tengen.board.InvalidValueException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * Where a store is.
 *
 * @param display what messages may call it: without the password
 * @param source opens connections to it
 * @param isSqlite whether it is a file of SQLite
 */
record StoreUrl(String display, DataSource source, boolean isSqlite) {
    /** How long a statement waits for another process that is writing. */
    private static final int BUSY_TIMEOUT_MS = 10_000;

    private static final int CONNECT_TIMEOUT_SECONDS = 10;

    private static final String ALLOWED = "a path, jdbc:sqlite:PATH, postgres://USER:PASSWORD@HOST:PORT/DATABASE or"
            + " jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD";

    private static final String SQLITE = "jdbc:sqlite:";

    /** Two letters or more, so that a drive is none. */
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

    /** The last at sign ends user and password, as neither a host nor a port has one. */
    private static final Pattern POSTGRES = Pattern.compile(
            "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^:/?@]*)(?::(?<password>[^/?]*))?@)?(?<host>[^/?@]*)"
                    + "/(?<database>[^/?@]+)(?:\\?(?<query>.*))?");

    /** Returns what {@code url} names. Throws {@link InvalidValueException} if it is no path and no such URL. */
    static StoreUrl parse(String url) {
        Matcher postgres = POSTGRES.matcher(url);
        if (postgres.matches()) {
            return postgres(postgres);
        }
        if (url.startsWith(SQLITE)) {
            return sqlite(url.substring(SQLITE.length()));
        }
        if (SCHEME.matcher(url).matches()) {
            // Only the scheme is shown: a password may stand anywhere in a URL that nobody understands.
            throw InvalidValueException.not("store", '"' + url.substring(0, url.indexOf(':')) + ":…\"", ALLOWED);
        }
        return sqlite(url);
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
        if (source.getLoginTimeout() == 0) {
            source.setLoginTimeout(CONNECT_TIMEOUT_SECONDS);
        }
        return new StoreUrl(display, source, false);
    }

    private static String decoded(String text) {
        // In this part of a URL a plus sign is itself.
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static StoreUrl sqlite(String path) {
        if (path.isBlank() || path.startsWith(":") || path.startsWith("file:") || path.indexOf('?') >= 0) {
            throw InvalidValueException.not("store", StoredText.quoted(path), "a path of a file, without parameters");
        }
        Path file = file(path);
        if (Files.isDirectory(file)) {
            throw InvalidValueException.not("store", file, "a path of a file: it is a folder");
        }
        if (!Files.isDirectory(file.resolveSibling("."))) {
            throw InvalidValueException.not("store", file, "a path within a folder that exists");
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new StoreException(StoreException.Reason.READ_ONLY, file + " cannot be written");
        }
        SQLiteDataSource source = new SQLiteDataSource(config());
        source.setUrl(SQLITE + file);
        return new StoreUrl(file.toString(), source, true);
    }

    private static Path file(String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw InvalidValueException.not("store", StoredText.quoted(path), ALLOWED);
        }
    }

    /**
     * Returns settings by which a committed transaction is on the disk: a log that is synchronized at every commit. A log that
     * is synchronized less often, which is usual, may lose the last commits with the power.
     */
    private static SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        // A transaction that begins with reading and finds another writer when it comes to write could not go on.
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        config.setBusyTimeout(BUSY_TIMEOUT_MS);
        return config;
    }
}
