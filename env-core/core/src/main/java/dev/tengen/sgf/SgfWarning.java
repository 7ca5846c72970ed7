package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An oddity in a record that could still be read.
 *
 * @param line the line, from 1; 0 if the warning is about no position, such as a missing property
 * @param column the column, from 1, in UTF-16 units; 0 where {@code line} is 0
 * @param property the identifier of the property that the warning is about, if any
 * @param problem the oddity in printable text, without position and property
 */
public record SgfWarning(int line, int column, Optional<String> property, String problem) {
    /** Returns position, property and problem on one line, like the message of an {@link SgfException}. */
    @Override
    public String toString() {
        String subject = property.map(identifier -> SgfException.shortened(identifier) + ": ")
                .orElse("");
        return new SgfPosition(line, column).prefix() + subject + problem;
    }

    /** Collects warnings during parsing. It keeps a limited number, so that a hostile text cannot fill the memory. */
    static final class Collector {
        /** Maximum number of warnings kept. One more at the end says that there were others. */
        static final int MAX_COUNT = 100;

        private final List<SgfWarning> warnings = new ArrayList<>();
        private final boolean isStrict;

        /** Creates a collector for a tolerant reading. */
        Collector() {
            this(SgfMode.TOLERANT);
        }

        Collector(SgfMode mode) {
            isStrict = mode == SgfMode.STRICT;
        }

        /** Returns whether repairs and guesses are errors. */
        boolean isStrict() {
            return isStrict;
        }

        /**
         * Adds a warning about a repair: {@code problem}, and how it is read instead.
         *
         * @throws SgfException in strict mode, with the problem
         */
        void repaired(SgfPosition position, String identifier, String problem, String reading) throws SgfException {
            if (isStrict) {
                throw identifier.isEmpty()
                        ? new SgfException(position, problem)
                        : new SgfException(position, identifier, problem);
            }
            add(position, identifier.isEmpty() ? Optional.empty() : Optional.of(identifier), problem + "; " + reading);
        }

        /** Adds a warning that is about no property. */
        void add(SgfPosition position, String problem) {
            add(position, Optional.empty(), problem);
        }

        /** Adds a warning about the property {@code identifier}. */
        void add(SgfPosition position, String identifier, String problem) {
            add(position, Optional.of(identifier), problem);
        }

        private void add(SgfPosition position, Optional<String> identifier, String problem) {
            if (warnings.size() < MAX_COUNT) {
                warnings.add(new SgfWarning(position.line(), position.column(), identifier, problem));
            } else if (warnings.size() == MAX_COUNT) {
                String more = "more than " + MAX_COUNT + " warnings; the rest is left out";
                warnings.add(new SgfWarning(position.line(), position.column(), Optional.empty(), more));
            }
        }

        /** Returns the number of warnings kept so far. */
        int count() {
            return warnings.size();
        }

        /** Returns the warnings so far. */
        List<SgfWarning> toList() {
            return List.copyOf(warnings);
        }
    }
}
