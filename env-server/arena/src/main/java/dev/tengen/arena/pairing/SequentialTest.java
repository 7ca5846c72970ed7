package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A sequential test (SPRT) of a candidate against its opponent: pairs of games until {@link SprtState} has a verdict.
 *
 * <p>Pairs count in the order in which they started, each when all pairs before it are over. So the verdict depends on
 * the results and not on how long games take, a test that resumes after a crash reaches the same verdict, and quick
 * losses do not count before slow wins. Pairs in progress at the verdict are played to their end and change nothing. A
 * pair with a void game does not count; nor does a void game if single games count.
 *
 * <p>After {@link SprtSpec#maxObservations()} pairs without a verdict, including void ones, the test is given up.
 */
public final class SequentialTest implements Pairing {
    private final SprtSpec spec;
    private final String candidate;
    private final String opponent;
    private final int openingCount;
    private final int maxOpen;

    /** The last result: a cache that changes no answer. */
    private volatile Counted last;

    /**
     * Creates a test.
     *
     * @param spec the hypotheses
     * @param candidate the player to be tested
     * @param opponent its opponent
     * @param openingCount the number of openings, 1 or more; they are used in turn
     * @param maxOpen the maximum number of pairs in progress, 1 or more: the number of concurrent games
     * @throws dev.tengen.base.InvalidValueException if a value is not allowed
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
        InvalidValueException.requireWithin("count", count, 0, Integer.MAX_VALUE);
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

    /** Returns the state of the test. */
    public SprtState state(TournamentProgress progress) {
        return new Observations(progress).state;
    }

    /** Returns the states of the test after each observation, from the start to {@link #state}. */
    public List<SprtState> course(TournamentProgress progress) {
        Observations seen = new Observations(progress);
        List<SprtState> course = new ArrayList<>(List.of(SprtState.start(spec)));
        for (double points : seen.points) {
            SprtState before = course.get(course.size() - 1);
            if (before.verdict() == SprtState.Verdict.UNDECIDED) {
                course.add(before.after(points));
            }
        }
        course.set(course.size() - 1, seen.state); // The test may have been given up.
        return course;
    }

    /** The observations in a progress. */
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

        /** Returns the observations of a pair that is over. {@code results} has fewer than two if games were void. */
        private List<Double> points(List<GameResult> results) {
            List<Double> points =
                    results.stream().map(result -> result.points(candidate)).toList();
            if (spec.unit() == SprtSpec.Unit.GAME) {
                return points;
            }
            return points.size() == 2 ? List.of(points.get(0) + points.get(1)) : List.of();
        }
    }

    /** Returns the state after all {@code points}. Continues from the last call, which usually had a few fewer. */
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

    /** Observations in order, and the state after them. */
    private record Counted(List<Double> points, SprtState state) {}

    /** Identifies a game of the test. */
    private record Key(String pair, String black) {}
}
