package dev.tengen.arena.tournament;

/** Makes text that every store can keep: engines say anything, and what they say comes into records. */
final class StorableText {
    private static final int REPLACEMENT = 0xFFFD;

    private StorableText() {}

    /** Returns {@code text} with the replacement character for null characters and halves of surrogate pairs. */
    static String of(String text) {
        return text.codePoints()
                .map(point -> isStorable(point) ? point : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isStorable(int point) {
        boolean isHalf = Character.isBmpCodePoint(point) && Character.isSurrogate((char) point);
        return point != 0 && !isHalf;
    }
}
