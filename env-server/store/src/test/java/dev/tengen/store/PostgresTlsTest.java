package dev.tengen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.tls.PrivateAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections to PostgreSQL by TLS, with the parameters that the page on durability shows. */
@Tag("full")
class PostgresTlsTest {
    private static final String USER_AND_PASSWORD = PostgresCluster.USER + ":" + PostgresCluster.PASSWORD_IN_URL;

    private final PostgresCluster cluster = PostgresCluster.get();

    @TempDir
    private Path folder;

    private Path authority;

    @BeforeEach
    void write() throws IOException {
        authority = folder.resolve("db-ca.pem");
        Files.writeString(authority, cluster.authority().certificatePem());
    }

    private String url(String user, String host, Path rootCertificate) {
        return "postgres://" + user + "@" + host + ":" + cluster.port() + "/postgres?sslmode=verify-full&sslrootcert="
                + rootCertificate;
    }

    /** Returns the user, and whether the connection is encrypted, as the database sees them. */
    private static String seen(String url) throws SQLException {
        try (Connection connection = StoreUrl.parse(url).source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT current_user || ' ' || ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void connect_serverOfTheAuthority_isEncrypted() throws SQLException {
        assertThat(seen(url(USER_AND_PASSWORD, "localhost", authority))).isEqualTo(PostgresCluster.USER + " true");
    }

    @Test
    void connect_serverOfAnotherAuthority_isRefused() throws IOException {
        Path other = folder.resolve("other-ca.pem");
        Files.writeString(other, new PrivateAuthority().certificatePem());

        assertThatThrownBy(() -> seen(url(USER_AND_PASSWORD, "localhost", other)))
                .isInstanceOf(SQLException.class)
                .hasStackTraceContaining("unable to find valid certification path");
    }

    /** The certificate of the server is that of localhost. */
    @Test
    void connect_serverWithAnotherName_isRefused() {
        assertThatThrownBy(() -> seen(url(USER_AND_PASSWORD, "127.0.0.1", authority)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void connect_userWithACertificate_needsNoPassword() throws IOException, SQLException {
        PrivateAuthority.Signed signed = cluster.authority().client(PostgresCluster.CERTIFIED_USER);
        Path certificate = folder.resolve("client.pem");
        Path key = folder.resolve("client-key.der");
        Files.writeString(certificate, signed.certificatePem());
        Files.write(key, Base64.getMimeDecoder().decode(signed.keyPem().replaceAll("-----[A-Z ]+-----", "")));
        PostgresCluster.execute(cluster.url("postgres"), "CREATE ROLE " + PostgresCluster.CERTIFIED_USER + " LOGIN");
        String url = url(PostgresCluster.CERTIFIED_USER, "localhost", authority);

        assertThat(seen(url + "&sslcert=" + certificate + "&sslkey=" + key))
                .isEqualTo(PostgresCluster.CERTIFIED_USER + " true");
        assertThatThrownBy(() -> seen(url)).isInstanceOf(SQLException.class).hasMessageContaining("certificate");
    }
}
