package dev.tengen.web;

import com.google.common.base.Suppliers;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.Ladder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.http.HttpException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The ladder of the arena as JSON for the page. It reads the ratings that the arena has published, at most once a
 * period for all browsers, and computes none. Thread-safe.
 */
final class LadderApi {
    /** The least time between two reads of the table. */
    private static final Duration READ_PERIOD = Duration.ofSeconds(1);

    /**
     * The time between two states that a browser receives. A state has all players, and on a busy ladder each differs.
     */
    private static final Duration LIVE_PERIOD = Duration.ofSeconds(2);

    private final Optional<Arena> arena;
    private final EventStreams streams;
    private final IntSupplier port;
    private final Supplier<Published> published = Suppliers.memoizeWithExpiration(this::read, READ_PERIOD);

    /** What browsers see until the next read. */
    private record Published(LadderJson ladder, LadderCourses courses) {}

    /**
     * Creates the API.
     *
     * @param arena the arena; empty for a server without one
     * @param streams the streams that send the states
     * @param port returns the TCP port for agents; -1 if there is none
     */
    LadderApi(Optional<Arena> arena, EventStreams streams, IntSupplier port) {
        this.arena = arena;
        this.streams = streams;
        this.port = port;
    }

    /** Returns whether the server has a ladder. */
    boolean isPresent() {
        return arena.flatMap(Arena::ladder).isPresent();
    }

    private Published published() {
        if (!isPresent()) {
            throw Ladder.missing();
        }
        return FairExecutor.block(published);
    }

    private Published read() {
        Arena present = arena.orElseThrow(Ladder::missing);
        Ladder ladder = present.ladder().orElseThrow(Ladder::missing);
        LadderCourses courses = LadderCourses.of(ladder.history());
        return new Published(
                LadderJson.of(
                        present.ladderTable(),
                        ladder.settings(),
                        courses,
                        TournamentApi.liveGames(present, ladder.settings().name()),
                        port.getAsInt()),
                courses);
    }

    /**
     * Returns the ladder.
     *
     * @throws CallException if the server has none
     */
    LadderJson state() {
        return published().ladder();
    }

    /**
     * Returns a player of the ladder.
     *
     * @throws CallException if the server has no ladder
     * @throws HttpException if the ladder has no such player
     */
    LadderJson.Player player(String name) {
        Published present = published();
        return present.ladder()
                .player(name, present.courses())
                .orElseThrow(() ->
                        new HttpException(404, "NO_SUCH_PLAYER", "the ladder has no player \"" + name + '"', "player"));
    }

    /**
     * Returns the states of the ladder.
     *
     * @throws CallException if the server has none
     */
    StateSource live() {
        if (!isPresent()) {
            throw Ladder.missing();
        }
        return new StateSource() {
            @Override
            public Object key() {
                return List.of("ladder");
            }

            @Override
            public Optional<Object> state() {
                return StateSource.unlessGone(LadderApi.this::state);
            }

            /** The ratings are published, and agents come and leave, without an event. */
            @Override
            public Runnable watch(Runnable changed) {
                return streams.repeat(changed, LIVE_PERIOD);
            }
        };
    }
}
