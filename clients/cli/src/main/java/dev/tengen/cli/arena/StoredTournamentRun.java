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
import dev.tengen.base.InvalidValueException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs a tournament in this process and saves it in a store. Resumes it if the store has it already. */
public final class StoredTournamentRun implements AutoCloseable {
    private final SystemTimeSource time;
    private final Optional<AgentServer> agentServer;
    private final LocalEntrantFactory players;
    private final StoredTournamentRunner tournament;

    private StoredTournamentRun(
            TournamentFile file,
            ArenaStore store,
            WorkerConfig worker,
            SystemTimeSource time,
            Optional<AgentServer> agentServer) {
        this.time = time;
        this.agentServer = agentServer;
        players = new LocalEntrantFactory(
                file, player -> agentServer.orElseThrow().create(player), worker.isOffered());
        tournament = new StoredTournamentRunner(
                store,
                file.settings().name(),
                file.settings().spec(players, worker.concurrency()),
                worker.settings(file.settings()),
                time);
    }

    /**
     * Prepares the tournament of {@code file}. {@link #create} must have been called.
     *
     * @param worker how this process plays
     * @throws IOException if the server for agents cannot start
     */
    static StoredTournamentRun open(TournamentFile file, ArenaStore store, WorkerConfig worker) throws IOException {
        SystemTimeSource time = new SystemTimeSource();
        boolean hasAgents = file.settings().players().stream().anyMatch(PlayerSettings::isAgent);
        try {
            Optional<AgentServer> agentServer = hasAgents && worker.agents().isPresent()
                    ? Optional.of(
                            AgentServer.open(file.settings(), worker.agents().get(), store, time))
                    : Optional.empty();
            return new StoredTournamentRun(file, store, worker, time, agentServer);
        } catch (IOException | RuntimeException e) {
            time.close();
            throw e;
        }
    }

    /** Prints to {@code out} where agents join and which are missing, now and when that changes. */
    public void reportMissingAgents(Consumer<String> out) {
        agentServer.ifPresent(open -> open.reportMissing(out));
    }

    /**
     * Creates the tournament of {@code file} in {@code store}, unless it exists.
     *
     * @param isForOne whether the store is for this tournament only, so that it may not have one of another name
     * @throws InvalidValueException if the store has a different tournament; the message lists the differences
     */
    public static void create(TournamentFile file, ArenaStore store, boolean isForOne) {
        StoredTournament wanted = file.stored(Instant.now());
        for (TournamentStatus begun : store.tournaments().list()) {
            boolean isSameName = begun.tournament().name().equals(wanted.name());
            List<String> differences = SettingsDifference.of(begun.tournament(), wanted);
            if ((isForOne || isSameName) && !differences.isEmpty()) {
                throw changed(begun.tournament().name(), differences);
            }
        }
        store.tournaments().create(wanted);
    }

    private static InvalidValueException changed(String begun, List<String> differences) {
        String message = "the file has changed since tournament \"" + begun + "\" started: "
                + String.join("; ", differences)
                + ". Games with different settings cannot be combined. Undo the change to resume, or start a new"
                + " tournament with --out ANOTHER-FOLDER.";
        return InvalidValueException.because(message, "file", begun, "the file as it was");
    }

    /**
     * Plays all remaining games. Returns the state of the tournament: still open if it was stopped. Otherwise its
     * agents have left.
     */
    public TournamentState play(TournamentListener listener) throws InterruptedException {
        TournamentState state = tournament.run(listener);
        if (state != TournamentState.OPEN) {
            agentServer.ifPresent(AgentServer::completeAgents);
        }
        return state;
    }

    /** Stops the run; may be called from any thread. Games in progress will be replayed from their start. */
    public void stop() {
        tournament.stop();
    }

    @Override
    public void close() {
        agentServer.ifPresent(AgentServer::close);
        players.close();
        time.close();
    }
}
