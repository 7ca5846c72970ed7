package dev.tengen.arena.game;

import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** A time source that a test advances. Alarms run in the test's thread. */
final class VirtualTime implements TimeSource {
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::atNanos));
    private long now = 1_000;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Runnable schedule(long atNanos, Runnable task) {
        Alarm alarm = new Alarm(atNanos, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    /** Advances the time by {@code nanos}, and runs all alarms that become due. */
    void pass(long nanos) {
        long end = now + nanos;
        for (Optional<Alarm> next = next(end); next.isPresent(); next = next(end)) {
            alarms.remove(next.get());
            now = next.get().atNanos();
            next.get().task().run();
        }
        now = end;
    }

    /** Advances the time by {@code nanos} without running alarms, as on a busy machine. */
    void passUnnoticed(long nanos) {
        now += nanos;
    }

    private Optional<Alarm> next(long end) {
        return Optional.ofNullable(alarms.peek()).filter(alarm -> alarm.atNanos() <= end);
    }

    int alarmCount() {
        return alarms.size();
    }

    private record Alarm(long atNanos, Runnable task) {}
}
