package dev.tengen.arena.host;

import dev.tengen.arena.game.Adjudicator;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.Turn;

/**
 * A seat that releases something at the end of its game.
 *
 * @param name the name of the player
 * @param seat the seat
 * @param release runs once, at the end
 */
record ReleasingSeat(String name, Seat seat, Runnable release) implements Seat {
    @Override
    public void begin(RefereedGame game) {
        seat.begin(game);
    }

    @Override
    public void offer(Turn turn, Adjudicator adjudicator) {
        seat.offer(turn, adjudicator);
    }

    @Override
    public void over(GameOutcome outcome) {
        try {
            seat.over(outcome);
        } finally {
            release.run();
        }
    }
}
