package dev.tengen.gateway.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Setup;
import dev.tengen.server.error.CallException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the starting position from the options of a reset: the size alone, handicap stones, or the rows of a position.
 */
final class SetupReader {
    private static final int MAX_HANDICAP = 9;

    private SetupReader() {}

    private enum FirstPlayer {
        BLACK(Color.BLACK),
        WHITE(Color.WHITE);

        private final int color;

        FirstPlayer(int color) {
            this.color = color;
        }

        String text() {
            return GameObservation.name(color);
        }
    }

    /**
     * Returns the starting position.
     *
     * @param defaultSize the size if neither a size nor rows are given
     * @throws CallException if a field is out of range
     * @throws InvalidValueException if the rows are no position, or do not fit another field
     */
    static Setup read(JsonFields fields, int defaultSize) {
        OptionalInt size = fields.integer("size", Grid.MIN_SIZE, Grid.MAX_SIZE);
        int handicap = fields.integer("handicap", 0, MAX_HANDICAP).orElse(0);
        Optional<List<String>> rows = fields.texts("rows", Grid.MAX_SIZE, Grid.MAX_SIZE);
        Optional<FirstPlayer> first = fields.choice("to_move", FirstPlayer.values(), FirstPlayer::text);
        if (rows.isPresent()) {
            return position(rows.get(), first.orElse(FirstPlayer.BLACK).color, size, handicap);
        }
        if (first.isPresent()) {
            throw CallException.invalid("to_move", "\"" + first.get().text() + "\"", "left out if there are no rows");
        }
        return Setup.empty(Grid.square(size.orElse(defaultSize))).withHandicap(handicap);
    }

    private static Setup position(List<String> rows, int playerToMove, OptionalInt size, int handicap) {
        Setup setup = Setup.ofRows(rows, playerToMove);
        if (setup.grid().width() != setup.grid().height()) {
            throw InvalidValueException.not("rows", rows, "as many rows as columns");
        }
        InvalidValueException.requireWithin("size", size.orElse(rows.size()), rows.size(), rows.size());
        if (handicap != 0) {
            throw InvalidValueException.not("handicap", handicap, "0, as required if there are rows");
        }
        return setup;
    }
}
