package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects warnings while something is read: so many and no more, lest a hostile text fill the memory with them. */
final class SgfWarnings {
    /** Warnings kept; one behind them says that there are more. */
    static final int MAX_COUNT = 100;

    private final List<SgfWarning> warnings = new ArrayList<>();

    /** Adds a warning that is about no property. */
    void add(SgfPosition position, String problem) {
        add(position, Optional.empty(), problem);
    }

    /** Adds a warning about the property called {@code identifier}. */
    void add(SgfPosition position, String identifier, String problem) {
        add(position, Optional.of(identifier), problem);
    }

    private void add(SgfPosition position, Optional<String> identifier, String problem) {
        if (warnings.size() < MAX_COUNT) {
            warnings.add(new SgfWarning(position.line(), position.column(), identifier, problem));
        } else if (warnings.size() == MAX_COUNT) {
            warnings.add(new SgfWarning(
                    position.line(),
                    position.column(),
                    Optional.empty(),
                    "more than " + MAX_COUNT + " warnings; the rest is left out"));
        }
    }

    /** Returns the warnings so far. */
    List<SgfWarning> toList() {
        return List.copyOf(warnings);
    }
}
