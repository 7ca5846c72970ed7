package dev.tengen.cli.arena;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.TrackedGame;
import dev.tengen.arena.tournament.TournamentListener;
import dev.tengen.board.Color;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Tracks the progress of a running tournament. Thread-safe. */
public final class RunProgress implements TournamentListener {
    /** Bootstrap samples for intermediate intervals. The final table uses ten times as many. */
    private static final int RESAMPLE_COUNT = 200;

    private final TournamentSettings settings;
    private final RatingOptions options;
    private final List<GameResult> results;
    private final Supplier<TournamentProgress> progress;
    private final int endedBefore;
    private final Optional<RemainingTime> remaining;
    private final boolean hasWithdrawals;
    private int endedCount;
    private int ownCount;
    private int lostLeaseCount;
    private Runnable listener = () -> {};

    private RunProgress(
            TournamentSettings settings,
            List<GameResult> results,
            int endedCount,
            boolean hasWithdrawals,
            Supplier<TournamentProgress> progress) {
        this.settings = settings;
        this.hasWithdrawals = hasWithdrawals;
        this.progress = progress;
        options = settings.ratingOptions().withResampleCount(RESAMPLE_COUNT);
        this.results = new ArrayList<>(results);
        this.endedCount = endedCount;
        endedBefore = endedCount;
        OptionalLong expectedCount = expectedGameCount();
        remaining = expectedCount.isPresent()
                ? Optional.of(new RemainingTime(planned(settings), (int) expectedCount.getAsLong()))
                : Optional.empty();
    }

    /** Returns the number of games of each two players; empty if it depends on results. */
    private static Map<RemainingTime.Matchup, Integer> planned(TournamentSettings settings) {
        Map<RemainingTime.Matchup, Integer> counts = new HashMap<>();
        List<String> players =
                settings.players().stream().map(PlayerSettings::name).toList();
        if (settings.format() instanceof FormatSettings.RoundRobin format) {
            for (String player : players) {
                players.forEach(other -> plan(counts, player, other, format.pairCount()));
            }
        } else if (settings.format() instanceof FormatSettings.Gauntlet format) {
            players.forEach(other -> plan(counts, format.challenger(), other, format.pairCount()));
        }
        return counts;
    }

    private static void plan(Map<RemainingTime.Matchup, Integer> counts, String player, String other, int pairCount) {
        if (!player.equals(other)) {
            counts.put(RemainingTime.Matchup.of(player, other), 2 * pairCount);
        }
    }

    /** Returns the progress of the tournament of {@code settings} as saved in {@code store}. */
    public static RunProgress of(TournamentSettings settings, ArenaStore store) {
        long endedCount = store.games().list(settings.name()).stream()
                .filter(game -> game.state() == GameState.ENDED)
                .count();
        return new RunProgress(
                settings,
                store.results().counted(settings.name()),
                (int) endedCount,
                !store.tournaments().get(settings.name()).withdrawn().isEmpty(),
                () -> store.results().progress(settings.name()));
    }

    /** Sets a listener that runs after each game. */
    synchronized void onGame(Runnable task) {
        listener = task;
    }

    @Override
    public synchronized void started(GameId id, RefereedGame game) {
        String black = game.player(Color.BLACK);
        remaining.ifPresent(time -> time.started(id, black, game.player(Color.WHITE), System.nanoTime()));
    }

    @Override
    public void ended(GameId id, GameReport report) {
        synchronized (this) {
            ownCount++;
            remaining.ifPresent(time -> time.ended(id, System.nanoTime()));
        }
        add(report.result());
    }

    /** Other workers may have recorded results since this object was made. */
    @Override
    public synchronized void opened(List<TrackedGame> games) {
        results.clear();
        games.forEach(game -> game.result().ifPresent(results::add));
        List<PlannedPair.PlannedGame> ended = games.stream()
                .filter(game -> game.winner().isPresent())
                .map(game -> game.game().game())
                .toList();
        endedCount = ended.size();
        remaining.ifPresent(time -> ended.forEach(game -> time.endedBefore(game.black(), game.white())));
    }

    @Override
    public void endedElsewhere(TrackedGame game) {
        synchronized (this) {
            PlannedPair.PlannedGame ended = game.game().game();
            remaining.ifPresent(time -> time.endedElsewhere(ended.black(), ended.white()));
        }
        add(game.result());
    }

    private void add(Optional<GameResult> result) {
        Runnable current;
        synchronized (this) {
            endedCount++;
            result.ifPresent(results::add);
            current = listener;
        }
        current.run();
    }

    @Override
    public synchronized void leaseLost() {
        lostLeaseCount++;
        remaining.ifPresent(RemainingTime::drop);
    }

    /** Returns the number of games that this process has played and recorded. */
    public synchronized int ownCount() {
        return ownCount;
    }

    /** Returns how often this process has lost its lease, and with it the games in progress. */
    public synchronized int lostLeaseCount() {
        return lostLeaseCount;
    }

    /** Returns the tournament's name. */
    public String name() {
        return settings.name();
    }

    /** Returns the number of games that are over. */
    public synchronized int endedCount() {
        return endedCount;
    }

    /** Returns the number of games that were over when this process started. */
    public int endedBefore() {
        return endedBefore;
    }

    /**
     * Returns the total number of games; empty if it depends on results, as in a Swiss tournament and in an SPRT, or if
     * a player has withdrawn.
     */
    public OptionalLong gameCount() {
        if (hasWithdrawals) {
            return OptionalLong.empty();
        }
        OptionalLong pairCount = settings.format().pairCount(settings.players().size());
        return pairCount.isPresent() ? OptionalLong.of(2 * pairCount.getAsLong()) : pairCount;
    }

    /** Returns the total number of games; for a Swiss tournament the minimum, or more once more are over. */
    synchronized OptionalLong expectedGameCount() {
        if (settings.format() instanceof FormatSettings.Swiss swiss && !hasWithdrawals) {
            long minPairCount = ((long) settings.players().size() * swiss.meetingCount() + 1) / 2;
            return OptionalLong.of(Math.max(2 * minPairCount, endedCount));
        }
        return gameCount();
    }

    /**
     * Returns an estimate of how long the rest of the tournament takes; empty before the first game has ended here, and
     * for an SPRT.
     */
    public synchronized Optional<Duration> remaining() {
        return remaining.flatMap(time -> time.at(System.nanoTime()));
    }

    /** Returns the standings, with approximate intervals; empty before the first result. */
    public Optional<Standings> standings() {
        List<GameResult> known = results();
        return known.isEmpty() ? Optional.empty() : Optional.of(Standings.of(known, options));
    }

    /** Returns the state of an SPRT in a few words; empty for other formats. */
    public Optional<String> test() {
        return settings.sequentialTest()
                .map(test -> test.state(progress.get()))
                .map(state -> String.format(
                        Locale.ROOT,
                        "LLR %.2f in [%.2f, %.2f]",
                        state.ratio(),
                        state.spec().lowerBound(),
                        state.spec().upperBound()));
    }

    private synchronized List<GameResult> results() {
        return List.copyOf(results);
    }
}
