package dev.tengen.web;

import dev.tengen.arena.game.Adjudicator;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.MoveAnswer;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.Turn;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.board.Color;
import dev.tengen.game.Legality;
import dev.tengen.player.Player;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.Optional;

/**
 * Somebody at the page, in one game of the arena. The arena takes an illegal move as a loss; of a person it is a slip of the
 * hand, so it is refused before the referee sees it. Thread-safe.
 */
final class HumanEntrant implements Entrant {
    private int color = Color.EMPTY;
    private Optional<Offer> open = Optional.empty();

    private record Offer(Turn turn, Adjudicator referee) {}

    @Override
    public String name() {
        return "human";
    }

    /** Returns the color that it plays. */
    synchronized int color() {
        return color;
    }

    @Override
    public synchronized Seat sit(SeatRequest invitation) {
        color = invitation.color();
        return new HumanSeat();
    }

    /** Plays {@code action} as the move after the first {@code moveNumber}. Throws {@link CallException} where it cannot. */
    void play(int moveNumber, int action) {
        Offer offer = take(moveNumber, action);
        AnswerStatus receipt = offer.referee().answer(MoveAnswer.of(offer.turn().gameId(), moveNumber, action));
        if (receipt != AnswerStatus.ACCEPTED) {
            throw CallException.of(Reason.EPISODE_OVER, "the move came too late: " + receipt);
        }
    }

    private synchronized Offer take(int moveNumber, int action) {
        Offer offer = open.filter(turn -> turn.turn().moveNumber() == moveNumber)
                .orElseThrow(() -> CallException.of(Reason.WRONG_MOVE_NUMBER, "it is not your turn, or not this one"));
        Legality legality =
                action == Player.RESIGN ? Legality.LEGAL : offer.turn().game().legality(action);
        if (!legality.isLegal()) {
            throw CallException.invalid("action", action, "a legal move: " + legality);
        }
        open = Optional.empty();
        return offer;
    }

    private final class HumanSeat implements Seat {
        @Override
        public String name() {
            return HumanEntrant.this.name();
        }

        @Override
        public void offer(Turn turn, Adjudicator referee) {
            synchronized (HumanEntrant.this) {
                open = Optional.of(new Offer(turn, referee));
            }
        }

        @Override
        public void over(GameOutcome ending) {
            synchronized (HumanEntrant.this) {
                open = Optional.empty();
            }
        }
    }
}
