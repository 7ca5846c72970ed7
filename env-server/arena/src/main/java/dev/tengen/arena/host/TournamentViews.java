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
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The states of tournaments, from the store and from what this server plays. Methods call the store. Thread-safe. */
public final class TournamentViews {
    private static final Logger LOG = LoggerFactory.getLogger(TournamentViews.class);

    private final ArenaStore store;
    private final TournamentHost host;
    private final LiveGameRegistry games;
    private final AgentRegistry agents;
    private final TournamentWatchers watchers;

    TournamentViews(
            ArenaStore store,
            TournamentHost host,
            LiveGameRegistry games,
            AgentRegistry agents,
            TournamentWatchers watchers) {
        this.store = store;
        this.host = host;
        this.games = games;
        this.agents = agents;
        this.watchers = watchers;
    }

    /**
     * Returns at most {@code count} tournaments, oldest first, after the {@code from} oldest. Leaves out tournaments
     * whose settings cannot be read.
     */
    public List<TournamentView> list(int from, int count) {
        // Before the store: a tournament leaves the map only when its end is stored.
        Map<String, RunningTournament> present = host.running();
        return StoreCalls.call(store.tournaments()::list).stream()
                .skip(from)
                .limit(count)
                .flatMap(status ->
                        readable(status, present.get(status.tournament().name())).stream())
                .toList();
    }

    /**
     * Returns a tournament.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public TournamentView get(String name) {
        // Before the store: a tournament leaves the map only when its end is stored.
        @Nullable RunningTournament present = host.running().get(name);
        TournamentView view = of(StoreCalls.call(() -> store.tournaments().get(name)), present);
        watchers.setOpenElsewhere(name, view.isOpenElsewhere());
        return view;
    }

    /** Returns a tournament; empty if its settings cannot be read. */
    private Optional<TournamentView> readable(TournamentStatus status, @Nullable RunningTournament present) {
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

    private TournamentView of(TournamentStatus status, @Nullable RunningTournament present) {
        TournamentSettings known = TournamentSettings.fromStore(status.tournament());
        PlayedBy playedBy = playedBy(status, present);
        Phase phase = phase(status, playedBy);
        boolean isElsewhere = status.state() == TournamentState.OPEN && playedBy != PlayedBy.THIS_SERVER;
        int endedCount =
                present == null ? StoreCalls.call(() -> store.results().count(known.name())) : present.endedCount();
        OptionalLong pairCount = status.withdrawn().isEmpty()
                ? known.format().pairCount(known.players().size())
                : OptionalLong.empty();
        return new TournamentView(
                known,
                phase,
                playedBy,
                isElsewhere ? StoreCalls.call(() -> store.results().lastAt(known.name())) : Optional.empty(),
                status.tournament().createdAt(),
                endedCount,
                games.count(known.name()),
                pairCount.isPresent() ? OptionalLong.of(2 * pairCount.getAsLong()) : OptionalLong.empty(),
                sprt(known),
                missingAgents(known, status.withdrawn()));
    }

    private PlayedBy playedBy(TournamentStatus status, @Nullable RunningTournament present) {
        String name = status.tournament().name();
        if (status.state() != TournamentState.OPEN) {
            return PlayedBy.NOBODY;
        }
        if (present != null && present.phase() == Phase.RUNNING) {
            return PlayedBy.THIS_SERVER;
        }
        return StoreCalls.call(() -> store.workers().hasOther(name, host.workerName()))
                ? PlayedBy.OTHER_PROCESS
                : PlayedBy.NOBODY;
    }

    private Phase phase(TournamentStatus status, PlayedBy playedBy) {
        boolean isFailedHere =
                playedBy == PlayedBy.NOBODY && host.isFailed(status.tournament().name());
        return switch (status.state()) {
            case OPEN -> isFailedHere ? Phase.FAILED : Phase.RUNNING;
            case ENDED -> Phase.ENDED;
            case CANCELLED -> Phase.CANCELLED;
        };
    }

    private Optional<SprtState> sprt(TournamentSettings known) {
        return known.sequentialTest()
                .map(test -> test.state(StoreCalls.call(() -> store.results().progress(known.name()))));
    }

    private List<String> missingAgents(TournamentSettings known, Set<String> withdrawn) {
        return known.players().stream()
                .filter(PlayerSettings::isAgent)
                .map(PlayerSettings::name)
                .filter(name -> !withdrawn.contains(name) && !agents.isConnected(name))
                .toList();
    }
}
