package dev.tengen.cli.arena;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.MoveAnswer;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.Turn;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.client.arena.AgentGame;
import dev.tengen.client.arena.AgentPolicy;
import dev.tengen.client.arena.AgentTurn;
import dev.tengen.client.arena.ArenaAgent;
import dev.tengen.client.arena.GameEnding;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A GTP engine as an agent of an arena. It plays one game at a time, each with an engine process of its own, which is
 * sent the clock. A game in which the engine fails is resigned, and the next one gets a new process. So is a game in
 * which it rejects a legal move: an agent cannot make a game void.
 *
 * <p>The agent calls it from one thread; {@link #close} may come from any.
 */
final class EngineAgent implements AgentPolicy, AutoCloseable {
    private final EngineSpec spec;
    private final Consumer<String> messages;
    private @Nullable EngineGame current;

    /** The engine of one game, and its rules. */
    private record EngineGame(AgentGame game, Rules rules, Setup setup, GtpPlayer player, PlayerSeat seat) {}

    /** Creates an agent. {@code messages} receives what people should read, a line each. */
    EngineAgent(EngineSpec spec, Consumer<String> messages) {
        this.spec = spec;
        this.messages = messages;
    }

    @Override
    public void begin(AgentGame game) {
        EngineGame known = current;
        if (known != null && known.game.gameId().equals(game.gameId())) {
            return; // The connection was lost, and the game continues.
        }
        close();
        Setup setup = setup(game);
        Rules rules = rules(game.rules());
        messages.accept(game.gameId() + ": " + game.color() + " against " + game.opponent());
        try {
            GtpPlayer player = new GtpPlayer(spec, setup, rules);
            setCurrent(new EngineGame(
                    game, rules, setup, player, PlayerSeat.ofEngine(spec.name(), player, Runnable::run)));
        } catch (EngineException | InvalidValueException e) {
            messages.accept(game.gameId() + ": the engine cannot play it, and resigns: " + e.getMessage());
        }
    }

    private synchronized void setCurrent(@Nullable EngineGame next) {
        current = next;
    }

    @Override
    public int choose(AgentTurn turn) {
        EngineGame known = current;
        if (known == null) {
            return ArenaAgent.RESIGN;
        }
        Game game = new Game(known.setup, known.rules);
        turn.actions().forEach(game::play);
        int[] action = {ArenaAgent.RESIGN};
        known.seat.offer(asked(turn, game), answer -> {
            action[0] = actionOf(answer);
            return AnswerStatus.ACCEPTED;
        });
        return action[0];
    }

    private int actionOf(MoveAnswer answer) {
        if (answer.failure().isEmpty()) {
            return answer.action();
        }
        boolean isRefusal = answer.failure().get() == PlayerException.Kind.REFUSED_MOVE;
        messages.accept(answer.gameId() + ": the engine "
                + (isRefusal ? "rejected a legal move, so the game is lost" : "failed, and resigns") + ": "
                + answer.message());
        return ArenaAgent.RESIGN;
    }

    private static Turn asked(AgentTurn turn, Game game) {
        TimeControl control = TimeControl.parse(turn.game().timeControl());
        return new Turn(
                turn.game().gameId(),
                turn.moveNumber(),
                game.playerToMove(),
                game,
                turn.allowed(),
                left(control, turn.left()),
                left(control, turn.opponentLeft()));
    }

    /** Returns what a clock shows. A whole period means that the main time is over. */
    private static TimeLeft left(TimeControl control, Optional<AgentTurn.ClockTime> shown) {
        if (shown.isEmpty()) {
            return control.start();
        }
        Duration time = shown.get().time();
        int count = shown.get().periodCount();
        boolean isOvertime = count > 0 && time.equals(control.period());
        return new TimeLeft(
                isOvertime ? 0 : time.toNanos(), count, control.period().toNanos());
    }

    private static Setup setup(AgentGame game) {
        Grid grid = Grid.of(game.width(), game.height());
        return Setup.of(
                grid,
                points(grid, game.blackPoints()),
                points(grid, game.whitePoints()),
                game.firstPlayer().number());
    }

    private static PointSet points(Grid grid, Iterable<Integer> stones) {
        PointSet points = new PointSet(grid);
        stones.forEach(points::add);
        return points;
    }

    private static Rules rules(dev.tengen.client.env.Rules sent) {
        return new Rules(
                Ko.valueOf(sent.ko().name()),
                Suicide.valueOf(sent.suicide().name()),
                Scoring.valueOf(sent.scoring().name()),
                Tax.valueOf(sent.tax().name()),
                sent.passesToEnd(),
                sent.komi(),
                HandicapBonus.valueOf(sent.handicapBonus().name()),
                DeadStones.valueOf(sent.deadStones().name()),
                RepetitionEnd.valueOf(sent.repetitionEnd().name()),
                sent.friendlyPassOk());
    }

    @Override
    public void end(AgentGame game, GameEnding ending) {
        messages.accept(game.gameId() + ": " + ending.result() + ", "
                + ending.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        close();
    }

    /** Ends the engine of the present game. */
    @Override
    public synchronized void close() {
        if (current != null) {
            current.player.close();
            current = null;
        }
    }
}
