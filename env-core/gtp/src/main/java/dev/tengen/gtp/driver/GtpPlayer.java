package dev.tengen.gtp.driver;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
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
 * An engine as a player. The game decides what is legal: of the responses of the engine only the vertices count.
 *
 * <p>The engine gets only the moves since its last turn; moves that were taken back it undoes, or it is set up again.
 * An engine that has failed is restarted at its next turn. Not thread-safe, but {@link #close} may be called from any
 * thread.
 *
 * <pre>{@code
 * EngineSpec spec = EngineSpec.of("gnugo", "gnugo --mode gtp --level 1");
 * GtpPlayer player = new GtpPlayer(spec, game.setup(), game.rules());
 * EngineTurn turn = player.turn(game);
 * player.close();
 * }</pre>
 */
public final class GtpPlayer implements Player {
    /** An estimate of the memory that the pipes of an engine take in this process, in bytes: seven buffers of 8 KiB. */
    public static final long BUFFER_BYTES = 7L * (8 << 10);

    private final EngineSpec spec;
    private final Setup setup;
    private final Rules rules;
    private volatile @Nullable GtpEngine engine;
    private EngineBoard board;
    private volatile boolean isClosed;

    /**
     * Starts an engine for games that start from {@code setup} under {@code rules}.
     *
     * @throws InvalidValueException if the engine does not support the board
     * @throws EngineException if the engine fails
     */
    public GtpPlayer(EngineSpec spec, Setup setup, Rules rules) throws EngineException {
        this.spec = spec;
        this.setup = setup;
        this.rules = rules;
        board = start();
    }

    private EngineBoard start() throws EngineException {
        Deadline deadline = Deadline.ofStart(spec);
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
            started.close(); // The thread that closed this player did not see this engine.
        }
        return itsBoard;
    }

    /** Returns whether the engine lists the command {@code undo}. An engine that has ended counts as it did before. */
    @Override
    public boolean canUndo() {
        GtpEngine last = engine;
        return last != null && last.knows("undo");
    }

    /** Returns the running engine, if there is one. */
    public Optional<GtpEngine> engine() {
        return Optional.ofNullable(engine).filter(GtpEngine::isUsable);
    }

    /**
     * Asks the engine for the move of the player to move in {@code game}, which must not be over. When the players
     * propose dead stones, the engine is not asked and proposes none.
     */
    public EngineTurn turn(Game game) {
        return turn(game, Deadline.ofMove(spec, Optional.empty()), List.of());
    }

    private EngineTurn turn(Game game, Deadline deadline, List<GtpCommand> optional) {
        if (game.isInAgreement()) {
            return EngineTurn.move(game.grid().pass());
        }
        try {
            GtpEngine running = running();
            board.synchronize(game, deadline);
            for (GtpCommand command : optional) {
                if (running.knows(command.name())) {
                    running.send(command, deadline);
                }
            }
            GtpResponse response = running.ask(GtpCommand.of("genmove", GtpColor.name(game.playerToMove())), deadline);
            return parse(game, response.text().strip());
        } catch (EngineException e) {
            board.invalidate();
            return EngineTurn.failed(e);
        }
    }

    /**
     * Synchronizes the board of the engine with {@code game}, sends {@code command}, and returns the response. The
     * command must not change the board; an example is {@code final_score}.
     *
     * @throws EngineException if there is no response
     */
    public GtpResponse ask(Game game, GtpCommand command) throws EngineException {
        GtpEngine running = running();
        Deadline deadline = Deadline.ofMove(spec, Optional.empty());
        board.synchronize(game, deadline);
        return running.send(command, deadline);
    }

    private GtpEngine running() throws EngineException {
        if (isClosed) {
            throw new EngineException(TurnOutcome.DEATH, spec.name() + " was closed");
        }
        GtpEngine last = engine;
        if (last != null && last.isUsable()) {
            return last;
        }
        if (last != null) {
            last.kill();
        }
        board = start();
        return engine().orElseThrow(() -> new EngineException(TurnOutcome.DEATH, spec.name() + " was closed"));
    }

    private EngineTurn parse(Game game, String vertex) throws EngineException {
        if (vertex.toLowerCase(Locale.ROOT).equals("resign")) {
            board.invalidate();
            return EngineTurn.resignation();
        }
        int move = move(game.grid(), vertex);
        Legality legality = game.legality(move);
        if (!legality.isLegal()) {
            throw new EngineException(
                    TurnOutcome.ILLEGAL_MOVE,
                    spec.name() + " chose " + game.grid().name(move) + ", which is illegal: " + legality);
        }
        board.add(move);
        return EngineTurn.move(move);
    }

    private int move(Grid grid, String vertex) throws EngineException {
        try {
            return grid.point(vertex);
        } catch (InvalidValueException e) {
            String shown = spec.name() + " chose \"" + TextSanitizer.endOf(vertex, 80) + "\", which is ";
            if (vertex.matches("[A-Za-z&&[^Ii]][0-9]{1,3}")) {
                throw new EngineException(TurnOutcome.OFF_BOARD, shown + "not on a board of " + grid);
            }
            GtpEngine running = engine;
            if (running != null) {
                running.kill();
            }
            throw new EngineException(TurnOutcome.GARBAGE, shown + "no vertex");
        }
    }

    /**
     * Returns the move or resignation of the engine.
     *
     * @throws PlayerException for every other outcome
     */
    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        return moveOf(turn(game));
    }

    /**
     * Returns the move or resignation of the engine.
     *
     * @param clock the time that the clock of the game allows; empty without a clock. The limit of the spec holds in
     *     addition
     * @param optional commands to send before, as {@code time_left}: those that the engine lists, ignoring errors
     * @throws PlayerException for every other outcome
     */
    public int chooseMove(Game game, Optional<Duration> clock, List<GtpCommand> optional) {
        return moveOf(turn(game, Deadline.ofMove(spec, clock), optional));
    }

    private static int moveOf(EngineTurn turn) {
        turn.outcome().failure().ifPresent(kind -> {
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
