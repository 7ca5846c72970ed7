package dev.tengen.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.server.tls.PrivateAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A PostgreSQL server in a temporary folder, started from the programs of Debian's package. It ends with this process.
 * It also speaks TLS, as localhost, and signs certificates of clients.
 */
public final class PostgresCluster {
    /** The user in all URLs. */
    public static final String USER = "tengen";

    /** Contains characters that URLs must escape. */
    static final String PASSWORD = "se:c/r@e t+1%";

    /** The password as URLs contain it. */
    public static final String PASSWORD_IN_URL = "se:c%2Fr%40e%20t+1%25";

    /** A user that may be created, and logs in with a certificate instead of a password. */
    static final String CERTIFIED_USER = "certified";

    private static final Path INSTALLATIONS = Path.of("/usr/lib/postgresql");

    private static final AtomicInteger DATABASE_COUNT = new AtomicInteger();

    private static Optional<PostgresCluster> running = Optional.empty();

    private final PrivateAuthority authority = new PrivateAuthority();
    private final Path programs;
    private final Path folder;
    private final int port;

    private PostgresCluster(Path programs) throws IOException {
        this.programs = programs;
        folder = Path.of(run(List.of("mktemp", "-d", "/tmp/tengen-postgres-XXXXXX")));
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
        writeSecret("password", PASSWORD);
        List<String> initdb = List.of(
                programs + "/initdb",
                "--pgdata=" + folder + "/data",
                "--username=" + USER,
                "--pwfile=" + folder + "/password",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync");
        run(initdb);
        PrivateAuthority.Signed certificate = authority.server(List.of("localhost"));
        writeSecret("server.pem", certificate.certificatePem());
        writeSecret("server-key.pem", certificate.keyPem());
        writeSecret("ca.pem", authority.certificatePem());
        run(List.of("sed", "-i", "1i hostssl all " + CERTIFIED_USER + " all cert", folder + "/data/pg_hba.conf"));
        String options = "-p " + port + " -k " + folder + " -h 127.0.0.1 -c ssl=on -c ssl_ca_file=" + folder + "/ca.pem"
                + " -c ssl_cert_file=" + folder + "/server.pem -c ssl_key_file=" + folder + "/server-key.pem";
        run(List.of(programs + "/pg_ctl", "-D", folder + "/data", "-l", folder + "/log", "-w", "-o", options, "start"));
    }

    /** Returns the server, and starts it if needed. Skips the test if PostgreSQL is not installed. */
    public static synchronized PostgresCluster get() {
        if (running.isEmpty()) {
            Optional<Path> programs = programs();
            assumeTrue(programs.isPresent(), "PostgreSQL is not installed (Debian package postgresql)");
            try {
                running = Optional.of(new PostgresCluster(programs.get()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return running.get();
    }

    private void writeSecret(String name, String content) {
        run(List.of("sh", "-c", "umask 077; printf '%s' \"$1\" > \"$2\"", "sh", content, folder + "/" + name));
    }

    private static Optional<Path> programs() {
        if (!Files.isDirectory(INSTALLATIONS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(INSTALLATIONS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates an empty database and returns its URL. */
    public String newDatabase() {
        String name = "store" + DATABASE_COUNT.incrementAndGet();
        execute(url("postgres"), "CREATE DATABASE " + name);
        return url(name);
    }

    /**
     * Returns the authority that signed the certificate of the server, and whose certificates of clients it accepts.
     */
    PrivateAuthority authority() {
        return authority;
    }

    int port() {
        return port;
    }

    /** Returns the URL of the database {@code name}. */
    public String url(String name) {
        return "postgres://" + USER + ":" + PASSWORD_IN_URL + "@127.0.0.1:" + port + "/" + name;
    }

    /** Executes {@code sql} in the database at {@code url}. */
    public static void execute(String url, String sql) {
        try (Connection connection = StoreUrl.parse(url).source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void stop() {
        try {
            run(List.of(programs + "/pg_ctl", "-D", folder + "/data", "-m", "immediate", "stop"));
        } finally {
            run(List.of("rm", "-rf", folder.toString()));
        }
    }

    /** Runs {@code command} as a user that PostgreSQL accepts, and returns its output. */
    private static String run(List<String> command) {
        List<String> line = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            line.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        line.addAll(command);
        try {
            // A server in the background must not keep a pipe of this process open.
            Path output = Files.createTempFile("tengen-postgres", ".log");
            try {
                Process process = new ProcessBuilder(line)
                        .directory(Path.of("/").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                int code = process.waitFor();
                String text = Files.readString(output).strip();
                if (code != 0) {
                    throw new IllegalStateException(line + " ended with " + code + ": " + text);
                }
                return text;
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
