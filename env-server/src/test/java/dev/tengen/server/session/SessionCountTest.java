package dev.tengen.server.session;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.SplitMix64;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The count of open sessions while many threads make, close and lose them. */
class SessionCountTest {
    private static final int THREADS = 8;
    private static final int MAX_COUNT = 20;
    private static final int ROUNDS = 20_000;
    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final CreateSessionRequest REQUEST = create(square(1)).build();

    private final FakeTicker ticker = new FakeTicker();
    private final Sessions sessions = new Sessions(new SessionLimits(MAX_COUNT, IDLE), ticker, SessionListener.NONE);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger expirations = new AtomicInteger();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    /** Makes, uses and closes sessions at random, and returns those it did not see end. */
    private List<String> churn(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        List<String> open = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                if (open.isEmpty() || random.nextInt(2) == 0) {
                    open.add(sessions.create(REQUEST).getSessionId());
                } else if (random.nextInt(4) == 0) {
                    sessions.get(open.get(random.nextInt(open.size())));
                } else {
                    sessions.close(open.remove(random.nextInt(open.size())));
                }
            } catch (CallException e) {
                (e.reason() == Reason.TOO_MANY_SESSIONS ? refusals : expirations).incrementAndGet();
            }
            if (random.nextInt(100) == 0) {
                ticker.advance(Duration.ofSeconds(random.nextInt(30)));
            }
        }
        return open;
    }

    private List<String> churnInAllThreads() throws Exception {
        List<Callable<List<String>>> churners = IntStream.range(0, THREADS)
                .<Callable<List<String>>>mapToObj(seed -> () -> churn(seed))
                .toList();
        List<String> left = new ArrayList<>();
        for (Future<List<String>> churner : threads.invokeAll(churners)) {
            left.addAll(churner.get());
        }
        return left;
    }

    private boolean isOpen(String id) {
        try {
            sessions.get(id);
            return true;
        } catch (CallException e) {
            return false;
        }
    }

    @Test
    void openCount_afterChurnOfSeeds0To7_isTheCountOfSessionsThatAnswer() throws Exception {
        List<String> left = churnInAllThreads();
        // A full house makes the server look for sessions that expired; those of the last second it may not notice yet.
        ticker.advance(Duration.ofSeconds(2));
        while (true) {
            try {
                left.add(sessions.create(REQUEST).getSessionId());
            } catch (CallException e) {
                break;
            }
        }

        assertThat(left.stream().filter(this::isOpen).count()).isEqualTo(MAX_COUNT);
        assertThat(sessions.openCount()).isEqualTo(MAX_COUNT);
        assertThat(refusals).hasPositiveValue();
        assertThat(expirations).hasPositiveValue();
    }

    @Test
    void openCount_afterAllIsClosed_isZero() throws Exception {
        List<String> left = churnInAllThreads();

        for (String id : left) {
            if (isOpen(id)) {
                sessions.close(id);
            }
        }

        // Those that expired on the way may be noticed a little later.
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (sessions.openCount() != 0 && System.nanoTime() < giveUp) {
            sessions.close(sessions.create(REQUEST).getSessionId());
        }
        assertThat(sessions.openCount()).isZero();
    }

    /**
     * Calls that were refused were once counted for a moment as if they had been let in, so that the count was now and
     * then greater than the limit, and a call could be refused for the sake of another that was refused as well.
     */
    @Test
    void openCount_whileCallsAreRefused_neverExceedsTheLimit() throws Exception {
        AtomicBoolean isDone = new AtomicBoolean();
        Future<Integer> greatest = threads.submit(() -> {
            int seen = 0;
            while (!isDone.get()) {
                seen = Math.max(seen, sessions.openCount());
            }
            return seen;
        });

        churnInAllThreads();
        isDone.set(true);

        assertThat(greatest.get()).isEqualTo(MAX_COUNT);
    }
}
