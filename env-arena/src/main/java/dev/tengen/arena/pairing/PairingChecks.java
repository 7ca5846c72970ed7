package dev.tengen.arena.pairing;

import dev.tengen.board.InvalidValueException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks of what a tournament is made with. */
final class PairingChecks {
    private PairingChecks() {}

    /** Throws {@link InvalidValueException} unless a tournament can be played with these. */
    static void require(List<String> players, int openingCount, String countName, int count) {
        Set<String> names = new HashSet<>();
        for (String player : players) {
            if (player.isBlank() || !names.add(player)) {
                throw InvalidValueException.not("players", '"' + player + '"', "a name of a player's own");
            }
        }
        if (players.size() < 2) {
            throw InvalidValueException.outside("players", players.size(), 2, Integer.MAX_VALUE);
        }
        if (openingCount < 1) {
            throw InvalidValueException.outside("openingCount", openingCount, 1, Integer.MAX_VALUE);
        }
        if (count < 1) {
            throw InvalidValueException.outside(countName, count, 1, Integer.MAX_VALUE);
        }
    }
}
