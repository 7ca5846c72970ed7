package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerException;
import dev.tengen.reference.ReferenceGame;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The end and the rewards of one episode, written from docs/reference/environment.md alone, over the slow reference
 * game. It follows an environment call by call.
 */
final class ReferenceRewards {
    private final EnvironmentSpec spec;
    private final ReferenceGame game;
    private final int pointCount;
    private int ignoredCount;
    private double sumOfBlack;
    private EndReason end = EndReason.NONE;
    private int loser = Color.EMPTY;
    private double black;
    private double white;

    ReferenceRewards(EnvironmentSpec spec) {
        this.spec = spec;
        pointCount = spec.grid().pointCount();
        Setup setup = spec.setup();
        game = new ReferenceGame(spec.rules(), setup.handicap(), drawing(setup), setup.playerToMove());
    }

    private static String drawing(Setup setup) {
        Grid grid = setup.grid();
        StringBuilder drawing = new StringBuilder();
        for (int point = 0; point < grid.pointCount(); point++) {
            drawing.append(setup.black().contains(point) ? 'X' : setup.white().contains(point) ? 'O' : '.');
            if (grid.column(point) == grid.width() - 1) {
                drawing.append('\n');
            }
        }
        return drawing.toString();
    }

    /** Follows a call that {@code played} these actions, on the board; {@code failure} is that of the opponent. */
    void follow(List<Integer> played, Legality legality, Game actual, Optional<PlayerException.Kind> failure) {
        double penaltyOfBlack = 0;
        double penaltyOfWhite = 0;
        if (!legality.isLegal() && spec.illegalActionPolicy() == IllegalActionPolicy.LOSE) {
            lose(EndReason.ILLEGAL_ACTION, game.playerToMove());
        } else if (!legality.isLegal()) {
            ignoredCount++;
            penaltyOfBlack = game.playerToMove() == Color.BLACK ? spec.illegalActionPenalty() : 0;
            penaltyOfWhite = spec.illegalActionPenalty() - penaltyOfBlack;
            end = ignoredCount == illegalLimit() ? EndReason.MAX_ILLEGAL_ACTIONS : EndReason.NONE;
        }
        for (int action : played) {
            play(action, actual);
        }
        failure.ifPresent(this::fail);
        double sum = sum();
        black = sum - sumOfBlack - penaltyOfBlack;
        white = sumOfBlack - sum - penaltyOfWhite;
        sumOfBlack = sum;
    }

    private int moveLimit() {
        return spec.maxMoves() == 0 ? 3 * pointCount : spec.maxMoves();
    }

    private int illegalLimit() {
        return spec.maxIllegalActions() == 0 ? moveLimit() : spec.maxIllegalActions();
    }

    private void play(int action, Game actual) {
        if (action == Environment.RESIGN) {
            lose(EndReason.RESIGNATION, game.playerToMove());
            return;
        }
        PointSet dead = actual.proposedDead(game.moveNumber() + 1);
        if (dead.isEmpty()) {
            game.playUnchecked(action);
        } else {
            Set<Integer> points = new TreeSet<>();
            dead.forEach(points::add);
            game.propose(points);
        }
        if (game.isEndedByRepetition()) {
            boolean isLost = spec.rules().repetitionEnd() == RepetitionEnd.LOSS;
            lose(EndReason.REPETITION, isLost ? Color.opponent(game.playerToMove()) : Color.EMPTY);
        } else if (game.isOver()) {
            end = EndReason.PASSES;
        } else if (game.moveNumber() == moveLimit()) {
            end = EndReason.MAX_MOVES;
        }
    }

    private void fail(PlayerException.Kind kind) {
        switch (kind) {
            case TIMEOUT -> lose(EndReason.OPPONENT_TIMEOUT, game.playerToMove());
            case FAILED -> lose(EndReason.OPPONENT_FAILED, game.playerToMove());
            case ILLEGAL_MOVE -> lose(EndReason.ILLEGAL_ACTION, game.playerToMove());
            case REFUSED_MOVE -> end = EndReason.OPPONENT_REFUSED;
        }
    }

    private void lose(EndReason reason, int color) {
        end = reason;
        loser = color;
    }

    /** Returns what Black's rewards have to add up to now, penalties apart. */
    private double sum() {
        boolean isDelta = spec.rewardMode() == RewardMode.AREA_DELTA;
        return switch (end) {
            case NONE -> isDelta && game.moveNumber() > 0 ? game.margin() : 0;
            case PASSES -> worth(game.margin());
            case MAX_MOVES, MAX_ILLEGAL_ACTIONS, OPPONENT_REFUSED ->
                isDelta || spec.isScoredOnTruncation() ? worth(game.margin()) : 0;
            default -> loser == Color.EMPTY ? 0 : sign(Color.opponent(loser)) * worth(lost());
        };
    }

    /** Returns the points that the loser of a forfeit has lost by. */
    private double lost() {
        return Math.max(pointCount, -ownMargin(loser));
    }

    private double ownMargin(int color) {
        return sign(color) * game.margin();
    }

    /** Returns the reward for winning by so many points. */
    private double worth(double margin) {
        return switch (spec.rewardMode()) {
            case WIN -> Math.signum(margin);
            case MARGIN, AREA_DELTA -> margin;
            case MARGIN_PER_POINT -> margin / pointCount;
        };
    }

    private static int sign(int color) {
        return color == Color.BLACK ? 1 : -1;
    }

    EndReason end() {
        return end;
    }

    double black() {
        return black;
    }

    double white() {
        return white;
    }

    /** Returns who lost a forfeit, {@link Color#EMPTY} if the episode did not end by one. */
    int loser() {
        return loser;
    }

    /** Returns the reward for the score of the position, for a color. */
    double worthOfPosition(int color) {
        return worth(ownMargin(color));
    }

    /** Returns whether a color is behind by more than the number of points. */
    boolean isFarBehind(int color) {
        return -ownMargin(color) > pointCount;
    }
}
