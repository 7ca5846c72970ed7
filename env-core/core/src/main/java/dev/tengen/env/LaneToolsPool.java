package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.game.Referee;
import dev.tengen.game.Rules;
import dev.tengen.planes.ObservationForm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The tools of the lanes of a batch. A thread that fills a range of rows borrows those of one kind of lanes after the
 * other, so of each kind there are as many as threads that ever filled rows of it at the same time. Thread-safe.
 */
final class LaneToolsPool {
    private static final int NONE = -1;

    private final RowLayout layout;
    private final List<Kind> kinds = new ArrayList<>();

    /** The index in {@link #kinds} of each spec. */
    private final int[] kindOfSpec;

    LaneToolsPool(List<EnvironmentSpec> specs, RowLayout layout) {
        this.layout = layout;
        Map<Key, Integer> known = new HashMap<>();
        kindOfSpec = new int[specs.size()];
        for (int i = 0; i < kindOfSpec.length; i++) {
            EnvironmentSpec spec = specs.get(i);
            kindOfSpec[i] = known.computeIfAbsent(Key.of(spec), added -> {
                kinds.add(new Kind(spec));
                return kinds.size() - 1;
            });
            kinds.get(kindOfSpec[i]).specCount++;
        }
    }

    /** Returns what one thread uses while it fills a range of rows. */
    Loan loan() {
        return new Loan();
    }

    /**
     * Returns an estimate of the size in memory of the tools after {@code moveCount} moves, in bytes, if
     * {@code threadCount} threads have filled rows at the same time.
     *
     * @param lanesOfSpec the number of lanes with each spec
     */
    long memoryBytes(int moveCount, int threadCount, int lanesOfSpec) {
        return kinds.stream()
                .mapToLong(kind ->
                        Math.min(threadCount, kind.specCount * (long) lanesOfSpec) * toolsBytes(kind.spec, moveCount))
                .sum();
    }

    private long toolsBytes(EnvironmentSpec spec, int moveCount) {
        return Referee.memoryBytes(spec.grid()) + RowWriter.memoryBytes(spec, layout, 0, moveCount);
    }

    /** The tools that one thread has, of one kind of lanes. Not thread-safe. */
    final class Loan {
        private int kind = NONE;
        private Optional<LaneTools> tools = Optional.empty();

        /** Returns the tools of the lanes with spec {@code index}. Those of other kinds are given back. */
        LaneTools ofSpec(int index) {
            if (kindOfSpec[index] != kind) {
                giveBack();
                kind = kindOfSpec[index];
                tools = Optional.of(kinds.get(kind).take(layout));
            }
            return tools.orElseThrow();
        }

        /** Makes the tools available to other threads. */
        void giveBack() {
            tools.ifPresent(borrowed -> kinds.get(kind).free.add(borrowed));
            tools = Optional.empty();
            kind = NONE;
        }
    }

    /** Lanes that can share tools. */
    private static final class Kind {
        final EnvironmentSpec spec;
        final Queue<LaneTools> free = new ConcurrentLinkedQueue<>();
        int specCount;

        Kind(EnvironmentSpec spec) {
            this.spec = spec;
        }

        LaneTools take(RowLayout layout) {
            LaneTools tools = free.poll();
            return tools == null
                    ? new LaneTools(new Referee(spec.rules(), spec.grid()), new RowWriter(spec, layout))
                    : tools;
        }
    }

    /** What the tools of a lane depend on. */
    private record Key(Rules rules, Grid grid, List<String> encodings, ObservationForm form, boolean mayTurn) {
        static Key of(EnvironmentSpec spec) {
            return new Key(
                    spec.rules(),
                    spec.grid(),
                    spec.encodings(),
                    spec.form(),
                    spec.symmetry().mayTurn());
        }
    }
}
