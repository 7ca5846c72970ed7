package dev.tengen.arena.game;

import dev.tengen.board.SplitMix64;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A seat for a player in this program: a built-in one, or an engine.
 *
 * <p>The player is asked, and in the end closed, by an executor: {@code Runnable::run} for one that moves at once, threads of
 * others for one that thinks. A built-in player that has lost on time thinks its thought to the end all the same; an engine is
 * ended.
 */
public final class PlayerSeat implements Seat {
    /** More than any engine may take by its own limit. */
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private final String name;
    private final Chooser chooser;
    private final Runnable closer;
    private final Executor executor;

    private PlayerSeat(String name, Chooser chooser, Runnable closer, Executor executor) {
        this.name = name;
        this.chooser = chooser;
        this.closer = closer;
        this.executor = executor;
    }

    /** Returns a seat for {@code player}, which draws its chance from {@code random}. */
    public static PlayerSeat of(String name, Player player, SplitMix64 random, Executor executor) {
        return new PlayerSeat(name, turn -> player.chooseMove(turn.game(), random), player::close, executor);
    }

    /**
     * Returns a seat for {@code engine}, which is told its clock, and may take what that allows and never more than its own
     * limit.
     */
    public static PlayerSeat ofEngine(String name, GtpPlayer engine, Executor executor) {
        GtpTimeCommands clock = new GtpTimeCommands();
        return new PlayerSeat(
                name,
                turn -> engine.chooseMove(turn.game(), turn.allowed().orElse(NO_LIMIT), clock.news(turn)),
                engine::close,
                executor);
    }

    /** Returns a seat whose player could not come, for the reason in {@code message}: it fails at its first turn. */
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
    public void offer(Turn turn, Adjudicator referee) {
        executor.execute(() -> referee.answer(think(turn)));
    }

    private MoveAnswer think(Turn turn) {
        try {
            return turn.answer(chooser.choose(turn));
        } catch (PlayerException e) {
            return MoveAnswer.failed(turn, e.kind(), String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Whatever a player throws, nobody else would tell the referee.
            return MoveAnswer.failed(turn, PlayerException.Kind.FAILED, e.toString());
        }
    }

    @Override
    public void over(GameOutcome ending) {
        try {
            executor.execute(closer);
        } catch (RejectedExecutionException e) {
            closer.run(); // The executor was shut down as soon as the result was known.
        }
    }
}
