package dev.tengen.server.session;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.BlockingCallExecutor;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.FairExecutor;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of a store that are not in memory: reads them when they are used, and removes those that have expired. Thread-safe.
 */
public final class StoredSessions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoredSessions.class);
    private static final int THREAD_COUNT = 8;
    private static final int MAX_CALL_COUNT = 1024;
    private static final int SWEEP_SECONDS = 10;
    private static final int SWEPT_TOGETHER = 1000;

    private final SessionStore store;
    private final Predicate<String> isInMemory;
    private final Consumer<StoredSession> onExpired;
    private final BlockingCallExecutor calls = new BlockingCallExecutor(
            "tengen-store-calls", THREAD_COUNT, MAX_CALL_COUNT, Reason.TOO_MANY_CALLS, "read the store of sessions");
    private final ScheduledExecutorService sweeper =
            Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                    .setNameFormat("tengen-store-sweeper")
                    .setDaemon(true)
                    .build());
    private final Map<String, CompletableFuture<@Nullable Session>> loading = new ConcurrentHashMap<>();

    /**
     * Creates the sessions of {@code store}.
     *
     * @param isInMemory whether the session with an id is in memory, so that its own timer decides about it
     * @param onExpired receives each session that was removed because it had expired
     */
    StoredSessions(SessionStore store, Predicate<String> isInMemory, Consumer<StoredSession> onExpired) {
        this.store = store;
        this.isInMemory = isInMemory;
        this.onExpired = onExpired;
        var unused = sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns the executor for calls that read the store. */
    CallExecutor calls() {
        return calls.unordered();
    }

    /** Returns the session that {@code request} opened in this or an earlier process, in its first state, if it is stored. */
    public Optional<SessionStore.LoadedSession> findOpening(RequestKey request) {
        if (request.isNone()) {
            return Optional.empty();
        }
        Optional<SessionStore.LoadedSession> found = store.findOpening(request.idDigest());
        found.ifPresent(known -> request.requireSame(known.session().opening().content()));
        return found;
    }

    /**
     * Returns the session called {@code id}, restored by {@code restore}; null if it is not stored, or has expired. Of several threads
     * that ask for the same session one reads it, and the others wait.
     *
     * @throws CallException if the store fails, or too little memory is free
     */
    @Nullable
    Session load(String id, Function<SessionStore.LoadedSession, Session> restore) {
        CompletableFuture<@Nullable Session> mine = new CompletableFuture<>();
        CompletableFuture<@Nullable Session> first = loading.putIfAbsent(id, mine);
        if (first != null) {
            return await(first);
        }
        try {
            @Nullable Session session = read(id, restore);
            mine.complete(session);
            return session;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            loading.remove(id, mine);
        }
    }

    private @Nullable Session read(String id, Function<SessionStore.LoadedSession, Session> restore) {
        Optional<SessionStore.LoadedSession> loaded = store.load(id);
        if (loaded.isEmpty()) {
            return null;
        }
        StoredSession session = loaded.get().session();
        if (loaded.get().idle().compareTo(session.idleTimeout()) >= 0) {
            await(expire(session)); // So that the error of this call says why the session is gone.
            return null;
        }
        return restore.apply(loaded.get());
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
        CountDownLatch isComplete = new CountDownLatch(1);
        var unused = future.whenComplete((result, error) -> isComplete.countDown());
        FairExecutor.await(isComplete::await);
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CallException known ? known : e;
        }
    }

    /** Removes the sessions that have expired while they were not in memory. */
    private void sweep() {
        try {
            for (StoredSession session : store.overdue(SWEPT_TOGETHER)) {
                if (!isInMemory.test(session.id())) {
                    var unused = expire(session);
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not look for expired sessions in the store; trying again", e);
        }
    }

    private CompletableFuture<Void> expire(StoredSession session) {
        return store.removeExpired(session.id()).thenAccept(isRemoved -> {
            if (isRemoved) {
                onExpired.accept(session);
            }
        });
    }

    /** Stops the threads. Calls that run finish. */
    @Override
    public void close() {
        sweeper.shutdownNow();
        calls.close();
    }
}
