package dev.tengen.arena.host;

import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.board.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates views of tournaments from the store and the running games. */
final class TournamentViewFactory {
    private static final Logger LOG = LoggerFactory.getLogger(TournamentViewFactory.class);

    private final ArenaStore store;
    private final LiveGameRegistry games;
    private final AgentRegistry agents;

    TournamentViewFactory(ArenaStore store, LiveGameRegistry games, AgentRegistry agents) {
        this.store = store;
        this.games = games;
        this.agents = agents;
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
        Phase phase = phase(status.state(), present);
        int endedCount = present == null ? endedCount(known.name()) : present.endedCount();
        OptionalLong pairCount = known.format().pairCount(known.players().size());
        return new TournamentView(
                known,
                phase,
                status.tournament().createdAt(),
                endedCount,
                games.count(known.name()),
                pairCount.isPresent() ? OptionalLong.of(2 * pairCount.getAsLong()) : OptionalLong.empty(),
                sprt(known),
                missingAgents(known));
    }

    private static Phase phase(TournamentState state, @Nullable RunningTournament present) {
        return switch (state) {
            case OPEN -> present == null ? Phase.FAILED : present.phase();
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
