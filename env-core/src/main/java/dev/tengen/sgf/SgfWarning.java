package dev.tengen.sgf;

import java.util.Optional;

/**
 * Something odd in a record that could be read all the same.
 *
 * @param line the line, from 1; 0 if it is about no place, such as a property that is missing
 * @param column the column, from 1, in UTF-16 units; 0 as {@code line} is
 * @param property the identifier of the property that it is about, if it is about one
 * @param problem what is odd, in printable text, without place and property
 */
public record SgfWarning(int line, int column, Optional<String> property, String problem) {
    /** Returns all of it on one line, like the message of an {@link SgfException}. */
    @Override
    public String toString() {
        String subject = property.map(identifier -> SgfException.shortened(identifier) + ": ")
                .orElse("");
        return new SgfPosition(line, column).prefix() + subject + problem;
    }
}
