package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.arena.clock.TimeControls;
import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.arena.game.Estimate;
import dev.tengen.arena.game.GameView;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.game.Legality;
import dev.tengen.game.Score;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A game as JSON for {@code board.js}: the stones at the start, and each move with the stones that it captured. The
 * browser needs no rules of the game. Keys with null values are left out.
 *
 * @param episode distinguishes the games of one session
 * @param width the width of the board
 * @param height the height of the board
 * @param rules the name of the rules
 * @param komi the komi
 * @param skipped the number of moves before {@code moves}; they led to the stones at the start
 * @param black Black's stones at the start
 * @param white White's stones at the start
 * @param moves the moves
 * @param turn the player to move; 0 once the game has ended
 * @param human the color that somebody at the page plays; 0 for none
 * @param canUndo whether the person at the page can take back a move
 * @param request what started a game that somebody at the page plays, to start another one like it; null for other
 *     games
 * @param isOver whether the game has ended
 * @param isAgreement whether the players are agreeing on dead stones
 * @param proposal what the other player has just proposed as dead; null outside the agreement and before the first
 *     proposal
 * @param isPassFinal whether a pass of the player to move would end the game
 * @param result the result as game records write it; empty before the end
 * @param ending why the game ended, such as PASSES; empty before the end
 * @param message more about the end; usually empty
 * @param players the names of the players
 * @param score the score; null before the end
 * @param illegal the empty points that may not be played; null after the end
 * @param clocks the clocks of Black and White; null if the game has no time limit
 * @param place the place of a game of the arena; null for a session
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GameJson(
        long episode,
        int width,
        int height,
        String rules,
        double komi,
        int skipped,
        List<Integer> black,
        List<Integer> white,
        List<MoveJson> moves,
        int turn,
        int human,
        boolean canUndo,
        NewGameRequest.@Nullable Body request,
        boolean isOver,
        boolean isAgreement,
        @Nullable List<Integer> proposal,
        boolean isPassFinal,
        String result,
        String ending,
        String message,
        PlayersJson players,
        @Nullable ScoreJson score,
        @Nullable List<IllegalJson> illegal,
        @Nullable List<ClockJson> clocks,
        @Nullable GamePlace place) {
    /** The page shows at most this many moves, from the end of the game. Longer games come from programs. */
    static final int MAX_MOVE_COUNT = 2000;

    /** Returns {@code shown} as JSON. */
    static GameJson of(DisplayedGame shown) {
        Game game = shown.game();
        NewGameRequest request = shown.request();
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);
        int skipped = Math.max(0, game.moveNumber() - MAX_MOVE_COUNT);
        List<MoveJson> moves = MoveJson.withValues(MoveJson.after(skipped, game, past), skipped, shown.estimates());
        return new GameJson(
                shown.episode(),
                game.grid().width(),
                game.grid().height(),
                shown.rules(),
                game.rules().komi(),
                skipped,
                points(past.stones(Color.BLACK)),
                points(past.stones(Color.WHITE)),
                moves,
                shown.isOver() ? Color.EMPTY : game.playerToMove(),
                shown.human(),
                shown.canUndo(),
                request == null ? null : request.body(),
                shown.isOver(),
                !shown.isOver() && game.isInAgreement(),
                shown.isOver() ? null : proposal(game),
                !shown.isOver() && isPassFinal(game),
                shown.result(),
                shown.ending(),
                shown.message(),
                new PlayersJson(shown.black(), shown.white()),
                shown.isOver() ? ScoreJson.of(game.score()) : null,
                shown.isOver() ? null : IllegalJson.of(game),
                shown.clocks(),
                shown.place());
    }

    private static @Nullable List<Integer> proposal(Game game) {
        boolean isProposed =
                game.isInAgreement() && game.passCount() > game.rules().passesToEnd();
        return isProposed ? points(game.proposedDead(game.moveNumber())) : null;
    }

    private static boolean isPassFinal(Game game) {
        if (game.isOver()) {
            return false;
        }
        Game after = game.copy();
        after.playUnchecked(game.grid().pass());
        return after.isOver();
    }

    /** Returns the points in row-major order. */
    static List<Integer> points(PointSet points) {
        List<Integer> list = new ArrayList<>();
        points.forEach(list::add);
        return list;
    }

    /**
     * The names of the players.
     *
     * @param black the player with Black; empty if it has no name
     * @param white the player with White; empty if it has no name
     */
    record PlayersJson(String black, String white) {}

    /**
     * A move.
     *
     * @param color the player who made it
     * @param point the point; null for a pass
     * @param captured the points that became empty; they include the move itself after a suicide
     * @param dead the stones that the move proposed as dead; null for none
     * @param blackWins the probability that Black wins, as the player estimated it before the move; null if unknown
     * @param blackLead the points by which Black leads, as the player estimated it before the move; null if unknown
     */
    @JsonInclude
    record MoveJson(
            int color,
            @Nullable Integer point,
            List<Integer> captured,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<Integer> dead,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double blackWins,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double blackLead) {
        /** Returns {@code moves}, which follow the first {@code skipped}, with the estimates of all moves. */
        private static List<MoveJson> withValues(List<MoveJson> moves, int skipped, List<Estimate> estimates) {
            return IntStream.range(0, moves.size())
                    .mapToObj(index -> skipped + index < estimates.size()
                            ? moves.get(index).withValue(estimates.get(skipped + index))
                            : moves.get(index))
                    .toList();
        }

        private MoveJson withValue(Estimate estimate) {
            boolean isBlack = color == Color.BLACK;
            return new MoveJson(
                    color,
                    point,
                    captured,
                    dead,
                    rounded(estimate.winProbability(), own -> isBlack ? own : 1 - own),
                    rounded(estimate.scoreLead(), own -> isBlack ? own : -own));
        }

        /** Returns a value as Black sees it, to a thousandth; null if it is unknown. */
        private static @Nullable Double rounded(OptionalDouble own, DoubleUnaryOperator toBlack) {
            return own.isPresent()
                    ? (Double) (Math.rint(1000 * toBlack.applyAsDouble(own.getAsDouble())) / 1000)
                    : null;
        }

        /** Returns the moves of {@code game} after the first {@code skipped}. */
        static List<MoveJson> after(int skipped, Game game) {
            HistoryCursor past = new HistoryCursor(game.grid());
            past.startAt(game);
            return after(skipped, game, past);
        }

        /** Returns the same, and takes these moves back on {@code past}, which holds the present position. */
        private static List<MoveJson> after(int skipped, Game game, HistoryCursor past) {
            List<MoveJson> moves = new ArrayList<>();
            for (int number = game.moveNumber(); number > skipped; number--) {
                moves.add(MoveJson.of(game, number, past));
            }
            Collections.reverse(moves);
            return moves;
        }

        /** Returns move {@code number}, and takes it back on {@code past}, which holds the position after it. */
        private static MoveJson of(Game game, int number, HistoryCursor past) {
            PointSet after = past.stones(Color.BLACK).copy();
            after.addAll(past.stones(Color.WHITE));
            past.stepBack(game);
            int move = game.move(number);
            if (move == game.grid().pass()) {
                List<Integer> dead = points(game.proposedDead(number));
                return new MoveJson(game.mover(number), null, List.of(), dead.isEmpty() ? null : dead, null, null);
            }
            PointSet captured = past.stones(Color.BLACK).copy();
            captured.addAll(past.stones(Color.WHITE));
            captured.add(move);
            captured.removeAll(after);
            return new MoveJson(game.mover(number), move, points(captured), null, null, null);
        }
    }

    /**
     * A point that may not be played.
     *
     * @param point the point
     * @param reason why not, such as SUICIDE
     * @param repeats the number of the move after which the position occurred before; null for other reasons
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record IllegalJson(int point, String reason, @Nullable Integer repeats) {
        private static List<IllegalJson> of(Game game) {
            PointSet points = game.board().points(Color.EMPTY).copy();
            PointSet legal = new PointSet(game.grid());
            game.legalPoints(legal);
            points.removeAll(legal);
            List<IllegalJson> list = new ArrayList<>();
            points.forEach(point -> list.add(of(game, point)));
            return list;
        }

        /** Returns why a move of {@code game} is illegal. */
        static IllegalJson of(Game game, int move) {
            Legality legality = game.legality(move);
            Integer repeats = legality == Legality.REPETITION ? (Integer) game.repeatedMoveNumber(move) : null;
            return new IllegalJson(move, legality.name(), repeats);
        }
    }

    /**
     * A score.
     *
     * @param text the result, such as "B+3.5"
     * @param black Black's points
     * @param white White's points without komi
     * @param komi the komi
     * @param owner the owner of each point: 0 nobody, 1 Black, 2 White
     */
    record ScoreJson(String text, double black, double white, double komi, List<Integer> owner)
            implements OverlayJson.Content {
        static ScoreJson of(Score score) {
            byte[] owners = score.owners();
            return new ScoreJson(
                    score.text(),
                    score.blackTally().points(),
                    score.whiteTally().points() + score.handicapBonus(),
                    score.komi(),
                    IntStream.range(0, owners.length)
                            .map(point -> owners[point])
                            .boxed()
                            .toList());
        }
    }

    /**
     * A clock at the moment the game was read.
     *
     * @param leftMs the milliseconds until the main time or the present period is used up; null without a time limit
     * @param text the periods left after that, which may be empty, or that there is no limit
     * @param isRunning whether the clock is running
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ClockJson(@Nullable Long leftMs, String text, boolean isRunning) {
        private static final ClockJson UNLIMITED = new ClockJson(null, "no limit", false);

        /** Returns the clocks of Black and White; null if neither has a time limit. */
        static @Nullable List<ClockJson> of(GameView view, TimeControls controls) {
            if (!controls.isLimited()) {
                return null;
            }
            int running = view.outcome().isPresent() ? Color.EMPTY : view.game().playerToMove();
            return List.of(
                    controls.black().isLimited()
                            ? of(view.blackLeft(), running == Color.BLACK, view.turnNanos())
                            : UNLIMITED,
                    controls.white().isLimited()
                            ? of(view.whiteLeft(), running == Color.WHITE, view.turnNanos())
                            : UNLIMITED);
        }

        private static ClockJson of(TimeLeft left, boolean isRunning, long turnNanos) {
            long main = left.mainNanos() - (isRunning ? turnNanos : 0);
            if (main > 0 || left.periodCount() == 0) {
                return of(Math.max(0, main), left.periodCount(), left, isRunning);
            }
            int usedUp = (int) Math.min(left.periodCount() - 1, -main / left.periodNanos());
            long rest = Math.max(0, left.periodNanos() * (usedUp + 1) + main);
            return of(rest, left.periodCount() - 1 - usedUp, left, isRunning);
        }

        private static ClockJson of(long nanos, int periodCount, TimeLeft left, boolean isRunning) {
            String periods = periodCount == 0
                    ? ""
                    : "+ " + periodCount + "×"
                            + Duration.ofNanos(left.periodNanos()).toSeconds() + " s";
            return new ClockJson(Duration.ofNanos(nanos).toMillis(), periods, isRunning);
        }
    }

    /**
     * The last position of a game, for a small board.
     *
     * @param result the result; empty before the end
     * @param ending why the game ended, such as PASSES; empty before the end
     * @param moveNumber the number of moves made
     * @param players the names of the players
     * @param stones the color at each point
     * @param lastMove the point of the last move, if its stone is on the board
     */
    record PositionJson(
            String result,
            String ending,
            int moveNumber,
            PlayersJson players,
            List<Integer> stones,
            @Nullable Integer lastMove) {
        static PositionJson of(DisplayedGame shown) {
            Game game = shown.game();
            int last = game.moveNumber() == 0 ? game.grid().pass() : game.move(game.moveNumber());
            boolean isOnBoard = last != game.grid().pass() && game.colorAt(last) != Color.EMPTY;
            return new PositionJson(
                    shown.result(),
                    shown.ending(),
                    game.moveNumber(),
                    new PlayersJson(shown.black(), shown.white()),
                    IntStream.range(0, game.grid().pointCount())
                            .map(game::colorAt)
                            .boxed()
                            .toList(),
                    isOnBoard ? (Integer) last : null);
        }
    }
}
