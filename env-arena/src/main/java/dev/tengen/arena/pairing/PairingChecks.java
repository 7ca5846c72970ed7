package dev.tengen.arena.pairing;

import dev.tengen.board.InvalidValueException;
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
        if (players.size() < 2) {
            throw InvalidValueException.outside("players", players.size(), 2, Integer.MAX_VALUE);
        }
        requireCount("openingCount", openingCount, 1);
        requireCount(countName, count, 1);
    }

    /**
     * Checks that {@code count} is at least {@code min}.
     *
     * @throws InvalidValueException if not
     */
    static void requireCount(String field, int count, int min) {
        if (count < min) {
            throw InvalidValueException.outside(field, count, min, Integer.MAX_VALUE);
        }
    }
}
