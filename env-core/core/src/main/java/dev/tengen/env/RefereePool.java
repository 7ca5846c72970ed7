package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.game.Referee;
import dev.tengen.game.Rules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The referees of the games of a batch. A thread takes a set of them to fill a range of rows, and gives it back. So
 * there are as many sets as threads that ever filled rows at the same time. Thread-safe.
 */
final class RefereePool {
    private final List<Kind> kinds = new ArrayList<>();

    /** The index in {@link #kinds} of each spec. */
    private final int[] kindOfSpec;

    private final Queue<Referee[]> free = new ConcurrentLinkedQueue<>();

    RefereePool(List<EnvironmentSpec> specs) {
        Map<Kind, Integer> known = new HashMap<>();
        kindOfSpec = new int[specs.size()];
        for (int i = 0; i < kindOfSpec.length; i++) {
            Kind kind = new Kind(specs.get(i).rules(), specs.get(i).grid());
            kindOfSpec[i] = known.computeIfAbsent(kind, added -> {
                kinds.add(added);
                return kinds.size() - 1;
            });
        }
    }

    /** Returns a set that no other thread has. */
    Referee[] take() {
        Referee[] referees = free.poll();
        return referees == null ? kinds.stream().map(Kind::referee).toArray(Referee[]::new) : referees;
    }

    /** Returns the size in memory of a set, in bytes. */
    long memoryBytes() {
        return kinds.stream().mapToLong(kind -> Referee.memoryBytes(kind.grid)).sum();
    }

    /** Makes a set available to other threads. */
    void giveBack(Referee[] referees) {
        free.add(referees);
    }

    /** Returns the referee in a set of the games of spec {@code index}. */
    Referee ofSpec(int index, Referee[] referees) {
        return referees[kindOfSpec[index]];
    }

    private record Kind(Rules rules, Grid grid) {
        Referee referee() {
            return new Referee(rules, grid);
        }
    }
}
