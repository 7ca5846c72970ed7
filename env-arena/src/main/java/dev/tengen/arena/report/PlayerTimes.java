package dev.tengen.arena.report;

import dev.tengen.board.Color;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The time that a player took, in microseconds, as far as records tell it.
 *
 * @param player the player's name
 * @param moves each of its moves
 * @param games its moves of each game together
 */
record PlayerTimes(String player, Sample moves, Sample games) {
    /** Returns the times of {@code players}, in their order; those without any are left out. */
    static List<PlayerTimes> of(List<String> players, List<ReportedGame> games) {
        List<List<Long>> allMoves =
                players.stream().map(player -> moves(player, games)).toList();
        List<List<Long>> allGames =
                players.stream().map(player -> games(player, games)).toList();
        // One scale for all, so that they can be compared.
        List<Long> moveEdges = Histogram.growingEdges(flat(allMoves));
        List<Long> gameEdges = Histogram.growingEdges(flat(allGames));
        return IntStream.range(0, players.size())
                .filter(i -> !allMoves.get(i).isEmpty())
                .mapToObj(i -> new PlayerTimes(
                        players.get(i), Sample.of(allMoves.get(i), moveEdges), Sample.of(allGames.get(i), gameEdges)))
                .toList();
    }

    private static List<Long> flat(List<List<Long>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    private static List<Long> moves(String player, List<ReportedGame> games) {
        return perGame(player, games).flatMap(List::stream).toList();
    }

    private static List<Long> games(String player, List<ReportedGame> games) {
        return perGame(player, games).map(PlayerTimes::sum).toList();
    }

    private static Stream<List<Long>> perGame(String player, List<ReportedGame> games) {
        return games.stream()
                .flatMap(game -> Stream.of(
                        game.black().equals(player) ? game.micros(Color.BLACK) : List.<Long>of(),
                        game.white().equals(player) ? game.micros(Color.WHITE) : List.<Long>of()))
                .filter(micros -> !micros.isEmpty());
    }

    private static long sum(List<Long> micros) {
        return micros.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * What there is to say of many times.
     *
     * @param count how many there are, one or more
     * @param medianMicros the lower one of those in the middle
     * @param highMicros the smallest that at least 95 % do not exceed
     * @param maxMicros the longest
     * @param totalMicros all together
     * @param histogram how many are how long
     */
    record Sample(
            int count, long medianMicros, long highMicros, long maxMicros, long totalMicros, Histogram histogram) {
        private static Sample of(List<Long> micros, List<Long> edges) {
            long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
            return new Sample(
                    sorted.length,
                    sorted[(sorted.length - 1) / 2],
                    sorted[(int) Math.ceil(0.95 * sorted.length) - 1],
                    sorted[sorted.length - 1],
                    LongStream.of(sorted).sum(),
                    Histogram.of(micros, edges));
        }
    }
}
