package dev.tengen.arena.pairing;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A pairing whose pairs are known in advance: a round robin or a gauntlet. */
public final class Schedule implements Pairing {
    private final List<PlannedPair> pairs;

    private Schedule(List<PlannedPair> pairs) {
        this.pairs = List.copyOf(pairs);
    }

    /**
     * Returns a round robin: each two players meet {@code meetingCount} times, from different openings as far as there
     * are enough.
     *
     * @param players two or more distinct players
     * @param openingCount the number of openings, 1 or more
     * @param meetingCount the number of pairs of games of each two players, 1 or more
     * @throws dev.tengen.base.InvalidValueException if a value is not allowed
     */
    public static Schedule roundRobin(List<String> players, int openingCount, int meetingCount) {
        PairingChecks.require(players, openingCount, "meetingCount", meetingCount);
        List<PlannedPair> pairs = new ArrayList<>();
        for (int meeting = 0; meeting < meetingCount; meeting++) {
            addCircle(players, meeting, meeting % openingCount, pairs);
        }
        return new Schedule(pairs);
    }

    /** Adds one meeting of each two players, by the circle method: at any time all have played about equally often. */
    private static void addCircle(List<String> players, int meeting, int opening, List<PlannedPair> pairs) {
        // The first player stays, the others rotate. With an odd number of players, one seat is empty.
        int seatCount = players.size() + players.size() % 2;
        for (int turn = 0; turn < seatCount - 1; turn++) {
            for (int seat = 0; seat < seatCount / 2; seat++) {
                int one = playerAt(seat, turn, seatCount);
                int other = playerAt(seatCount - 1 - seat, turn, seatCount);
                if (Math.max(one, other) < players.size()) {
                    pairs.add(new PlannedPair(players.get(one), players.get(other), meeting, opening));
                }
            }
        }
    }

    private static int playerAt(int seat, int turn, int seatCount) {
        return seat == 0 ? 0 : 1 + (seat - 1 + turn) % (seatCount - 1);
    }

    /**
     * Returns a gauntlet: the first of {@code players} meets each other player {@code meetingCount} times.
     *
     * @param players two or more distinct players
     * @param openingCount the number of openings, 1 or more
     * @param meetingCount the number of pairs of games with each other player, 1 or more
     * @throws dev.tengen.base.InvalidValueException if a value is not allowed
     */
    public static Schedule gauntlet(List<String> players, int openingCount, int meetingCount) {
        PairingChecks.require(players, openingCount, "meetingCount", meetingCount);
        List<PlannedPair> pairs = new ArrayList<>();
        for (int meeting = 0; meeting < meetingCount; meeting++) {
            for (String opponent : players.subList(1, players.size())) {
                pairs.add(new PlannedPair(players.get(0), opponent, meeting, meeting % openingCount));
            }
        }
        return new Schedule(pairs);
    }

    @Override
    public List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count) {
        InvalidValueException.requireWithin("count", count, 0, Integer.MAX_VALUE);
        Set<PlannedPair> started = new HashSet<>(progress.started());
        return pairs.stream()
                .filter(pair -> !started.contains(pair) && !pair.isOfAny(absent))
                .limit(count)
                .toList();
    }

    @Override
    public boolean isOver(TournamentProgress progress) {
        return next(progress, 1).isEmpty() && progress.started().stream().noneMatch(progress::isOpen);
    }
}
