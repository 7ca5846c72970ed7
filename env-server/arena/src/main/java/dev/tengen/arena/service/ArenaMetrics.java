package dev.tengen.arena.service;

import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.ArenaListener;
import dev.tengen.arena.host.Ladder;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The metrics of the arena. Every counter exists from the start, at zero. Thread-safe. */
final class ArenaMetrics implements ArenaListener {
    /** From agents that answer at once to agents that use their clock. */
    private static final Duration[] LATENCY_BOUNDS = {
        Duration.ofNanos(250_000),
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60)
    };

    private final MeterRegistry registry;
    private final Timer turns;
    private final Map<Verdict, Counter> games = new EnumMap<>(Verdict.class);

    ArenaMetrics(MeterRegistry registry) {
        this.registry = registry;
        turns = Timer.builder("tengen.arena.turns")
                .description("Turns that agents have answered, and the time from offer to answer.")
                .serviceLevelObjectives(LATENCY_BOUNDS)
                .register(registry);
        for (Verdict verdict : Verdict.values()) {
            games.put(
                    verdict,
                    Counter.builder("tengen.arena.games")
                            .description("Tournament games that have ended, by verdict.")
                            .tag("verdict", verdict.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    /** Registers the gauges of {@code arena}. */
    void watch(Arena arena) {
        Gauge.builder("tengen.arena.agents", arena, known -> known.agents().connectedCount())
                .description("Connected agents.")
                .register(registry);
        Gauge.builder("tengen.arena.games.open", arena, known -> known.games().count())
                .description("Games in progress.")
                .register(registry);
        arena.ladder().ifPresent(this::watch);
    }

    private void watch(Ladder ladder) {
        Gauge.builder("tengen.arena.ladder.players", ladder, Ladder::playerCount)
                .description("Players of the ladder, connected or not.")
                .register(registry);
        Gauge.builder("tengen.arena.ladder.connected", ladder, Ladder::connectedCount)
                .description("Agents on the ladder that are connected.")
                .register(registry);
        FunctionCounter.builder("tengen.arena.ladder.games", ladder, Ladder::gameCount)
                .description("Games of the ladder that count, in all of its time.")
                .register(registry);
    }

    @Override
    public void answered(long nanos) {
        turns.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void ended(Verdict verdict) {
        Counter counter = games.get(verdict);
        if (counter != null) {
            counter.increment();
        }
    }
}
