package dev.tengen.server.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.base.SplitMix64;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final int THREAD_COUNT = 4;
    private static final int ROUND_COUNT = 20_000;

    private final MemoryBudget budget =
            new MemoryBudget(1000, Map.of(MemoryKind.SESSION, 600L, MemoryKind.LANE, 700L, MemoryKind.TREE, 0L));

    @Test
    void reserve_withinTheShare_isCounted() {
        try (MemoryReservation reservation = budget.reserve(MemoryKind.SESSION, 600)) {
            assertThat(reservation.bytes()).isEqualTo(600);
            assertThat(budget.reservedBytes(MemoryKind.SESSION)).isEqualTo(600);
            assertThat(budget.reservedBytes()).isEqualTo(600);
            assertThat(budget.freeBytes(MemoryKind.LANE)).isEqualTo(400);
        }
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void reserve_aboveTheShare_saysWhatWasAskedAndIsFree() {
        budget.reserve(MemoryKind.SESSION, 500);

        CallException refused =
                catchThrowableOfType(CallException.class, () -> budget.reserve(MemoryKind.SESSION, 101));

        assertThat(refused.reason()).isEqualTo(Reason.OUT_OF_MEMORY_BUDGET);
        assertThat(refused.retryDelay()).contains(Duration.ofSeconds(1));
        assertThat(refused.metadata())
                .containsEntry("kind", "session")
                .containsEntry("asked_bytes", "101")
                .containsEntry("free_bytes", "100")
                .containsEntry("limit_bytes", "600")
                .containsEntry("total_bytes", "1000");
        assertThat(budget.reservedBytes(MemoryKind.SESSION)).isEqualTo(500);
        assertThat(budget.refusalCount(MemoryKind.SESSION)).isEqualTo(1);
    }

    @Test
    void reserve_aboveTheTotal_givesTheShareBack() {
        budget.reserve(MemoryKind.LANE, 700);

        assertThatThrownBy(() -> budget.reserve(MemoryKind.SESSION, 301)).isInstanceOf(CallException.class);

        assertThat(budget.reservedBytes(MemoryKind.SESSION)).isZero();
        assertThat(budget.reservedBytes()).isEqualTo(700);
    }

    @Test
    void reserve_bytesNearTheGreatestLong_isRefused() {
        budget.reserve(MemoryKind.SESSION, 1);

        assertThatThrownBy(() -> budget.reserve(MemoryKind.SESSION, Long.MAX_VALUE))
                .isInstanceOf(CallException.class);
        assertThatThrownBy(() -> budget.reserve(MemoryKind.SESSION, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(budget.reservedBytes()).isEqualTo(1);
    }

    @Test
    void grow_aboveTheShare_changesNothing() {
        MemoryReservation reservation = budget.reserve(MemoryKind.SESSION, 590);

        assertThatThrownBy(() -> reservation.grow(11)).isInstanceOf(CallException.class);
        reservation.grow(10);

        assertThat(reservation.bytes()).isEqualTo(600);
        reservation.close();
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void resize_smaller_givesBack() {
        MemoryReservation reservation = budget.reserve(MemoryKind.SESSION, 500);

        reservation.resize(200);

        assertThat(budget.reservedBytes(MemoryKind.SESSION)).isEqualTo(200);
    }

    @Test
    void close_again_givesBackOnce() {
        MemoryReservation other = budget.reserve(MemoryKind.SESSION, 100);
        MemoryReservation reservation = budget.reserve(MemoryKind.SESSION, 300);

        reservation.close();
        reservation.close();
        reservation.grow(50);
        reservation.resize(50);

        assertThat(budget.reservedBytes()).isEqualTo(other.bytes());
    }

    @Test
    void constructor_shareAboveTheTotal_throws() {
        assertThatThrownBy(() -> new MemoryBudget(10, Map.of(MemoryKind.ROOT, 11L)))
                .hasMessageContaining("share 11 of ROOT is outside [0, 10]");
    }

    /** Threads reserve, grow, shrink and close at random while another thread looks at the counters. */
    @Test
    void reserve_fourThreadsSeed19_neverExceedsALimitAndReturnsToZero() throws Exception {
        AtomicLong refusals = new AtomicLong();
        AtomicBoolean isDone = new AtomicBoolean();
        AtomicBoolean isExceeded = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(THREAD_COUNT + 1);
        List<Future<?>> ends = new ArrayList<>();
        for (int thread = 0; thread < THREAD_COUNT; thread++) {
            SplitMix64 random = new SplitMix64(19 + thread);
            ends.add(threads.submit(() -> refusals.addAndGet(reserveAtRandom(random))));
        }
        Future<?> watcher = threads.submit(() -> {
            while (!isDone.get()) {
                boolean isWithin = budget.reservedBytes() <= 1000
                        && budget.reservedBytes(MemoryKind.SESSION) <= 600
                        && budget.reservedBytes(MemoryKind.LANE) <= 700;
                isExceeded.compareAndSet(false, !isWithin);
            }
        });

        for (Future<?> end : ends) {
            end.get(5, TimeUnit.MINUTES);
        }
        isDone.set(true);
        watcher.get(5, TimeUnit.MINUTES);
        threads.shutdown();

        assertThat(isExceeded).isFalse();
        assertThat(budget.reservedBytes()).isZero();
        for (MemoryKind kind : MemoryKind.values()) {
            assertThat(budget.reservedBytes(kind)).isZero();
        }
        assertThat(refusals.get()).isGreaterThan(ROUND_COUNT / 10);
        assertThat(budget.refusalCount(MemoryKind.SESSION) + budget.refusalCount(MemoryKind.LANE))
                .isEqualTo(refusals.get());
    }

    /** Returns how often it was refused. */
    private long reserveAtRandom(SplitMix64 random) {
        long refused = 0;
        List<MemoryReservation> held = new ArrayList<>();
        for (int round = 0; round < ROUND_COUNT; round++) {
            try {
                int choice = held.isEmpty() ? 0 : random.nextInt(4);
                switch (choice) {
                    case 0 ->
                        held.add(budget.reserve(
                                random.nextInt(2) == 0 ? MemoryKind.SESSION : MemoryKind.LANE, random.nextInt(200)));
                    case 1 -> held.get(random.nextInt(held.size())).grow(random.nextInt(100));
                    case 2 -> held.get(random.nextInt(held.size())).resize(random.nextInt(200));
                    default -> held.remove(random.nextInt(held.size())).close();
                }
            } catch (CallException e) {
                refused++;
            }
        }
        held.forEach(MemoryReservation::close);
        return refused;
    }
}
