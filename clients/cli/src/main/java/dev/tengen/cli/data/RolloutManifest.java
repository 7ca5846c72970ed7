package dev.tengen.cli.data;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of {@code _manifest.json}: everything about a complete rollout but the games. It has no times, hosts or
 * shards, so that equal rollouts have equal manifests.
 *
 * @param spec the spec
 * @param specSha256 SHA-256 of {@code _rollout.json}, in hexadecimal digits
 * @param counts counts of all games
 * @param files the files of games in order
 */
record RolloutManifest(RolloutSpec spec, String specSha256, Counts counts, List<FileEntry> files) {
    /** Keeps a copy of the list. */
    RolloutManifest {
        files = List.copyOf(files);
    }

    /**
     * A file of games.
     *
     * @param name its name
     * @param firstGame number of its first game
     * @param games number of games
     * @param moves number of moves of all its games
     * @param bytes its size
     * @param sha256 its SHA-256, in hexadecimal digits
     */
    record FileEntry(String name, long firstGame, long games, long moves, long bytes, String sha256) {}

    /**
     * Counts of games.
     *
     * @param games number of games
     * @param moves number of moves
     * @param blackWins number of games that Black won
     * @param whiteWins number of games that White won
     * @param ties number of terminated games without a winner
     * @param truncations number of games that were truncated
     * @param endReasons number of games for each end reason that occurs, sorted by name
     */
    record Counts(
            long games,
            long moves,
            long blackWins,
            long whiteWins,
            long ties,
            long truncations,
            SortedMap<String, Long> endReasons) {
        /** Keeps a copy of the map. */
        Counts {
            endReasons = Collections.unmodifiableSortedMap(new TreeMap<>(endReasons));
        }
    }
}
