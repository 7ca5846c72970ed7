package dev.tengen.server.session;

import dev.tengen.server.error.CallException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The last calls that changed a session, by request id, with their answers: what makes retries safe.
 *
 * <p>Not thread-safe: guarded by its session.
 *
 * @param <A> the type of an answer
 */
public final class RequestLog<A> {
    /** Calls that are remembered. */
    public static final int CAPACITY = 32;

    /** Longs for each call: the digest of its id (zero if it had none), and that of its content. */
    private static final int LONGS = 4;

    private static final int INITIAL_CAPACITY = 4;

    /*
     * A ring buffer: call number n is at index n % CAPACITY, so a new call overwrites the oldest. A server holds
     * thousands of logs, so they are flat arrays that grow with their content.
     */
    private long[] digests = new long[INITIAL_CAPACITY * LONGS];
    private final List<A> answers = new ArrayList<>(INITIAL_CAPACITY);
    private int next;

    /**
     * Returns the answer to an earlier request with {@code key}, if it is remembered.
     *
     * @throws CallException if the request id was used for a request with other content
     */
    Optional<A> find(RequestKey key) {
        if (key.isNone()) {
            return Optional.empty();
        }
        for (int index = 0; index < answers.size(); index++) {
            if (read(LONGS * index).equals(key.idDigest())) {
                key.requireSame(read(LONGS * index + 2));
                return Optional.of(answers.get(index));
            }
        }
        return Optional.empty();
    }

    /** Remembers {@code answer} and forgets the oldest answer when the log is full. */
    void add(RequestKey key, A answer) {
        add(key.idDigest(), key.content(), answer);
    }

    /**
     * Remembers {@code answer} to the request with these digests, and forgets the oldest answer when the log is full.
     */
    void add(RequestKey.Digest id, RequestKey.Digest content, A answer) {
        int index = next;
        next = (next + 1) % CAPACITY;
        if (answers.size() < CAPACITY) {
            answers.add(answer);
        } else {
            answers.set(index, answer);
        }
        if (digests.length < LONGS * answers.size()) {
            digests = Arrays.copyOf(digests, 2 * digests.length);
        }
        // A call without an id counts too, so that "the last 32 changing calls" means the same to every client.
        write(id, LONGS * index);
        write(content, LONGS * index + 2);
    }

    /** Returns the answers that are remembered. */
    List<A> answers() {
        return List.copyOf(answers);
    }

    private RequestKey.Digest read(int index) {
        return new RequestKey.Digest(digests[index], digests[index + 1]);
    }

    private void write(RequestKey.Digest digest, int index) {
        digests[index] = digest.high();
        digests[index + 1] = digest.low();
    }
}
