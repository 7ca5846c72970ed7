package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.race.RaceStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The liberty-counting game of one region: computes its value in liberties from all moves in it. */
final class LocalGame {
    /*
     * T. Nakamura's liberty-counting game: every move of both players within the region, in any order. A position with
     * only plain liberties counts them. A position without liberties that can regain none counts 0. The values of all
     * other positions are computed from their moves by Freezing. A position that can be repeated is a ko and has no
     * value.
     */
    private static final int MAX_DEPTH = 200;

    private final GameUniverse universe;
    private final Freezing freezing;
    private final StateBudget budget;
    private final LocalBoard board;
    private final Map<LocalBoard.State, CanonicalGame> values = new HashMap<>();
    private final Set<LocalBoard.State> path = new HashSet<>();
    private boolean isEye;

    LocalGame(GameUniverse universe, StateBudget budget, LocalBoard board) {
        this.universe = universe;
        this.budget = budget;
        this.board = board;
        freezing = new Freezing(universe);
    }

    /**
     * Returns the value of the current position of the region.
     *
     * @throws DeclinedException if it has none
     */
    CanonicalGame value() {
        CanonicalGame value = value(board.start());
        if (isEye) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_EYE, "an eye can form in the region at " + board.place());
        }
        return value;
    }

    private CanonicalGame value(LocalBoard.State state) {
        CanonicalGame known = values.get(state);
        if (known != null) {
            return known;
        }
        if (!path.add(state)) {
            throw new DeclinedException(RaceStatus.UNSUPPORTED_KO, "a ko in the region at " + board.place());
        }
        if (path.size() > MAX_DEPTH) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_TOO_LARGE,
                    "the region at " + board.place() + " can last more than " + MAX_DEPTH + " moves");
        }
        budget.take();
        CanonicalGame value = board.isPlain(state) || board.isLost(state) ? count(state) : ofMoves(state);
        path.remove(state);
        values.put(state, value);
        return value;
    }

    private CanonicalGame count(LocalBoard.State state) {
        int count = Long.bitCount(board.liberties(state));
        return universe.integer(board.owner() == Color.BLACK ? count : -count);
    }

    private CanonicalGame ofMoves(LocalBoard.State state) {
        List<CanonicalGame> defense = moves(state, true);
        List<CanonicalGame> attack = moves(state, false);
        if (attack.isEmpty()) {
            // There is no value, but a ko elsewhere in the region is the better reason to report.
            isEye = true;
            return universe.zero();
        }
        boolean isBlack = board.owner() == Color.BLACK;
        return freezing.value(board.owner(), isBlack ? defense : attack, isBlack ? attack : defense);
    }

    private List<CanonicalGame> moves(LocalBoard.State state, boolean isOwner) {
        List<CanonicalGame> values = new ArrayList<>();
        for (long rest = board.empty(state); rest != 0; rest &= rest - 1) {
            board.play(state, Long.numberOfTrailingZeros(rest), isOwner).ifPresent(next -> values.add(value(next)));
        }
        return values;
    }
}
