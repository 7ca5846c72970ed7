package dev.tengen.gtp.driver;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.KataGoRules;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.gtp.GtpColor;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * The board of an engine, synchronized with a game: it is set up once, and then only changes are sent. Not thread-safe.
 *
 * <p>Set-up stones are sent by {@code set_position} if the engine has it, else by one {@code play} each, as other
 * controllers do and every engine accepts. {@code loadsgf} would need a file that both can read.
 */
final class EngineBoard {
    private final GtpEngine engine;
    private final Setup setup;
    private final Rules rules;
    private final List<Integer> moves = new ArrayList<>();

    /** Whether the board of the engine is that after {@link #moves}. */
    private boolean isKnown;

    EngineBoard(GtpEngine engine, Setup setup, Rules rules) {
        this.engine = engine;
        this.setup = setup;
        this.rules = rules;
    }

    /**
     * Sets up the board of the engine at the start of the game.
     *
     * @throws InvalidValueException if the engine does not support the board
     */
    void setUp(Deadline deadline) throws EngineException {
        isKnown = false;
        moves.clear();
        chooseSize(deadline);
        engine.ask(GtpCommand.of("clear_board"), deadline);
        engine.ask(GtpCommand.of("komi", Double.toString(rules.komi())), deadline);
        sendRules(deadline);
        putStones(deadline);
        isKnown = true;
    }

    private void chooseSize(Deadline deadline) throws EngineException {
        Grid grid = setup.grid();
        String width = Integer.toString(grid.width());
        boolean isSquare = grid.width() == grid.height();
        if (!isSquare && !engine.knows("rectangular_boardsize")) {
            throw unsupported("does not list rectangular_boardsize");
        }
        GtpResponse response = engine.send(
                isSquare
                        ? GtpCommand.of("boardsize", width)
                        : GtpCommand.of("rectangular_boardsize", width, Integer.toString(grid.height())),
                deadline);
        if (!response.isSuccess()) {
            throw unsupported("answers \"" + TextSanitizer.line(response.text()) + "\"");
        }
    }

    private InvalidValueException unsupported(String why) {
        return InvalidValueException.because(
                "the engine cannot play on a board of " + setup.grid() + ": it " + why,
                "size",
                setup.grid(),
                "a size that the engine plays on");
    }

    /** Sends the nearest rules that the engine supports. Errors are ignored: the game decides what is legal. */
    private void sendRules(Deadline deadline) throws EngineException {
        if (engine.knows("kata-set-rules")) {
            engine.send(GtpCommand.of("kata-set-rules", kataRules()), deadline);
        } else if (engine.knows("kgs-rules")) {
            boolean isSuicideAllowed = rules.suicide() != Suicide.FORBIDDEN;
            engine.send(GtpCommand.of("kgs-rules", isSuicideAllowed ? "new_zealand" : "chinese"), deadline);
        }
    }

    /** Returns the rules in KataGo's JSON, or the nearest that it can express. */
    private String kataRules() {
        String exact = KataGoRules.json(rules);
        if (!exact.isEmpty()) {
            return exact;
        }
        Ko ko = switch (rules.ko()) {
            case NATURAL_SITUATIONAL -> Ko.SITUATIONAL;
            case NONE -> Ko.SIMPLE;
            default -> rules.ko();
        };
        Rules near = rules.toBuilder()
                .ko(ko)
                .suicide(rules.suicide() == Suicide.ANY ? Suicide.MULTI_STONE : rules.suicide())
                .passesToEnd(2)
                .deadStones(dev.tengen.game.DeadStones.AS_IT_STANDS)
                .repetitionEnd(RepetitionEnd.NONE)
                .build();
        return KataGoRules.json(near);
    }

    private void putStones(Deadline deadline) throws EngineException {
        if (setup.isEmpty()) {
            return;
        }
        List<String> stones = new ArrayList<>();
        addStones(stones, Color.BLACK, setup.black());
        addStones(stones, Color.WHITE, setup.white());
        if (engine.knows("set_position")) {
            engine.ask(GtpCommand.of("set_position", stones.toArray(String[]::new)), deadline);
            return;
        }
        for (int index = 0; index < stones.size(); index += 2) {
            engine.ask(GtpCommand.of("play", stones.get(index), stones.get(index + 1)), deadline);
        }
    }

    private void addStones(List<String> stones, int color, PointSet points) {
        points.forEach(point -> {
            stones.add(GtpColor.name(color));
            stones.add(setup.grid().name(point));
        });
    }

    /**
     * Synchronizes the board of the engine with {@code game}.
     *
     * @throws EngineException with REFUSED_MOVE if the engine rejects a move
     */
    void synchronize(Game game, Deadline deadline) throws EngineException {
        int common = commonMoveCount(game);
        if (!isKnown || !undo(moves.size() - common, deadline)) {
            setUp(deadline);
            common = 0;
        }
        for (int number = common + 1; number <= game.moveNumber(); number++) {
            sendMove(game, number, deadline);
        }
    }

    private int commonMoveCount(Game game) {
        int most = Math.min(moves.size(), game.moveNumber());
        int count = 0;
        while (count < most && moves.get(count) == game.move(count + 1)) {
            count++;
        }
        return count;
    }

    /** Undoes the last {@code count} moves, and returns whether the engine could. */
    private boolean undo(int count, Deadline deadline) throws EngineException {
        if (count > 0 && !engine.knows("undo")) {
            return false;
        }
        for (int done = 0; done < count; done++) {
            if (!engine.send(GtpCommand.of("undo"), deadline).isSuccess()) {
                return false;
            }
            moves.remove(moves.size() - 1);
        }
        return true;
    }

    private void sendMove(Game game, int number, Deadline deadline) throws EngineException {
        int move = game.move(number);
        String color = GtpColor.name(game.mover(number));
        String vertex = game.grid().name(move);
        GtpResponse response = engine.send(GtpCommand.of("play", color, vertex), deadline);
        if (!response.isSuccess()) {
            invalidate();
            throw new EngineException(
                    TurnOutcome.REFUSED_MOVE,
                    "the engine does not accept move " + number + ", " + color + " " + vertex + ", which is legal: \""
                            + TextSanitizer.line(response.text()) + "\"");
        }
        moves.add(move);
    }

    /** Adds a move that the engine has made on its own board. */
    void add(int move) {
        moves.add(move);
    }

    /** Records that the board of the engine may differ from the game. */
    void invalidate() {
        isKnown = false;
    }
}
