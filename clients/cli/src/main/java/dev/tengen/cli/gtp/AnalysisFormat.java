package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import dev.tengen.player.AnalyzedMove;
import dev.tengen.player.MonteCarloAnalysis;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** The formats of a line of analysis: the names and units of its values. All values are those of the player to move. */
enum AnalysisFormat {
    /** Shares of 1 are integers from 0 to 10000. */
    LEELA_ZERO {
        @Override
        void addValues(StringJoiner words, AnalyzedMove move, double prior) {
            words.add("winrate").add(tenThousandths(move.winrate()));
            words.add("prior").add(tenThousandths(prior));
        }
    },

    /** Shares of 1 are decimals. */
    KATAGO {
        @Override
        void addValues(StringJoiner words, AnalyzedMove move, double prior) {
            words.add("winrate").add(decimal(move.winrate()));
            // KataGo's older name of the lead, which Lizzie reads.
            words.add("scoreMean").add(decimal(move.scoreLead()));
            words.add("scoreStdev").add(decimal(move.scoreStdev()));
            words.add("scoreLead").add(decimal(move.scoreLead()));
            words.add("prior").add(decimal(prior));
        }
    },

    /**
     * The values of Leela Zero, and the lead. Sabaki's guide also permits decimals, but some of its versions read those
     * of "analyze" as ten-thousandths.
     */
    SABAKI {
        @Override
        void addValues(StringJoiner words, AnalyzedMove move, double prior) {
            LEELA_ZERO.addValues(words, move, prior);
            words.add("scoreLead").add(decimal(move.scoreLead()));
        }
    };

    abstract void addValues(StringJoiner words, AnalyzedMove move, double prior);

    /** Returns the line that reports the present state of {@code analysis}, which has had a playout. */
    String line(MonteCarloAnalysis analysis, AnalysisRequest request) {
        StringJoiner words = new StringJoiner(" ");
        List<AnalyzedMove> moves = analysis.moves(request.minMoves());
        for (AnalyzedMove move : moves.subList(0, Math.min(request.maxMoves(), moves.size()))) {
            addMove(words, analysis, move, request);
        }
        if (request.isRootInfoAsked()) {
            words.add("rootInfo visits").add(Integer.toString(analysis.visits()));
            words.add("winrate").add(decimal(analysis.winrate()));
            words.add("scoreMean").add(decimal(analysis.scoreLead()));
            words.add("scoreStdev").add(decimal(analysis.scoreStdev()));
            words.add("scoreLead").add(decimal(analysis.scoreLead()));
        }
        if (request.isOwnershipAsked()) {
            words.add("ownership");
            addAll(words, analysis.ownership());
        }
        return words.toString();
    }

    private void addMove(StringJoiner words, MonteCarloAnalysis analysis, AnalyzedMove move, AnalysisRequest request) {
        Grid grid = analysis.game().grid();
        words.add("info move").add(grid.name(move.move()));
        words.add("visits").add(Integer.toString(move.visits()));
        addValues(words, move, 1.0 / analysis.candidates().length);
        words.add("order").add(Integer.toString(move.order()));
        words.add("pv");
        move.variation().forEach(next -> words.add(grid.name(next)));
        if (request.arePvVisitsAsked()) {
            words.add("pvVisits");
            words.add(move.variationVisits().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        }
        if (request.isMovesOwnershipAsked() && move.visits() > 0) {
            words.add("movesOwnership");
            addAll(words, analysis.ownership(move.move()));
        }
    }

    private static void addAll(StringJoiner words, double[] values) {
        for (double value : values) {
            words.add(decimal(value));
        }
    }

    private static String tenThousandths(double share) {
        return Long.toString(Math.round(10_000 * share));
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
