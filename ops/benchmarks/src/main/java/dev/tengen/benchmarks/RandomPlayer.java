package dev.tengen.benchmarks;

import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Timestep;
import java.util.SplittableRandom;

/** Plays uniformly random legal actions in a session of the Java client, episode after episode. Not thread-safe. */
final class RandomPlayer {
    private final TengenSession session;
    private final SplittableRandom random;
    private Timestep timestep;
    private long stepCount;

    RandomPlayer(TengenSession session, long seed) {
        this.session = session;
        random = new SplittableRandom(seed);
        timestep = session.firstTimestep();
    }

    /** Takes a step, and resets the session before it if the episode is over. Returns the nanoseconds of the step. */
    long step() {
        if (timestep.isOver()) {
            timestep = session.reset();
        }
        int[] legal = timestep.actionMask().actions();
        int action = legal[random.nextInt(legal.length)];
        long start = System.nanoTime();
        timestep = session.step(action);
        stepCount++;
        return System.nanoTime() - start;
    }

    /** Takes steps until {@code seconds} after {@code start}, as {@link System#nanoTime} counts. */
    void play(long start, double seconds) {
        while (System.nanoTime() - start < seconds * 1e9) {
            var unused = step();
        }
    }

    /** Returns the number of steps so far. */
    long stepCount() {
        return stepCount;
    }
}
