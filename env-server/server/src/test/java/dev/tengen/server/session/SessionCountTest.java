package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.testing.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The count of open sessions while many threads create, close and lose them. */
class SessionCountTest {
    private static final int THREADS = 8;
    private static final int MAX_COUNT = 20;
    private static final int ROUNDS = 20_000;
    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final EnvironmentSpec SPEC = EnvironmentSpec.of(Grid.square(1), Rules.TROMP_TAYLOR);

    private final FakeTicker ticker = new FakeTicker();
    private final Sessions sessions = new Sessions(new SessionLimits(MAX_COUNT, IDLE), ticker, ActivityListener.NONE);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    private final AtomicInteger rejections = new AtomicInteger();
    private final AtomicInteger expirations = new AtomicInteger();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private String create() {
        try (SessionLease lease = sessions.create(SPEC, RulesPreset.TROMP_TAYLOR, OptionalLong.empty(), IDLE)) {
            return lease.session().id();
        }
    }

    /** Creates, uses and closes sessions at random, and returns those whose end it did not see. */
    private List<String> churn(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        List<String> open = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                if (open.isEmpty() || random.nextInt(2) == 0) {
                    open.add(create());
                } else if (random.nextInt(4) == 0) {
                    sessions.lease(open.get(random.nextInt(open.size()))).close();
                } else {
                    sessions.close(open.remove(random.nextInt(open.size())));
                }
            } catch (CallException e) {
                (e.reason() == Reason.TOO_MANY_SESSIONS ? rejections : expirations).incrementAndGet();
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
            sessions.lease(id).close();
            return true;
        } catch (CallException e) {
            return false;
        }
    }

    @Test
    void openCount_afterChurnOfSeeds0To7_isTheCountOfSessionsThatAreFound() throws Exception {
        List<String> left = churnInAllThreads();
        // At the limit the server looks for sessions that expired; it may not notice those of the last second yet.
        ticker.advance(Duration.ofSeconds(2));
        while (true) {
            try {
                left.add(create());
            } catch (CallException e) {
                break;
            }
        }

        assertThat(left.stream().filter(this::isOpen).count()).isEqualTo(MAX_COUNT);
        assertThat(sessions.openCount()).isEqualTo(MAX_COUNT);
        assertThat(rejections).hasPositiveValue();
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

        // The server may notice sessions that expired a little later.
        await().forever().untilAsserted(() -> {
            sessions.close(create());
            assertThat(sessions.openCount()).isZero();
        });
    }

    /**
     * Rejected calls were once counted for a moment as if they had been admitted. So the count was sometimes above the
     * limit, and a call could be rejected because of another that was rejected, too.
     */
    @Test
    void openCount_whileCallsAreRejected_neverExceedsTheLimit() throws Exception {
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
