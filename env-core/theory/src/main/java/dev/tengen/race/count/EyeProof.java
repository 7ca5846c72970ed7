package dev.tengen.race.count;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Verifies by exhaustive search that an eye is worth as many liberties as it counts for. */
final class EyeProof {
    /*
     * The chain has the eye and at most one other liberty. It races against a chain with so many plain liberties that,
     * according to the count, it just wins or just loses, moving first or second. The moves are a stone in the eye,
     * filling a liberty of the other chain, and for the enemy filling the other liberty, or a pass. If the count is
     * right in all of these races, the owner's moves cannot split the eye in two, and the enemy can always fill it.
     * More liberties elsewhere give both players the same number of further moves, so they change nothing.
     */
    private static final int MAX_DEPTH = 500;

    private final LocalBoard open;
    private final LocalBoard last;
    private final StateBudget budget;
    private final Map<Position, Boolean> known = new HashMap<>();
    private final Set<Position> path = new HashSet<>();
    private boolean isRepeated;

    /**
     * Creates a proof for one eye.
     *
     * @param open the eye, where its chain has liberties elsewhere
     * @param last the eye, where its chain has no other liberties
     * @param budget the budget of positions
     */
    EyeProof(LocalBoard open, LocalBoard last, StateBudget budget) {
        this.open = open;
        this.last = last;
        this.budget = budget;
    }

    /** Returns whether the eye is worth exactly {@code liberties}. */
    boolean isWorth(int liberties) {
        boolean isRight = true;
        for (int outside = 0; outside <= 1 && isRight; outside++) {
            int total = liberties + outside;
            isRight = isCaptured(total + 1, outside, true)
                    && !isCaptured(total, outside, true)
                    && isCaptured(total, outside, false)
                    && (total == 1 || !isCaptured(total - 1, outside, false));
        }
        return isRight && !isRepeated;
    }

    private boolean isCaptured(int rival, int outside, boolean isOwnerFirst) {
        return isCaptured(new Position(last.start(), rival, outside, isOwnerFirst));
    }

    private boolean isCaptured(Position position) {
        Boolean answer = known.get(position);
        if (answer != null) {
            return answer;
        }
        if (path.size() == MAX_DEPTH || !path.add(position)) {
            isRepeated = true;
            return false;
        }
        budget.take();
        boolean isCaptured = position.isOwnerFirst ? isCapturedAnyway(position) : canCapture(position);
        path.remove(position);
        known.put(position, isCaptured);
        return isCaptured;
    }

    /** Returns whether the owner, to move, is captured after every move. */
    private boolean isCapturedAnyway(Position position) {
        if (position.rival == 1
                || !isCaptured(new Position(position.stones, position.rival - 1, position.outside, false))) {
            return false;
        }
        LocalBoard board = board(position);
        for (long rest = board.empty(position.stones); rest != 0; rest &= rest - 1) {
            Optional<LocalBoard.State> next = board.play(position.stones, Long.numberOfTrailingZeros(rest), true);
            if (next.isPresent() && !isCaptured(new Position(next.get(), position.rival, position.outside, false))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the enemy, to move, can capture. */
    private boolean canCapture(Position position) {
        if (position.outside == 1 && isCapturedAfter(position.stones, position.rival, 0)) {
            return true;
        }
        LocalBoard board = board(position);
        for (long rest = board.empty(position.stones); rest != 0; rest &= rest - 1) {
            Optional<LocalBoard.State> next = board.play(position.stones, Long.numberOfTrailingZeros(rest), false);
            if (next.isPresent() && isCapturedAfter(next.get(), position.rival, position.outside)) {
                return true;
            }
        }
        return isCapturedAfter(position.stones, position.rival, position.outside);
    }

    private boolean isCapturedAfter(LocalBoard.State stones, int rival, int outside) {
        boolean isGone = outside == 0 && last.liberties(stones) == 0;
        return isGone || isCaptured(new Position(stones, rival, outside, true));
    }

    private LocalBoard board(Position position) {
        return position.outside == 0 ? last : open;
    }

    private record Position(LocalBoard.State stones, int rival, int outside, boolean isOwnerFirst) {}
}
