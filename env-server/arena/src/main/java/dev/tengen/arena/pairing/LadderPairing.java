package dev.tengen.arena.pairing;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingEstimates;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.ResultTally;
import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pairing of a ladder, which never ends: players may join at any time, and every free player gets a game.
 *
 * <p>House players are only opponents; they start no pair. It keeps counts instead of games, so its memory depends on
 * the number of players only. Thread-safe: {@link #tally} may be called while games are paired.
 */
public final class LadderPairing implements Pairing, LivePairing {
    /*
     * The rule. Of the players that can start a game now, the one with the fewest pairs so far comes first; among
     * equals, the one whose last pair is longest ago. Its opponent is the player for which the game has the greatest
     * information gain: the expected decrease of the sum of the variances of all ratings. That favors opponents of
     * similar strength, opponents with few games, and opponents that the player has not met, since games of the same
     * two players say little about the others.
     *
     * Two players do not meet twice in a row while a third one is free or in a game, since that third one will be free
     * soon. But the game of the third one may be slow, so a player waits for it at most twice as long as its own last
     * pair took, or MIN_WAIT if that is longer. Without this wait, players whose games end together would meet again
     * and again, and the ratings of such islands would not be comparable.
     *
     * A pair is two games from one opening with colors swapped, so colors are balanced by construction. The player that
     * had the first Black less often has it, in case the second game is never played.
     */
    private static final long MIN_WAIT_NANOS = Duration.ofSeconds(10).toNanos();

    /** The estimates are computed again after this share of new results. */
    private static final int RESULTS_PER_REFIT = 50;

    private final Set<String> house;
    private final RatingOptions options;
    private final int openingCount;
    private final LongSupplier nanoTime;
    private final OpponentRule rule;
    private final Map<String, Standing> players = new LinkedHashMap<>();
    private final Map<Set<String>, Integer> meetings = new HashMap<>();
    private ResultTally tally = new ResultTally();
    private int startedCount;
    private @Nullable RatingEstimates estimates;
    private long fittedGameCount;

    /** What the pairing knows of a player. */
    private static final class Standing {
        private int pairCount;
        private int firstBlackSurplus;
        private int lastPair;
        private @Nullable String lastOpponent;

        /** When the last pair started. */
        private long startedAt;

        /** Since when only repeated meetings are possible; null if that is not so. */
        private @Nullable Long waitingSince;
    }

    /**
     * Creates a pairing without players.
     *
     * @param house the players that are only opponents
     * @param options the anchors
     * @param openingCount the number of openings, 1 or more
     * @param nanoTime the time in nanoseconds, from any origin
     */
    public LadderPairing(Set<String> house, RatingOptions options, int openingCount, LongSupplier nanoTime) {
        this(house, options, openingCount, nanoTime, OpponentRule.INFORMATION);
    }

    LadderPairing(
            Set<String> house, RatingOptions options, int openingCount, LongSupplier nanoTime, OpponentRule rule) {
        InvalidValueException.requireWithin("openingCount", openingCount, 1, Integer.MAX_VALUE);
        this.house = Set.copyOf(house);
        this.options = options;
        this.openingCount = openingCount;
        this.nanoTime = nanoTime;
        this.rule = rule;
    }

    @Override
    public boolean isEndless() {
        return true;
    }

    /** Returns no pairs: a ladder plans none in advance. */
    @Override
    public List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count) {
        return List.of();
    }

    @Override
    public boolean isOver(TournamentProgress progress) {
        return false;
    }

    @Override
    public synchronized LivePairing begin() {
        players.clear();
        meetings.clear();
        tally = new ResultTally();
        startedCount = 0;
        estimates = null;
        return this;
    }

    @Override
    public synchronized void joined(String player) {
        standing(player);
    }

    private Standing standing(String player) {
        return players.computeIfAbsent(player, name -> new Standing());
    }

    @Override
    public synchronized void started(PlannedPair pair) {
        startedCount++;
        meetings.merge(Set.of(pair.first(), pair.second()), 1, Integer::sum);
        count(pair.first(), pair.second(), 1);
        count(pair.second(), pair.first(), -1);
    }

    private void count(String player, String opponent, int firstBlack) {
        Standing standing = standing(player);
        standing.pairCount++;
        standing.firstBlackSurplus += firstBlack;
        standing.lastPair = startedCount;
        standing.lastOpponent = opponent;
        standing.startedAt = nanoTime.getAsLong();
        standing.waitingSince = null;
    }

    @Override
    public synchronized void ended(GameResult result) {
        tally.add(result);
    }

    @Override
    public synchronized void voided(PlannedGame game) {
        tally.close(game.pair(), game.black(), game.white());
    }

    @Override
    public boolean isExhausted() {
        return false;
    }

    /** Returns the number of games that count. */
    public synchronized long gameCount() {
        return tally.gameCount();
    }

    /** Returns a snapshot of the results. */
    public synchronized ResultTally tally() {
        return tally.copy();
    }

    @Override
    public synchronized List<PlannedPair> next(Set<String> absent, Set<String> playing) {
        List<String> free = players.keySet().stream()
                .filter(player -> !absent.contains(player))
                .toList();
        List<String> seekers = free.stream()
                .filter(player -> !house.contains(player))
                .sorted(Comparator.<String>comparingInt(player -> standing(player).pairCount)
                        .thenComparingInt(player -> standing(player).lastPair)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        if (seekers.isEmpty() || free.size() < 2) {
            return List.of();
        }
        RatingEstimates known = estimates();
        for (String seeker : seekers) {
            Optional<String> opponent = opponent(seeker, free, playing, known);
            if (opponent.isPresent()) {
                return List.of(pair(seeker, opponent.get()));
            }
        }
        return List.of();
    }

    private Optional<String> opponent(String player, List<String> free, Set<String> playing, RatingEstimates known) {
        Comparator<String> value = Comparator.comparingDouble(other -> rule.value(known, player, other));
        Optional<String> fresh = free.stream()
                .filter(other -> !other.equals(player) && !isRepeat(player, other))
                .max(value);
        if (fresh.isPresent()) {
            return fresh;
        }
        Predicate<String> isThird = other -> !other.equals(player) && !free.contains(other) && !isRepeat(player, other);
        if (playing.stream().anyMatch(isThird) && !hasWaited(standing(player))) {
            return Optional.empty();
        }
        return free.stream().filter(other -> !other.equals(player)).max(value);
    }

    private boolean isRepeat(String player, String other) {
        return other.equals(standing(player).lastOpponent)
                || (!house.contains(other) && player.equals(standing(other).lastOpponent));
    }

    private boolean hasWaited(Standing standing) {
        long now = nanoTime.getAsLong();
        Long since = standing.waitingSince;
        if (since == null) {
            standing.waitingSince = now;
            return false;
        }
        return now - since >= Math.max(MIN_WAIT_NANOS, 2 * (since - standing.startedAt));
    }

    private PlannedPair pair(String player, String opponent) {
        boolean isFirst = standing(player).firstBlackSurplus <= standing(opponent).firstBlackSurplus;
        return new PlannedPair(
                isFirst ? player : opponent,
                isFirst ? opponent : player,
                meetings.getOrDefault(Set.of(player, opponent), 0),
                startedCount % openingCount);
    }

    private RatingEstimates estimates() {
        RatingEstimates known = estimates;
        long newCount = tally.gameCount() - fittedGameCount;
        if (known == null
                || newCount * RESULTS_PER_REFIT > fittedGameCount
                || !players.keySet().stream().allMatch(known::has)) {
            known = RatingEstimates.of(tally, players.keySet(), options);
            estimates = known;
            fittedGameCount = tally.gameCount();
        }
        return known;
    }
}
