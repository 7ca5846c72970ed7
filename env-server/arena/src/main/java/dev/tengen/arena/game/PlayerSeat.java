package dev.tengen.arena.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A seat for a player of this process: a built-in player or an engine.
 *
 * <p>An executor asks the player for moves and closes it at the end: {@code Runnable::run} for a player that moves at
 * once, a thread pool for one that thinks. A built-in player that loses on time still finishes its search; an engine is
 * killed.
 */
public final class PlayerSeat implements Seat {
    private static final Logger LOG = LoggerFactory.getLogger(PlayerSeat.class);

    private final String name;
    private final ToIntFunction<Turn> chooser;
    private final Runnable closer;
    private final Executor executor;

    private PlayerSeat(String name, ToIntFunction<Turn> chooser, Runnable closer, Executor executor) {
        this.name = name;
        this.chooser = chooser;
        this.closer = closer;
        this.executor = executor;
    }

    /** Returns a seat for {@code player}, which takes its random numbers from {@code random}. */
    public static PlayerSeat of(String name, Player player, SplitMix64 random, Executor executor) {
        return new PlayerSeat(name, turn -> player.chooseMove(turn.game(), random), player::close, executor);
    }

    /**
     * Returns a seat for {@code engine}. The engine is sent its clock; it may take the time that the clock allows, up
     * to its own limit.
     */
    public static PlayerSeat ofEngine(String name, GtpPlayer engine, Executor executor) {
        GtpTimeCommands clock = new GtpTimeCommands();
        return new PlayerSeat(
                name,
                turn -> engine.chooseMove(turn.game(), turn.allowed(), clock.before(turn)),
                engine::close,
                executor);
    }

    /** Returns a seat whose player could not start, with the reason in {@code message}. It fails at its first turn. */
    public static PlayerSeat absent(String name, String message) {
        return new PlayerSeat(
                name,
                turn -> {
                    throw new PlayerException(PlayerException.Kind.FAILED, message);
                },
                () -> {},
                Runnable::run);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void offer(Turn turn, Adjudicator adjudicator) {
        executor.execute(() -> adjudicator.answer(think(turn)));
    }

    private MoveAnswer think(Turn turn) {
        try {
            return turn.answer(chooser.applyAsInt(turn));
        } catch (PlayerException e) {
            return MoveAnswer.failed(turn, e.kind(), String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            throw e; // It concerns the process, not the player alone. A server ends on it.
        } catch (RuntimeException | Error e) {
            // Without an answer the game would wait forever. The outcome reports the failure.
            LOG.warn("Player {} failed", name, e);
            return MoveAnswer.failed(turn, PlayerException.Kind.FAILED, e.toString());
        }
    }

    @Override
    public void over(GameOutcome outcome) {
        try {
            executor.execute(closer);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closing player {} in this thread, since its executor was shut down", name, e);
            closer.run();
        }
    }
}
