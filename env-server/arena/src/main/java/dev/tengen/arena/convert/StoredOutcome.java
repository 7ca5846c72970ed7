package dev.tengen.arena.convert;

import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import dev.tengen.board.Color;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfLine;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcome of a stored game, from its result and its record.
 *
 * @param outcome the outcome
 * @param moveNumber the number of moves, including the opening
 */
record StoredOutcome(GameOutcome outcome, int moveNumber) {
    private static final Logger LOG = LoggerFactory.getLogger(StoredOutcome.class);

    /** Returns the outcome of {@code stored}. A record that the arena did not write contains less. */
    static StoredOutcome of(StoredResult stored) {
        Optional<SgfLine> line = line(stored.sgf());
        String comment = line.flatMap(
                        known -> known.nodes().get(known.nodes().size() - 1).text("C"))
                .orElse("");
        Verdict verdict = Verdict.valueOf(stored.verdict());
        int culprit = culprit(verdict, comment, stored.winner());
        String summary = new GameOutcome(verdict, culprit, stored.winner().color(), "", "").summary();
        String message = comment.startsWith(summary + ": ") ? comment.substring(summary.length() + 2) : "";
        String result = line.flatMap(known -> known.nodes().get(0).text("RE")).orElse("");
        return new StoredOutcome(
                new GameOutcome(verdict, culprit, stored.winner().color(), result, message),
                line.map(StoredOutcome::moveNumber).orElse(0));
    }

    private static Optional<SgfLine> line(String sgf) {
        try {
            return Optional.of(SgfCollection.parse(sgf).games().get(0).mainLine());
        } catch (SgfException e) {
            LOG.debug("A stored game has no readable record", e);
            return Optional.empty();
        }
    }

    private static int culprit(Verdict verdict, String comment, Winner winner) {
        if (!verdict.isOfPlayer()) {
            return Color.EMPTY;
        }
        if (winner.color() != Color.EMPTY) {
            return Color.opponent(winner.color());
        }
        return comment.startsWith(Color.name(Color.BLACK)) ? Color.BLACK : Color.WHITE;
    }

    private static int moveNumber(SgfLine line) {
        return (int) line.nodes().stream()
                .filter(node ->
                        node.property("B").isPresent() || node.property("W").isPresent())
                .count();
    }
}
