package dev.tengen.arena.game;

import dev.tengen.arena.clock.PlayerClock;
import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * The referee of one game between two seats: offers turns, judges answers, keeps the clocks, and says how the game ended.
 *
 * <p>It has no thread of its own. A turn is offered in the thread that brought the last answer. Thread-safe.
 *
 * <pre>{@code
 * GameSpec spec = new GameSpec(Opening.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
 * RefereedGame game = new RefereedGame("game 1", "", spec, black, white, time);
 * GameReport report = game.start().join();
 * System.out.println(report.outcome().result());
 * }</pre>
 */
public final class RefereedGame {
    /*
     * All state is guarded by the lock, which is never held while a seat is called. What is to be told to seats goes through
     * the turnstile: so calls come one at a time and in order, and an answer that a seat gives within a call only queues the
     * next offer. Watchers are told there, too, before the next offer, so that they see every position. A turn is open from its
     * offer to its answer; only then does a clock run.
     */

    private final String id;
    private final String pair;
    private final GameSpec spec;
    private final List<Seat> seats;
    private final TimeSource time;
    private final Game game;
    private final List<PlayerClock> clocks;
    private final List<MoveTime> moveTimes = new ArrayList<>();
    private final Turnstile turnstile = new Turnstile();
    private final GameWatchers watchers = new GameWatchers();
    private final CompletableFuture<GameReport> report = new CompletableFuture<>();
    private final Object lock = new Object();
    private boolean isStarted;
    private boolean isTurnOpen;
    private boolean isOverTold;
    private Runnable alarm = () -> {};
    private Optional<GameOutcome> ending = Optional.empty();

    /**
     * Makes a game that waits for its start.
     *
     * @param id names it; answers must name it, too
     * @param pair names the pair of games that it belongs to; empty for none
     * @param spec what it is played by
     * @param black who has Black
     * @param white who has White
     * @param time what the clocks go by
     */
    public RefereedGame(String id, String pair, GameSpec spec, Seat black, Seat white, TimeSource time) {
        this.id = id;
        this.pair = pair;
        this.spec = spec;
        this.time = time;
        seats = List.of(black, white);
        game = spec.opening().play(spec.rules());
        clocks = List.of(newClock(spec), newClock(spec));
        for (int number = 1; number <= game.moveNumber(); number++) {
            moveTimes.add(new MoveTime(0, clock(game.mover(number)).left()));
        }
    }

    /** Returns the game's name. */
    public String id() {
        return id;
    }

    /** Returns what it is played by. */
    public GameSpec spec() {
        return spec;
    }

    /** Returns the name of the player who has {@code color}. */
    public String player(int color) {
        Color.requirePlayer(color);
        return seat(color).name();
    }

    private static PlayerClock newClock(GameSpec spec) {
        return new PlayerClock(spec.timeControl(), spec.networkAllowance());
    }

    private PlayerClock clock(int color) {
        return clocks.get(color - Color.BLACK);
    }

    private Seat seat(int color) {
        return seats.get(color - Color.BLACK);
    }

    /**
     * Offers the first turn and returns what will be the report once the game is over. Between players that move at once that is
     * when this returns. Throws {@link IllegalStateException} where the game was started before.
     */
    public CompletableFuture<GameReport> start() {
        synchronized (lock) {
            if (isStarted) {
                throw new IllegalStateException("game " + id + " was started before");
            }
            isStarted = true;
        }
        turnstile.pass(this::begin);
        turnstile.pass(this::offer);
        return report;
    }

    private void begin() {
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            try {
                seat(color).begin(this);
            } catch (RuntimeException e) {
                interrupt(GameOutcome.by(color, Verdict.ENGINE_FAILURE, "its seat threw " + e));
            }
        }
    }

    private void offer() {
        Turn turn;
        synchronized (lock) {
            if (ending.isPresent()) {
                return;
            }
            turn = openTurn();
        }
        try {
            seat(turn.color()).offer(turn, answer -> answer(turn.color(), answer));
        } catch (RuntimeException e) {
            answer(turn.color(), MoveAnswer.failed(turn, PlayerException.Kind.FAILED, "its seat threw " + e));
        }
    }

    private Turn openTurn() {
        int color = game.playerToMove();
        long now = time.nanoTime();
        PlayerClock clock = clock(color);
        clock.start(now);
        isTurnOpen = true;
        OptionalLong deadline = clock.deadlineNanos();
        deadline.ifPresent(last -> {
            int moveNumber = game.moveNumber();
            alarm = time.schedule(last + 1, () -> expire(moveNumber));
        });
        Optional<Duration> allowed =
                deadline.isPresent() ? Optional.of(Duration.ofNanos(deadline.getAsLong() - now)) : Optional.empty();
        TimeLeft opponentLeft = clock(Color.opponent(color)).left();
        return new Turn(id, game.moveNumber(), color, game.copy(), allowed, clock.left(), opponentLeft);
    }

    /** Takes the answer of {@code color}, from any thread, and returns what becomes of it. */
    public AnswerStatus answer(int color, MoveAnswer answer) {
        Color.requirePlayer(color);
        AnswerStatus receipt;
        synchronized (lock) {
            receipt = refusal(color, answer).orElseGet(() -> receive(color, answer));
        }
        if (receipt == AnswerStatus.ACCEPTED || receipt == AnswerStatus.LATE) {
            goOn();
        }
        return receipt;
    }

    private Optional<AnswerStatus> refusal(int color, MoveAnswer answer) {
        if (!answer.gameId().equals(id)) {
            return Optional.of(AnswerStatus.WRONG_GAME);
        }
        if (ending.isPresent()) {
            return Optional.of(AnswerStatus.GAME_OVER);
        }
        if (answer.moveNumber() != game.moveNumber()) {
            return Optional.of(AnswerStatus.WRONG_MOVE);
        }
        return isTurnOpen && color == game.playerToMove() ? Optional.empty() : Optional.of(AnswerStatus.NOT_YOUR_TURN);
    }

    private AnswerStatus receive(int color, MoveAnswer answer) {
        long now = time.nanoTime();
        long used = clock(color).elapsedNanos(now);
        alarm.run();
        isTurnOpen = false;
        if (!clock(color).stop(now)) {
            ending = Optional.of(
                    GameOutcome.by(color, Verdict.TIME, "its answer came after " + GameSgf.seconds(used) + " s"));
            return AnswerStatus.LATE;
        }
        ending = judge(color, answer, used);
        return AnswerStatus.ACCEPTED;
    }

    /** Makes the move of {@code answer}, and returns how that ends the game, if it does. */
    private Optional<GameOutcome> judge(int color, MoveAnswer answer, long usedNanos) {
        if (answer.failure().isPresent()) {
            return Optional.of(GameOutcome.by(color, Verdict.of(answer.failure().get()), answer.message()));
        }
        int action = answer.action();
        if (action == Player.RESIGN) {
            game.resign(color);
            return Optional.of(GameOutcome.byRules(game));
        }
        Legality legality = game.play(action);
        if (!legality.isLegal()) {
            String name = legality == Legality.OUT_OF_RANGE
                    ? Integer.toString(action)
                    : game.grid().name(action);
            return Optional.of(GameOutcome.by(color, Verdict.ILLEGAL_MOVE, "it chose " + name + ": " + legality));
        }
        moveTimes.add(new MoveTime(usedNanos, clock(color).left()));
        if (game.isOver()) {
            return Optional.of(GameOutcome.byRules(game));
        }
        return game.moveNumber() == spec.moveLimit()
                ? Optional.of(GameOutcome.withoutResult(Verdict.MOVE_LIMIT, ""))
                : Optional.empty();
    }

    private void expire(int moveNumber) {
        synchronized (lock) {
            if (ending.isPresent() || !isTurnOpen || game.moveNumber() != moveNumber) {
                return;
            }
            end(GameOutcome.by(game.playerToMove(), Verdict.TIME, "no answer came"));
        }
        goOn();
    }

    /** Ends the game as lost for {@code color}, whose player has gone away; a game that is over stays as it is. */
    public void disconnect(int color) {
        Color.requirePlayer(color);
        interrupt(GameOutcome.by(color, Verdict.DISCONNECTION, ""));
    }

    /** Ends the game without a result; a game that is over stays as it is. */
    public void cancel(String why) {
        interrupt(GameOutcome.withoutResult(Verdict.CANCELLATION, why));
    }

    private void interrupt(GameOutcome how) {
        synchronized (lock) {
            if (ending.isPresent()) {
                return;
            }
            end(how);
        }
        goOn();
    }

    private void end(GameOutcome how) {
        alarm.run();
        isTurnOpen = false;
        ending = Optional.of(how);
    }

    /**
     * Tells {@code watcher} how the game stands, and from now on after each move and at the end. Each view is a copy, and no lock
     * of the game is held meanwhile. A game that is over is told of once.
     */
    public void watch(GameWatcher watcher) {
        watchers.add(watcher);
        turnstile.pass(this::tellWatchers);
    }

    /** Tells {@code watcher} nothing more, but for what is being told just now. */
    public void unwatch(GameWatcher watcher) {
        watchers.remove(watcher);
    }

    private void tellWatchers() {
        watchers.tell(this::view);
    }

    /** Returns how the game stands. */
    public GameView view() {
        synchronized (lock) {
            long turnNanos = isTurnOpen ? clock(game.playerToMove()).elapsedNanos(time.nanoTime()) : 0;
            return new GameView(
                    id,
                    game.copy(),
                    clock(Color.BLACK).left(),
                    clock(Color.WHITE).left(),
                    turnNanos,
                    ending);
        }
    }

    /** Offers the next turn or, if the game has just ended, tells so. */
    private void goOn() {
        Optional<GameOutcome> how;
        synchronized (lock) {
            how = ending;
            if (how.isPresent() && isOverTold) {
                return; // An interruption came between an answer and this.
            }
            isOverTold = how.isPresent();
        }
        turnstile.pass(this::tellWatchers);
        if (how.isEmpty()) {
            turnstile.pass(this::offer);
            return;
        }
        turnstile.pass(() -> seats.forEach(seat -> tellOver(seat, how.get())));
        report.complete(new GameReport(
                id, pair, seat(Color.BLACK).name(), seat(Color.WHITE).name(), spec, game, how.get(), moveTimes));
    }

    private static void tellOver(Seat seat, GameOutcome ending) {
        try {
            seat.over(ending);
        } catch (RuntimeException e) {
            // The game is over and its result stands; a seat that cannot let go harms nobody but itself.
        }
    }
}
