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

/** The liberty-counting game of one region: how many liberties it is worth, and what moves there make of that. */
final class LocalGame {
    /*
     * T. Nakamura's liberty-counting game: every move of both players within the region, in any order. A position counts its
     * liberties where they are plain, and nothing where there are none and none can be regained. Values of all others are
     * made of those of their moves by Freezing. A position that can come again is a ko: there is no value.
     */
    private static final int MAX_DEPTH = 200;

    private final GameUniverse universe;
    private final Freezing freezing;
    private final StateBudget budget;
    private final LocalBoard board;
    private final Map<LocalState, CanonicalGame> values = new HashMap<>();
    private final Set<LocalState> path = new HashSet<>();
    private boolean isEye;

    LocalGame(GameUniverse universe, StateBudget budget, LocalBoard board) {
        this.universe = universe;
        this.budget = budget;
        this.board = board;
        freezing = new Freezing(universe);
    }

    /** Returns the value of the region as it stands. Throws {@link DeclinedException} where it has none. */
    CanonicalGame value() {
        CanonicalGame value = value(board.start());
        if (isEye) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_EYE, "an eye can come to be in the region at " + board.place());
        }
        return value;
    }

    private CanonicalGame value(LocalState state) {
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
                    "the region at " + board.place() + " goes on for more than " + MAX_DEPTH + " moves");
        }
        budget.take();
        CanonicalGame value = board.isPlain(state) || board.isLost(state) ? count(state) : ofMoves(state);
        path.remove(state);
        values.put(state, value);
        return value;
    }

    private CanonicalGame count(LocalState state) {
        int count = Long.bitCount(board.liberties(state));
        return universe.integer(board.owner() == Color.BLACK ? count : -count);
    }

    private CanonicalGame ofMoves(LocalState state) {
        List<CanonicalGame> defense = moves(state, true);
        List<CanonicalGame> attack = moves(state, false);
        if (attack.isEmpty()) {
            // No value, but a ko that is found elsewhere is the better reason to say so.
            isEye = true;
            return universe.zero();
        }
        boolean isBlack = board.owner() == Color.BLACK;
        return freezing.value(board.owner(), isBlack ? defense : attack, isBlack ? attack : defense);
    }

    private List<CanonicalGame> moves(LocalState state, boolean isOwner) {
        List<CanonicalGame> values = new ArrayList<>();
        for (long rest = board.empty(state); rest != 0; rest &= rest - 1) {
            board.play(state, Long.numberOfTrailingZeros(rest), isOwner).ifPresent(next -> values.add(value(next)));
        }
        return values;
    }
}
