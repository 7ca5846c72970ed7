package dev.tengen.arena.report;

import dev.tengen.arena.game.GameReport;
import dev.tengen.board.Board;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfLine;
import dev.tengen.sgf.SgfNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A game that is replayed from its record.
 *
 * @param setup the starting position
 * @param moves the moves, as far as they are legal
 * @param result the result in the record (RE); empty if there is none
 * @param comment the comment on the last move; empty if there is none
 */
public record Replay(Setup setup, List<Move> moves, String result, String comment) {
    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
    private static final int MICROS_DIGITS = 6;

    /** Creates a replay. Copies the list. */
    public Replay {
        moves = List.copyOf(moves);
    }

    /**
     * Returns the replay of {@code sgf}; empty if it is not a game record.
     *
     * @param fallback the rules of a record that names none
     */
    static Optional<Replay> of(String sgf, Rules fallback) {
        try {
            SgfLine line = SgfCollection.parse(sgf).games().get(0).mainLine();
            return Optional.of(of(line.record(), line.nodes(), fallback));
        } catch (SgfException e) {
            LOG.debug("A game has no readable record", e);
            return Optional.empty();
        }
    }

    private static Replay of(GameRecord record, List<SgfNode> nodes, Rules fallback) {
        RecordReplay replay =
                RecordReplay.of(record, RecordRules.of(record, fallback).rules());
        Game game = replay.game();
        List<OptionalLong> times = replay.warnings().isEmpty() ? times(nodes) : List.of();
        Board board = new Board(game.grid(), Zobrist.of(game.grid()));
        board.setUp(game.setup().black(), game.setup().white());
        List<Move> moves = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            OptionalLong micros = number <= times.size() ? times.get(number - 1) : OptionalLong.empty();
            List<Integer> captured = place(board, game.move(number), game.mover(number));
            moves.add(new Move(game.mover(number), game.move(number), captured, micros));
        }
        String comment = nodes.get(nodes.size() - 1).text("C").orElse("");
        return new Replay(game.setup(), moves, record.result().orElse(""), comment);
    }

    /** Returns the time of each move, in order. */
    private static List<OptionalLong> times(List<SgfNode> nodes) {
        return nodes.stream()
                .filter(node ->
                        node.property("B").isPresent() || node.property("W").isPresent())
                .map(node -> node.text(GameReport.MOVE_TIME).map(Replay::micros).orElse(OptionalLong.empty()))
                .toList();
    }

    private static OptionalLong micros(String seconds) {
        try {
            long micros = new BigDecimal(seconds).movePointRight(MICROS_DIGITS).longValueExact();
            return micros >= 0 ? OptionalLong.of(micros) : OptionalLong.empty();
        } catch (ArithmeticException | NumberFormatException e) {
            LOG.debug("The property {} is from another program", GameReport.MOVE_TIME, e);
            return OptionalLong.empty();
        }
    }

    private static List<Integer> place(Board board, int move, int color) {
        if (move == board.grid().pass()) {
            return List.of();
        }
        board.place(move, color);
        return IntStream.iterate(board.firstRemoved(), board::nextRemoved)
                .limit(board.removedCount())
                .sorted()
                .boxed()
                .toList();
    }

    /** Returns the microseconds of the moves of {@code color} whose time is in the record. */
    List<Long> micros(int color) {
        return moves.stream()
                .filter(move -> move.color() == color && move.micros().isPresent())
                .map(move -> move.micros().getAsLong())
                .toList();
    }

    /**
     * A move.
     *
     * @param color the color of the player
     * @param move the point, or the grid's pass
     * @param captured the points that it emptied; they include its own point after a suicide
     * @param micros the microseconds that it took; empty if unknown, or for a move of the opening
     */
    public record Move(int color, int move, List<Integer> captured, OptionalLong micros) {
        /** Creates a move. Copies the list. */
        public Move {
            captured = List.copyOf(captured);
        }
    }
}
