package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Simulates a tournament with many concurrent games that end in random order. Players that are listed first win more
 * often.
 */
final class TournamentRun {
    private final Pairing pairing;
    private final List<String> players;
    private final SplitMix64 random;
    private final List<PlannedPair> started = new ArrayList<>();
    private final List<GameResult> results = new ArrayList<>();
    private final List<PlannedPair.PlannedGame> open = new ArrayList<>();
    private Set<String> absent = Set.of();

    TournamentRun(Pairing pairing, List<String> players, long seed) {
        this.pairing = pairing;
        this.players = players;
        random = new SplitMix64(seed);
    }

    TournamentProgress progress() {
        return new TournamentProgress(started, results);
    }

    /** Sets the absent players. */
    void absent(Set<String> players) {
        absent = players;
    }

    /** Starts at most {@code count} pairs, and returns them. */
    List<PlannedPair> start(int count) {
        List<PlannedPair> pairs = pairing.next(progress(), absent, count);
        started.addAll(pairs);
        pairs.forEach(pair -> open.addAll(pair.games()));
        return pairs;
    }

    /** Ends an open game in which {@code stuck} does not play. Returns whether there was one. */
    boolean endOne(String stuck) {
        List<PlannedPair.PlannedGame> candidates = open.stream()
                .filter(game -> !game.black().equals(stuck) && !game.white().equals(stuck))
                .toList();
        if (candidates.isEmpty()) {
            return false;
        }
        PlannedPair.PlannedGame game = candidates.get(random.nextInt(candidates.size()));
        open.remove(game);
        boolean isBlackFirst = players.indexOf(game.black()) < players.indexOf(game.white());
        boolean isUpset = random.nextInt(5) == 0;
        int winner = isBlackFirst != isUpset ? Color.BLACK : Color.WHITE;
        results.add(new GameResult(game.black(), game.white(), winner, game.pair(), 0));
        return true;
    }

    /** Plays all games, and asks for {@code count} pairs at a time. */
    void playAll(int count) {
        do {
            start(count);
        } while (endOne(""));
    }

    /** Returns the number of pairs that {@code player} has started. */
    long pairCount(String player) {
        return started.stream().filter(pair -> pair.isOf(player)).count();
    }
}
