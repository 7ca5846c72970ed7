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
 * The seat of an agent in one game. It keeps what the agent must know, so that whichever line the agent has tells it: nothing
 * is sent from here, and an agent that comes back finds all as it stands.
 *
 * <p>Thread-safe. State is guarded by this object's monitor, under which nobody else is called.
 */
public final class AgentSeat implements Seat {
    private final Agent agent;
    private final SeatRequest invitation;
    private final TimeSource time;
    private final LongConsumer latency;
    private Game known;
    private Optional<OpenTurn> openTurn = Optional.empty();
    private Optional<GameOutcome> ending = Optional.empty();
    private @Nullable Adjudicator referee;
    private @Nullable RefereedGame game;
    private boolean isForfeited;
    private boolean isEndTold;

    AgentSeat(Agent agent, SeatRequest invitation, TimeSource time, LongConsumer latency) {
        this.agent = agent;
        this.invitation = invitation;
        this.time = time;
        this.latency = latency;
        known = invitation.spec().opening().play(invitation.spec().rules());
    }

    /** What an agent must know of a seat. It holds within {@link #read} alone. */
    public interface View {
        /** Returns what the agent was asked to. */
        SeatRequest invitation();

        /** Returns the game as far as the agent may know it, to look at: a few moves may have been made since. */
        Game game();

        /** Returns the open turn, if it is the agent's. */
        Optional<Turn> turn();

        /** Returns the nanoseconds from now within which the open turn must be answered; nothing for no limit. */
        Optional<Long> allowedNanos();

        /** Returns how the game ended, once it has. */
        Optional<GameOutcome> outcome();
    }

    @Override
    public String name() {
        return agent.name();
    }

    /** Returns what {@code reader} makes of the seat as it stands; nothing of it changes meanwhile. */
    public synchronized <T> T read(Function<View, T> reader) {
        return reader.apply(new Present());
    }

    @Override
    public void offer(Turn turn, Adjudicator toReferee) {
        synchronized (this) {
            referee = toReferee;
            known = turn.game();
            openTurn = Optional.of(new OpenTurn(turn, time.nanoTime()));
        }
        agent.tell(this);
    }

    /** Hands {@code answer} to the referee and returns what becomes of it. */
    AnswerStatus answer(MoveAnswer answer) {
        Adjudicator judge;
        Optional<OpenTurn> answered;
        synchronized (this) {
            judge = referee;
            answered = openTurn.filter(open -> open.turn.moveNumber() == answer.moveNumber());
        }
        if (judge == null) {
            return AnswerStatus.NOT_YOUR_TURN; // None has been offered yet.
        }
        long now = time.nanoTime();
        AnswerStatus receipt = judge.answer(answer);
        if (receipt == AnswerStatus.ACCEPTED || receipt == AnswerStatus.LATE) {
            close(answered);
            answered.ifPresent(open -> latency.accept(now - open.offeredNanos));
        }
        return receipt;
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
            ending = Optional.of(how);
            openTurn = Optional.empty();
        }
        agent.tell(this);
    }

    /** A game that was forfeited before it began ends now. */
    @Override
    public void begin(RefereedGame played) {
        boolean isLost;
        synchronized (this) {
            game = played;
            isLost = isForfeited;
        }
        if (isLost) {
            played.disconnect(invitation.color());
        } else {
            agent.tell(this);
        }
    }

    /** Loses the game, since the agent has gone for good. */
    void forfeit() {
        RefereedGame played;
        synchronized (this) {
            isForfeited = true;
            played = game;
        }
        if (played != null) {
            played.disconnect(invitation.color());
        }
    }

    /** Returns whether the agent has been told how the game ended. */
    public synchronized boolean isEndTold() {
        return isEndTold;
    }

    /** Takes note that the agent has been told how the game ended. */
    public synchronized void noteEndTold() {
        isEndTold = true;
    }

    /** Leaves the seat, once the agent has been told how the game ended: so another game may begin. */
    public void leave() {
        agent.release(this);
    }

    /** Returns whether the game is over. */
    synchronized boolean isOver() {
        return ending.isPresent();
    }

    /** Returns the name of the game. */
    String gameId() {
        return invitation.gameId();
    }

    private record OpenTurn(Turn turn, long offeredNanos) {}

    /** The seat as it stands. */
    private final class Present implements View {
        @Override
        public SeatRequest invitation() {
            return invitation;
        }

        @Override
        public Game game() {
            return known;
        }

        @Override
        public Optional<Turn> turn() {
            return openTurn.map(OpenTurn::turn);
        }

        @Override
        public Optional<Long> allowedNanos() {
            return openTurn.flatMap(open -> open.turn
                    .allowed()
                    .map(allowed -> Math.max(0, open.offeredNanos + allowed.toNanos() - time.nanoTime())));
        }

        @Override
        public Optional<GameOutcome> outcome() {
            return ending;
        }
    }
}
