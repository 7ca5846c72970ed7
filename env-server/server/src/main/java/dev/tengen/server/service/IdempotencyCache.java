package dev.tengen.server.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.session.RequestKey;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The responses to calls of the last ten minutes that opened a session and carried a request id. A retry gets the
 * response of the first call and opens no other session. The log of a session does the same for the calls on that
 * session.
 *
 * <p>Each principal has request ids of its own.
 *
 * <p>What is kept of a response is small: observations are made again from a snapshot of the session when it was
 * opened.
 *
 * <p>Thread-safe: of two calls with the same id at the same time, one acts and the other waits for its response.
 */
final class IdempotencyCache {
    private static final Duration EXPIRY = Duration.ofMinutes(10);
    private static final int MAX_CAPACITY = 1_000_000;

    /** The size of an entry without what it keeps: the nodes of the map and of the queue, and its objects. */
    private static final long ENTRY_BYTES = 400;

    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(10);

    private final Cache<RequestKey.Digest, Entry> entries;
    private final MemoryBudget budget;
    private final int capacity;

    /** Creates a cache with room for as many calls as fit into the share of {@code budget}, and at most a million. */
    IdempotencyCache(Ticker ticker, MemoryBudget budget) {
        this(ticker, budget, (int)
                Math.min(MAX_CAPACITY, budget.limitBytes(MemoryKind.REMEMBERED_ANSWER) / ENTRY_BYTES));
    }

    IdempotencyCache(Ticker ticker, MemoryBudget budget, int capacity) {
        this.budget = budget;
        this.capacity = capacity;
        // Entries that expire release their memory, so they must not wait for the next call.
        entries = Caffeine.newBuilder()
                .expireAfterWrite(EXPIRY)
                .ticker(ticker)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .<RequestKey.Digest, Entry>removalListener((id, entry, cause) -> {
                    if (entry != null) {
                        entry.memory.close();
                    }
                })
                .build();
    }

    /**
     * Returns the response of {@code call}, or the one it gave to the same request before. If {@code token} is
     * cancelled before the client has got the response, what the call did is undone.
     *
     * @throws CallException if the request id was used for another request, the cache is full, or too little memory is
     *     free for what it keeps; the call has changed nothing then
     */
    <R> DurableResponse<R> respond(RequestKey key, CallToken token, Supplier<OpenedCall<R>> call) {
        if (key.isNone()) {
            OpenedCall<R> opened = call.get();
            token.onCancel(opened.undo());
            return new DurableResponse<>(opened.response(), opened.durable());
        }
        if (entries.getIfPresent(key.idDigest()) == null) {
            requireSpace();
        }
        while (true) {
            Entry mine = new Entry(
                    key.content(),
                    new CompletableFuture<>(),
                    budget.reserve(MemoryKind.REMEMBERED_ANSWER, 0),
                    new AtomicReference<>(Fate.OPEN));
            Entry first = entries.asMap().putIfAbsent(key.idDigest(), mine);
            if (first == null) {
                return act(key, token, mine, call);
            }
            key.requireSame(first.content);
            Kept again = await(first.response.exceptionally(error -> null));
            if (again != null && first.isClaimed()) {
                @SuppressWarnings(
                        "unchecked") // The digest covers the kind of the request, and so that of the response.
                R same = (R) again.again().get();
                return new DurableResponse<>(same, again.durable());
            }
            // The first call failed, or its session was closed, and so it did nothing: now this call may act.
        }
    }

    /**
     * Waits for the result of another call; throws {@link CancellationException} if this one is cancelled meanwhile.
     */
    private static @Nullable Kept await(CompletableFuture<@Nullable Kept> response) {
        FairExecutor.awaitDone(response);
        return response.join(); // An error counts as no response, so this does not throw.
    }

    private <R> DurableResponse<R> act(RequestKey key, CallToken token, Entry mine, Supplier<OpenedCall<R>> call) {
        try {
            OpenedCall<R> opened = call.get();
            keep(mine, opened);
            mine.response.complete(new Kept(opened.again(), opened.durable()));
            token.onCancel(() -> abandon(key, mine, opened));
            forgetUnlessStored(key, mine, opened.durable());
            return new DurableResponse<>(opened.response(), opened.durable());
        } catch (RuntimeException | Error e) {
            entries.asMap().remove(key.idDigest(), mine);
            mine.response.completeExceptionally(e);
            throw e;
        }
    }

    /** Forgets a call whose session could not be stored: it is not open, so a retry acts. */
    private void forgetUnlessStored(RequestKey key, Entry mine, CompletableFuture<?> durable) {
        var unused = durable.whenComplete((stored, error) -> {
            if (error != null) {
                entries.asMap().remove(key.idDigest(), mine);
            }
        });
    }

    /** Undoes a call whose client has gone before it got the response, unless a retry has got it. */
    private void abandon(RequestKey key, Entry mine, OpenedCall<?> opened) {
        if (mine.isAbandoned()) {
            entries.asMap().remove(key.idDigest(), mine);
            opened.undo().run();
        }
    }

    private void keep(Entry mine, OpenedCall<?> opened) {
        try {
            mine.memory.grow(ENTRY_BYTES + opened.keptBytes());
        } catch (CallException e) {
            opened.undo().run();
            throw e;
        }
    }

    private void requireSpace() {
        // Evicting a response early could make a retry act twice, so a full cache rejects new ids. While it does,
        // nothing
        // else makes it look for expired entries.
        if (entries.estimatedSize() >= capacity) {
            entries.cleanUp();
        }
        if (entries.estimatedSize() >= capacity) {
            throw CallException.retryAfter(
                    Reason.TOO_MANY_REQUEST_IDS,
                    FULL_RETRY_DELAY,
                    capacity + " calls that opened a session are remembered for retries, the maximum; retry later");
        }
    }

    /**
     * A call, what makes its response again, and the memory of that. No lock is held while it runs: an engine may take
     * seconds to start.
     */
    private record Entry(
            RequestKey.Digest content,
            CompletableFuture<@Nullable Kept> response,
            MemoryReservation memory,
            AtomicReference<Fate> fate) {
        /** Returns whether a retry may have the response, from now on for good. */
        boolean isClaimed() {
            return fate.compareAndSet(Fate.OPEN, Fate.CLAIMED) || fate.get() == Fate.CLAIMED;
        }

        /** Returns whether no retry gets the response, from now on for good. */
        boolean isAbandoned() {
            return fate.compareAndSet(Fate.OPEN, Fate.ABANDONED);
        }
    }

    /**
     * What is kept of a call.
     *
     * @param again makes its response again
     * @param durable completes when its session is stored
     */
    private record Kept(Supplier<?> again, CompletableFuture<?> durable) {}

    /** Whether the response of a call whose client may have gone is kept. */
    private enum Fate {
        OPEN,
        CLAIMED,
        ABANDONED
    }
}
