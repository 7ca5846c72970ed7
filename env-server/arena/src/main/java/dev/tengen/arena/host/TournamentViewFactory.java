package dev.tengen.arena.host;

import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.host.TournamentView.PlayedBy;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.base.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates views of tournaments from the store and the running games. */
final class TournamentViewFactory {
    private static final Logger LOG = LoggerFactory.getLogger(TournamentViewFactory.class);

    private final ArenaStore store;
    private final LiveGameRegistry games;
    private final AgentRegistry agents;
    private final String worker;
    private final Predicate<String> isFailed;

    /**
     * Creates a factory.
     *
     * @param worker the name under which this server plays tournaments of the store
     * @param isFailed returns whether this server failed to play the tournament with a name
     */
    TournamentViewFactory(
            ArenaStore store, LiveGameRegistry games, AgentRegistry agents, String worker, Predicate<String> isFailed) {
        this.store = store;
        this.games = games;
        this.agents = agents;
        this.worker = worker;
        this.isFailed = isFailed;
    }

    /**
     * Returns the settings of a tournament.
     *
     * @throws InvalidValueException if they cannot be read
     */
    static TournamentSettings settings(TournamentStatus status) {
        return TournamentSettings.fromJson(status.tournament().settings());
    }

    /** Returns the view of a tournament; empty if its settings cannot be read. */
    Optional<TournamentView> readable(TournamentStatus status, @Nullable RunningTournament present) {
        try {
            return Optional.of(of(status, present));
        } catch (InvalidValueException e) {
            LOG.warn(
                    "The settings of tournament {} cannot be read",
                    status.tournament().name(),
                    e);
            return Optional.empty();
        }
    }

    /**
     * Returns the view of a tournament.
     *
     * @param present the tournament if it is running or was; null otherwise
     * @throws InvalidValueException if its settings cannot be read
     */
    TournamentView of(TournamentStatus status, @Nullable RunningTournament present) {
        TournamentSettings known = settings(status);
        PlayedBy playedBy = playedBy(status, present);
        Phase phase = phase(status, playedBy);
        boolean isElsewhere = status.state() == TournamentState.OPEN && playedBy != PlayedBy.THIS_SERVER;
        int endedCount = present == null ? endedCount(known.name()) : present.endedCount();
        OptionalLong pairCount = known.format().pairCount(known.players().size());
        return new TournamentView(
                known,
                phase,
                playedBy,
                isElsewhere ? StoreCalls.call(() -> store.lastResultAt(known.name())) : Optional.empty(),
                status.tournament().createdAt(),
                endedCount,
                games.count(known.name()),
                pairCount.isPresent() ? OptionalLong.of(2 * pairCount.getAsLong()) : OptionalLong.empty(),
                sprt(known),
                missingAgents(known));
    }

    private PlayedBy playedBy(TournamentStatus status, @Nullable RunningTournament present) {
        String name = status.tournament().name();
        if (status.state() != TournamentState.OPEN) {
            return PlayedBy.NOBODY;
        }
        if (present != null && present.phase() == Phase.RUNNING) {
            return PlayedBy.THIS_SERVER;
        }
        return StoreCalls.call(() -> store.hasOtherWorker(name, worker)) ? PlayedBy.OTHER_PROCESS : PlayedBy.NOBODY;
    }

    private Phase phase(TournamentStatus status, PlayedBy playedBy) {
        boolean isFailedHere =
                playedBy == PlayedBy.NOBODY && isFailed.test(status.tournament().name());
        return switch (status.state()) {
            case OPEN -> isFailedHere ? Phase.FAILED : Phase.RUNNING;
            case ENDED -> Phase.ENDED;
            case CANCELLED -> Phase.CANCELLED;
        };
    }

    /** Returns the number of games of a tournament that have ended. */
    int endedCount(String name) {
        return StoreCalls.call(() -> store.resultCount(name));
    }

    private Optional<SprtState> sprt(TournamentSettings known) {
        return known.sequentialTest().map(test -> test.state(StoreCalls.call(() -> store.progress(known.name()))));
    }

    private List<String> missingAgents(TournamentSettings known) {
        return known.players().stream()
                .filter(PlayerSettings::isAgent)
                .map(PlayerSettings::name)
                .filter(name -> !agents.isConnected(name))
                .toList();
    }
}
