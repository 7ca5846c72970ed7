package dev.tengen.base;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks up names that people type: of players, encodings, presets of rules, tasks, overlays and modes. Case, hyphens
 * and underscores do not matter, so "Eye_Safe_Random" is "eye-safe-random". A name may have parameters after a colon,
 * as in "monte-carlo:playouts=100".
 */
public final class Names {
    /** The greatest length of a name that gets a suggestion. The work grows with the length, and clients choose it. */
    private static final int MAX_SUGGESTED_LENGTH = 64;

    /** A suggestion may differ in one of this many characters. */
    private static final int CHARACTERS_PER_ERROR = 3;

    private Names() {}

    /**
     * Returns {@code name} in lower case, without hyphens and underscores. Equal results mean the same name. What
     * follows an equals sign may be a number, whose sign matters.
     */
    public static String fold(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        int equals = lower.indexOf('=');
        int end = equals < 0 ? lower.length() : equals;
        return lower.substring(0, end).replace("-", "").replace("_", "") + lower.substring(end);
    }

    /** Returns whether {@code name} and {@code other} are the same name. */
    public static boolean areEqual(String name, String other) {
        return fold(name).equals(fold(other));
    }

    /**
     * Returns the item called {@code name}. An item whose name has exactly this spelling comes before one that has
     * another.
     *
     * @param nameOf returns the name of an item
     */
    public static <T> Optional<T> find(Collection<? extends T> items, Function<? super T, String> nameOf, String name) {
        return items.stream()
                .filter(item -> nameOf.apply(item).equals(name))
                .<T>map(item -> item)
                .findFirst()
                .or(() -> items.stream()
                        .filter(item -> areEqual(nameOf.apply(item), name))
                        .findFirst());
    }

    /** Returns the name of {@code value} in lower case with hyphens, as in "natural-situational". */
    public static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the one of {@code names} that the unknown {@code name} is probably a misspelling of. If it has
     * parameters, they are those of {@code name}.
     */
    public static Optional<String> suggestion(String name, Collection<String> names) {
        if (name.isEmpty() || name.length() > MAX_SUGGESTED_LENGTH) {
            return Optional.empty();
        }
        String base = base(name);
        String folded = fold(base);
        int most = Math.max(1, folded.length() / CHARACTERS_PER_ERROR);
        return names.stream()
                .filter(each -> distance(folded, fold(base(each))) <= most)
                .min(Comparator.<String>comparingInt(each -> distance(folded, fold(base(each))))
                        .thenComparing(each -> hasParameters(each) != hasParameters(name)))
                // Otherwise only the parameters are wrong.
                .filter(each -> distance(folded, fold(base(each))) > 0)
                .map(each -> hasParameters(each) ? base(each) + name.substring(base.length()) : each);
    }

    private static boolean hasParameters(String name) {
        return name.indexOf(':') >= 0;
    }

    /** Returns {@code "name" is not one of [names]}, with the suggestion if there is one. */
    public static String notOneOf(String name, Collection<String> names) {
        return "\"" + name + "\" is not one of " + names + hint(name, names);
    }

    /** Returns {@code ; did you mean "suggestion"?} if there is a suggestion, and otherwise an empty text. */
    public static String hint(String name, Collection<String> names) {
        return suggestion(name, names)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElse("");
    }

    private static String base(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? name : name.substring(0, colon);
    }

    /** Returns the number of characters to insert, remove, replace or swap with the next that makes two texts equal. */
    private static int distance(String first, String second) {
        int[][] rows = new int[first.length() + 1][second.length() + 1];
        for (int i = 0; i <= first.length(); i++) {
            for (int j = 0; j <= second.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, first, second, i, j);
            }
        }
        return rows[first.length()][second.length()];
    }

    private static int step(int[][] rows, String first, String second, int i, int j) {
        int replaced = rows[i - 1][j - 1] + (first.charAt(i - 1) == second.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        boolean isSwap = i > 1
                && j > 1
                && first.charAt(i - 1) == second.charAt(j - 2)
                && first.charAt(i - 2) == second.charAt(j - 1);
        return isSwap ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
    }
}
