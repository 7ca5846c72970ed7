package dev.tengen.journal;

import dev.tengen.journal.CallHistory.Call;
import dev.tengen.journal.CallHistory.Kind;
import dev.tengen.journal.CallHistory.State;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decides whether the history of a session is linearizable: whether each call can have acted at one moment between its
 * beginning and its end, such that the session, by its model, gives exactly the answers of the history.
 *
 * <p>This is the search of Wing and Gong with the memoization of Lowe. The search takes the calls one after another. A
 * call can be next if no call that is left ended before it began. A call without an answer can be next too, or never. A
 * call whose request id has acted must answer what that request answered, and acts no more. Two ways to the same set of
 * taken calls and the same state of the session need not both be searched.
 */
final class LinearizabilityChecker {
    private final List<Call> calls;
    private final Set<String> repeated = new HashSet<>();
    private final Set<Point> visited = new HashSet<>();
    private BitSet longest = new BitSet();
    private List<Call> endOfLongest = List.of();

    /**
     * A point of the search: which calls are taken, and what the session and the answers of repeated requests are then.
     * The taken calls are those before {@code end} but for a few, so that a long history needs little memory.
     */
    private record Point(int end, List<Integer> skipped, State state, Map<String, State> answered) {}

    /** A call to take next, and what the session and the answers of requests are after it. */
    private record Move(int index, SessionModel model, Map<String, State> answered) {}

    private LinearizabilityChecker(List<Call> calls) {
        this.calls =
                calls.stream().sorted(Comparator.comparingLong(Call::begin)).toList();
        Set<String> once = new HashSet<>();
        calls.stream().map(Call::requestId).filter(id -> !once.add(id)).forEach(repeated::add);
    }

    /**
     * Returns why a history is not linearizable; empty if it is.
     *
     * @param calls the calls of the history
     * @param model the session before the first of them
     */
    static Optional<String> check(List<Call> calls, SessionModel model) {
        return new LinearizabilityChecker(calls).search(model);
    }

    /**
     * One level of the search: the moves that are left to try, and the index of the call that was taken last, or -1.
     */
    private static final class Level {
        final List<Move> moves;
        int taken = -1;

        Level(List<Move> moves) {
            this.moves = moves;
        }
    }

    /* The stack is explicit, and keeps no position of the way: a history has a hundred thousand calls. */
    private Optional<String> search(SessionModel start) {
        BitSet taken = new BitSet(calls.size());
        List<Level> levels = new ArrayList<>();
        levels.add(new Level(moves(taken, start, Map.of())));
        while (!levels.isEmpty()) {
            if (isDone(taken)) {
                return Optional.empty();
            }
            Level level = levels.get(levels.size() - 1);
            if (level.taken >= 0) {
                taken.clear(level.taken);
                level.taken = -1;
            }
            if (level.moves.isEmpty()) {
                levels.remove(levels.size() - 1);
                note(taken, levels);
                continue;
            }
            Move move = level.moves.remove(0);
            taken.set(move.index());
            level.taken = move.index();
            if (visited.add(point(taken, move))) {
                levels.add(new Level(moves(taken, move.model(), move.answered())));
            }
        }
        return Optional.of("no order explains the answers; the longest explains " + longest.cardinality() + " of "
                + calls.size() + " calls, the last of them " + endOfLongest + ", the first of the others "
                + IntStream.iterate(longest.nextClearBit(0), i -> i < calls.size(), i -> longest.nextClearBit(i + 1))
                        .limit(4)
                        .mapToObj(calls::get)
                        .toList());
    }

    private static Point point(BitSet taken, Move move) {
        List<Integer> skipped = new ArrayList<>();
        for (int i = taken.nextClearBit(0); i < taken.length(); i = taken.nextClearBit(i + 1)) {
            skipped.add(i);
        }
        return new Point(taken.length(), skipped, move.model().state(), move.answered());
    }

    /** Keeps the longest of the orders that explain their answers, and end because no call can be next. */
    private void note(BitSet taken, List<Level> levels) {
        if (levels.size() > longest.cardinality()) {
            longest = (BitSet) taken.clone();
            endOfLongest = levels.stream()
                    .skip(Math.max(0, levels.size() - 3))
                    .map(level -> calls.get(level.taken))
                    .toList();
        }
    }

    private boolean isDone(BitSet taken) {
        for (int i = taken.nextClearBit(0); i < calls.size(); i = taken.nextClearBit(i + 1)) {
            if (!calls.get(i).isOpen()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the calls that can act next, those that ended first before the others. */
    private List<Move> moves(BitSet taken, SessionModel model, Map<String, State> answered) {
        long firstEnd = Long.MAX_VALUE;
        for (int i = taken.nextClearBit(0); i < calls.size(); i = taken.nextClearBit(i + 1)) {
            if (calls.get(i).begin() > firstEnd) {
                break;
            }
            firstEnd = Math.min(firstEnd, calls.get(i).end());
        }
        List<Move> moves = new ArrayList<>();
        for (int i = taken.nextClearBit(0); i < calls.size(); i = taken.nextClearBit(i + 1)) {
            if (calls.get(i).begin() > firstEnd) {
                break;
            }
            act(i, model, answered).ifPresent(moves::add);
        }
        moves.sort(Comparator.comparingLong(move -> calls.get(move.index()).end()));
        return moves;
    }

    /** Returns what a call does next; empty if it cannot be next with the answer that it got. */
    private Optional<Move> act(int index, SessionModel model, Map<String, State> answered) {
        Call call = calls.get(index);
        if (call.kind() == Kind.READ) {
            return call.answer().filter(model.state()::equals).map(state -> new Move(index, model, answered));
        }
        State earlier = answered.get(call.requestId());
        if (earlier != null) {
            boolean fits = call.isOpen() || call.answer().equals(Optional.of(earlier));
            return fits ? Optional.of(new Move(index, model, answered)) : Optional.empty();
        }
        Optional<? extends SessionModel> next =
                call.kind() == Kind.RESET ? Optional.of(model.reset()) : model.step(call.action());
        if (next.isEmpty() || call.isRejected()) {
            boolean fits = next.isEmpty() && call.isRejected();
            return fits ? Optional.of(new Move(index, model, answered)) : Optional.empty();
        }
        State state = next.get().state();
        if (!call.isOpen() && !call.answer().equals(Optional.of(state))) {
            return Optional.empty();
        }
        if (!repeated.contains(call.requestId())) {
            return Optional.of(new Move(index, next.get(), answered));
        }
        Map<String, State> grown = new HashMap<>(answered);
        grown.put(call.requestId(), state);
        return Optional.of(new Move(index, next.get(), grown));
    }
}
