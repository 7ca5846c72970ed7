package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.Progress;
import dev.tengen.arena.rating.GameResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is still to be played, and what is being played. The next game is always one between players with the fewest games
 * under way against each other, so that two slow players never take the places of all others. Thread-safe.
 */
final class Agenda {
    private final Pairing pairing;
    private final List<PlannedPair> started = new ArrayList<>();
    private final List<GameResult> results = new ArrayList<>();

    /** The second games of pairs whose first game has begun. */
    private final List<GamePlan> second = new ArrayList<>();

    private final List<GamePlan> underWay = new ArrayList<>();
    private boolean isCancelled;

    Agenda(Pairing pairing) {
        this.pairing = pairing;
    }

    /** Takes the next game; waits where that depends on how others end. Returns nothing once no other game will begin. */
    synchronized Optional<GamePlan> take() throws InterruptedException {
        while (!isCancelled) {
            Optional<GamePlan> next = choose();
            if (next.isPresent()) {
                begin(next.get());
                return next;
            }
            if (underWay.isEmpty()) {
                return Optional.empty();
            }
            wait();
        }
        return Optional.empty();
    }

    private Optional<GamePlan> choose() {
        List<GamePlan> choices = new ArrayList<>(second);
        for (PlannedPair pair : pairing.next(new Progress(started, results), Integer.MAX_VALUE)) {
            choices.add(new GamePlan(pair, 0));
        }
        return choices.stream().min(Comparator.comparingInt(this::countUnderWay)); // The first of them.
    }

    private int countUnderWay(GamePlan plan) {
        return (int) underWay.stream().filter(plan::hasPlayersOf).count();
    }

    private void begin(GamePlan plan) {
        if (plan.index() == 0) {
            started.add(plan.pair());
            second.add(new GamePlan(plan.pair(), 1));
        } else {
            second.remove(plan);
        }
        underWay.add(plan);
    }

    /** Notes that the game of {@code plan} ended as {@code report} says. For pairings a void game is half a point for each. */
    synchronized void done(GamePlan plan, GameReport report) {
        underWay.remove(plan);
        results.add(new GameResult(
                report.black(),
                report.white(),
                report.ending().winner(),
                plan.game().pair(),
                report.movesHash()));
        notifyAll();
    }

    /** Lets no other game begin. */
    synchronized void cancel() {
        isCancelled = true;
        notifyAll();
    }
}
