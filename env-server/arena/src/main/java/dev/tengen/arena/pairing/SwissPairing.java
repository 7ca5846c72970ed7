package dev.tengen.arena.pairing;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Swiss tournament without rounds: players meet opponents with similar scores, and avoid repeated meetings. Every
 * player plays at least the given number of pairs; some play more, so that all others have an opponent. Absent players
 * are paired when they arrive.
 */
public final class SwissPairing implements Pairing {
    /*
     * A player without a game in progress gets the next opponent at once. The opponent may have one pair in progress: a
     * new opponent that is busy is better than to wait for a slow game or to repeat a meeting.
     */
    private static final int MAX_OPEN = 1;

    private final List<String> players;
    private final int openingCount;
    private final int pairCount;
    private final boolean waitsForAll;

    /**
     * Creates a pairing that begins with the players that are present.
     *
     * @param players two or more distinct players; at the start, earlier ones count as stronger
     * @param openingCount the number of openings, 1 or more
     * @param pairCount the minimum number of pairs of games of each player, 1 or more
     * @throws dev.tengen.base.InvalidValueException if a value is not allowed
     */
    public SwissPairing(List<String> players, int openingCount, int pairCount) {
        this(players, openingCount, pairCount, false);
    }

    /**
     * Creates a pairing.
     *
     * @param players two or more distinct players; at the start, earlier ones count as stronger
     * @param openingCount the number of openings, 1 or more
     * @param pairCount the minimum number of pairs of games of each player, 1 or more
     * @param waitsForAll whether no pair starts before all players are present
     * @throws dev.tengen.base.InvalidValueException if a value is not allowed
     */
    public SwissPairing(List<String> players, int openingCount, int pairCount, boolean waitsForAll) {
        PairingChecks.require(players, openingCount, "pairCount", pairCount);
        this.players = List.copyOf(players);
        this.openingCount = openingCount;
        this.pairCount = pairCount;
        this.waitsForAll = waitsForAll;
    }

    @Override
    public boolean waitsForAll() {
        return waitsForAll;
    }

    @Override
    public List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count) {
        InvalidValueException.requireWithin("count", count, 0, Integer.MAX_VALUE);
        List<PlannedPair> next = new ArrayList<>();
        TournamentProgress now = progress;
        while (next.size() < count) {
            Optional<PlannedPair> pair = mostUrgent(now, absent);
            if (pair.isEmpty()) {
                return next;
            }
            next.add(pair.get());
            now = now.with(pair.get());
        }
        return next;
    }

    @Override
    public boolean isOver(TournamentProgress progress) {
        return entries(progress).stream().allMatch(entry -> entry.isDone && entry.open == 0);
    }

    private Optional<PlannedPair> mostUrgent(TournamentProgress progress, Set<String> absent) {
        List<Entry> entries = entries(progress).stream()
                .filter(entry -> !absent.contains(entry.player))
                .toList();
        return entries.stream()
                .filter(entry -> !entry.isDone && entry.open == 0)
                .min(Comparator.comparingInt(Entry::started)
                        .thenComparing(
                                Comparator.comparingDouble(Entry::balance).reversed())
                        .thenComparingInt(Entry::seed))
                .flatMap(entry -> opponent(entry, entries, progress).map(other -> pair(entry, other, progress)));
    }

    private static Optional<Entry> opponent(Entry entry, List<Entry> entries, TournamentProgress progress) {
        return entries.stream()
                .filter(other -> other.seed != entry.seed && other.open <= MAX_OPEN)
                .min(Comparator.comparing(Entry::isDone)
                        .thenComparingInt(other -> meetings(entry, other, progress))
                        .thenComparingDouble(other -> Math.abs(other.balance - entry.balance))
                        .thenComparingInt(Entry::open)
                        .thenComparingInt(Entry::seed));
    }

    private PlannedPair pair(Entry entry, Entry other, TournamentProgress progress) {
        int meeting = meetings(entry, other, progress);
        // First meetings get different openings.
        int opening = Math.floorMod(meeting + Math.max(entry.started, other.started), openingCount);
        return new PlannedPair(entry.player, other.player, meeting, opening);
    }

    private static int meetings(Entry one, Entry other, TournamentProgress progress) {
        return (int) progress.started().stream()
                .filter(pair -> pair.isBetween(one.player, other.player))
                .count();
    }

    private List<Entry> entries(TournamentProgress progress) {
        List<Entry> entries = new ArrayList<>();
        for (String player : players) {
            List<PlannedPair> started = progress.started().stream()
                    .filter(pair -> pair.isOf(player))
                    .toList();
            int open = (int) started.stream().filter(progress::isOpen).count();
            boolean isDone = started.size() >= pairCount;
            entries.add(new Entry(player, entries.size(), started.size(), open, isDone, progress.balance(player)));
        }
        return entries;
    }

    /** The progress of a player. */
    private record Entry(String player, int seed, int started, int open, boolean isDone, double balance) {}
}
