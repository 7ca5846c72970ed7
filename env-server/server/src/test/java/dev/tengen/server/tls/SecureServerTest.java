package dev.tengen.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.InvalidValueException;
import dev.tengen.file.AtomicFile;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.CertificateAuthenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.StaticToken;
import dev.tengen.server.identity.TokenAuthenticator;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.IdentityServer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with TLS, tokens and client certificates, and what happens when its files change. */
class SecureServerTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** How long an old token may count. */
    private static final Duration PROMISED_DELAY = Duration.ofSeconds(1);

    /** The same on a machine that is busy with other tests: only a hang reaches it. */
    private static final Duration MAX_DELAY = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private final List<ManagedChannel> channels = new ArrayList<>();
    private final List<AutoCloseable> closeables = new ArrayList<>();
    private PrivateAuthority authority;
    private String token;
    private TengenServer server;

    @BeforeEach
    void start() throws IOException {
        authority = new PrivateAuthority();
        Files.writeString(file("ca.pem"), authority.certificatePem());
        writeServer();
        token = writeToken("ann");
        Files.writeString(file("roles"), "DNS:trainer.lab trainer agent\n");
        AuthenticatorChain chain = new AuthenticatorChain(List.of(
                CertificateAuthenticator.open(file("ca.pem"), file("roles")), TokenAuthenticator.open(file("tokens"))));
        closeables.add(chain);
        server = TengenServer.start(ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withAuthenticator(chain)
                .withTls(new TlsFiles(file("server.pem"), file("server-key.pem"), Optional.of(file("ca.pem")))));
    }

    @AfterEach
    void stop() throws Exception {
        channels.forEach(ManagedChannel::shutdownNow);
        server.close();
        for (AutoCloseable closeable : closeables) {
            closeable.close();
        }
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private void writeServer() throws IOException {
        authority.server(List.of("localhost", "127.0.0.1")).write(file("server.pem"), file("server-key.pem"));
    }

    /** Writes a new token as the only one of the file, and returns it. */
    private String writeToken(String name) throws IOException {
        String created = StaticToken.newToken();
        AtomicFile.replaceSecret(
                file("tokens"),
                new StaticToken(new Principal(name, Role.AGENT), StaticToken.digest(created), Optional.empty()).line()
                        + "\n");
        return created;
    }

    private EnvironmentServiceBlockingStub stub(Optional<PrivateAuthority.Signed> client, String bearer)
            throws IOException {
        TlsChannelCredentials.Builder credentials =
                TlsChannelCredentials.newBuilder().trustManager(file("ca.pem").toFile());
        if (client.isPresent()) {
            client.get().write(file("client.pem"), file("client-key.pem"));
            credentials.keyManager(
                    file("client.pem").toFile(), file("client-key.pem").toFile());
        }
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port(), credentials.build())
                .build();
        channels.add(channel);
        return withToken(EnvironmentServiceGrpc.newBlockingStub(channel), bearer);
    }

    private static EnvironmentServiceBlockingStub withToken(EnvironmentServiceBlockingStub stub, String bearer) {
        Metadata headers = new Metadata();
        if (!bearer.isEmpty()) {
            headers.put(AUTHORIZATION, "Bearer " + bearer);
        }
        return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static Status.Code ask(EnvironmentServiceBlockingStub stub) {
        try {
            Calls.serverInfo(stub);
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        }
    }

    @Test
    void call_withToken_isAnswered() throws IOException {
        assertThat(ask(stub(Optional.empty(), token))).isEqualTo(Status.Code.OK);
    }

    /** Tools that build chains, and some clients, look for the identifiers of the keys. */
    @Test
    void certificates_always_haveIdentifiersOfTheKeys() throws Exception {
        byte[] authorityKey = extension(authority.certificatePem(), "2.5.29.14");
        String leaf = authority.server(List.of("localhost")).certificatePem();

        assertThat(extension(leaf, "2.5.29.14")).hasSize(24).isNotEqualTo(authorityKey);
        assertThat(Arrays.copyOfRange(extension(leaf, "2.5.29.35"), 6, 26))
                .isEqualTo(Arrays.copyOfRange(authorityKey, 4, 24));
    }

    private static byte[] extension(String pem, String identifier) throws Exception {
        return ((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))))
                .getExtensionValue(identifier);
    }

    @Test
    void call_withKnownCertificate_isAnswered() throws IOException {
        assertThat(ask(stub(Optional.of(authority.client("trainer.lab")), ""))).isEqualTo(Status.Code.OK);
    }

    @Test
    void call_withoutCredentialsOrWithAnUnmappedCertificate_isRefused() throws IOException {
        assertThat(ask(stub(Optional.empty(), ""))).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(ask(stub(Optional.of(authority.client("other.lab")), ""))).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(ask(stub(Optional.of(authority.client("other.lab")), token))).isEqualTo(Status.Code.OK);
    }

    @Test
    void call_withCertificateOfAnotherAuthority_isNotAnswered() throws IOException {
        assertThat(ask(stub(Optional.of(new PrivateAuthority().client("trainer.lab")), "")))
                .isIn(Status.Code.UNAVAILABLE, Status.Code.UNAUTHENTICATED); // The client may keep it to itself.
    }

    /** The connection was made with the certificate, and stays open. */
    @Test
    void call_afterTheAuthorityHasChanged_isRefusedOnTheOldConnection() throws IOException {
        EnvironmentServiceBlockingStub stub = stub(Optional.of(authority.client("trainer.lab")), "");
        assertThat(ask(stub)).isEqualTo(Status.Code.OK);

        AtomicFile.replace(file("ca.pem"), new PrivateAuthority().certificatePem());

        await().forever().until(() -> ask(stub) == Status.Code.UNAUTHENTICATED);
    }

    @Test
    void replace_certificateAndTokenUnderLoad_failsNoCallAndRefusesTheOldToken() throws Exception {
        replaceUnderLoad(5, MAX_DELAY);
    }

    @Test
    @Tag("long")
    void replace_certificateAndToken100TimesUnderLoad_refusesTheOldTokenWithinASecond() throws Exception {
        replaceUnderLoad(100, PROMISED_DELAY);
    }

    private void replaceUnderLoad(int times, Duration maxDelay) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicLong answered = new AtomicLong();
        List<Status.Code> failures = Collections.synchronizedList(new ArrayList<>());
        EnvironmentServiceBlockingStub loaded = stub(Optional.of(authority.client("trainer.lab")), "");
        Thread load = new Thread(() -> {
            while (!isOver.get()) {
                Status.Code code = ask(loaded);
                if (code == Status.Code.OK) {
                    answered.incrementAndGet();
                } else {
                    failures.add(code);
                }
            }
        });
        load.start();
        EnvironmentServiceBlockingStub plain = stub(Optional.empty(), "");
        for (int time = 0; time < times; time++) {
            String old = token;
            writeServer();
            token = writeToken("ann");
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(maxDelay)
                    .until(() -> ask(withToken(plain, old)) == Status.Code.UNAUTHENTICATED);
            assertThat(ask(stub(Optional.empty(), token))).isEqualTo(Status.Code.OK);
        }
        isOver.set(true);
        load.join();

        assertThat(failures).isEmpty();
        assertThat(answered.get()).isGreaterThan(times);
    }

    @Test
    void reload_keyOfAnotherCertificate_keepsTheOldOnes() throws Exception {
        AtomicFile.replaceSecret(
                file("server-key.pem"), authority.server(List.of("localhost")).keyPem());
        Thread.sleep(700); // Longer than the period of looking at the files.

        assertThat(ask(stub(Optional.empty(), token))).isEqualTo(Status.Code.OK);
    }

    @Test
    void reload_damagedCertificate_isCountedInTheMetrics() throws Exception {
        String failures = "tengen_reload_failures_total{setting=\"tls_certificate and tls_key\"} ";
        IdentityServer identity = new IdentityServer(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));
        identity.beforeAll(null);
        closeables.add(() -> identity.afterAll(null));
        assertThat(identity.metrics())
                .contains(failures + "0.0")
                .contains("tengen_reload_age_seconds{setting=\"tls_certificate and tls_key\"}")
                .contains("tengen_reload_age_seconds{setting=\"tls_client_ca\"}");

        AtomicFile.replace(identity.file("server.pem"), "damaged");

        await().forever().until(() -> identity.metrics().matches("(?s).*" + Pattern.quote(failures) + "[1-9].*"));
    }

    @Test
    void start_whereOthersCanReachItWithoutSecurity_throwsAndSaysWhatToDo() {
        assertThatThrownBy(() -> TengenServer.start(ServerConfig.DEFAULT.listeningAt("0.0.0.0", 0)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("others can reach 0.0.0.0:0, so it needs TLS and authentication: set --tls-certificate,"
                        + " --tls-key and --tokens, which \"tengen certificates\" and \"tengen token create\" make, or"
                        + " --insecure-network if everybody on the network may do everything");
        assertThatThrownBy(() -> TengenServer.start(
                        ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("0.0.0.0", 0)))
                .isInstanceOf(InvalidValueException.class);
    }
}
