package dev.tengen.arena.report;

import dev.tengen.board.Color;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The times of a player in microseconds, as far as game records have them.
 *
 * @param player the player's name
 * @param perMove the time of each move
 * @param perGame the time of all its moves of a game
 */
record PlayerTimes(String player, Sample perMove, Sample perGame) {
    /** Returns the times of {@code players}, in order. Players without times are left out. */
    static List<PlayerTimes> of(List<String> players, List<ReportedGame> games) {
        List<List<Long>> allMoves =
                players.stream().map(player -> moves(player, games)).toList();
        List<List<Long>> allGames =
                players.stream().map(player -> games(player, games)).toList();
        // One scale for all players, so that they can be compared.
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
     * A summary of times.
     *
     * @param count the number of times, one or more
     * @param medianUs the lower median
     * @param percentile95Us the 95th percentile
     * @param maxUs the longest time
     * @param totalUs the sum
     * @param histogramUs the histogram
     */
    record Sample(int count, long medianUs, long percentile95Us, long maxUs, long totalUs, Histogram histogramUs) {
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
