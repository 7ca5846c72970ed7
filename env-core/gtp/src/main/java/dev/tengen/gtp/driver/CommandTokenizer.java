package dev.tengen.gtp.driver;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.List;

/** Splits a command line into words, with the spaces and quotes of a shell and nothing else of a shell. */
final class CommandTokenizer {
    private static final char NO_QUOTE = 0;

    private CommandTokenizer() {}

    /**
     * Returns the words of {@code text}.
     *
     * @param field the field of the text, for errors
     * @throws InvalidValueException if a quote is not closed
     */
    static List<String> words(String field, String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isInWord = false;
        char quote = NO_QUOTE;
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            boolean isQuote = character == '"' || character == '\'';
            if (quote != NO_QUOTE && character == quote) {
                quote = NO_QUOTE;
            } else if (quote == NO_QUOTE && isQuote) {
                quote = character;
                isInWord = true;
            } else if (quote == NO_QUOTE && Character.isWhitespace(character)) {
                if (isInWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                isInWord = false;
            } else {
                word.append(character);
                isInWord = true;
            }
        }
        if (quote != NO_QUOTE) {
            throw InvalidValueException.not(field, text, "text in which every quote is closed");
        }
        if (isInWord) {
            words.add(word.toString());
        }
        return words;
    }
}
