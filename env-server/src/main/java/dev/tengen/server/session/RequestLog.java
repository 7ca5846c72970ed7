package dev.tengen.server.session;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The last calls that changed a session, by their request ids, with what each was answered.
 *
 * <p>Not thread-safe: guarded by its session.
 *
 * @param <A> an answer
 */
final class RequestLog<A> {
    /** Calls that are remembered. */
    static final int CAPACITY = 32;

    private final Deque<Entry<A>> entries = new ArrayDeque<>();

    /**
     * Returns the answer that was given to this request before, if it is remembered. Throws {@link CallException} where
     * the id was used for a request with other content. An empty id is never remembered.
     */
    Optional<A> find(String requestId, MessageLite request) {
        for (Entry<A> entry : entries) {
            if (!requestId.isEmpty() && entry.requestId.equals(requestId)) {
                requireSame(requestId, entry.digest, RequestDigest.of(request));
                return Optional.of(entry.answer);
            }
        }
        return Optional.empty();
    }

    static void requireSame(String requestId, RequestDigest first, RequestDigest second) {
        if (!first.equals(second)) {
            throw CallException.of(
                            Reason.REQUEST_ID_REUSED,
                            "request_id \"" + requestId
                                    + "\" was used for another request; every new request needs its own")
                    .with("field", "request_id")
                    .with("value", requestId);
        }
    }

    /** Remembers an answer in place of the oldest one. */
    void add(String requestId, MessageLite request, A answer) {
        // A call without an id counts too, so that "the last 32 changing calls" means the same to every client.
        if (entries.size() == CAPACITY) {
            entries.removeFirst();
        }
        entries.addLast(new Entry<>(requestId, RequestDigest.of(request), answer));
    }

    private record Entry<A>(String requestId, RequestDigest digest, A answer) {}
}
