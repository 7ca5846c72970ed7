package dev.tengen.race.count;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.race.RaceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A race without a board: each chain has regions that are trees of moves, down to numbers of plain liberties, and there
 * are shared liberties. Solved by brute force.
 *
 * @param black the regions of Black's chain
 * @param white the regions of White's chain
 * @param shared the number of shared liberties
 */
record AbstractRace(List<Tree> black, List<Tree> white, int shared) {
    /** Returns a random race. */
    static AbstractRace random(SplitMix64 random) {
        return new AbstractRace(trees(random), trees(random), random.nextInt(4));
    }

    private static List<Tree> trees(SplitMix64 random) {
        List<Tree> trees = new ArrayList<>(List.of(Tree.leaf(random.nextInt(3))));
        for (int left = random.nextInt(2); left > 0; left--) {
            trees.add(Tree.random(random, 2));
        }
        return trees;
    }

    private boolean isCaptured(int color) {
        List<Tree> trees = color == Color.BLACK ? black : white;
        return shared == 0 && trees.stream().allMatch(Tree::isEmpty);
    }

    private AbstractRace with(int color, int index, Tree tree) {
        List<Tree> trees = new ArrayList<>(color == Color.BLACK ? black : white);
        trees.set(index, tree);
        return color == Color.BLACK ? new AbstractRace(trees, white, shared) : new AbstractRace(black, trees, shared);
    }

    private List<AbstractRace> after(int mover) {
        List<AbstractRace> next = new ArrayList<>();
        for (int owner = Color.BLACK; owner <= Color.WHITE; owner++) {
            List<Tree> trees = owner == Color.BLACK ? black : white;
            for (int i = 0; i < trees.size(); i++) {
                for (Tree option : trees.get(i).options(owner == mover)) {
                    next.add(with(owner, i, option));
                }
            }
        }
        if (shared > 0) {
            next.add(new AbstractRace(black, white, shared - 1));
        }
        return next;
    }

    /** Returns the result if {@code mover} moves first. Results are cached only in {@code known}. */
    RaceResult solve(int mover, Map<Object, RaceResult> known) {
        return solve(mover, false, known);
    }

    private RaceResult solve(int mover, boolean isAfterPass, Map<Object, RaceResult> known) {
        List<Object> key = List.of(this, mover, isAfterPass);
        RaceResult result = known.get(key);
        if (result == null) {
            int enemy = Color.opponent(mover);
            result = isAfterPass ? RaceResult.SEKI : solve(enemy, true, known);
            for (AbstractRace next : after(mover)) {
                RaceResult reached = next.isCaptured(enemy)
                        ? RaceResult.captureBy(mover)
                        : next.isCaptured(mover) ? RaceResult.captureBy(enemy) : next.solve(enemy, false, known);
                result = reached.valueFor(mover) > result.valueFor(mover) ? reached : result;
            }
            known.put(key, result);
        }
        return result;
    }

    /** Returns the result of counting if {@code mover} moves first. */
    RaceResult count(int mover) {
        GameUniverse universe = new GameUniverse();
        CanonicalGame sum = universe.zero();
        for (int owner = Color.BLACK; owner <= Color.WHITE; owner++) {
            for (Tree tree : owner == Color.BLACK ? black : white) {
                CanonicalGame value = tree.value(universe, owner);
                sum = universe.plus(sum, universe.cool(value, Dyadic.of(2)));
            }
        }
        long lead = mover == Color.BLACK ? universe.ceiling(sum) : universe.floor(sum);
        return DecisionTable.result((int) lead, shared, 0, 0, mover);
    }

    /** Returns whether both chains have a liberty. */
    boolean isOpen() {
        return !isCaptured(Color.BLACK) && !isCaptured(Color.WHITE);
    }

    /**
     * A region: plain liberties, or moves.
     *
     * @param liberties the number of plain liberties, if there are no moves
     * @param defense the regions after the owner's moves
     * @param attack the regions after the enemy's moves
     */
    record Tree(int liberties, List<Tree> defense, List<Tree> attack) {
        static Tree leaf(int liberties) {
            return new Tree(liberties, List.of(), List.of());
        }

        static Tree random(SplitMix64 random, int depth) {
            if (depth == 0 || random.nextInt(4) == 0) {
                return leaf(random.nextInt(5));
            }
            return new Tree(0, trees(random, random.nextInt(2), depth), trees(random, 1 + random.nextInt(2), depth));
        }

        private static List<Tree> trees(SplitMix64 random, int count, int depth) {
            return IntStream.range(0, count)
                    .mapToObj(i -> random(random, depth - 1))
                    .toList();
        }

        boolean isEmpty() {
            return attack.isEmpty() && liberties == 0;
        }

        List<Tree> options(boolean isOwner) {
            if (attack.isEmpty()) {
                return liberties == 0 ? List.of() : List.of(leaf(liberties - 1));
            }
            return isOwner ? defense : attack;
        }

        CanonicalGame value(GameUniverse universe, int owner) {
            if (attack.isEmpty()) {
                return universe.integer(owner == Color.BLACK ? liberties : -liberties);
            }
            List<CanonicalGame> own =
                    defense.stream().map(tree -> tree.value(universe, owner)).toList();
            List<CanonicalGame> enemy =
                    attack.stream().map(tree -> tree.value(universe, owner)).toList();
            boolean isBlack = owner == Color.BLACK;
            return new Freezing(universe).value(owner, isBlack ? own : enemy, isBlack ? enemy : own);
        }
    }
}
