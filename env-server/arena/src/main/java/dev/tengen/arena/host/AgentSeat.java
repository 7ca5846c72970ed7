package dev.tengen.arena.host;

import dev.tengen.arena.game.Adjudicator;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.MoveAnswer;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.game.Turn;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.game.Game;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The seat of an agent in one game. It keeps the state that the agent must know and sends nothing itself: the agent's
 * present connection reads it, so an agent that reconnects gets the present state.
 *
 * <p>Thread-safe. This object's monitor guards the state; no other object is called under it.
 */
public final class AgentSeat implements Seat {
    private final Agent agent;
    private final String name;
    private final SeatRequest request;
    private final TimeSource time;
    private final LongConsumer latency;
    private Game known;
    private Optional<OpenTurn> openTurn = Optional.empty();
    private Optional<GameOutcome> outcome = Optional.empty();
    private @Nullable Adjudicator adjudicator;
    private @Nullable RefereedGame game;
    private boolean isForfeited;
    private boolean isEndSent;

    AgentSeat(Agent agent, String name, SeatRequest request, TimeSource time, LongConsumer latency) {
        this.agent = agent;
        this.name = name;
        this.request = request;
        this.time = time;
        this.latency = latency;
        known = request.spec().opening().play(request.spec().rules());
    }

    /**
     * What an agent must know of a seat. Valid only within {@link #read}.
     *
     * @param request the request that created the seat
     * @param game the game up to the last turn of the agent; must not be changed
     * @param turn the open turn; empty if it is not the agent's turn
     * @param allowedNanos the nanoseconds left to answer the open turn; empty for no limit
     * @param outcome the outcome; empty before the end
     */
    public record View(
            SeatRequest request,
            Game game,
            Optional<Turn> turn,
            Optional<Long> allowedNanos,
            Optional<GameOutcome> outcome) {}

    private record OpenTurn(Turn turn, long offeredNanos) {
        private Optional<Long> allowedNanos(long now) {
            return turn.allowed().map(allowed -> Math.max(0, offeredNanos + allowed.toNanos() - now));
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the result of {@code reader} on the present state, which does not change during the call. */
    public synchronized <T> T read(Function<View, T> reader) {
        return reader.apply(new View(
                request,
                known,
                openTurn.map(OpenTurn::turn),
                openTurn.flatMap(open -> open.allowedNanos(time.nanoTime())),
                outcome));
    }

    @Override
    public void offer(Turn turn, Adjudicator receiver) {
        synchronized (this) {
            adjudicator = receiver;
            known = turn.game();
            openTurn = Optional.of(new OpenTurn(turn, time.nanoTime()));
        }
        agent.notify(this);
    }

    /** Passes {@code answer} to the game, and returns its status. */
    AnswerStatus answer(MoveAnswer answer) {
        Adjudicator receiver;
        Optional<OpenTurn> answered;
        synchronized (this) {
            receiver = adjudicator;
            answered = openTurn.filter(open -> open.turn.moveNumber() == answer.moveNumber());
        }
        if (receiver == null) {
            return AnswerStatus.NOT_YOUR_TURN; // No turn has been offered yet.
        }
        long now = time.nanoTime();
        AnswerStatus status = receiver.answer(answer);
        if (status == AnswerStatus.ACCEPTED || status == AnswerStatus.LATE) {
            close(answered);
            answered.ifPresent(open -> latency.accept(now - open.offeredNanos));
        }
        return status;
    }

    /** Closes the turn that was answered, unless the next one has been offered meanwhile. */
    private synchronized void close(Optional<OpenTurn> answered) {
        if (answered.isPresent() && openTurn.equals(answered)) {
            openTurn = Optional.empty();
        }
    }

    @Override
    public void over(GameOutcome how) {
        RefereedGame played;
        synchronized (this) {
            played = game;
        }
        Optional<Game> last =
                Optional.ofNullable(played).map(ended -> ended.view().game());
        synchronized (this) {
            known = last.orElse(known);
            outcome = Optional.of(how);
            openTurn = Optional.empty();
        }
        agent.notify(this);
    }

    /** A game that was forfeited before its start ends now. */
    @Override
    public void begin(RefereedGame played) {
        boolean isLost;
        synchronized (this) {
            game = played;
            isLost = isForfeited;
        }
        if (isLost) {
            played.disconnect(request.color());
        } else {
            agent.notify(this);
        }
    }

    /** Forfeits the game, since the agent did not reconnect in time. */
    void forfeit() {
        RefereedGame played;
        synchronized (this) {
            isForfeited = true;
            played = game;
        }
        if (played != null) {
            played.disconnect(request.color());
        }
    }

    /** Returns whether the outcome has been sent to the agent. */
    public synchronized boolean isEndSent() {
        return isEndSent;
    }

    /** Records that the outcome has been sent to the agent. */
    public synchronized void markEndSent() {
        isEndSent = true;
    }

    /** Releases the seat, after the outcome has been sent, so that the agent can start another game. */
    public void leave() {
        agent.release(this);
    }

    /** Returns whether the game is over. */
    synchronized boolean isOver() {
        return outcome.isPresent();
    }

    /** Returns the id of the game. */
    String gameId() {
        return request.gameId();
    }
}
