package dev.tengen.arena.report;

/** Names that every file system takes. */
final class FileNames {
    private static final int MAX_LENGTH = 80;

    private FileNames() {}

    /**
     * Returns {@code text} as a part of a file's name: ASCII letters, digits, blanks and {@code +-.} stay, anything else becomes an
     * underscore, as does a dot or a blank at either end. At most 80 characters, at least one.
     */
    static String of(String text) {
        String name = text.codePoints()
                .limit(MAX_LENGTH)
                .map(FileNames::allowed)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return name.isEmpty() ? "_" : name.replaceAll("^[. ]|[. ]$", "_");
    }

    private static int allowed(int character) {
        boolean isLetter = character < 128 && Character.isLetterOrDigit(character);
        return isLetter || "+-. ".indexOf(character) >= 0 ? character : '_';
    }
}
