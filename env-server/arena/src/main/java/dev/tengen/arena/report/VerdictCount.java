package dev.tengen.arena.report;

import dev.tengen.arena.store.StoredResult;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of games of a player with one verdict.
 *
 * @param player the player's name
 * @param verdict the verdict
 * @param wins games won
 * @param losses games lost
 * @param draws games drawn
 * @param voids void games
 */
record VerdictCount(String player, String verdict, int wins, int losses, int draws, int voids) {
    /** Returns the nonzero counts of {@code players}, in order, by verdict. */
    static List<VerdictCount> of(List<String> players, List<ReportedGame> games) {
        List<VerdictCount> counts = new ArrayList<>();
        for (String player : players) {
            Map<String, VerdictCount> ofPlayer = new TreeMap<>();
            for (ReportedGame game : games) {
                boolean isOfPlayer = game.black().equals(player) || game.white().equals(player);
                int color = game.black().equals(player) ? Color.BLACK : Color.WHITE;
                game.result()
                        .filter(result -> isOfPlayer)
                        .map(result -> one(player, color, result))
                        .ifPresent(count -> ofPlayer.merge(count.verdict, count, VerdictCount::plus));
            }
            counts.addAll(ofPlayer.values());
        }
        return counts;
    }

    private static VerdictCount one(String player, int color, StoredResult result) {
        String verdict = result.verdict();
        return switch (result.winner()) {
            case DRAW -> new VerdictCount(player, verdict, 0, 0, 1, 0);
            case VOID -> new VerdictCount(player, verdict, 0, 0, 0, 1);
            case BLACK, WHITE ->
                result.winner().color() == color
                        ? new VerdictCount(player, verdict, 1, 0, 0, 0)
                        : new VerdictCount(player, verdict, 0, 1, 0, 0);
        };
    }

    private VerdictCount plus(VerdictCount other) {
        return new VerdictCount(
                player, verdict, wins + other.wins, losses + other.losses, draws + other.draws, voids + other.voids);
    }
}
