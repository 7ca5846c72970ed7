package dev.tengen.arena.rating;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The state of a sequential probability ratio test (SPRT). Immutable: each observation gives a new state, until there
 * is a verdict.
 *
 * @param spec the hypotheses
 * @param counts the number of observations of each score, from 0 in half points
 * @param ratio the log-likelihood ratio of elo1 to elo0
 * @param verdict the verdict
 */
public record SprtState(SprtSpec spec, List<Long> counts, double ratio, Verdict verdict) {
    /** The verdict of a test. */
    public enum Verdict {
        /** No verdict yet: more games are needed. */
        UNDECIDED,
        /** H0 is accepted: the candidate is {@code elo0} stronger rather than {@code elo1}. */
        ELO0,
        /** H1 is accepted: the candidate is {@code elo1} stronger rather than {@code elo0}. */
        ELO1,
        /** No verdict after {@link SprtSpec#maxObservations()} observations. */
        GIVEN_UP
    }

    /** Creates a state. Copies the list. */
    public SprtState {
        counts = List.copyOf(counts);
    }

    /** Returns the state at the start of a test. */
    public static SprtState start(SprtSpec spec) {
        return new SprtState(spec, Collections.nCopies(spec.unit().scoreCount(), 0L), 0, Verdict.UNDECIDED);
    }

    /**
     * Returns the state of the test of {@code candidate} against {@code opponent} after {@code results}. Games count in
     * order, and pairs at their second game. Observations after the verdict and games of other players do not count.
     *
     * @throws InvalidValueException if a pair has more than two games, or two with the same colors
     */
    public static SprtState of(SprtSpec spec, String candidate, String opponent, List<GameResult> results) {
        SprtState state = start(spec);
        for (double points : observations(spec.unit(), candidate, opponent, results)) {
            state = state.after(points);
        }
        return state;
    }

    private static List<Double> observations(
            SprtSpec.Unit unit, String candidate, String opponent, List<GameResult> results) {
        List<GameResult> games = results.stream()
                .filter(game -> isBetween(game, candidate, opponent) || isBetween(game, opponent, candidate))
                .toList();
        if (unit == SprtSpec.Unit.GAME) {
            return games.stream().map(game -> game.points(candidate)).toList();
        }
        // In reverse order, the place of a pair is that of its last game.
        List<GameResult> backwards = new ArrayList<>(games);
        Collections.reverse(backwards);
        List<Double> points = new ArrayList<>();
        GamePair.group(backwards).stream()
                .filter(GamePair::isComplete)
                .forEach(pair -> points.add(pair.points(candidate)));
        Collections.reverse(points);
        return points;
    }

    private static boolean isBetween(GameResult game, String black, String white) {
        return game.black().equals(black) && game.white().equals(white);
    }

    /**
     * Returns the state after one more observation. It does not change once there is a verdict.
     *
     * @param points the candidate's points in halves, up to 1 for a game and 2 for a pair
     * @throws InvalidValueException if the points are not possible
     */
    public SprtState after(double points) {
        int score = (int) (2 * points);
        if (score != 2 * points || score < 0 || score >= counts.size()) {
            throw InvalidValueException.not("points", points, "a multiple of 0.5 from 0 to " + (counts.size() - 1) / 2);
        }
        if (verdict != Verdict.UNDECIDED) {
            return this;
        }
        List<Long> next = IntStream.range(0, counts.size())
                .mapToObj(i -> counts.get(i) + (i == score ? 1 : 0))
                .toList();
        double nextRatio =
                new LogLikelihoodRatio(Elo.expectedPoints(spec.elo0()), Elo.expectedPoints(spec.elo1())).of(next);
        return new SprtState(spec, next, nextRatio, verdict(next, nextRatio));
    }

    private Verdict verdict(List<Long> next, double nextRatio) {
        if (nextRatio >= spec.upperBound()) {
            return Verdict.ELO1;
        }
        if (nextRatio <= spec.lowerBound()) {
            return Verdict.ELO0;
        }
        long observations = next.stream().mapToLong(Long::longValue).sum();
        return observations >= spec.maxObservations() ? Verdict.GIVEN_UP : Verdict.UNDECIDED;
    }

    /** Returns the difference of the two players by the observations; empty if there are none. */
    public Optional<ScoreDifference> difference() {
        return ScoreDifference.of(spec.unit(), counts);
    }

    /** Returns the number of observations. */
    public long observationCount() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
