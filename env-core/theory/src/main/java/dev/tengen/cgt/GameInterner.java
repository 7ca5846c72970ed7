package dev.tengen.cgt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The intern pool of a universe: it holds every canonical game exactly once (hash consing). */
final class GameInterner {
    private final WorkLimits limits;
    private final Map<Dyadic, CanonicalGame> numbers = new HashMap<>();
    private final Map<Options, CanonicalGame> others = new HashMap<>();
    private long optionCount;

    GameInterner(WorkLimits limits) {
        this.limits = limits;
    }

    int size() {
        return numbers.size() + others.size();
    }

    CanonicalGame number(Dyadic value) {
        CanonicalGame known = numbers.get(value);
        if (known != null) {
            return known;
        }
        checkSize();
        CanonicalGame game = new CanonicalGame(this, size(), value);
        numbers.put(value, game);
        return game;
    }

    /** Returns the game, not a number, with these options, which must be the canonical ones. */
    CanonicalGame game(List<CanonicalGame> left, List<CanonicalGame> right) {
        Options options = new Options(sorted(left), sorted(right));
        CanonicalGame known = others.get(options);
        if (known != null) {
            return known;
        }
        checkSize();
        checkDepth(CanonicalGame.depth(left, right));
        checkOptionCount(left.size() + right.size());
        CanonicalGame game = new CanonicalGame(this, size(), options.left, options.right);
        others.put(options, game);
        optionCount += left.size() + right.size();
        return game;
    }

    /** Returns the canonical moves of {@code side}, including those of numbers, which have at most one. */
    List<CanonicalGame> options(CanonicalGame game, Side side) {
        if (!game.isNumber()) {
            return game.options(side);
        }
        Dyadic value = game.stop(side);
        int step = side == Side.LEFT ? -1 : 1;
        if (value.isInteger() && value.signum() != -step) {
            return List.of();
        }
        return List.of(number(value.plus(new Dyadic(step, value.exponent()))));
    }

    /**
     * Checks the depth of a game before it is created, so that no recursion overflows the stack.
     *
     * @throws WorkLimitException if it exceeds the limit
     */
    void checkDepth(long depth) {
        if (depth > limits.depth()) {
            throw new WorkLimitException("moves in a game", limits.depth());
        }
    }

    private void checkOptionCount(long more) {
        if (optionCount + more > limits.options()) {
            throw new WorkLimitException("options", limits.options());
        }
    }

    private void checkSize() {
        if (size() >= limits.games()) {
            throw new WorkLimitException("games", limits.games());
        }
    }

    private static List<CanonicalGame> sorted(List<CanonicalGame> options) {
        List<CanonicalGame> sorted = new ArrayList<>(options);
        sorted.sort(Comparator.comparingInt(CanonicalGame::id));
        return List.copyOf(sorted);
    }

    /** The key of a game. Options are sorted by id. */
    private record Options(List<CanonicalGame> left, List<CanonicalGame> right) {}
}
