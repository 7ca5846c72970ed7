package dev.tengen.web;

import dev.tengen.arena.host.TournamentView;
import dev.tengen.base.InvalidValueException;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Selects tournaments. An empty text selects all.
 *
 * @param name a part of the name, in lower case
 * @param player a part of the name of one of the players, in lower case
 * @param phase the name of a {@link TournamentView.Phase}
 * @param size the board, such as "9×9"
 */
record TournamentFilter(String name, String player, String phase, String size) {
    /** The maximum length of names of tournaments and players. */
    private static final int MAX_PART_LENGTH = 200;

    /** The players of a tournament that are named; more of them match a short text. */
    private static final int MAX_MATCHES = 3;

    /**
     * Returns the filter in the query of {@code call}.
     *
     * @throws InvalidValueException if there is no such phase, or a name is too long
     */
    static TournamentFilter of(Context call) {
        String phase = PageHandlers.text(call, "phase", "");
        if (!phase.isEmpty()
                && Arrays.stream(TournamentView.Phase.values()).map(Enum::name).noneMatch(phase::equals)) {
            throw InvalidValueException.not(
                    "phase", '"' + phase + '"', "one of " + Arrays.toString(TournamentView.Phase.values()));
        }
        return new TournamentFilter(
                part(call, "name"), part(call, "player"), phase, PageHandlers.text(call, "size", ""));
    }

    private static String part(Context call, String field) {
        String text = PageHandlers.text(call, field, "");
        InvalidValueException.requireWithin(field + " length", text.length(), 0, MAX_PART_LENGTH);
        return lowerCase(text);
    }

    /** Returns a text in the case in which texts are compared. */
    static String lowerCase(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Returns whether this selects a tournament. */
    boolean selects(TournamentApi.SearchedTournament searched) {
        TournamentApi.Summary tournament = searched.summary();
        return searched.name().contains(name)
                && searched.playerNames().contains(player)
                && (phase.isEmpty() || phase.equals(tournament.phase()))
                && (size.isEmpty() || size.equals(tournament.size()));
    }

    /** Returns some of {@code players} whose names contain the text; empty if it selects all tournaments. */
    List<String> matching(List<String> players) {
        return player.isEmpty()
                ? List.of()
                : players.stream()
                        .filter(known -> lowerCase(known).contains(player))
                        .limit(MAX_MATCHES)
                        .toList();
    }
}
