package dev.tengen.server.metrics;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;
import dev.tengen.server.session.SessionListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts what happens in sessions. Every counter is there from the start, at zero. Thread-safe. */
final class SessionMeters implements SessionListener {
    private final Counter opened;
    private final Counter expired;
    private final Counter steps;
    private final Map<Legality, Counter> illegalActions = new EnumMap<>(Legality.class);
    private final Map<EndReason, Counter> episodes = new EnumMap<>(EndReason.class);

    SessionMeters(MeterRegistry registry) {
        opened = Counter.builder("tengen.sessions.opened")
                .description("Sessions that were made: by CreateSession, Fork, Restore or ImportRecord.")
                .register(registry);
        expired = Counter.builder("tengen.sessions.expired")
                .description("Sessions that were closed because nobody used them for the idle timeout.")
                .register(registry);
        steps = Counter.builder("tengen.steps")
                .description("Actions carried out by Step; answers remembered from an earlier call do not count.")
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
    public void opened() {
        opened.increment();
    }

    @Override
    public void expired() {
        expired.increment();
    }

    @Override
    public void stepped() {
        steps.increment();
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
