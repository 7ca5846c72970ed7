package dev.tengen.cli.arena;

import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.SettingsDifference;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.arena.tournament.StoredTournamentRunner;
import dev.tengen.arena.tournament.TournamentListener;
import dev.tengen.board.InvalidValueException;
import dev.tengen.server.Endpoint;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A tournament that is played in this process and kept in a store, from where it stands there. */
public final class StoredTournamentRun implements AutoCloseable {
    private final SystemTimeSource time;
    private final Optional<AgentServer> hall;
    private final LocalEntrantFactory players;
    private final StoredTournamentRunner tournament;

    private StoredTournamentRun(TournamentFile file, ArenaStore store, SystemTimeSource time, Optional<AgentServer> hall) {
        this.time = time;
        this.hall = hall;
        players = new LocalEntrantFactory(file, player -> hall.orElseThrow().make(player));
        tournament = new StoredTournamentRunner(
                store, file.settings().name(), file.settings().spec(players), time);
    }

    /**
     * Returns a run of {@code file} that waits to be begun; {@link #create} has been called.
     *
     * @param endpoint where agents are to join, if there are any in the tournament
     * @throws IOException if nobody can listen there
     */
    public static StoredTournamentRun open(TournamentFile file, ArenaStore store, Endpoint.Tcp endpoint) throws IOException {
        SystemTimeSource time = new SystemTimeSource();
        boolean hasAgents = file.settings().players().stream().anyMatch(PlayerSettings::isAgent);
        try {
            Optional<AgentServer> hall =
                    hasAgents ? Optional.of(AgentServer.open(file.settings(), endpoint, time)) : Optional.empty();
            return new StoredTournamentRun(file, store, time, hall);
        } catch (IOException | RuntimeException e) {
            time.close();
            throw e;
        }
    }

    /** Tells {@code out} where agents join, and which are waited for, now and whenever that changes. */
    public void tellOfAgents(Consumer<String> out) {
        hall.ifPresent(open -> new MissingAgentsReporter(open, out).start());
    }

    /**
     * Creates the tournament of {@code file} in {@code store}, if it is not there. Throws {@link InvalidValueException}, which says
     * what differs, if another one of its name is there.
     *
     * @param isForOne whether the store is for one tournament, so that one of another name must not be there either
     */
    public static void create(TournamentFile file, ArenaStore store, boolean isForOne) {
        StoredTournament wanted = file.stored(Instant.now());
        for (TournamentStatus begun : store.list()) {
            boolean isSameName = begun.tournament().name().equals(wanted.name());
            List<String> differences = SettingsDifference.of(begun.tournament(), wanted);
            if ((isForOne || isSameName) && !differences.isEmpty()) {
                throw changed(begun.tournament().name(), differences);
            }
        }
        store.create(wanted);
    }

    private static InvalidValueException changed(String begun, List<String> differences) {
        String newLine = System.lineSeparator();
        String message = "the file has changed since tournament \"" + begun + "\" was begun:" + newLine + "  "
                + String.join(newLine + "  ", differences) + newLine
                + "Games of both would not belong together. Take the change back to go on with what was begun, or begin"
                + " anew with --out ANOTHER-FOLDER.";
        return InvalidValueException.because(message, "file", begun, "the file as it was");
    }

    /** Plays all games that are left, and returns how the tournament stands then: still open where it was stopped. */
    public TournamentState play(TournamentListener listener) throws InterruptedException {
        return tournament.run(listener);
    }

    /** Stops, from any thread; games under way will be played anew. */
    public void stop() {
        tournament.stop();
    }

    @Override
    public void close() {
        hall.ifPresent(AgentServer::close);
        players.close();
        time.close();
    }
}
