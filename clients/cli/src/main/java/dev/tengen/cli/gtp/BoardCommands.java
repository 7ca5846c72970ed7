package dev.tengen.cli.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Setup;
import dev.tengen.sgf.RecordedMove;
import java.util.Locale;

/** The commands for the start of a game: size, komi, handicap, setup stones. All except komi clear the moves. */
final class BoardCommands {
    private static final String UNACCEPTABLE_SIZE = "unacceptable size";
    private static final String INVALID_HANDICAP = "invalid handicap";
    private static final String BAD_VERTEX_LIST = "bad vertex list";
    private static final String NO_LIBERTY = "a chain would have no liberty";

    private final EngineGame game;

    BoardCommands(EngineGame game) {
        this.game = game;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.addSilent(
                "boardsize WIDTH [HEIGHT]",
                "clears the board and sets its size, 1 to 25 each way",
                arguments -> resize(arguments, 1));
        registry.addSilent(
                "rectangular_boardsize WIDTH HEIGHT", "the same as boardsize", arguments -> resize(arguments, 2));
        registry.addSilent(
                "clear_board",
                "clears the board; size, rules and komi are kept",
                () -> game.begin(Setup.empty(game.grid())));
        registry.addSilent("komi POINTS", "sets the komi, a multiple of 0.5 within [-1000, 1000]", arguments -> {
            double komi = arguments.requireCount(1, 1).komi(0);
            game.changeRules(game.rules().withKomi(komi));
        });
        registry.add(
                "get_komi",
                "the komi",
                () -> String.format(Locale.ROOT, "%.1f", game.rules().komi()));
        registry.add(
                "fixed_handicap COUNT", "places handicap stones on star points; returns them", this::fixedHandicap);
        registry.add(
                "place_free_handicap COUNT",
                "places handicap stones of the engine's choice; returns them",
                this::placeHandicap);
        registry.addSilent("set_free_handicap VERTEX...", "places handicap stones at these points", this::setHandicap);
        registry.addSilent(
                "set_position [COLOR VERTEX]...", "sets up exactly these stones; Black moves first", this::setPosition);
        registry.addSilent("gogui-setup [COLOR VERTEX]...", "adds stones, or removes them with color e", this::setUp);
        registry.addSilent("gogui-setup_player COLOR", "sets the player to move; clears the moves", arguments -> {
            int color = arguments.requireCount(1, 1).color(0);
            game.putStones(stones(Color.BLACK), stones(Color.WHITE), color, NO_LIBERTY);
        });
    }

    private void resize(GtpArguments arguments, int minCount) {
        arguments.requireCount(minCount, 2);
        int width = arguments.integer(0);
        int height = arguments.integer(arguments.count() - 1);
        Grid grid;
        try {
            grid = Grid.of(width, height);
        } catch (InvalidValueException e) {
            throw new GtpFailure(UNACCEPTABLE_SIZE);
        }
        game.begin(Setup.empty(grid));
    }

    private void requireNoStones() {
        if (game.hasStones()) {
            throw new GtpFailure("board not empty");
        }
    }

    private String fixedHandicap(GtpArguments arguments) {
        int count = arguments.requireCount(1, 1).integer(0);
        requireNoStones();
        if (count < FixedHandicap.MIN_COUNT || count > FixedHandicap.maxCount(game.grid())) {
            throw new GtpFailure(INVALID_HANDICAP);
        }
        return begin(FixedHandicap.points(game.grid(), count));
    }

    private String placeHandicap(GtpArguments arguments) {
        int count = arguments.requireCount(1, 1).integer(0);
        requireNoStones();
        if (count < FixedHandicap.MIN_COUNT || count >= game.grid().pointCount()) {
            throw new GtpFailure(INVALID_HANDICAP);
        }
        return begin(FreeHandicap.points(game.grid(), count));
    }

    private void setHandicap(GtpArguments arguments) {
        requireNoStones();
        PointSet stones = new PointSet(game.grid());
        for (int index = 0; index < arguments.count(); index++) {
            int vertex = handicapVertex(arguments, index);
            if (vertex == game.grid().pass() || stones.contains(vertex)) {
                throw new GtpFailure(BAD_VERTEX_LIST);
            }
            stones.add(vertex);
        }
        int count = stones.size();
        if (count < FixedHandicap.MIN_COUNT || count == game.grid().pointCount()) {
            throw new GtpFailure(BAD_VERTEX_LIST);
        }
        begin(stones);
    }

    private int handicapVertex(GtpArguments arguments, int index) {
        try {
            return arguments.vertex(index, game.grid());
        } catch (GtpFailure e) {
            throw new GtpFailure(BAD_VERTEX_LIST);
        }
    }

    /** Starts a game with handicap stones. Returns their points. */
    private String begin(PointSet handicap) {
        PointSet none = new PointSet(game.grid());
        game.begin(Setup.of(game.grid(), handicap, none, Color.WHITE).withHandicap(handicap.size()));
        return PositionExplainer.names(game.grid(), handicap);
    }

    private void setPosition(GtpArguments arguments) {
        PointSet black = new PointSet(game.grid());
        PointSet white = new PointSet(game.grid());
        for (RecordedMove stone : arguments.moves(game.grid())) {
            if (stone.move() == game.grid().pass() || black.contains(stone.move()) || white.contains(stone.move())) {
                throw new GtpFailure(BAD_VERTEX_LIST);
            }
            (stone.color() == Color.BLACK ? black : white).add(stone.move());
        }
        game.putStones(black, white, Color.BLACK, NO_LIBERTY);
    }

    private void setUp(GtpArguments arguments) {
        if (arguments.count() % 2 != 0) {
            throw GtpFailure.syntaxError();
        }
        PointSet black = stones(Color.BLACK);
        PointSet white = stones(Color.WHITE);
        for (int index = 0; index < arguments.count(); index += 2) {
            int color = setUpColor(arguments, index);
            int point = arguments.vertex(index + 1, game.grid());
            if (point == game.grid().pass()) {
                throw new GtpFailure(BAD_VERTEX_LIST);
            }
            black.remove(point);
            white.remove(point);
            if (color != Color.EMPTY) {
                (color == Color.BLACK ? black : white).add(point);
            }
        }
        game.putStones(black, white, game.game().playerToMove(), NO_LIBERTY);
    }

    private static int setUpColor(GtpArguments arguments, int index) {
        String word = arguments.word(index).toLowerCase(Locale.ROOT);
        return word.equals("e") || word.equals("empty") ? Color.EMPTY : arguments.color(index);
    }

    private PointSet stones(int color) {
        return game.game().board().points(color).copy();
    }
}
