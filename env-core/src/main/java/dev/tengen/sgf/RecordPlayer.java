package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.sgf.RecordReplay.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Plays a record move by move; {@link RecordReplay} says what it puts right. */
final class RecordPlayer {
    private final List<RecordedMove> moves;
    private final Grid grid;

    /** The number of the last move that may resume a game. */
    private final int lastResumption;

    private final int moveLimit;
    private final Game game;

    /** The number in the record of each move of the game; that of the move before it for a pass that was put in. */
    private final List<Integer> numbers = new ArrayList<>();

    private final List<Integer> outOfTurn = new ArrayList<>();
    private final List<Integer> resumed = new ArrayList<>();
    private final List<Integer> leftOut = new ArrayList<>();

    RecordPlayer(GameRecord record, Rules rules, int moveLimit) {
        moves = record.moves();
        grid = record.grid();
        lastResumption = record.result().isPresent() ? lastStone() : moves.size();
        this.moveLimit = moveLimit;
        game = new Game(record.start(), rules);
    }

    RecordReplay play(int moveCount) {
        Optional<Refusal> refusal = Optional.empty();
        for (int number = 1; number <= moveCount && refusal.isEmpty(); number++) {
            refusal = playRecorded(number);
        }
        return new RecordReplay(game, refusal, warnings());
    }

    /** Returns the number of the last move that is no pass; 0 where all are. */
    private int lastStone() {
        int number = moves.size();
        while (number > 0 && moves.get(number - 1).move() == grid.pass()) {
            number--;
        }
        return number;
    }

    private boolean isEndedByPasses() {
        return game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
    }

    /** Plays move {@code number} of the record, and before it what makes it possible; nothing where it is illegal all the same. */
    private Optional<Refusal> playRecorded(int number) {
        int start = game.moveNumber();
        boolean wasEnded = isEndedByPasses();
        Optional<Refusal> refusal = attempt(number);
        if (refusal.isPresent()) {
            takeBack(start, wasEnded);
            List.of(outOfTurn, resumed, leftOut).forEach(list -> list.removeIf(noted -> noted == number));
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
        Legality legality = play(move.move(), number);
        return legality.isLegal()
                ? Optional.empty()
                : Optional.of(new Refusal(number, move, legality, repeatedNumber(move.move(), legality)));
    }

    /** Resumes the game, which is over, if it goes on in the record or ends there again; else leaves move {@code number} out. */
    private boolean isResumedBy(int number) {
        boolean isResumed = number <= lastResumption || moves.size() - number + 1 >= game.passCount();
        if (isResumed && game.moveNumber() < moveLimit) {
            game.resume();
        }
        List<Integer> list = isResumed ? resumed : leftOut;
        if (list.isEmpty() || list.get(list.size() - 1) != number) {
            list.add(number);
        }
        return isResumed;
    }

    /** Goes back to move {@code start} of the game, which was over then if {@code wasEnded}. */
    private void takeBack(int start, boolean wasEnded) {
        while (game.moveNumber() > start) {
            game.undo();
            numbers.remove(numbers.size() - 1);
        }
        if (wasEnded && !game.isOver()) {
            game.undo(); // The last pass and the resumption behind it.
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
            warnings.add(first(outOfTurn) + " is out of turn; a pass of " + Color.name(color) + " is put before it"
                    + also(outOfTurn));
        }
        if (!resumed.isEmpty()) {
            warnings.add(first(resumed) + " comes after the end of the game, which it resumes" + also(resumed));
        }
        if (!leftOut.isEmpty()) {
            warnings.add(first(leftOut) + " comes after the end of the game and is left out" + also(leftOut));
        }
        return warnings;
    }

    /** Returns which move it is, as in "move 3 (White C3)". */
    private String first(List<Integer> moveNumbers) {
        int number = moveNumbers.get(0);
        RecordedMove move = moves.get(number - 1);
        return String.format(Locale.ROOT, "move %d (%s %s)", number, Color.name(move.color()), grid.name(move.move()));
    }

    private static String also(List<Integer> moveNumbers) {
        int count = moveNumbers.size() - 1;
        return count == 0 ? "" : "; so it is with " + count + (count == 1 ? " other move" : " other moves");
    }
}
