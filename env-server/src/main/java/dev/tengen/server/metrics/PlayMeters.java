package dev.tengen.server.metrics;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;
import dev.tengen.server.batch.BatchListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is played, in sessions and in lanes together. Every counter is there from the start, at zero. Thread-safe.
 */
final class PlayMeters implements BatchListener {
    private final Counter steps;
    private final Map<Legality, Counter> illegalActions = new EnumMap<>(Legality.class);
    private final Map<EndReason, Counter> episodes = new EnumMap<>(EndReason.class);

    PlayMeters(MeterRegistry registry) {
        steps = Counter.builder("tengen.steps")
                .description("Actions carried out, in sessions and in lanes; remembered answers do not count.")
                .register(registry);
        Function<String, Counter> illegal = reason -> Counter.builder("tengen.illegal.actions")
                .description("Actions that were illegal, whether refused, ignored or losing, by reason.")
                .tag("reason", reason)
                .register(registry);
        for (Legality reason : Legality.values()) {
            if (!reason.isLegal()) {
                illegalActions.put(reason, illegal.apply(label(reason)));
            }
        }
        Function<String, Counter> ended = reason -> Counter.builder("tengen.episodes")
                .description("Episodes that ended, by the reason.")
                .tag("end_reason", reason)
                .register(registry);
        for (EndReason reason : EndReason.values()) {
            if (reason != EndReason.NONE) {
                episodes.put(reason, ended.apply(label(reason)));
            }
        }
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void stepped(int count) {
        steps.increment(count);
    }

    @Override
    public void illegalAction(Legality reason) {
        increment(illegalActions.get(reason));
    }

    @Override
    public void episodeEnded(EndReason reason) {
        increment(episodes.get(reason));
    }

    private static void increment(@Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }
}
