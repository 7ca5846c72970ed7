package dev.tengen.arena.rating;

import dev.tengen.board.InvalidValueException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far a sequential test has come. Immutable; each observation makes another state, until there is a verdict.
 *
 * @param spec what is to be decided
 * @param counts how often each score was seen, from none of the points to all of them, in half points
 * @param ratio the log-likelihood ratio of elo1 to elo0
 * @param verdict what has been decided
 */
public record SprtState(SprtSpec spec, List<Long> counts, double ratio, Verdict verdict) {
    /** What a test has decided. */
    public enum Verdict {
        /** Nothing yet: more games are needed. */
        UNDECIDED,
        /** The candidate is not stronger than elo0. */
        ELO0,
        /** The candidate is at least as strong as elo1. */
        ELO1,
        /** After {@link SprtSpec#maxObservations()} observations nothing was decided. */
        GIVEN_UP
    }

    /** Makes a state; the list is copied. */
    public SprtState {
        counts = List.copyOf(counts);
    }

    /** Returns a test at its start. */
    public static SprtState start(SprtSpec spec) {
        return new SprtState(spec, Collections.nCopies(spec.unit().scoreCount(), 0L), 0, Verdict.UNDECIDED);
    }

    /**
     * Returns how the test of {@code candidate} against {@code opponent} went. Games count in the order of {@code results},
     * pairs when both games are there; what comes after the verdict does not count, nor do games with others.
     *
     * <p>Throws {@link InvalidValueException} if a pair has more than two games, or two with the same colors.
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
        // Backwards a pair comes where its last game was.
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
     * Returns the state after one more observation, which changes nothing once there is a verdict.
     *
     * @param points the candidate's points, in halves from 0 to 1 for a game and to 2 for a pair
     */
    public SprtState after(double points) {
        int score = (int) (2 * points);
        if (score != 2 * points || score < 0 || score >= counts.size()) {
            throw InvalidValueException.not("points", points, "a half from 0 to " + (counts.size() - 1) / 2);
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

    /** Returns how many pairs, or games, have been counted. */
    public long observationCount() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
