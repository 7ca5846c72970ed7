package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import dev.tengen.player.MoveFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The arguments of an analysis: {@code [COLOR] [INTERVAL] [KEY VALUE]...}.
 *
 * @param color the player to move
 * @param intervalNanos the time between two reports; empty for a report at the end only
 * @param minMoves if fewer moves were tried, others are reported, too, up to this number
 * @param maxMoves the number of moves that are reported at most
 * @param filter the moves that the search may try
 * @param isRootInfoAsked whether the values of the position are reported
 * @param isOwnershipAsked whether the owner of each point is reported
 * @param isMovesOwnershipAsked whether the owner of each point is reported for each move
 * @param arePvVisitsAsked whether the visits of each move of a variation are reported
 */
record AnalysisRequest(
        int color,
        OptionalLong intervalNanos,
        int minMoves,
        int maxMoves,
        MoveFilter filter,
        boolean isRootInfoAsked,
        boolean isOwnershipAsked,
        boolean isMovesOwnershipAsked,
        boolean arePvVisitsAsked) {
    /** Parses {@code arguments}. Throws {@link GtpFailure} if one is invalid or belongs to another format. */
    static AnalysisRequest parse(GtpArguments arguments, EngineGame game, AnalysisFormat format) {
        return new Parser(arguments, game, format).parse();
    }

    private static final class Parser {
        private static final long NANOS_PER_CENTISECOND = 10_000_000;

        private final GtpArguments arguments;
        private final AnalysisFormat format;
        private final Grid grid;
        private int next;
        private int color;
        private OptionalLong intervalNanos = OptionalLong.empty();
        private int minMoves;
        private int maxMoves = Integer.MAX_VALUE;
        private MoveFilter filter = MoveFilter.NONE;
        private boolean isRootInfoAsked;
        private boolean isOwnershipAsked;
        private boolean isMovesOwnershipAsked;
        private boolean arePvVisitsAsked;

        /** The colors that have an "avoid" or an "allow". */
        private final List<Integer> avoiding = new ArrayList<>();

        private final List<Integer> allowing = new ArrayList<>();

        Parser(GtpArguments arguments, EngineGame game, AnalysisFormat format) {
            this.arguments = arguments;
            this.format = format;
            grid = game.grid();
            color = game.game().playerToMove();
        }

        AnalysisRequest parse() {
            if (next < arguments.count() && arguments.isColor(next)) {
                color = arguments.color(next++);
            }
            if (next < arguments.count() && arguments.isNumber(next)) {
                readInterval();
            }
            while (next < arguments.count()) {
                readPair(arguments.word(next++));
            }
            return new AnalysisRequest(
                    color,
                    intervalNanos,
                    minMoves,
                    maxMoves,
                    filter,
                    isRootInfoAsked,
                    isOwnershipAsked,
                    isMovesOwnershipAsked,
                    arePvVisitsAsked);
        }

        private void readPair(String key) {
            switch (key) {
                case "interval" -> readInterval();
                case "minmoves" -> minMoves = arguments.integer(next++);
                case "maxmoves" -> maxMoves = arguments.integer(next++);
                case "avoid", "allow" -> readFilter(key.equals("allow"));
                default -> readFlag(key);
            }
        }

        private void readInterval() {
            intervalNanos = OptionalLong.of(Math.round(arguments.number(next++) * NANOS_PER_CENTISECOND));
        }

        private void readFilter(boolean isAllow) {
            int filtered = arguments.color(next++);
            if (allowing.contains(filtered) || (isAllow && avoiding.contains(filtered))) {
                throw GtpFailure.syntaxError();
            }
            (isAllow ? allowing : avoiding).add(filtered);
            List<Integer> moves = arguments.vertices(next++, grid);
            int untilDepth = arguments.integer(next++);
            if (untilDepth < 1) {
                throw GtpFailure.syntaxError();
            }
            filter = isAllow
                    ? filter.allowing(grid, filtered, moves, untilDepth)
                    : filter.avoiding(grid, filtered, moves, untilDepth);
        }

        private void readFlag(String key) {
            if (format != AnalysisFormat.KATAGO) {
                throw GtpFailure.syntaxError();
            }
            boolean value = arguments.truth(next++);
            switch (key) {
                case "rootInfo" -> isRootInfoAsked = value;
                case "ownership" -> isOwnershipAsked = value;
                case "movesOwnership" -> isMovesOwnershipAsked = value;
                case "pvVisits" -> arePvVisitsAsked = value;
                default -> throw GtpFailure.syntaxError();
            }
        }
    }
}
