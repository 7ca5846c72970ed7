package dev.tengen.arena.pairing;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps the whole progress of a tournament, and asks its pairing. */
final class ProgressPairing implements LivePairing {
    private final Pairing pairing;
    private final List<PlannedPair> started = new ArrayList<>();
    private final List<GameResult> results = new ArrayList<>();
    private final List<PlannedGame> voided = new ArrayList<>();
    private Set<String> withdrawn = Set.of();

    ProgressPairing(Pairing pairing) {
        this.pairing = pairing;
    }

    @Override
    public List<PlannedPair> next(Set<String> absent, Set<String> playing) {
        if (started.isEmpty() && pairing.waitsForAll() && !withdrawn.containsAll(absent)) {
            return List.of();
        }
        Set<String> away = new HashSet<>(absent);
        away.addAll(withdrawn);
        return pairing.next(progress(), away, Integer.MAX_VALUE);
    }

    @Override
    public void withdrawn(Set<String> players) {
        withdrawn = Set.copyOf(players);
    }

    @Override
    public void started(PlannedPair pair) {
        started.add(pair);
    }

    @Override
    public void ended(GameResult result) {
        results.add(result);
    }

    @Override
    public void voided(PlannedGame game) {
        voided.add(game);
    }

    @Override
    public boolean isExhausted() {
        return pairing.next(progress(), withdrawn, 1).isEmpty();
    }

    private TournamentProgress progress() {
        return new TournamentProgress(started, results, voided);
    }
}
