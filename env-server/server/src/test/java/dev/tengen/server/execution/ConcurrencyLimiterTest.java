package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
    private static final long MILLI = 1_000_000;
    private static final int ENOUGH = 2_000;
    private static final Object FIRST = "first";
    private static final Object SECOND = "second";

    private long now;
    private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(1, () -> now);

    private int acquireAll(Object connection) {
        int count = 0;
        while (count < ENOUGH && limiter.tryAcquire(connection)) {
            count++;
        }
        return count;
    }

    /** Makes {@code connection} one of those that share the limit. */
    private void activate(Object connection) {
        assertThat(limiter.tryAcquire(connection)).isTrue();
        limiter.release(connection);
    }

    /**
     * Ends {@code count} calls of {@code connection} that waited for {@code waitMillis} and took a millisecond each.
     */
    private void release(Object connection, int count, long waitMillis) {
        for (int i = 0; i < count; i++) {
            now += MILLI;
            limiter.release(connection, waitMillis * MILLI, MILLI);
        }
    }

    /** Makes the limiter shed load: calls of {@code connection} have waited for long, for two intervals. */
    private void overload(Object connection) {
        for (int i = 0; i < 1_200; i++) {
            limiter.tryAcquire(connection);
            release(connection, 1, 50);
        }
    }

    @Test
    void tryAcquire_burst_isAdmitted() {
        activate(SECOND);

        assertThat(acquireAll(FIRST)).isEqualTo(512);
        assertThat(limiter.inFlightCount()).isEqualTo(512);
        assertThat(limiter.refusedCount()).isEqualTo(1);
    }

    @Test
    void release_burstWithoutStandingQueue_keepsLimit() {
        for (int burst = 0; burst < 20; burst++) {
            for (int i = 0; i < 100; i++) {
                limiter.tryAcquire(FIRST);
            }
            release(FIRST, 1, 0); // The first of the burst finds nobody before it.
            release(FIRST, 99, 50);
        }

        assertThat(limiter.limit()).isEqualTo(512);
    }

    @Test
    void release_standingQueue_lowersLimitToMinimum() {
        overload(FIRST);
        activate(SECOND);

        assertThat(limiter.limit()).isEqualTo(2);
        assertThat(acquireAll(FIRST)).isEqualTo(2);
    }

    @Test
    void release_shortWaitsWhileShedding_raiseLimit() {
        overload(FIRST);

        for (int i = 0; i < 60; i++) {
            activate(SECOND);
            int count = acquireAll(FIRST); // Each time one is refused, so the limiter continues to shed.
            release(FIRST, count, 1);
        }

        assertThat(limiter.limit()).isEqualTo(2 + 60);
    }

    @Test
    void tryAcquire_secondWithoutRefusal_endsShedding() {
        overload(FIRST);
        now += 1_001 * MILLI;

        assertThat(limiter.tryAcquire(FIRST)).isTrue();

        assertThat(limiter.limit()).isEqualTo(512);
    }

    @Test
    void tryAcquire_otherConnectionHasAll_shareIsAdmitted() {
        activate(SECOND);
        acquireAll(FIRST);

        assertThat(acquireAll(SECOND)).isEqualTo(256);
    }

    @Test
    void tryAcquire_otherConnectionIsRefused_noMoreThanShare() {
        activate(SECOND);
        acquireAll(FIRST);
        acquireAll(SECOND);
        for (int i = 0; i < 512; i++) {
            limiter.release(FIRST);
        }

        assertThat(acquireAll(FIRST)).isEqualTo(256);
    }

    @Test
    void tryAcquire_otherConnectionIdleForASecond_allIsAdmitted() {
        limiter.tryAcquire(SECOND);
        limiter.release(SECOND);
        now += 2_001 * MILLI;

        assertThat(acquireAll(FIRST)).isEqualTo(ENOUGH);
    }

    @Test
    void tryAcquire_manyConnections_eachMayHaveOneCall() {
        for (int connection = 0; connection < 1_000; connection++) {
            assertThat(limiter.tryAcquire(connection)).isTrue();
        }

        assertThat(limiter.tryAcquire(0)).isFalse();
    }

    @Test
    void isRefused_noPermit_countsAndTakesNone() {
        activate(SECOND);
        acquireAll(FIRST);

        assertThat(limiter.isRefused(FIRST)).isTrue();
        assertThat(limiter.isRefused(SECOND)).isFalse();

        assertThat(limiter.refusedCount()).isEqualTo(2);
        assertThat(limiter.inFlightCount()).isEqualTo(512);
    }

    @Test
    void release_withoutPermit_throws() {
        assertThatThrownBy(() -> limiter.release(FIRST)).isInstanceOf(IllegalStateException.class);
    }

    /** A call in the simulation. */
    private record Call(Object client, long arrived) {}

    /** A server with one thread, whose calls take the same time, and clients that call it at random times. */
    private final class Simulation {
        private final SplittableRandom random = new SplittableRandom(19);
        private final FairQueue<Object, Call> queue = new FairQueue<>();
        private final Map<Object, Integer> answered = new HashMap<>();
        private final List<Long> waits = new ArrayList<>();
        private final long workNanos;

        Simulation(long workNanos) {
            this.workNanos = workNanos;
        }

        /**
         * Runs for {@code seconds}, of which the first two do not count. {@code rates} are calls in a second by client.
         */
        void run(Map<Object, Double> rates, int seconds) {
            Map<Object, Double> next = new HashMap<>(rates);
            next.replaceAll((client, rate) -> now + pause(rate));
            while (now < seconds * 1_000 * MILLI) {
                queue.poll().ifPresentOrElse(this::work, () -> now += workNanos / 20);
                next.replaceAll((client, time) -> arrive(client, time, rates.get(client)));
            }
        }

        private double pause(double rate) {
            return random.nextExponential() / rate * 1e9;
        }

        private void work(Call call) {
            long wait = now - call.arrived;
            now += workNanos;
            limiter.release(call.client, wait, workNanos);
            if (now > 2_000 * MILLI) {
                waits.add(wait);
                answered.merge(call.client, 1, Integer::sum);
            }
        }

        private double arrive(Object client, double first, double rate) {
            double time = first;
            for (; time < now; time += pause(rate)) {
                if (limiter.tryAcquire(client)) {
                    queue.add(client, new Call(client, (long) time));
                }
            }
            return time;
        }

        long longWaitNanos() {
            waits.sort(null);
            return waits.get(waits.size() * 99 / 100);
        }
    }

    @Test
    void simulation_tenTimesTheCapacity_staysBusyAndWaitsAreShort() {
        Simulation simulation = new Simulation(MILLI);

        simulation.run(Map.of(FIRST, 5_000.0, SECOND, 5_000.0), 12);

        assertThat(simulation.waits).hasSizeGreaterThan(9_500);
        assertThat(simulation.longWaitNanos()).isLessThan(4 * MILLI);
    }

    @Test
    void simulation_tenTimesTheCapacityOfShortCalls_staysBusyAndWaitsAreShort() {
        Simulation simulation = new Simulation(MILLI / 20);

        simulation.run(Map.of(FIRST, 100_000.0, SECOND, 100_000.0), 7);

        assertThat(simulation.waits).hasSizeGreaterThan(95_000);
        assertThat(simulation.longWaitNanos()).isLessThan(4 * MILLI);
    }

    @Test
    void simulation_oneClientFloods_otherKeepsItsShare() {
        Simulation simulation = new Simulation(MILLI);

        simulation.run(Map.of(FIRST, 10_000.0, SECOND, 1_000.0), 12);

        assertThat(simulation.answered.get(SECOND)).isGreaterThan(3_500);
    }

    @Test
    void simulation_belowTheCapacity_nobodyIsRefused() {
        Simulation simulation = new Simulation(MILLI);

        simulation.run(Map.of(FIRST, 300.0, SECOND, 300.0), 12);

        assertThat(limiter.refusedCount()).isZero();
        assertThat(simulation.waits).hasSizeBetween(5_500, 6_500);
    }
}
