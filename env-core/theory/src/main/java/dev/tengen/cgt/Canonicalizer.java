package dev.tengen.cgt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reduces game forms to canonical form. */
final class Canonicalizer {
    /*
     * Two steps keep the value of G = {L|R} and simplify it (Winning Ways, chapter 3):
     *
     * - A Left option A is dominated by another option B if A <= B. It can be removed.
     * - A Left option A is reversible if some A^R <= G: Right would answer with it, and be no worse off than if Left
     *   had not moved at all. The Left options of that A^R can replace A.
     *
     * The same holds for Right with the sides exchanged. If neither step applies and all options are canonical, the
     * form is the only one of its value (Siegel 2013, II.2). The value of G never changes, so reversibility is decided
     * against the same form throughout.
     *
     * Numbers are handled first, by the simplicity theorem. In a form that is not a number, a number among the options
     * is reversible only if it is also dominated: if x^R <= G, then the stops of G are above x, so some other Left
     * option is above x. Such options are only checked for dominance.
     */
    private final GameInterner interner;
    private final PartialOrder order;
    private final int maxCacheEntries;

    Canonicalizer(GameInterner interner, PartialOrder order, int maxCacheEntries) {
        this.interner = interner;
        this.order = order;
        this.maxCacheEntries = maxCacheEntries;
    }

    /** Returns the game with these options. */
    CanonicalGame game(Collection<CanonicalGame> left, Collection<CanonicalGame> right) {
        Optional<Dyadic> number = fittingNumbers(left, right).simplest();
        if (number.isPresent()) {
            return interner.number(number.get());
        }
        List<CanonicalGame> lefts = undominated(Side.LEFT, left);
        List<CanonicalGame> rights = undominated(Side.RIGHT, right);
        interner.checkDepth(CanonicalGame.depth(lefts, rights));
        UnreducedForm form = new UnreducedForm(lefts, rights, maxCacheEntries);
        return interner.game(
                undominated(Side.LEFT, irreversible(Side.LEFT, form)),
                undominated(Side.RIGHT, irreversible(Side.RIGHT, form)));
    }

    private NumberInterval fittingNumbers(Collection<CanonicalGame> left, Collection<CanonicalGame> right) {
        Optional<Dyadic> lower =
                left.stream().map(option -> option.stop(Side.RIGHT)).reduce(Dyadic::max);
        Optional<Dyadic> upper =
                right.stream().map(option -> option.stop(Side.LEFT)).reduce(Dyadic::min);
        if (lower.isPresent() && upper.isPresent() && lower.get().compareTo(upper.get()) > 0) {
            return new NumberInterval(lower, false, upper, false);
        }
        boolean isLowerIncluded = lower.isPresent() && fits(Side.LEFT, lower.get(), left);
        boolean isUpperIncluded = upper.isPresent() && fits(Side.RIGHT, upper.get(), right);
        return new NumberInterval(lower, isLowerIncluded, upper, isUpperIncluded);
    }

    /** Returns whether no option is as good for {@code side} as {@code number}. */
    private boolean fits(Side side, Dyadic number, Collection<CanonicalGame> options) {
        CanonicalGame game = interner.number(number);
        return options.stream().noneMatch(option -> order.isAsGood(side, option, game));
    }

    /** Returns the options that are not dominated, each once. */
    private List<CanonicalGame> undominated(Side side, Collection<CanonicalGame> options) {
        Set<CanonicalGame> distinct = new LinkedHashSet<>(options);
        List<CanonicalGame> kept = new ArrayList<>();
        for (CanonicalGame option : distinct) {
            boolean isDominated =
                    distinct.stream().anyMatch(other -> other != option && order.isAsGood(side, other, option));
            if (!isDominated) {
                kept.add(option);
            }
        }
        return kept;
    }

    /** Returns the options of {@code side} after all reversible options were replaced. */
    private Set<CanonicalGame> irreversible(Side side, UnreducedForm form) {
        Deque<CanonicalGame> open = new ArrayDeque<>(form.options(side));
        Set<CanonicalGame> seen = new LinkedHashSet<>(open);
        Set<CanonicalGame> kept = new LinkedHashSet<>();
        while (!open.isEmpty()) {
            CanonicalGame option = open.remove();
            Optional<CanonicalGame> reply = reversal(side, option, form);
            if (reply.isEmpty()) {
                kept.add(option);
                continue;
            }
            for (CanonicalGame replacement : interner.options(reply.get(), side)) {
                if (seen.add(replacement)) {
                    open.add(replacement);
                }
            }
        }
        return kept;
    }

    /**
     * Returns the reversing answer to {@code option}: the opponent's move after which {@code side} is no better off
     * than before. Empty if the option is not reversible.
     */
    private Optional<CanonicalGame> reversal(Side side, CanonicalGame option, UnreducedForm form) {
        return option.options(side.opponent()).stream()
                .filter(reply -> order.isAsGood(side, form, reply))
                .findFirst();
    }
}
