package dev.tengen.cgt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Brings forms to canonical form. */
final class Canonicalizer {
    /*
     * Two steps keep the value of G = {L|R} and make it simpler (Winning Ways, chapter 3):
     *
     *  - A Left option A is dominated by another B if A <= B: it can be left out.
     *  - A Left option A is reversible if some A^R <= G: Right would answer so, and be no worse off than if Left had not
     *    moved at all. Left options of that A^R can stand for A.
     *
     * Mirrored for Right. When neither applies the form is the only one of its value (Siegel 2013, II.2), provided that all
     * options are canonical. G keeps its value all the time, so that what is reversible is decided by one and the same form.
     *
     * Numbers come first, by the simplicity theorem. In a form that is none, a number is reversible only if it is dominated,
     * too: if x^R <= G, then the stops of G are above x, so some other Left option is. Only dominance is looked at then.
     */
    private final GameInterner table;
    private final PartialOrder order;
    private final int maxMemos;

    Canonicalizer(GameInterner table, PartialOrder order, int maxMemos) {
        this.table = table;
        this.order = order;
        this.maxMemos = maxMemos;
    }

    /** Returns the game with these options. */
    CanonicalGame game(Collection<CanonicalGame> left, Collection<CanonicalGame> right) {
        Optional<Dyadic> number = gap(left, right).simplest();
        if (number.isPresent()) {
            return table.number(number.get());
        }
        List<CanonicalGame> lefts = undominated(Side.LEFT, left);
        List<CanonicalGame> rights = undominated(Side.RIGHT, right);
        table.checkDepth(CanonicalGame.depth(lefts, rights));
        UnreducedForm form = new UnreducedForm(lefts, rights, maxMemos);
        return table.game(
                undominated(Side.LEFT, irreversible(Side.LEFT, form)),
                undominated(Side.RIGHT, irreversible(Side.RIGHT, form)));
    }

    private NumberGap gap(Collection<CanonicalGame> left, Collection<CanonicalGame> right) {
        Optional<Dyadic> lower =
                left.stream().map(option -> option.stop(Side.RIGHT)).reduce(Dyadic::max);
        Optional<Dyadic> upper =
                right.stream().map(option -> option.stop(Side.LEFT)).reduce(Dyadic::min);
        if (lower.isPresent() && upper.isPresent() && lower.get().compareTo(upper.get()) > 0) {
            return new NumberGap(lower, false, upper, false);
        }
        boolean isLowerIncluded = lower.isPresent() && fits(Side.LEFT, lower.get(), left);
        boolean isUpperIncluded = upper.isPresent() && fits(Side.RIGHT, upper.get(), right);
        return new NumberGap(lower, isLowerIncluded, upper, isUpperIncluded);
    }

    /** Returns whether no option is as good for {@code side} as the number. */
    private boolean fits(Side side, Dyadic number, Collection<CanonicalGame> options) {
        CanonicalGame game = table.number(number);
        return options.stream().noneMatch(option -> order.isAsGood(side, option, game));
    }

    /** Returns the options but for those that are dominated; each once. */
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

    /** Returns the options of {@code side} with others in place of those that are reversible. */
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
            for (CanonicalGame replacement : table.options(reply.get(), side)) {
                if (seen.add(replacement)) {
                    open.add(replacement);
                }
            }
        }
        return kept;
    }

    /** Returns the answer to {@code option} after which {@code side} is no better off than without it. */
    private Optional<CanonicalGame> reversal(Side side, CanonicalGame option, UnreducedForm form) {
        return option.options(side.opponent()).stream()
                .filter(reply -> order.isAsGood(side, form, reply))
                .findFirst();
    }
}
