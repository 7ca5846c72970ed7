package dev.tengen.server.metrics;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;
import dev.tengen.server.session.SessionListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts sessions, and passes on what is played in them. Every counter is there from the start, at zero. Thread-safe. */
final class SessionMeters implements SessionListener {
    private final PlayMeters play;
    private final Counter opened;
    private final Counter expired;

    SessionMeters(MeterRegistry registry, PlayMeters play) {
        this.play = play;
        opened = Counter.builder("tengen.sessions.opened")
                .description("Sessions that were made: by CreateSession, Fork, Restore or ImportRecord.")
                .register(registry);
        expired = Counter.builder("tengen.sessions.expired")
                .description("Sessions that were closed because nobody used them for the idle timeout.")
                .register(registry);
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
        play.stepped(1);
    }

    @Override
    public void illegalAction(Legality reason) {
        play.illegalAction(reason);
    }

    @Override
    public void episodeEnded(EndReason reason) {
        play.episodeEnded(reason);
    }
}
