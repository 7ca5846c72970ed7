package dev.tengen.server;

import static dev.tengen.server.testing.JwtIssuer.claims;
import static dev.tengen.server.testing.JwtIssuer.signed;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceFutureStub;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.JwtAuthenticator;
import dev.tengen.server.identity.JwtSettings;
import dev.tengen.server.identity.SeatTokens;
import dev.tengen.server.identity.StaticToken;
import dev.tengen.server.identity.TokenAuthenticator;
import dev.tengen.server.testing.JwtIssuer;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrong credentials over the wire: all refusals are alike, in their text and in their time. The issuer's keys have a
 * URL.
 */
@Tag("full")
class CredentialRefusalTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final int MUTATION_COUNT = 10_000;
    private static final int CONCURRENCY = 16;

    @TempDir
    private Path folder;

    private final AtomicReference<String> keys = new AtomicReference<>();
    private RSAKey key;
    private HttpServer issuer;
    private AuthenticatorChain chain;
    private RunningServer server;

    @BeforeEach
    void start() throws Exception {
        key = JwtIssuer.firstKey();
        keys.set(new JWKSet(key.toPublicJWK()).toString());
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/jwks.json", exchange -> {
            byte[] body = keys.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        issuer.start();
        String url = "http://127.0.0.1:" + issuer.getAddress().getPort() + "/jwks.json";
        Files.writeString(folder.resolve("tokens"), "");
        chain = new AuthenticatorChain(List.of(
                TokenAuthenticator.open(folder.resolve("tokens")),
                JwtAuthenticator.open(
                        new JwtSettings("https://id.example", "tengen", url, Set.of("RS256"), "tengen_role"))));
        server = RunningServer.with(ServerConfig.DEFAULT.withAuthenticator(chain))
                .start();
        awaitAccepted(signed(key, claims()));
    }

    @AfterEach
    void stop() {
        server.close();
        chain.close();
        issuer.stop(0);
    }

    private void awaitAccepted(String token) {
        Awaitility.await().forever().until(() -> ask(token).getCode() == Status.Code.OK);
    }

    private String changed(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
        return signed(key, change.apply(claims()));
    }

    /** Returns wrong credentials, by what is wrong with them. */
    private Map<String, String> wrong() throws Exception {
        Instant now = Instant.now();
        Map<String, String> tokens = new LinkedHashMap<>();
        tokens.put("unknown token", StaticToken.newToken());
        tokens.put("malformed token", StaticToken.PREFIX);
        tokens.put("unknown seat", SeatTokens.PREFIX + StaticToken.newToken().substring(7));
        tokens.put("nothing known", "x");
        tokens.put("wrong signature", signed(JwtIssuer.key("wrong", "first"), claims()));
        tokens.put("unknown key", signed(JwtIssuer.key("other", "other"), claims()));
        tokens.put("alg none", new PlainJWT(claims().build()).serialize());
        SignedJWT shared = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(), claims().build());
        shared.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
        tokens.put("HS256 with the public key", shared.serialize());
        tokens.put("expired", changed(claims -> claims.expirationTime(Date.from(now.minusSeconds(60)))));
        tokens.put("not yet valid", changed(claims -> claims.notBeforeTime(Date.from(now.plusSeconds(600)))));
        tokens.put("wrong audience", changed(claims -> claims.audience("other")));
        tokens.put("wrong issuer", changed(claims -> claims.issuer("https://other.example")));
        tokens.put("name of the local principal", changed(claims -> claims.subject("local")));
        tokens.put("unknown role", changed(claims -> claims.claim("tengen_role", "king")));
        tokens.put("oversized", changed(claims -> claims.claim("long", "x".repeat(5000))));
        return tokens;
    }

    private EnvironmentServiceBlockingStub stub(String token) {
        return EnvironmentServiceGrpc.newBlockingStub(server.channel())
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(header(token)));
    }

    private static Metadata header(String token) {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        return headers;
    }

    private Status ask(String token) {
        try {
            stub(token).getServerInfo(GetServerInfoRequest.getDefaultInstance());
            return Status.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus();
        }
    }

    @Test
    void call_withWrongCredentials_isRefusedInOneWay() throws Exception {
        String text = String.valueOf(ask("").getDescription());
        assertThat(text).startsWith("the credentials are missing or not valid; ");
        for (Map.Entry<String, String> each : wrong().entrySet()) {
            Status status = ask(each.getValue());

            assertThat(status.getCode()).as(each.getKey()).isEqualTo(Status.Code.UNAUTHENTICATED);
            assertThat(status.getDescription()).as(each.getKey()).isEqualTo(text);
        }
    }

    @Test
    void call_withAMutatedToken_isRefused() throws Exception {
        String valid = signed(key, claims());
        EnvironmentServiceFutureStub future = EnvironmentServiceGrpc.newFutureStub(server.channel());
        Random random = new Random(1);
        Semaphore free = new Semaphore(256);
        AtomicReference<String> accepted = new AtomicReference<>("");
        for (int count = 0; count < MUTATION_COUNT; count++) {
            char[] mutated = valid.toCharArray();
            int place = random.nextInt(mutated.length);
            while (mutated[place] == valid.charAt(place)) {
                mutated[place] = (char) ('!' + random.nextInt(94));
            }
            String token = new String(mutated);
            free.acquire();
            var answer = future.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(header(token)))
                    .getServerInfo(GetServerInfoRequest.getDefaultInstance());
            answer.addListener(
                    () -> {
                        free.release();
                        try {
                            answer.get();
                            accepted.set(token);
                        } catch (Exception e) {
                            if (Status.fromThrowable(e).getCode() != Status.Code.UNAUTHENTICATED) {
                                accepted.set(token + ": " + e);
                            }
                        }
                    },
                    Runnable::run);
        }
        free.acquire(256);

        assertThat(accepted.get()).isEmpty();
    }

    /** The new key is asked for after a token with its id has come. The old one is refused from then on. */
    @Test
    void call_afterTheIssuerHasChangedItsKey_isRefusedWithTheOldOne() throws Exception {
        String old = signed(key, claims());
        RSAKey next = JwtIssuer.key("second", "second");
        keys.set(new JWKSet(next.toPublicJWK()).toString());

        awaitAccepted(signed(next, claims()));

        assertThat(ask(old).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    /** Kinds take turns, so that the load of the machine is the same for all. */
    @Test
    @Tag("long")
    void refusals_ofAllKinds_takeTheSameTime() throws Exception {
        int tries = Integer.getInteger("tengen.refusals", 10_000);
        Map<String, String> tokens = wrong();
        Map<String, long[]> nanos = new LinkedHashMap<>();
        tokens.keySet().forEach(kind -> nanos.put(kind, new long[tries]));
        Thread[] threads = new Thread[CONCURRENCY];
        for (int index = 0; index < CONCURRENCY; index++) {
            int first = index;
            threads[index] = new Thread(() -> {
                for (int attempt = first; attempt < tries; attempt += CONCURRENCY) {
                    for (Map.Entry<String, String> each : tokens.entrySet()) {
                        long start = System.nanoTime();
                        ask(each.getValue());
                        nanos.get(each.getKey())[attempt] = System.nanoTime() - start;
                    }
                }
            });
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        long[] medians =
                nanos.values().stream().mapToLong(CredentialRefusalTest::median).toArray();
        nanos.forEach((kind, times) -> System.out.printf("%s: %.3f ms%n", kind, median(times) / 1e6));
        assertThat(Arrays.stream(medians).max().orElseThrow())
                .isLessThan((long) (1.05 * Arrays.stream(medians).min().orElseThrow()));
    }

    private static long median(long[] times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
