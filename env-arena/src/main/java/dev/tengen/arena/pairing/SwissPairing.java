package dev.tengen.arena.pairing;

import dev.tengen.board.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Swiss tournament without rounds: players meet those who have done about as well, and not the same one again while there
 * are others. Everybody plays at least as many pairs as asked for; a few play more where the others would lack an opponent.
 * Those who are absent are paired when they come.
 */
public final class SwissPairing implements Pairing {
    /*
     * Whoever has no game going is given the next opponent at once. An opponent may have one pair going already: with a
     * new opponent who is busy a player need not wait for a slow game, nor play the same one again.
     */
    private static final int MAX_OPEN = 1;

    private final List<String> players;
    private final int openingCount;
    private final int pairCount;

    /**
     * Makes a tournament. Throws {@link InvalidValueException} if it cannot be played.
     *
     * @param players two or more different players; at the start those named first count as stronger
     * @param openingCount how many openings there are, 1 or more
     * @param pairCount how many pairs of games everybody is to play at least, 1 or more
     */
    public SwissPairing(List<String> players, int openingCount, int pairCount) {
        PairingChecks.require(players, openingCount, "pairCount", pairCount);
        this.players = List.copyOf(players);
        this.openingCount = openingCount;
        this.pairCount = pairCount;
    }

    @Override
    public List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count) {
        if (count < 0) {
            throw InvalidValueException.outside("count", count, 0, Integer.MAX_VALUE);
        }
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
        // Not the same opening for everybody's first meeting.
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

    /** How a player stands. */
    private record Entry(String player, int seed, int started, int open, boolean isDone, double balance) {}
}
