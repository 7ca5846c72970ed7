package dev.tengen.arena.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlayerClockTest {
    private static PlayerClock clock(String control, int allowanceNanos) {
        return new PlayerClock(TimeControl.parse(control), Duration.ofNanos(allowanceNanos));
    }

    private static boolean move(PlayerClock clock, long startedNanos, long nanos) {
        clock.start(startedNanos);
        return clock.stop(startedNanos + nanos);
    }

    @Test
    void stop_atTheLastNanosecond_isInTime() {
        for (String control : new String[] {"10ns", "10ns/move", "4ns+2x3ns", "10ns+5ns"}) {
            assertThat(move(clock(control, 0), 7, 10)).as(control).isTrue();
            assertThat(move(clock(control, 0), 7, 11)).as(control).isFalse();
            assertThat(move(clock(control, 3), 7, 13)).as(control).isTrue();
            assertThat(move(clock(control, 3), 7, 14)).as(control).isFalse();
        }
    }

    @Test
    void stop_withinTheAllowance_costsNothing() {
        PlayerClock clock = clock("10ns", 3);

        move(clock, 0, 3);
        assertThat(clock.left().mainNanos()).isEqualTo(10);
        move(clock, 50, 4);
        assertThat(clock.left().mainNanos()).isEqualTo(9);
    }

    @Test
    void stop_wholePeriod_leavesIt() {
        PlayerClock clock = clock("0s+3x5ns", 0);

        move(clock, 0, 5);
        assertThat(clock.left()).isEqualTo(new TimeLeft(0, 3, 5));
        move(clock, 0, 6);
        assertThat(clock.left()).isEqualTo(new TimeLeft(0, 2, 5));
        move(clock, 0, 10);
        assertThat(clock.left()).isEqualTo(new TimeLeft(0, 1, 5));
        assertThat(move(clock, 0, 6)).isFalse();
    }

    @Test
    void stop_increment_isAddedAfterTheMove() {
        PlayerClock clock = clock("10ns+5ns", 0);

        move(clock, 0, 10);

        assertThat(clock.left().mainNanos()).isEqualTo(5);
    }

    @Test
    void stop_noLimit_isAlwaysInTime() {
        PlayerClock clock = new PlayerClock(TimeControl.NONE, Duration.ZERO);
        clock.start(0);

        assertThat(clock.deadlineNanos()).isEmpty();
        assertThat(clock.stop(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void deadline_sourceThatRunsOver_isExact() {
        PlayerClock clock = clock("10ns", 3);
        clock.start(Long.MAX_VALUE - 5);

        assertThat(clock.deadlineNanos()).hasValue(Long.MIN_VALUE + 7);
        assertThat(clock.stop(Long.MIN_VALUE + 7)).isTrue();
        assertThat(clock.left().mainNanos()).isZero();
    }

    @Test
    void randomMoves_equalTheSlowClock() {
        SplitMix64 random = new SplitMix64(20);
        int[] ends = new int[2];
        int exactlyAtTheEnd = 0;
        int periodsUsedUp = 0;
        for (int game = 0; game < 2000; game++) {
            TimeControl control = randomControl(random);
            int allowance = random.nextInt(4);
            PlayerClock clock = new PlayerClock(control, Duration.ofNanos(allowance));
            SlowClock slow = new SlowClock(control);
            boolean isInTime = true;
            for (int move = 0; move < 40 && isInTime; move++) {
                TimeLeft before = clock.left();
                long most = before.allowedNanos() + allowance;
                long used = random.nextInt(3) == 0 ? most + random.nextInt(2) : random.nextInt((int) most / 2 + 2);
                long start = random.nextLong();
                clock.start(start);
                assertThat(clock.deadlineNanos()).hasValue(start + most);

                isInTime = clock.stop(start + used);

                assertThat(isInTime).isEqualTo(slow.move(used, allowance)).isEqualTo(used <= most);
                if (isInTime) {
                    assertThat(clock.left()).isEqualTo(slow.left());
                    exactlyAtTheEnd += used == most ? 1 : 0;
                    periodsUsedUp += before.periodCount() - clock.left().periodCount();
                }
            }
            ends[isInTime ? 1 : 0]++;
        }

        assertThat(ends[0]).as("games lost on time").isGreaterThan(1000);
        assertThat(ends[1]).as("games kept up").isGreaterThan(0);
        assertThat(exactlyAtTheEnd).as("moves in the last nanosecond").isGreaterThan(1000);
        assertThat(periodsUsedUp).as("periods used up").isGreaterThan(800);
    }

    private static TimeControl randomControl(SplitMix64 random) {
        Duration main = Duration.ofNanos(random.nextInt(30) + 1);
        Duration part = Duration.ofNanos(random.nextInt(9) + 1);
        return switch (random.nextInt(5)) {
            case 0 -> TimeControl.perMove(part);
            case 1 -> TimeControl.suddenDeath(main);
            case 2 -> TimeControl.fischer(main, part);
            case 3 -> TimeControl.byoYomi(Duration.ZERO, random.nextInt(5) + 1, part);
            default -> TimeControl.byoYomi(main, random.nextInt(5) + 1, part);
        };
    }

    @Test
    void calls_outOfOrder_areRefused() {
        PlayerClock clock = clock("10ns", 0);

        assertThatThrownBy(() -> clock.stop(1)).isInstanceOf(IllegalStateException.class);
        clock.start(5);
        assertThatThrownBy(() -> clock.start(6)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> clock.stop(4)).hasMessage("time went back by 1 ns");
        assertThat(clock.stop(16)).isFalse();
        assertThatThrownBy(() -> clock.start(20)).hasMessage("the time is over");
    }

    @Test
    void allowance_outOfRange_isRefused() {
        assertThatThrownBy(() -> new PlayerClock(TimeControl.NONE, Duration.ofSeconds(61)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("network_allowance 1m1s is outside [0s, 1m]");
        assertThatThrownBy(() -> new PlayerClock(TimeControl.NONE, Duration.ofNanos(-1)))
                .hasMessage("network_allowance -1ns is outside [0s, 1m]");
    }
}
