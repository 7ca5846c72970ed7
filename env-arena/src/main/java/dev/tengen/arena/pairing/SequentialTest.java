package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.board.InvalidValueException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A sequential test of a candidate against its opponent: pairs of games until {@link SprtState} has a verdict.
 *
 * <p>Pairs count in the order in which they were started, each once all before it are over. So the verdict depends on how games
 * end and not on how long they take, a test that goes on after a crash comes to the same one, and quick losses do not count before
 * slow wins. Pairs that were under way when the verdict fell are played to their end and change nothing. A pair with a void game
 * does not count, nor does a void game where games count on their own.
 *
 * <p>After {@link SprtSpec#maxObservations()} pairs without a verdict a test is given up, however many of them were void.
 */
public final class SequentialTest implements Pairing {
    private final SprtSpec spec;
    private final String candidate;
    private final String opponent;
    private final int openingCount;
    private final int maxOpen;

    /** What was counted last; saves work, and changes no answer. */
    private volatile Counted last;

    /**
     * Makes a test. Throws {@link InvalidValueException} if it cannot be played.
     *
     * @param spec what is to be decided
     * @param candidate the player who is to be tested
     * @param opponent whom the candidate plays
     * @param openingCount how many openings there are, 1 or more; they come in turn
     * @param maxOpen how many pairs are under way at most, 1 or more: as many as games are played at once
     */
    public SequentialTest(SprtSpec spec, String candidate, String opponent, int openingCount, int maxOpen) {
        PairingChecks.require(List.of(candidate, opponent), openingCount, "maxOpen", maxOpen);
        this.spec = spec;
        this.candidate = candidate;
        this.opponent = opponent;
        this.openingCount = openingCount;
        this.maxOpen = maxOpen;
        last = new Counted(List.of(), SprtState.start(spec));
    }

    @Override
    public List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count) {
        if (count < 0) {
            throw InvalidValueException.outside("count", count, 0, Integer.MAX_VALUE);
        }
        Observations seen = new Observations(progress);
        boolean isDecided = seen.state.verdict() != SprtState.Verdict.UNDECIDED;
        if (isDecided || absent.contains(candidate) || absent.contains(opponent)) {
            return List.of();
        }
        long left = spec.maxObservations() - progress.started().size();
        long most = Math.min(Math.min(count, maxOpen - seen.openCount), left);
        List<PlannedPair> next = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            int meeting = progress.started().size() + i;
            next.add(new PlannedPair(candidate, opponent, meeting, meeting % openingCount));
        }
        return next;
    }

    @Override
    public boolean isOver(TournamentProgress progress) {
        Observations seen = new Observations(progress);
        return seen.openCount == 0 && seen.state.verdict() != SprtState.Verdict.UNDECIDED;
    }

    /** Returns how far the test has come. */
    public SprtState state(TournamentProgress progress) {
        return new Observations(progress).state;
    }

    /** Returns the states through which it came there, from the start to {@link #state}. */
    public List<SprtState> course(TournamentProgress progress) {
        Observations seen = new Observations(progress);
        List<SprtState> course = new ArrayList<>(List.of(SprtState.start(spec)));
        for (double points : seen.points) {
            SprtState before = course.get(course.size() - 1);
            if (before.verdict() == SprtState.Verdict.UNDECIDED) {
                course.add(before.after(points));
            }
        }
        course.set(course.size() - 1, seen.state); // Which may have been given up.
        return course;
    }

    /** What a progress says about the test. */
    private final class Observations {
        private final List<Double> points = new ArrayList<>();
        private final SprtState state;
        private int openCount;

        Observations(TournamentProgress progress) {
            Map<Key, Optional<GameResult>> over = new HashMap<>();
            progress.voided().forEach(game -> over.put(new Key(game.pair(), game.black()), Optional.empty()));
            progress.results().forEach(result -> over.put(new Key(result.pair(), result.black()), Optional.of(result)));
            for (PlannedPair pair : progress.started()) {
                List<Optional<GameResult>> games = Stream.of(pair.first(), pair.second())
                        .map(black -> over.get(new Key(pair.name(), black)))
                        .filter(Objects::nonNull)
                        .toList();
                openCount += games.size() < 2 ? 1 : 0;
                if (openCount == 0) {
                    points.addAll(
                            points(games.stream().flatMap(Optional::stream).toList()));
                }
            }
            SprtState counted = stateAfter(points);
            boolean isExhausted = openCount == 0 && progress.started().size() >= spec.maxObservations();
            state = isExhausted && counted.verdict() == SprtState.Verdict.UNDECIDED
                    ? new SprtState(spec, counted.counts(), counted.ratio(), SprtState.Verdict.GIVEN_UP)
                    : counted;
        }

        /** Returns what the results of a pair that is over, two or fewer where games were void, are as observations. */
        private List<Double> points(List<GameResult> results) {
            List<Double> points =
                    results.stream().map(result -> result.points(candidate)).toList();
            if (spec.unit() == SprtSpec.Unit.GAME) {
                return points;
            }
            return points.size() == 2 ? List.of(points.get(0) + points.get(1)) : List.of();
        }
    }

    /** Returns the state after all {@code points}. Long tests ask again and again for a few more than the last time. */
    private SprtState stateAfter(List<Double> points) {
        Counted known = last;
        int count = known.points.size();
        boolean isLonger = points.size() >= count && points.subList(0, count).equals(known.points);
        SprtState state = isLonger ? known.state : SprtState.start(spec);
        for (double next : points.subList(isLonger ? count : 0, points.size())) {
            state = state.after(next);
        }
        last = new Counted(points, state);
        return state;
    }

    /** Observations in their order, and the state after them. */
    private record Counted(List<Double> points, SprtState state) {}

    /** Tells the games of a test apart. */
    private record Key(String pair, String black) {}
}
