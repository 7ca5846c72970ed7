package dev.tengen.journal;

import dev.tengen.server.identity.Seat;
import dev.tengen.server.session.StoredSession;
import dev.tengen.server.session.StoredState;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A change of the store that waits for its commit. */
sealed interface Write {
    /** Returns the id of the session. */
    String id();

    /**
     * Completes when the change is on disk. It is true if the change found what it changes, false if it changed
     * nothing.
     */
    CompletableFuture<Boolean> done();

    /** Returns the number of moves in what is written, by which its memory is limited. */
    default int moveCount() {
        return 0;
    }

    /** A new session with its first state. */
    record Add(StoredSession session, StoredState state, CompletableFuture<Boolean> done) implements Write {
        @Override
        public String id() {
            return session.id();
        }

        @Override
        public int moveCount() {
            return state.snapshot().actions().size();
        }
    }

    /** The next state of a session. */
    record Append(String id, StoredState state, CompletableFuture<Boolean> done) implements Write {
        @Override
        public int moveCount() {
            return state.snapshot().actions().size();
        }
    }

    /** The seats of a session. */
    record SetSeats(String id, Set<Seat.Place> seats, CompletableFuture<Boolean> done) implements Write {}

    /** How long a session has been idle. */
    record SetIdle(String id, Duration idle, CompletableFuture<Boolean> done) implements Write {}

    /** Gives up a session, which another server can take. */
    record Release(String id, CompletableFuture<Boolean> done) implements Write {}

    /**
     * The end of a session; only if it has expired, if {@code ifExpired}; as if it had never been opened, if
     * {@code isForgotten}.
     */
    record Remove(String id, boolean ifExpired, boolean isForgotten, CompletableFuture<Boolean> done)
            implements Write {}
}
