package dev.tengen.arena.rating;

import java.util.List;

/** The likelihood of results with the prior, by definition, and its maximum by hill climbing. */
final class SlowLikelihood {
    private final List<String> players;
    private final List<GameResult> results;

    SlowLikelihood(List<String> players, List<GameResult> results) {
        this.players = players;
        this.results = results;
    }

    /**
     * Returns the log-likelihood. The strengths are those of the players, the average, and Black's advantage, in Elo.
     */
    double of(double[] elo) {
        int count = players.size();
        double average = elo[count];
        double advantage = elo[count + 1];
        double sum = drawn(advantage, 8);
        for (int i = 0; i < count; i++) {
            sum += drawn(elo[i] - average, (count + 1.0) / (count - 1));
        }
        for (GameResult result : results) {
            double difference = elo[players.indexOf(result.black())] - elo[players.indexOf(result.white())] + advantage;
            double expected = 1 / (1 + Math.pow(10, -difference / 400));
            double points = result.blackPoints();
            sum += points * Math.log(expected) + (1 - points) * Math.log(1 - expected);
        }
        return sum;
    }

    private static double drawn(double difference, double count) {
        double expected = 1 / (1 + Math.pow(10, -difference / 400));
        return count / 2 * (Math.log(expected) + Math.log(1 - expected));
    }

    /** Returns the best strengths found from {@code start}. The marked ones are fixed. */
    double[] best(double[] start, boolean[] isFixed) {
        double[] best = start.clone();
        for (double step = 256; step > 1e-4; ) {
            double[] next = bestNeighbor(best, isFixed, step, 0);
            if (of(next) > of(best)) {
                best = next;
            } else {
                step /= 2;
            }
        }
        return best;
    }

    private double[] bestNeighbor(double[] strengths, boolean[] isFixed, double step, int from) {
        if (from == strengths.length) {
            return strengths;
        }
        double[] best = bestNeighbor(strengths, isFixed, step, from + 1);
        for (int sign = -1; sign <= 1 && !isFixed[from]; sign += 2) {
            double[] moved = strengths.clone();
            moved[from] += sign * step;
            double[] candidate = bestNeighbor(moved, isFixed, step, from + 1);
            best = of(candidate) > of(best) ? candidate : best;
        }
        return best;
    }
}
