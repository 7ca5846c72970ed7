package dev.tengen.sgf;

import dev.tengen.base.CancellationPoint;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The replay of a record under given rules, as far as they allow.
 *
 * <p>Records of real games are incomplete. The replay repairs them, with one warning per kind of repair:
 *
 * <ul>
 *   <li>Before a move that is out of turn, such as a handicap stone recorded as a move, it inserts a pass of the other
 *       player.
 *   <li>A move after the passes that end the game resumes the game.
 *   <li>Passes after those that end the game are dropped if only passes follow, too few to end the game again, and the
 *       record has a result.
 *   <li>Proposals of dead stones in the property TENGEN that cannot be made where they are recorded are ignored.
 * </ul>
 *
 * So the game may have more or fewer moves than the record. A record with the property TENGEN is complete, so none of
 * its passes is dropped; see {@link RecordedEpisode}.
 *
 * @param game the game after the last legal move
 * @param refusal the first illegal move, if there is one
 * @param warnings the repairs, at most one for each of the four kinds
 */
public record RecordReplay(Game game, Optional<Refusal> refusal, List<String> warnings) {
    /** Keeps a copy of the warnings. */
    public RecordReplay {
        warnings = List.copyOf(warnings);
    }

    /** Replays all of {@code record} under {@code rules}. */
    public static RecordReplay of(GameRecord record, Rules rules) {
        return of(record, rules, record.moves().size(), Integer.MAX_VALUE);
    }

    /**
     * Replays the first moves of {@code record} under {@code rules}.
     *
     * @param moveCount number of recorded moves to replay. Later moves are read too, to find passes that are dropped,
     *     so that any count leads to a position of the complete replay.
     * @param moveLimit number of moves of the game after which any other move is {@link Legality#EPISODE_OVER}
     * @throws IllegalArgumentException if the record has fewer than {@code moveCount} moves
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public static RecordReplay of(GameRecord record, Rules rules, int moveCount, int moveLimit) {
        if (moveCount < 0 || moveCount > record.moves().size()) {
            throw new IllegalArgumentException("move count " + moveCount + " is outside [0, "
                    + record.moves().size() + "]");
        }
        return new Replayer(record, rules, moveLimit).replay(moveCount);
    }

    /**
     * An illegal move of a record.
     *
     * @param number its number in the record, from 1
     * @param move the move
     * @param legality why it is illegal
     * @param repeatedNumber for a repetition, the number in the record of the move that first led to the position; 0 is
     *     the start
     */
    public record Refusal(int number, RecordedMove move, Legality legality, OptionalInt repeatedNumber) {}

    private static final class Replayer {
        private final List<RecordedMove> moves;
        private final Grid grid;

        /** The number of the last move that may resume a game. */
        private final int lastResumption;

        private final int moveLimit;
        private final Game game;

        /** The number in the record of each move of the game; an inserted pass has the number of the move before it. */
        private final List<Integer> numbers = new ArrayList<>();

        private final List<Integer> outOfTurn = new ArrayList<>();
        private final List<Integer> resumed = new ArrayList<>();
        private final List<Integer> dropped = new ArrayList<>();

        /** The dead stones to propose, by the number in the record. */
        private final Map<Integer, PointSet> proposals;

        private final List<Integer> unproposed = new ArrayList<>();

        Replayer(GameRecord record, Rules rules, int moveLimit) {
            moves = record.moves();
            grid = record.grid();
            boolean isComplete = record.info().text(GameText.EPISODE).isPresent();
            lastResumption = record.result().isPresent() && !isComplete ? lastStone() : moves.size();
            proposals = RecordedEpisode.of(record).proposals();
            this.moveLimit = moveLimit;
            game = new Game(record.start(), rules);
        }

        /** Returns the number of the last move that is not a pass; 0 if all are passes. */
        private int lastStone() {
            int number = moves.size();
            while (number > 0 && moves.get(number - 1).move() == grid.pass()) {
                number--;
            }
            return number;
        }

        RecordReplay replay(int moveCount) {
            Optional<Refusal> refusal = Optional.empty();
            for (int number = 1; number <= moveCount && refusal.isEmpty(); number++) {
                CancellationPoint.check(number);
                refusal = playRecorded(number);
            }
            proposals.keySet().stream().filter(number -> number > moves.size()).forEach(unproposed::add);
            return new RecordReplay(game, refusal, warnings());
        }

        private boolean isEndedByPasses() {
            return game.outcome()
                    .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                    .isPresent();
        }

        /**
         * Plays move {@code number} of the record after the repairs that it needs. Does nothing if it is still illegal.
         */
        private Optional<Refusal> playRecorded(int number) {
            int start = game.moveNumber();
            boolean wasEnded = isEndedByPasses();
            Optional<Refusal> refusal = attempt(number);
            if (refusal.isPresent()) {
                undoTo(start, wasEnded);
                List.of(outOfTurn, resumed, dropped).forEach(list -> list.removeIf(noted -> noted == number));
            }
            return refusal;
        }

        private Optional<Refusal> attempt(int number) {
            RecordedMove move = moves.get(number - 1);
            if (isEndedByPasses() && !isResumedBy(number)) {
                return Optional.empty();
            }
            if (game.playerToMove() != move.color()) {
                Legality legality = play(grid.pass(), number - 1);
                if (!legality.isLegal()) {
                    return Optional.of(new Refusal(number, move, legality, OptionalInt.empty()));
                }
                outOfTurn.add(number);
                if (isEndedByPasses() && !isResumedBy(number)) {
                    return Optional.empty();
                }
            }
            PointSet dead = proposals.get(number);
            if (dead != null && move.move() == grid.pass() && game.moveNumber() < moveLimit && isProposed(dead)) {
                numbers.add(number);
                return Optional.empty();
            }
            if (dead != null) {
                unproposed.add(number);
            }
            Legality legality = play(move.move(), number);
            return legality.isLegal()
                    ? Optional.empty()
                    : Optional.of(new Refusal(number, move, legality, repeatedNumber(move.move(), legality)));
        }

        /** Proposes {@code dead} as the move of the player to move. Returns whether that is possible. */
        private boolean isProposed(PointSet dead) {
            if (!game.isInAgreement()) {
                return false;
            }
            try {
                game.proposeDead(dead);
                return true;
            } catch (InvalidValueException e) {
                return false; // The stones are not whole chains.
            }
        }

        /** Resumes the ended game if the record continues it or ends it again. Otherwise drops move {@code number}. */
        private boolean isResumedBy(int number) {
            boolean isResumed = number <= lastResumption || moves.size() - number + 1 >= game.passCount();
            if (isResumed && game.moveNumber() < moveLimit) {
                game.resume();
            }
            List<Integer> list = isResumed ? resumed : dropped;
            if (list.isEmpty() || list.get(list.size() - 1) != number) {
                list.add(number);
            }
            return isResumed;
        }

        /** Undoes the moves after move {@code start} of the game, which was over then if {@code wasEnded}. */
        private void undoTo(int start, boolean wasEnded) {
            while (game.moveNumber() > start) {
                game.undo();
                numbers.remove(numbers.size() - 1);
            }
            if (wasEnded && !game.isOver()) {
                game.undo(); // The last pass and the resumption after it.
                game.play(grid.pass());
            }
        }

        private Legality play(int move, int number) {
            if (game.moveNumber() >= moveLimit) {
                return Legality.EPISODE_OVER;
            }
            Legality legality = game.play(move);
            if (legality.isLegal()) {
                numbers.add(number);
            }
            return legality;
        }

        private OptionalInt repeatedNumber(int move, Legality legality) {
            if (legality != Legality.REPETITION) {
                return OptionalInt.empty();
            }
            int repeated = game.repeatedMoveNumber(move);
            return OptionalInt.of(repeated == 0 ? 0 : numbers.get(repeated - 1));
        }

        private List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            if (!outOfTurn.isEmpty()) {
                int color = Color.opponent(moves.get(outOfTurn.get(0) - 1).color());
                String pass = "; a pass of " + Color.name(color) + " is inserted before it";
                warnings.add(first(outOfTurn) + " is out of turn" + pass + others(outOfTurn));
            }
            if (!resumed.isEmpty()) {
                warnings.add(first(resumed) + " comes after the end of the game, which it resumes" + others(resumed));
            }
            if (!dropped.isEmpty()) {
                warnings.add(first(dropped) + " comes after the end of the game and is dropped" + others(dropped));
            }
            if (!unproposed.isEmpty()) {
                warnings.add("TENGEN: the dead stones of move " + unproposed.get(0)
                        + " cannot be proposed there and are ignored" + others(unproposed));
            }
            return warnings;
        }

        /** Returns the first move as text, such as "move 3 (White C3)". */
        private String first(List<Integer> moveNumbers) {
            int number = moveNumbers.get(0);
            RecordedMove move = moves.get(number - 1);
            return String.format(
                    Locale.ROOT, "move %d (%s %s)", number, Color.name(move.color()), grid.name(move.move()));
        }

        private static String others(List<Integer> moveNumbers) {
            int count = moveNumbers.size() - 1;
            return count == 0 ? "" : "; the same for " + count + (count == 1 ? " other move" : " other moves");
        }
    }
}
