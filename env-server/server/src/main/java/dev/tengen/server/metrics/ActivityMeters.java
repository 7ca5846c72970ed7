package dev.tengen.server.metrics;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;
import dev.tengen.server.execution.ActivityListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of sessions, lanes, trees and searches. Every counter exists from the start, at zero. Thread-safe.
 */
final class ActivityMeters implements ActivityListener {
    private final Counter sessionsOpened;
    private final Counter sessionsExpired;
    private final Counter steps;
    private final Counter expandedNodes;
    private final Counter evaluatedLeaves;
    private final Map<Legality, Counter> illegalActions = new EnumMap<>(Legality.class);
    private final Map<EndReason, Counter> episodes = new EnumMap<>(EndReason.class);

    ActivityMeters(MeterRegistry registry) {
        sessionsOpened = Counter.builder("tengen.sessions.opened")
                .description("Sessions opened by CreateSession, Fork, Restore or ImportRecord.")
                .register(registry);
        sessionsExpired = Counter.builder("tengen.sessions.expired")
                .description("Sessions closed because they reached the idle timeout.")
                .register(registry);
        steps = Counter.builder("tengen.steps")
                .description(
                        "Actions carried out in sessions and lanes. Retries that get a remembered answer do not count.")
                .register(registry);
        expandedNodes = Counter.builder("tengen.nodes.expanded")
                .description("Nodes of trees created, roots not counted.")
                .register(registry);
        evaluatedLeaves = Counter.builder("tengen.leaves.evaluated")
                .description("Leaves of searches whose evaluations clients have sent.")
                .register(registry);
        for (Legality reason : Legality.values()) {
            if (!reason.isLegal()) {
                illegalActions.put(
                        reason,
                        Counter.builder("tengen.illegal.actions")
                                .description("Illegal actions, whether rejected, ignored or losing, by reason.")
                                .tag("reason", label(reason))
                                .register(registry));
            }
        }
        for (EndReason reason : EndReason.values()) {
            if (reason != EndReason.NONE) {
                episodes.put(
                        reason,
                        Counter.builder("tengen.episodes")
                                .description("Episodes that ended, by reason.")
                                .tag("end_reason", label(reason))
                                .register(registry));
            }
        }
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void sessionOpened() {
        sessionsOpened.increment();
    }

    @Override
    public void sessionExpired() {
        sessionsExpired.increment();
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

    @Override
    public void nodesExpanded(int count) {
        expandedNodes.increment(count);
    }

    @Override
    public void leavesEvaluated(int count) {
        evaluatedLeaves.increment(count);
    }

    private static void increment(@Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }
}
