package dev.tengen.server.identity;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows the tokens of a file, or of a folder of secrets; see {@link StaticToken}. A changed file counts within a
 * second: a token whose line is gone is refused from then on.
 *
 * <p>Tokens are found by a part of their digest, and then compared in constant time. The time of the search reveals
 * nothing: nobody can choose the digest of what they send without knowing it. Thread-safe.
 */
public final class TokenAuthenticator implements AuthenticatorChain.Closeable {
    private static final int MAX_TOKEN_LENGTH = 256;

    private final ReloadedFiles<Map<Long, List<StaticToken>>> tokens;
    private final Clock clock;

    private TokenAuthenticator(ReloadedFiles<Map<Long, List<StaticToken>>> tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /**
     * Reads the tokens.
     *
     * @param path a file, or a folder of such files
     * @throws IOException if a file cannot be read, or has a malformed line
     */
    public static TokenAuthenticator open(Path path) throws IOException {
        return open(path, Clock.systemUTC());
    }

    /** Reads the tokens, whose expiry {@code clock} decides. */
    static TokenAuthenticator open(Path path, Clock clock) throws IOException {
        return new TokenAuthenticator(
                ReloadedFiles.open("tokens", List.of(path), TokenAuthenticator::table, table -> {}), clock);
    }

    private static Map<Long, List<StaticToken>> table(List<byte[]> contents) throws IOException {
        Map<Long, List<StaticToken>> table = new HashMap<>();
        for (byte[] content : contents) {
            for (StaticToken token : StaticToken.parse(new String(content, StandardCharsets.UTF_8))) {
                table.computeIfAbsent(start(digest(token)), key -> new ArrayList<>())
                        .add(token);
            }
        }
        return table;
    }

    private static byte[] digest(StaticToken token) {
        return HexFormat.of().parseHex(token.digest());
    }

    private static long start(byte[] digest) {
        return ByteBuffer.wrap(digest).getLong();
    }

    @Override
    public Optional<Principal> authenticate(Credentials credentials) {
        if (credentials
                .bearerToken()
                .filter(token -> token.startsWith(StaticToken.PREFIX))
                .isEmpty()) {
            return Optional.empty();
        }
        String shown = credentials.bearerToken().get();
        if (shown.length() <= MAX_TOKEN_LENGTH) {
            byte[] digest = StaticToken.sha256(shown);
            for (StaticToken known : tokens.value().getOrDefault(start(digest), List.of())) {
                if (MessageDigest.isEqual(digest(known), digest) && !known.isExpiredAt(clock.instant())) {
                    return Optional.of(known.principal());
                }
            }
        }
        throw CallException.of(Reason.UNAUTHENTICATED, "the token proves no principal");
    }

    @Override
    public List<ReloadStatus> reloads() {
        return List.of(tokens.status());
    }

    @Override
    public void close() {
        tokens.close();
    }
}
