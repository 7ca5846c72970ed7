package dev.tengen.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Score;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One game played twice, by the core and by the reference, which have to give the same answers.
 *
 * <p>A failure names the rules, the start and every step so far, so that it can be replayed by hand.
 */
final class SideBySide {
    private static final int FARTHEST_BEYOND_RANGE = 3;

    private final Grid grid;
    private final String start;
    private final ReferenceGame reference;
    private final PointSet legalPoints;
    private final List<String> steps = new ArrayList<>();
    private Game game;

    /** Starts both from a drawing. */
    SideBySide(Rules rules, Grid grid, String drawing, int firstPlayer, Zobrist zobrist) {
        this(rules, grid, drawing, firstPlayer, 0, zobrist);
    }

    /** Starts both from a drawing, with so many handicap stones. */
    SideBySide(Rules rules, Grid grid, String drawing, int firstPlayer, int handicap, Zobrist zobrist) {
        this.grid = grid;
        start = rules + ", player " + firstPlayer + " first, from\n" + drawing;
        reference = new ReferenceGame(rules, handicap, drawing, firstPlayer);
        PointSet black = points(Color.BLACK);
        PointSet white = points(Color.WHITE);
        game = new Game(Setup.of(grid, black, white, firstPlayer).withHandicap(handicap), rules, zobrist);
        legalPoints = new PointSet(grid);
    }

    ReferenceGame reference() {
        return reference;
    }

    /** Compares every answer about the present position, and its hashes with all that the ledgers know. */
    void compare(HashLedger positions, HashLedger states) {
        compareTurn();
        compareMoves();
        comparePoints();
        compareScore();
        compareOutcome();
        game.checkConsistency();
        game.board().checkConsistency();
        assertEquals("", positions.enter(reference.coloring(), game.positionHash()), () -> "positionHash: " + story());
        assertEquals("", states.enter(reference.description(), game.stateHash()), () -> "stateHash: " + story());
    }

    /** Tries a move on both; if it is illegal, nothing may change. */
    void play(int move) {
        long stateHash = game.stateHash();
        Legality expected = reference.play(move);
        assertEquals(expected, game.play(move), () -> "play " + move + ": " + story());
        if (expected == Legality.LEGAL) {
            steps.add(grid.name(move));
        } else {
            assertEquals(stateHash, game.stateHash(), () -> "illegal play " + move + " changed the state: " + story());
        }
    }

    /** Makes a move without asking for its legality: the pass, or any empty point. */
    void playUnchecked(int move) {
        steps.add("unchecked " + grid.name(move));
        reference.playUnchecked(move);
        game.playUnchecked(move);
    }

    /** Lets the player to move say which stones, whole chains, are dead. */
    void propose(Set<Integer> dead) {
        steps.add("propose " + dead);
        reference.propose(dead);
        game.proposeDead(set(dead));
    }

    /** Compares the scores without the stones in {@code dead}, whole chains. */
    void compareScoreWithout(Set<Integer> dead) {
        compareScore(reference.score(dead), game.score(set(dead)), " without " + dead);
    }

    private PointSet set(Set<Integer> points) {
        return PointSet.of(grid, points.stream().mapToInt(point -> point).toArray());
    }

    /** Takes back some moves. */
    void undo(int count) {
        steps.add("undo " + count);
        for (int i = 0; i < count; i++) {
            reference.undo();
            game.undo();
        }
    }

    /** Resumes play after the passes that ended the game. */
    void resume() {
        steps.add("resume");
        reference.resume();
        game.resume();
    }

    /** Lets a player resign, which ends the core's game and is no turn, and takes that back. */
    void resignAndTakeBack(int color, HashLedger states) {
        steps.add("player " + color + " resigns, undo");
        long stateHash = game.stateHash();
        game.resign(color);
        assertEquals("", states.enter(reference.description() + " resigned " + color, game.stateHash()), this::story);
        assertEquals(Color.opponent(color), game.outcome().orElseThrow().winner(), this::story);
        for (int move = 0; move <= grid.pass(); move++) {
            assertEquals(Legality.EPISODE_OVER, game.play(move), this::story);
        }
        game.legalPoints(legalPoints);
        assertEquals(0, legalPoints.size(), this::story);
        game.undo();
        assertEquals(stateHash, game.stateHash(), this::story);
    }

    /** Compares every earlier coloring, as the core walks back to it. */
    void comparePast() {
        HistoryCursor past = new HistoryCursor(grid);
        past.startAt(game);
        while (past.moveNumber() > 0) {
            past.stepBack(game);
            String expected = reference.coloringAfter(past.moveNumber());
            assertEquals(expected, coloring(past), () -> "after move " + past.moveNumber() + ": " + story());
        }
    }

    /** Continues with a copy of the core's game, after the original has played and undone a few more moves. */
    void switchToCopy(int firstMove) {
        steps.add("copy");
        Game copy = game.copy();
        game.play(firstMove);
        while (game.moveNumber() > copy.moveNumber() / 2) {
            game.undo();
        }
        game = copy;
    }

    /**
     * Plays to the present position once more, in a new game of the core or in the same one, and continues with that
     * game.
     */
    void switchToReplay() {
        if (game.moveNumber() % 2 == 0) {
            steps.add("replay");
            game = game.replayTo(game.moveNumber());
        } else {
            steps.add("restart");
            restart();
        }
        if (game.isOver() && !reference.isOver()) {
            game.resume();
        }
    }

    private void restart() {
        int[] moves =
                IntStream.rangeClosed(1, game.moveNumber()).map(game::move).toArray();
        List<PointSet> proposals = IntStream.rangeClosed(1, game.moveNumber())
                .mapToObj(game::proposedDead)
                .toList();
        game.restart();
        for (int i = 0; i < moves.length; i++) {
            if (game.isOver()) {
                game.resume();
            }
            if (game.isInAgreement()) {
                game.proposeDead(proposals.get(i));
            } else {
                game.playUnchecked(moves[i]);
            }
        }
    }

    private void compareTurn() {
        assertEquals(reference.playerToMove(), game.playerToMove(), () -> "playerToMove: " + story());
        assertEquals(reference.moveNumber(), game.moveNumber(), () -> "moveNumber: " + story());
        assertEquals(reference.passCount(), game.passCount(), () -> "passCount: " + story());
        assertEquals(reference.isOver(), game.isOver(), () -> "isOver: " + story());
        assertEquals(reference.isInAgreement(), game.isInAgreement(), () -> "isInAgreement: " + story());
        assertEquals(reference.removedCount(), game.removedCount(), () -> "removedCount: " + story());
    }

    private void compareMoves() {
        for (int move = -FARTHEST_BEYOND_RANGE; move <= grid.pass() + FARTHEST_BEYOND_RANGE; move++) {
            int asked = move;
            ReferenceGame.Ruling ruling = reference.ruling(move);
            assertEquals(ruling.legality(), game.legality(move), () -> "legality of " + asked + ": " + story());
            if (ruling.legality() == Legality.REPETITION) {
                assertEquals(
                        ruling.repeatedMoveNumber(),
                        game.repeatedMoveNumber(move),
                        () -> "repeatedMoveNumber of " + asked + ": " + story());
            }
        }
    }

    private void comparePoints() {
        game.legalPoints(legalPoints);
        for (int point = 0; point < grid.pointCount(); point++) {
            int asked = point;
            boolean isLegal = reference.legality(point) == Legality.LEGAL;
            assertEquals(isLegal, legalPoints.contains(point), () -> "legalPoints at " + asked + ": " + story());
            assertEquals(reference.colorAt(point), game.colorAt(point), () -> "colorAt " + asked + ": " + story());
        }
    }

    private void compareScore() {
        Score score = game.score();
        compareScore(reference.score(reference.agreedDead()), score, "");
        if (reference.agreedDead().isEmpty()) {
            int point = reference.moveNumber() % grid.pointCount(); // One will do: asking all of them takes long.
            assertEquals(score.owner(point), game.reach(point).owner(), () -> "reach of " + point + ": " + story());
        }
    }

    private void compareScore(ReferenceScorer expected, Score score, String which) {
        StringBuilder owners = new StringBuilder();
        for (int point = 0; point < grid.pointCount(); point++) {
            owners.append(ReferenceBoard.symbol(score.owner(point)));
        }
        assertEquals(expected.owners(), owners.toString(), () -> "owners" + which + ": " + story());
        assertEquals(expected.area(Color.BLACK), score.blackArea(), () -> "blackArea" + which + ": " + story());
        assertEquals(expected.area(Color.WHITE), score.whiteArea(), () -> "whiteArea" + which + ": " + story());
        for (int color : new int[] {Color.BLACK, Color.WHITE}) {
            Score.Tally tally = score.tally(color);
            assertEquals(expected.points(color), tally.points(), () -> "points" + which + ": " + story());
            assertEquals(expected.prisoners(color), tally.prisoners(), () -> "prisoners" + which + ": " + story());
            assertEquals(expected.tax(color), tally.tax(), () -> "tax" + which + ": " + story());
        }
        assertEquals(expected.handicapBonus(), score.handicapBonus(), () -> "bonus" + which + ": " + story());
        assertEquals(expected.margin(), score.margin(), () -> "margin" + which + ": " + story());
    }

    private void compareOutcome() {
        assertEquals(reference.isOver(), game.outcome().isPresent(), () -> "outcome: " + story());
        game.outcome().ifPresent(outcome -> {
            boolean isRepetition = reference.isEndedByRepetition();
            boolean isDraw = game.rules().repetitionEnd() == RepetitionEnd.DRAW;
            double margin = reference.margin();
            int winner = margin > 0 ? Color.BLACK : margin < 0 ? Color.WHITE : Color.EMPTY;
            int expected = !isRepetition ? winner : isDraw ? Color.EMPTY : reference.playerToMove();
            assertEquals(expected, outcome.winner(), () -> "winner: " + story());
            assertEquals(isRepetition, outcome.ending() == Outcome.Ending.REPETITION, () -> "ending: " + story());
        });
    }

    private String coloring(HistoryCursor past) {
        StringBuilder coloring = new StringBuilder();
        for (int point = 0; point < grid.pointCount(); point++) {
            boolean isBlack = past.stones(Color.BLACK).contains(point);
            boolean isWhite = past.stones(Color.WHITE).contains(point);
            coloring.append(isBlack ? "X" : "").append(isWhite ? "O" : "").append(isBlack || isWhite ? "" : ".");
        }
        return coloring.toString();
    }

    private PointSet points(int color) {
        PointSet points = new PointSet(grid);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (reference.colorAt(point) == color) {
                points.add(point);
            }
        }
        return points;
    }

    private String story() {
        return start + "\n" + steps;
    }
}
