package dev.tengen.arena.game;

import com.google.common.util.concurrent.MoreExecutors;
import dev.tengen.arena.clock.PlayerClock;
import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.gtp.driver.FinalScore;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A game between two seats. It offers turns, adjudicates answers, runs the clocks and reports the outcome.
 *
 * <p>It has no thread of its own: a turn is offered in the thread that delivered the last answer. Thread-safe.
 *
 * <pre>{@code
 * GameSpec spec = new GameSpec(Opening.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
 * RefereedGame game = new RefereedGame("game 1", "", spec, black, white, time);
 * GameReport report = game.start().join();
 * System.out.println(report.outcome().result());
 * }</pre>
 */
public final class RefereedGame {
    private static final Logger LOG = LoggerFactory.getLogger(RefereedGame.class);

    /*
     * The lock guards all state and is never held while a seat or a watcher is called. Calls of seats and watchers go
     * through a sequential executor, which runs them in the calling threads, one at a time and in order. An answer that
     * a seat gives within a call only queues the next offer, so two players that move at once do not recurse. Watchers
     * are called before the next offer, so they see every position. A turn is open from its offer to its answer; a
     * clock runs only during a turn.
     *
     * With an adjudicator, a game at its limit on moves waits for the score: no turn is open, no clock runs, and a
     * player can no longer lose by its connection. The score arrives in a thread of the adjudicator.
     */

    private final String id;
    private final String pair;
    private final GameSpec spec;
    private final List<Seat> seats;
    private final TimeSource time;
    private final Optional<ScoreAdjudicator> scorer;
    private final Game game;
    private final List<PlayerClock> clocks;
    private final List<MoveTime> moveTimes = new ArrayList<>();
    private final List<Estimate> estimates = new ArrayList<>();
    private final Executor calls = MoreExecutors.newSequentialExecutor(MoreExecutors.directExecutor());
    private final GameAdjudicator adjudicator;
    private final GameWatchers watchers = new GameWatchers();
    private final CompletableFuture<GameReport> report = new CompletableFuture<>();
    private final Object lock = new Object();
    private boolean isStarted;
    private boolean isTurnOpen;
    private boolean isScorePending;
    private boolean isEndReported;
    private Runnable cancelTimeout = () -> {};
    private Optional<GameOutcome> outcome = Optional.empty();

    /**
     * Creates a game. {@link #start} starts it.
     *
     * @param id the id of the game, which answers must repeat
     * @param pair the name of the pair of games that it belongs to; empty for none
     * @param spec the spec
     * @param black the seat with Black
     * @param white the seat with White
     * @param time the time of the clocks
     */
    public RefereedGame(String id, String pair, GameSpec spec, Seat black, Seat white, TimeSource time) {
        this(id, pair, spec, black, white, time, Optional.empty());
    }

    /**
     * Creates a game with an adjudicator. {@link #start} starts it.
     *
     * @param id the id of the game, which answers must repeat
     * @param pair the name of the pair of games that it belongs to; empty for none
     * @param spec the spec
     * @param black the seat with Black
     * @param white the seat with White
     * @param time the time of the clocks
     * @param scorer scores the game if it reaches the limit on moves and is not void then; if it is empty or gives no
     *     score, the game is scored as it stands
     */
    public RefereedGame(
            String id,
            String pair,
            GameSpec spec,
            Seat black,
            Seat white,
            TimeSource time,
            Optional<ScoreAdjudicator> scorer) {
        this.scorer = scorer.filter(known -> spec.moveLimitRule() == MoveLimitRule.SCORE);
        this.id = id;
        this.pair = pair;
        this.spec = spec;
        this.time = time;
        seats = List.of(black, white);
        game = spec.opening().play(spec.rules());
        adjudicator = new GameAdjudicator(spec.adjudication(), game, estimates);
        clocks = List.of(newClock(spec, Color.BLACK), newClock(spec, Color.WHITE));
        for (int number = 1; number <= game.moveNumber(); number++) {
            moveTimes.add(new MoveTime(0, clock(game.mover(number)).left()));
            estimates.add(Estimate.UNKNOWN);
        }
    }

    public String id() {
        return id;
    }

    public GameSpec spec() {
        return spec;
    }

    /** Returns the name of the player with {@code color}. */
    public String player(int color) {
        Color.requirePlayer(color);
        return seat(color).name();
    }

    private static PlayerClock newClock(GameSpec spec, int color) {
        return new PlayerClock(spec.timeControls().of(color), spec.networkAllowance());
    }

    private PlayerClock clock(int color) {
        return clocks.get(color - Color.BLACK);
    }

    private Seat seat(int color) {
        return seats.get(color - Color.BLACK);
    }

    /**
     * Offers the first turn. Returns a future of the report, which completes at the end of the game. Between players
     * that move at once that is before this method returns.
     *
     * @throws IllegalStateException if the game was started before
     */
    public CompletableFuture<GameReport> start() {
        synchronized (lock) {
            if (isStarted) {
                throw new IllegalStateException("game " + id + " was started before");
            }
            isStarted = true;
        }
        calls.execute(this::begin);
        calls.execute(this::offer);
        return report;
    }

    private void begin() {
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            try {
                seat(color).begin(this);
            } catch (RuntimeException e) {
                LOG.warn("Game {}: the seat of {} failed at the start", id, player(color), e);
                interrupt(GameOutcome.by(color, Verdict.ENGINE_FAILURE, "its seat threw " + e));
            }
        }
    }

    private void offer() {
        Turn turn;
        synchronized (lock) {
            if (outcome.isPresent()) {
                return;
            }
            turn = openTurn();
        }
        try {
            seat(turn.color()).offer(turn, answer -> answer(turn.color(), answer));
        } catch (RuntimeException e) {
            LOG.warn("Game {}: the seat of {} failed at a turn", id, player(turn.color()), e);
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
            cancelTimeout = time.schedule(last + 1, () -> expire(moveNumber));
        });
        Optional<Duration> allowed =
                deadline.isPresent() ? Optional.of(Duration.ofNanos(deadline.getAsLong() - now)) : Optional.empty();
        TimeLeft opponentLeft = clock(Color.opponent(color)).left();
        return new Turn(id, game.moveNumber(), color, game.copy(), allowed, clock.left(), opponentLeft);
    }

    /** Handles the answer of {@code color}, from any thread, and returns its status. */
    public AnswerStatus answer(int color, MoveAnswer answer) {
        Color.requirePlayer(color);
        AnswerStatus receipt;
        synchronized (lock) {
            receipt = refusal(color, answer).orElseGet(() -> receive(color, answer));
        }
        if (receipt == AnswerStatus.ACCEPTED || receipt == AnswerStatus.LATE) {
            proceed();
        }
        return receipt;
    }

    private Optional<AnswerStatus> refusal(int color, MoveAnswer answer) {
        if (!answer.gameId().equals(id)) {
            return Optional.of(AnswerStatus.WRONG_GAME);
        }
        if (outcome.isPresent()) {
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
        cancelTimeout.run();
        isTurnOpen = false;
        if (!clock(color).stop(now)) {
            outcome = Optional.of(
                    GameOutcome.by(color, Verdict.TIME, "its answer came after " + GameSgf.seconds(used) + " s"));
            return AnswerStatus.LATE;
        }
        outcome = judge(color, answer, used);
        return AnswerStatus.ACCEPTED;
    }

    /** Plays the move of {@code answer}, and returns the outcome if it ends the game. */
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
        estimates.add(answer.estimate());
        if (game.isOver()) {
            return Optional.of(GameOutcome.byRules(game));
        }
        Optional<GameOutcome> early = adjudicator.judge();
        if (early.isPresent() || game.moveNumber() != spec.moveLimit()) {
            return early;
        }
        isScorePending = scorer.isPresent();
        return isScorePending ? Optional.empty() : Optional.of(GameOutcome.atMoveLimit(game, spec.moveLimitRule()));
    }

    /** Lets the adjudicator score the game, and reports its score when it is there. */
    private void adjudicate(ScoreAdjudicator chosen) {
        Game position;
        synchronized (lock) {
            if (outcome.isPresent()) {
                return;
            }
            position = game.copy();
        }
        CompletableFuture<FinalScore> score;
        try {
            score = chosen.score(position);
        } catch (RuntimeException e) {
            score = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<FinalScore> pending = score;
        var unusedScore = pending.whenComplete((value, failure) -> {
            if (failure == null) {
                interrupt(GameOutcome.adjudicated(value, chosen.name()));
            } else if (!pending.isCancelled()) {
                LOG.warn("Game {}: {} gave no score", id, chosen.name(), failure);
                interrupt(
                        GameOutcome.withoutAdjudication(position, chosen.name(), String.valueOf(failure.getMessage())));
            }
        });
        var unusedReport = report.whenComplete((value, failure) -> pending.cancel(true));
    }

    private void expire(int moveNumber) {
        synchronized (lock) {
            if (outcome.isPresent() || !isTurnOpen || game.moveNumber() != moveNumber) {
                return;
            }
            end(GameOutcome.by(game.playerToMove(), Verdict.TIME, "no answer came"));
        }
        proceed();
    }

    /**
     * Ends the game as lost for {@code color}, whose player has disconnected. Does nothing if the game is over or waits
     * for its score.
     */
    public void disconnect(int color) {
        Color.requirePlayer(color);
        synchronized (lock) {
            if (isScorePending) {
                return;
            }
        }
        interrupt(GameOutcome.by(color, Verdict.DISCONNECTION, ""));
    }

    /** Ends the game without a result. Does nothing if the game is over. */
    public void cancel(String why) {
        interrupt(GameOutcome.withoutResult(Verdict.CANCELLATION, why));
    }

    private void interrupt(GameOutcome how) {
        synchronized (lock) {
            if (outcome.isPresent()) {
                return;
            }
            end(how);
        }
        proceed();
    }

    private void end(GameOutcome how) {
        cancelTimeout.run();
        isTurnOpen = false;
        outcome = Optional.of(how);
    }

    /**
     * Calls {@code watcher} with the present view, and then after each move and at the end. Each view is a copy, and
     * the calls hold no lock of the game. If the game is over, there is one call.
     */
    public void watch(GameWatcher watcher) {
        watchers.add(watcher);
        calls.execute(this::notifyWatchers);
    }

    /** Removes {@code watcher}. A call that is in progress still completes. */
    public void unwatch(GameWatcher watcher) {
        watchers.remove(watcher);
    }

    private void notifyWatchers() {
        watchers.update(this::view);
    }

    /** Returns the present view. */
    public GameView view() {
        synchronized (lock) {
            long turnNanos = isTurnOpen ? clock(game.playerToMove()).elapsedNanos(time.nanoTime()) : 0;
            return new GameView(
                    id,
                    game.copy(),
                    clock(Color.BLACK).left(),
                    clock(Color.WHITE).left(),
                    turnNanos,
                    estimates,
                    outcome);
        }
    }

    /** Offers the next turn, asks for the score or, if the game has just ended, reports the outcome. */
    private void proceed() {
        Optional<GameOutcome> how;
        boolean isScoreDue;
        synchronized (lock) {
            how = outcome;
            if (how.isPresent() && isEndReported) {
                return; // An interruption ended the game between an answer and this call.
            }
            isEndReported = how.isPresent();
            isScoreDue = isScorePending;
        }
        calls.execute(this::notifyWatchers);
        if (how.isEmpty()) {
            calls.execute(isScoreDue ? () -> adjudicate(scorer.orElseThrow()) : this::offer);
            return;
        }
        calls.execute(() -> seats.forEach(seat -> end(seat, how.get())));
        report.complete(new GameReport(
                id,
                pair,
                seat(Color.BLACK).name(),
                seat(Color.WHITE).name(),
                spec,
                game,
                how.get(),
                moveTimes,
                estimates));
    }

    private void end(Seat seat, GameOutcome how) {
        try {
            seat.over(how);
        } catch (RuntimeException e) {
            // The result stands.
            LOG.warn("Game {}: the seat of {} failed at the end", id, seat.name(), e);
        }
    }
}
