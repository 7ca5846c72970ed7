package dev.tengen.arena.pairing;

import dev.tengen.base.InvalidValueException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks the arguments of pairings. */
final class PairingChecks {
    private PairingChecks() {}

    /**
     * Checks that there are two or more players with distinct names, and that both counts are positive.
     *
     * @throws InvalidValueException if not
     */
    static void require(List<String> players, int openingCount, String countName, int count) {
        Set<String> names = new HashSet<>();
        for (String player : players) {
            if (player.isBlank() || !names.add(player)) {
                throw InvalidValueException.not("players", '"' + player + '"', "a unique name");
            }
        }
        InvalidValueException.requireWithin("players", players.size(), 2, Integer.MAX_VALUE);
        InvalidValueException.requireWithin("openingCount", openingCount, 1, Integer.MAX_VALUE);
        InvalidValueException.requireWithin(countName, count, 1, Integer.MAX_VALUE);
    }
}
