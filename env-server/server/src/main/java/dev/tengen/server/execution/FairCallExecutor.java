package dev.tengen.server.execution;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Executes unary calls that compute for long on the threads of a {@link FairExecutor}, in turn over the connections of
 * clients. Each connection has a short queue; further calls are refused at once. A call that is cancelled leaves the
 * queue.
 *
 * <p>Thread-safe.
 */
public final class FairCallExecutor {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final FairExecutor threads;
    private final int maxCallCount;
    private final Reason whenFull;
    private final String activity;

    /** The count of calls that run or wait, by connection; guarded by itself. */
    private final Map<Object, Integer> callCounts = new HashMap<>();

    /**
     * Creates an executor.
     *
     * @param threads the threads, which others may use, too
     * @param maxCallCount maximum of calls of one connection that run or wait
     * @param whenFull the reason of the error when there are more
     * @param activity what these calls do, for error messages, as in "wait for players that search"
     */
    public FairCallExecutor(FairExecutor threads, int maxCallCount, Reason whenFull, String activity) {
        this.threads = threads;
        this.maxCallCount = maxCallCount;
        this.whenFull = whenFull;
        this.activity = activity;
    }

    /** Returns the maximum of calls of one connection that run or wait. */
    public int maxCallCount() {
        return maxCallCount;
    }

    /** Returns the maximum of calls that run at the same time. */
    public int threadCount() {
        return threads.threadCount();
    }

    /** Returns the count of calls of {@code connection} that run or wait. */
    public int callCount(Object connection) {
        synchronized (callCounts) {
            return callCounts.getOrDefault(connection, 0);
        }
    }

    /** Returns an executor for calls that need no order. */
    public CallExecutor unordered() {
        return (call, work) -> submit(new Call(call, work, Optional.empty()));
    }

    /** Returns an executor for the calls of one session, which run one after another in the order of their arrival. */
    public CallExecutor newSequential() {
        Sequence sequence = new Sequence();
        return (call, work) -> sequence.add(new Call(call, work, Optional.of(sequence)));
    }

    private void reserve(Object connection) {
        synchronized (callCounts) {
            int count = callCounts.getOrDefault(connection, 0);
            if (count >= maxCallCount) {
                throw CallException.retryAfter(
                        whenFull,
                        RETRY_DELAY,
                        maxCallCount + " calls of this connection " + activity
                                + " already, the maximum; retry when some have finished");
            }
            callCounts.put(connection, count + 1);
        }
    }

    private void release(Object connection) {
        synchronized (callCounts) {
            callCounts.computeIfPresent(connection, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    private void submit(Call call) {
        reserve(call.token.connection());
        call.token.onCancel(call::drop);
        call.queue();
    }

    /** A call, which starts once: when its turn comes, or when it is cancelled before. */
    private final class Call implements FairExecutor.SlicedWork {
        private final CallToken token;
        private final Runnable work;
        private final Optional<Sequence> sequence;
        private final AtomicBoolean hasStarted = new AtomicBoolean();
        private boolean isTaken;

        Call(CallToken token, Runnable work, Optional<Sequence> sequence) {
            this.token = token;
            this.work = work;
            this.sequence = sequence;
        }

        void queue() {
            if (!hasStarted.get()) {
                threads.execute(token.client(), this);
            } else {
                sequence.ifPresent(Sequence::ended);
            }
        }

        @Override
        public Optional<Runnable> nextSlice() {
            isTaken = true;
            return Optional.of(this::runInTurn);
        }

        @Override
        public boolean hasNextSlice() {
            return !isTaken;
        }

        @Override
        public Object connection(Object client) {
            return token.connection();
        }

        private void runInTurn() {
            try {
                runOnce();
            } finally {
                sequence.ifPresent(Sequence::ended);
            }
        }

        private void runOnce() {
            if (hasStarted.compareAndSet(false, true)) {
                try {
                    work.run();
                } finally {
                    release(token.connection());
                }
            }
        }

        /** Runs on the thread that cancels. */
        void drop() {
            boolean isQueued = !hasStarted.get();
            runOnce();
            if (isQueued && threads.remove(token.client(), this)) {
                sequence.ifPresent(Sequence::ended);
            }
        }
    }

    /** The calls of one session, of which one at a time is in the queue of the threads. */
    private final class Sequence {
        /** Calls behind the first one; guarded by this. */
        private final Deque<Call> waiting = new ArrayDeque<>();

        private boolean isBusy;

        void add(Call call) {
            reserve(call.token.connection());
            boolean isFirst;
            synchronized (this) {
                isFirst = !isBusy;
                isBusy = true;
                if (!isFirst) {
                    waiting.add(call);
                }
            }
            call.token.onCancel(() -> {
                remove(call);
                call.drop();
            });
            if (isFirst) {
                call.queue();
            }
        }

        private synchronized void remove(Call call) {
            waiting.remove(call);
        }

        /** Queues the next call, after one has ended. */
        void ended() {
            Call next;
            synchronized (this) {
                next = waiting.poll();
                isBusy = next != null;
            }
            if (next != null) {
                next.queue();
            }
        }
    }
}
