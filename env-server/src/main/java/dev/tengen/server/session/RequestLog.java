package dev.tengen.server.session;

import com.google.protobuf.MessageLite;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** Longs for each call: the digest of its id (zero if it had none), and that of its request. */
    private static final int LONGS = 4;

    private static final int INITIAL_CAPACITY = 4;

    /*
     * A ring: call number n is in place n % CAPACITY, so that a new one takes the place of the oldest. A server holds
     * thousands of logs, so they are flat, and grow with what is in them.
     */
    private long[] digests = new long[INITIAL_CAPACITY * LONGS];
    private final List<A> answers = new ArrayList<>(INITIAL_CAPACITY);
    private int next;

    /**
     * Returns the answer that was given to this request before, if it is remembered. Throws {@link CallException} where
     * the id was used for a request with other content. An empty id is never remembered.
     */
    Optional<A> find(String requestId, MessageLite request) {
        if (requestId.isEmpty()) {
            return Optional.empty();
        }
        RequestDigest id = RequestDigest.of(requestId);
        for (int place = 0; place < answers.size(); place++) {
            if (digests[LONGS * place] == id.high() && digests[LONGS * place + 1] == id.low()) {
                RequestDigest first = new RequestDigest(digests[LONGS * place + 2], digests[LONGS * place + 3]);
                requireSame(requestId, first, RequestDigest.of(request));
                return Optional.of(answers.get(place));
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
        int place = next;
        next = (next + 1) % CAPACITY;
        if (answers.size() < CAPACITY) {
            answers.add(answer);
        } else {
            answers.set(place, answer);
        }
        if (digests.length < LONGS * answers.size()) {
            digests = Arrays.copyOf(digests, 2 * digests.length);
        }
        // A call without an id counts too, so that "the last 32 changing calls" means the same to every client.
        if (requestId.isEmpty()) {
            Arrays.fill(digests, LONGS * place, LONGS * (place + 1), 0);
        } else {
            write(RequestDigest.of(requestId), LONGS * place);
            write(RequestDigest.of(request), LONGS * place + 2);
        }
    }

    private void write(RequestDigest digest, int index) {
        digests[index] = digest.high();
        digests[index + 1] = digest.low();
    }
}
