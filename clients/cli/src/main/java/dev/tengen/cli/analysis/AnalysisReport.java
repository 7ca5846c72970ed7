package dev.tengen.cli.analysis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.player.AnalyzedMove;
import dev.tengen.player.MonteCarloAnalysis;
import java.util.List;
import java.util.Locale;

/** Formats the answer to one position of a query. */
final class AnalysisReport {
    private final MonteCarloAnalysis analysis;
    private final ReportOptions options;
    private final Grid grid;
    private final boolean isOpposite;

    AnalysisReport(MonteCarloAnalysis analysis, ReportOptions options) {
        this.analysis = analysis;
        this.options = options;
        grid = analysis.game().grid();
        isOpposite = options.perspective().isOpposite(analysis.game().playerToMove());
    }

    /** Adds the values of the present state of the analysis, which has had a playout, to {@code answer}. */
    void addTo(ObjectNode answer) {
        ArrayNode moves = answer.putArray("moveInfos");
        analysis.moves(0).forEach(move -> addMove(moves.addObject(), move));
        addRoot(answer.putObject("rootInfo"));
        if (options.isOwnershipAsked()) {
            addOwnership(answer.putArray("ownership"), analysis.ownership());
        }
    }

    private void addMove(ObjectNode info, AnalyzedMove move) {
        info.put("move", grid.name(move.move()));
        info.put("visits", move.visits());
        info.put("edgeVisits", move.visits());
        addValues(info, move.winrate(), move.scoreLead(), move.scoreStdev());
        info.put("prior", prior());
        info.put("order", move.order());
        int length = Math.min(options.variationLength() + 1, move.variation().size());
        ArrayNode variation = info.putArray("pv");
        move.variation().subList(0, length).forEach(next -> variation.add(grid.name(next)));
        if (options.arePvVisitsAsked()) {
            List<Integer> visits = move.variationVisits().subList(0, length);
            visits.forEach(info.putArray("pvVisits")::add);
            visits.forEach(info.putArray("pvEdgeVisits")::add);
        }
        if (options.isMovesOwnershipAsked()) {
            addOwnership(info.putArray("ownership"), analysis.ownership(move.move()));
        }
    }

    private void addRoot(ObjectNode info) {
        Game game = analysis.game();
        info.put("currentPlayer", game.playerToMove() == Color.BLACK ? "B" : "W");
        info.put("visits", analysis.visits());
        addValues(info, analysis.winrate(), analysis.scoreLead(), analysis.scoreStdev());
        info.put("thisHash", String.format(Locale.ROOT, "%016X", game.stateHash()));
    }

    private void addValues(ObjectNode info, double winrate, double lead, double deviation) {
        info.put("winrate", isOpposite ? 1 - winrate : winrate);
        info.put("scoreLead", turned(lead));
        info.put("scoreMean", turned(lead));
        info.put("scoreStdev", deviation);
    }

    private void addOwnership(ArrayNode array, double[] owners) {
        for (double owner : owners) {
            array.add(turned(owner));
        }
    }

    private double turned(double value) {
        // Zero minus the value, so that zero has no sign.
        return isOpposite ? 0 - value : value;
    }

    /** Returns the prior of each move that the search may try. It has no other knowledge before it begins. */
    private double prior() {
        return 1.0 / analysis.candidates().length;
    }
}
