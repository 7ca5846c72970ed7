package dev.tengen.gtp.driver;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpColor;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An engine as a player. The game that it is asked about is the referee: what the engine says counts for nothing but the
 * vertex it names.
 *
 * <p>The engine is told only the moves that were made since it was last asked; where moves were taken back it undoes
 * them or starts again. One that has failed is started anew the next time. Use it from one thread at a time; {@link
 * #close} may come from any.
 *
 * <pre>{@code
 * EngineSpec spec = EngineSpec.of("gnugo", "gnugo --mode gtp --level 1");
 * GtpPlayer player = new GtpPlayer(spec, game.setup(), game.rules());
 * EngineTurn turn = player.turn(game);
 * player.close();
 * }</pre>
 */
public final class GtpPlayer implements Player {
    private static final String GENERATE = "genmove";
    private static final String GENERATE_CLEAN_UP = "kgs-genmove_cleanup";

    private final EngineSpec spec;
    private final Setup setup;
    private final Rules rules;
    private volatile @Nullable GtpEngine engine;
    private EngineBoard board;
    private volatile boolean isClosed;

    /**
     * Starts an engine for games that start from {@code setup} under {@code rules}. Throws {@link InvalidValueException}
     * where the engine has no such board, {@link EngineException} where it fails.
     */
    public GtpPlayer(EngineSpec spec, Setup setup, Rules rules) throws EngineException {
        this.spec = spec;
        this.setup = setup;
        this.rules = rules;
        board = start();
    }

    private EngineBoard start() throws EngineException {
        Deadline deadline = Deadline.in(spec.startTimeout());
        GtpEngine started = GtpEngine.start(spec, deadline);
        EngineBoard itsBoard = new EngineBoard(started, setup, rules);
        try {
            itsBoard.setUp(deadline);
        } catch (EngineException | RuntimeException | Error e) {
            started.close();
            throw e;
        }
        engine = started;
        if (isClosed) {
            started.close(); // Whoever closed this player did not see this engine.
        }
        return itsBoard;
    }

    /** Returns the engine that is running, if one is. */
    public Optional<GtpEngine> engine() {
        return Optional.ofNullable(engine).filter(GtpEngine::isUsable);
    }

    /** Returns whether the engine has a command of its own for moves after the passes. */
    public boolean canCleanUp() {
        return engine().filter(running -> running.knows(GENERATE_CLEAN_UP)).isPresent();
    }

    /**
     * Asks the engine for the move of the player to move in {@code game}, which must not be over. Where the players have to
     * say which stones are dead, it is not asked and says that none are.
     */
    public EngineTurn turn(Game game) {
        return turn(game, GENERATE, spec.moveTimeout(), List.of());
    }

    /**
     * Asks, as {@link #turn} does, for a move of the phase after the passes in which dead stones are captured; an engine
     * without a command for it makes an ordinary move.
     */
    public EngineTurn cleanUpTurn(Game game) {
        return turn(game, canCleanUp() ? GENERATE_CLEAN_UP : GENERATE, spec.moveTimeout(), List.of());
    }

    private EngineTurn turn(Game game, String command, Duration timeout, List<GtpCommand> news) {
        if (game.isInAgreement()) {
            return EngineTurn.move(game.grid().pass());
        }
        try {
            GtpEngine running = running();
            Deadline deadline = Deadline.in(timeout);
            board.follow(game, deadline);
            for (GtpCommand piece : news) {
                if (running.knows(piece.name())) {
                    running.send(piece, deadline);
                }
            }
            GtpResponse response = running.ask(GtpCommand.of(command, GtpColor.name(game.playerToMove())), deadline);
            return judge(game, response.text().strip());
        } catch (EngineException e) {
            board.forget();
            return EngineTurn.failed(e.verdict(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Sends {@code command} to the engine once its board is that of {@code game}, and returns the response, as for {@code
     * final_score}; the command must leave the board as it is.
     */
    public GtpResponse ask(Game game, GtpCommand command) throws EngineException {
        GtpEngine running = running();
        Deadline deadline = Deadline.in(spec.moveTimeout());
        board.follow(game, deadline);
        return running.send(command, deadline);
    }

    private GtpEngine running() throws EngineException {
        if (isClosed) {
            throw new EngineException(Verdict.DEATH, spec.name() + " was closed");
        }
        GtpEngine last = engine;
        if (last != null && last.isUsable()) {
            return last;
        }
        if (last != null) {
            last.kill();
        }
        board = start();
        return engine().orElseThrow(() -> new EngineException(Verdict.DEATH, spec.name() + " was closed"));
    }

    private EngineTurn judge(Game game, String vertex) throws EngineException {
        if (vertex.toLowerCase(Locale.ROOT).equals("resign")) {
            board.forget();
            return EngineTurn.resignation();
        }
        int move = move(game.grid(), vertex);
        Legality legality = game.legality(move);
        if (!legality.isLegal()) {
            throw new EngineException(
                    Verdict.ILLEGAL_MOVE,
                    spec.name() + " chose " + game.grid().name(move) + ", which is illegal: " + legality);
        }
        board.add(move);
        return EngineTurn.move(move);
    }

    private int move(Grid grid, String vertex) throws EngineException {
        try {
            return grid.point(vertex);
        } catch (InvalidValueException e) {
            String shown = spec.name() + " chose \"" + Printable.endOf(vertex, 80) + "\", which is ";
            if (vertex.matches("[A-Za-z&&[^Ii]][0-9]{1,3}")) {
                throw new EngineException(Verdict.OFF_BOARD, shown + "not on a board of " + grid);
            }
            GtpEngine running = engine;
            if (running != null) {
                running.kill();
            }
            throw new EngineException(Verdict.GARBAGE, shown + "no vertex");
        }
    }

    /** Returns the engine's move or resignation. Throws {@link PlayerException} for every other verdict. */
    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        return moveOf(turn(game));
    }

    /**
     * Returns, as {@link #chooseMove(Game, SplitMix64)} does, the engine's move or resignation, for which it may take {@code
     * allowed}, and never longer than its spec says.
     *
     * @param news what it is told before, as {@code time_left}: of these commands those that it lists, whatever it answers
     */
    public int chooseMove(Game game, Duration allowed, List<GtpCommand> news) {
        boolean isLess = allowed.compareTo(spec.moveTimeout()) < 0;
        return moveOf(turn(game, GENERATE, isLess ? allowed : spec.moveTimeout(), news));
    }

    /** Returns the move or resignation of {@code turn}. Throws {@link PlayerException} for every other verdict. */
    static int moveOf(EngineTurn turn) {
        turn.verdict().failure().ifPresent(kind -> {
            throw new PlayerException(kind, turn.text());
        });
        return turn.move();
    }

    /** Ends the engine. */
    @Override
    public void close() {
        isClosed = true;
        GtpEngine running = engine;
        if (running != null) {
            running.close();
        }
    }
}
