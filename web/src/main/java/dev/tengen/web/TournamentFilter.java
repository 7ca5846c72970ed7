package dev.tengen.web;

import dev.tengen.arena.host.TournamentView;
import dev.tengen.board.InvalidValueException;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Locale;

/**
 * Selects tournaments. An empty text selects all.
 *
 * @param name a part of the name, in capital or small letters
 * @param phase the name of a {@link TournamentView.Phase}
 * @param size the board, such as "9×9"
 */
record TournamentFilter(String name, String phase, String size) {
    /**
     * Returns the filter in the query of {@code call}.
     *
     * @throws InvalidValueException if there is no such phase
     */
    static TournamentFilter of(Context call) {
        String phase = PageHandlers.text(call, "phase", "");
        if (!phase.isEmpty()
                && Arrays.stream(TournamentView.Phase.values()).map(Enum::name).noneMatch(phase::equals)) {
            throw InvalidValueException.not(
                    "phase", '"' + phase + '"', "one of " + Arrays.toString(TournamentView.Phase.values()));
        }
        return new TournamentFilter(PageHandlers.text(call, "name", ""), phase, PageHandlers.text(call, "size", ""));
    }

    /** Returns whether this selects a tournament. */
    boolean selects(TournamentApi.Summary tournament) {
        return tournament.name().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT))
                && (phase.isEmpty() || phase.equals(tournament.phase()))
                && (size.isEmpty() || size.equals(tournament.size()));
    }
}
