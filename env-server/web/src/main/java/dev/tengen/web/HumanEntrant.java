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
import dev.tengen.server.identity.Principal;
import java.util.Optional;

/**
 * A person at the page, in one game of the arena. In the arena an illegal move loses the game. A person may slip, so
 * illegal moves are refused before the game sees them. Thread-safe.
 */
final class HumanEntrant implements Entrant {
    private final String name;
    private int color = Color.EMPTY;
    private Optional<OpenTurn> openTurn = Optional.empty();

    private record OpenTurn(Turn turn, Adjudicator adjudicator) {}

    HumanEntrant(String name) {
        this.name = name;
    }

    /** Returns the name of a person in games: that of the login if the server knows who logs in, else "human". */
    static String name(Principal person) {
        return person.equals(Principal.LOCAL) ? "human" : person.name();
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the color that the person plays; {@link Color#EMPTY} before the game. */
    synchronized int color() {
        return color;
    }

    @Override
    public synchronized Seat sit(SeatRequest request) {
        color = request.color();
        return new HumanSeat();
    }

    /**
     * Plays {@code action} as the move after the first {@code moveNumber} moves.
     *
     * @throws CallException if it is not the person's turn, the move is illegal, or it came too late
     */
    void play(int moveNumber, int action) {
        OpenTurn open = take(moveNumber, action);
        AnswerStatus status =
                open.adjudicator().answer(MoveAnswer.of(open.turn().gameId(), moveNumber, action));
        if (status != AnswerStatus.ACCEPTED) {
            throw CallException.of(Reason.EPISODE_OVER, "the move came too late: " + status);
        }
    }

    private synchronized OpenTurn take(int moveNumber, int action) {
        OpenTurn open = openTurn.filter(turn -> turn.turn().moveNumber() == moveNumber)
                .orElseThrow(() -> CallException.of(
                        Reason.WRONG_MOVE_NUMBER, "it is not your turn, or the move is for another position"));
        Legality legality =
                action == Player.RESIGN ? Legality.LEGAL : open.turn().game().legality(action);
        if (!legality.isLegal()) {
            throw CallException.invalid("action", action, "a legal move: " + legality);
        }
        openTurn = Optional.empty();
        return open;
    }

    private final class HumanSeat implements Seat {
        @Override
        public String name() {
            return HumanEntrant.this.name();
        }

        @Override
        public void offer(Turn turn, Adjudicator adjudicator) {
            synchronized (HumanEntrant.this) {
                openTurn = Optional.of(new OpenTurn(turn, adjudicator));
            }
        }

        @Override
        public void over(GameOutcome outcome) {
            synchronized (HumanEntrant.this) {
                openTurn = Optional.empty();
            }
        }
    }
}
