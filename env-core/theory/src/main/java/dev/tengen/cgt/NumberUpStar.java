package dev.tengen.cgt;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sum of a number, a multiple of up and a nimber: the values that are written without braces.
 *
 * @param number the number
 * @param ups the multiple of up; negative for downs
 * @param nimber the nimber: 0 for none, 1 for star
 */
record NumberUpStar(Dyadic number, int ups, int nimber) {
    /**
     * Returns the sum whose canonical form has these options; empty if there is none.
     *
     * <p>A number is added by adding it to all options of these canonical forms: {@code *n} has {@code 0, *, ...,
     * *(n-1)} on both sides; {@code ^*} is {@code {0,*|0}}; any other {@code ^k*n} is {@code {0|^(k-1)*(n xor 1)}};
     * downs are the negatives.
     */
    static Optional<NumberUpStar> of(List<CanonicalGame> left, List<CanonicalGame> right) {
        boolean isShort = Stream.concat(left.stream(), right.stream())
                .allMatch(option -> option.numberUpStar().isPresent());
        if (!isShort) {
            return Optional.empty();
        }
        List<NumberUpStar> lefts = summands(left);
        List<NumberUpStar> rights = summands(right);
        Dyadic number = lefts.get(0).number;
        if (Stream.concat(lefts.stream(), rights.stream()).anyMatch(option -> !option.number.equals(number))) {
            return Optional.empty();
        }
        if (left.equals(right)) {
            return nimber(number, lefts);
        }
        return up(number, lefts, rights, 1).or(() -> up(number, rights, lefts, -1));
    }

    private static List<NumberUpStar> summands(List<CanonicalGame> options) {
        return options.stream()
                .flatMap(option -> option.numberUpStar().stream())
                .toList();
    }

    private static Optional<NumberUpStar> nimber(Dyadic number, List<NumberUpStar> options) {
        int count = options.size();
        boolean isNimber = options.stream().allMatch(option -> option.ups == 0 && option.nimber < count);
        return isNimber ? Optional.of(new NumberUpStar(number, 0, count)) : Optional.empty();
    }

    /**
     * Returns the multiple of up with these options; empty if there is none. {@code own} are the options of Left if
     * {@code sign} is 1, and those of Right if it is -1, for downs.
     */
    private static Optional<NumberUpStar> up(
            Dyadic number, List<NumberUpStar> own, List<NumberUpStar> others, int sign) {
        NumberUpStar zero = new NumberUpStar(number, 0, 0);
        NumberUpStar star = new NumberUpStar(number, 0, 1);
        if (others.equals(List.of(zero)) && own.size() == 2 && own.containsAll(List.of(zero, star))) {
            return Optional.of(new NumberUpStar(number, sign, 1));
        }
        if (!own.equals(List.of(zero)) || others.size() != 1) {
            return Optional.empty();
        }
        NumberUpStar reply = others.get(0);
        boolean isStep = reply.ups * sign > 0 || (reply.ups == 0 && reply.nimber > 0);
        return isStep ? Optional.of(new NumberUpStar(number, reply.ups + sign, reply.nimber ^ 1)) : Optional.empty();
    }

    /** Returns the usual notation, such as {@code 0}, {@code 3/2*}, {@code ^2*3} or {@code -1v}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (number.signum() != 0 || (ups == 0 && nimber == 0)) {
            text.append(number);
        }
        append(text, ups < 0 ? 'v' : '^', Math.abs(ups));
        append(text, '*', nimber);
        return text.toString();
    }

    private static void append(StringBuilder text, char sign, int count) {
        if (count > 0) {
            text.append(sign);
        }
        if (count > 1) {
            text.append(count);
        }
    }
}
