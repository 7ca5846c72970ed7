package dev.tengen.server.identity;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of the seats of open sessions, of 256 bits each. It keeps digests of them only. A token is a keyed hash of
 * the session and the seat, so that a retry of CreateSession gets the same one without a copy.
 *
 * <p>Tokens are found by a part of their digest, and then compared in constant time; see {@link TokenAuthenticator}.
 * Thread-safe.
 */
public final class SeatTokens implements Authenticator {
    /** What every token of a seat starts with. No other token starts with it. */
    public static final String PREFIX = "tengen-seat_";

    /** An estimate of the memory of a seat, in bytes. */
    public static final long SEAT_BYTES = 400;

    private static final int MAX_TOKEN_LENGTH = 64;

    private final SecretKeySpec key;

    /** Seats by the first 64 bits of the digest of their token. */
    private final Map<Long, Holder> holders = new ConcurrentHashMap<>();

    /** The keys of {@link #holders}, by session. */
    private final Map<String, List<Long>> sessions = new ConcurrentHashMap<>();

    /** Creates the tokens of a server. */
    public SeatTokens(SeatKey key) {
        this.key = key.spec();
    }

    /** Who sends the token of {@code digest}. */
    private static final class Holder {
        private final byte[] digest;
        private final Principal principal;

        Holder(byte[] digest, Principal principal) {
            this.digest = digest;
            this.principal = principal;
        }
    }

    /** Returns the token of the seat of {@code place} at a session, which counts after {@link #open}. */
    public String token(String sessionId, Seat.Place place) {
        try {
            Mac mac = Mac.getInstance(SeatKey.ALGORITHM);
            mac.init(key);
            mac.update(place.text().getBytes(StandardCharsets.UTF_8));
            byte[] bytes = mac.doFinal(sessionId.getBytes(StandardCharsets.UTF_8));
            return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has the algorithm.
        }
    }

    /**
     * Lets the tokens of these seats of a session of {@code owner} count, until {@link #close}. The session has none
     * that do.
     */
    public void open(String sessionId, long sessionNumber, Principal owner, Collection<Seat.Place> places) {
        List<Seat> seats =
                places.stream().map(place -> new Seat(sessionId, place, owner)).toList();
        List<byte[]> digests = seats.stream()
                .map(seat -> StaticToken.sha256(token(sessionId, seat.place())))
                .toList();
        sessions.put(sessionId, digests.stream().map(SeatTokens::start).toList());
        for (int index = 0; index < seats.size(); index++) {
            byte[] digest = digests.get(index);
            holders.put(start(digest), new Holder(digest, Principal.at(seats.get(index), sessionNumber)));
        }
    }

    private static long start(byte[] digest) {
        return ByteBuffer.wrap(digest).getLong();
    }

    /** Ends the tokens of a session, which may have none. */
    public void close(String sessionId) {
        @Nullable List<Long> starts = sessions.remove(sessionId);
        if (starts != null) {
            starts.forEach(holders::remove);
        }
    }

    /** Returns the ids of the sessions whose tokens count. */
    public List<String> sessionIds() {
        return List.copyOf(sessions.keySet());
    }

    @Override
    public Optional<Principal> authenticate(Credentials credentials) {
        Optional<String> shown = credentials.bearerToken().filter(token -> token.startsWith(PREFIX));
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        if (shown.get().length() <= MAX_TOKEN_LENGTH) {
            byte[] digest = StaticToken.sha256(shown.get());
            @Nullable Holder holder = holders.get(start(digest));
            if (holder != null && MessageDigest.isEqual(holder.digest, digest)) {
                return Optional.of(holder.principal);
            }
        }
        throw CallException.of(Reason.UNAUTHENTICATED, "the token proves no principal");
    }
}
