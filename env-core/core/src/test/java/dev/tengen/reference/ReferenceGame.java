package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A game of Go played by the letter of the ten Tromp-Taylor rules, and of the other kinds of ko and suicide.
 *
 * <p>A coloring is a string of {@code .}, {@code X} and {@code O}, row by row from the top left. The whole game is a
 * list of moments, one before the first turn and one after each turn; every answer is worked out from that list.
 */
public final class ReferenceGame {
    /* The rules, in our own words, as the comments below quote them:
     *
     *  1. Black and White play on a grid of points.
     *  2. Each point is black, white or empty.
     *  3. A point reaches another color if a path of neighboring points, all colored like itself, leads from it to a
     *     neighbor of that color.
     *  4. To clear a color is to empty every point of that color that does not reach empty.
     *  5. From the starting coloring (without a set-up: all empty) the players take turns, Black first.
     *  6. A turn is a pass, or a play that recreates no earlier coloring of the grid.
     *  7. A play colors an empty point, then clears the opponent's color, then the player's own.
     *  8. Two passes in a row end the game.
     *  9. A player's score is the points of her color and the empty points that reach her color only.
     * 10. The higher score wins; equal scores tie.
     */

    /** Says that no earlier position is repeated. */
    static final int NO_REPETITION = -1;

    private final Rules rules;
    private final Ko ko;
    private final Suicide suicide;
    private final int handicap;
    private final ReferenceBoard board;
    private final List<Moment> moments = new ArrayList<>();

    /* Both follow from the moments; they are worked out once per moment, when first asked for. */
    private final Map<String, Integer> seen = new TreeMap<>();
    private Ruling[] rulings = {};

    /** Starts a game from a drawing: rows from the top, one line each, blanks ignored. */
    ReferenceGame(Ko ko, Suicide suicide, int passesToEnd, double komi, String drawing, int firstPlayer) {
        this(new Rules(ko, suicide, passesToEnd, komi), 0, drawing, firstPlayer);
    }

    /** Starts a game by any rules, with so many handicap stones. */
    public ReferenceGame(Rules rules, int handicap, String drawing, int firstPlayer) {
        this.rules = rules;
        this.handicap = handicap;
        ko = rules.ko();
        suicide = rules.suicide();
        String[] rows = drawing.replace(" ", "").strip().split("\n");
        board = new ReferenceBoard(rows[0].length(), rows.length);
        enter(new Moment(String.join("", rows), firstPlayer, Color.EMPTY, 0, 0, 0, 0, false, Set.of()));
    }

    ReferenceBoard board() {
        return board;
    }

    /** Returns the move that is a pass; smaller moves are points, counted row by row from the top left. */
    public int pass() {
        return board.pointCount();
    }

    /** Returns the move that players call by this name, such as {@code C3} (row 1 is the lowest) or {@code pass}. */
    public int move(String name) {
        return name.equals("pass") ? pass() : board.point(name);
    }

    /** Returns the colors of all points, row by row from the top left. */
    public String coloring() {
        return present().coloring;
    }

    /** Returns the coloring that stood after that many turns; 0 is the start. */
    String coloringAfter(int moveNumber) {
        return moments.get(moveNumber).coloring;
    }

    /** Returns whether a play of this game created the coloring; the start does not count. */
    boolean isMadeByPlay(String coloring) {
        return moments.stream().anyMatch(moment -> moment.maker != Color.EMPTY && moment.coloring.equals(coloring));
    }

    /** Returns the color on a point. */
    public int colorAt(int point) {
        return ReferenceBoard.SYMBOLS.indexOf(coloring().charAt(point));
    }

    /** Returns whose turn it is. */
    public int playerToMove() {
        return present().playerToMove;
    }

    /** Returns the number of turns taken so far. */
    public int moveNumber() {
        return moments.size() - 1;
    }

    /** Returns the number of passes in a row that lead to the present moment. */
    int passCount() {
        return present().passCount;
    }

    /** Returns the number of stones, of either color, that the last turn cleared; a suicide counts itself. */
    int removedCount() {
        return present().capturedCount;
    }

    /**
     * Returns whether the game has ended: by enough passes in a row, with agreement if the rules require it, or by a
     * repetition.
     */
    public boolean isOver() {
        return present().isRepetition || passCount() >= rules.passesToEnd() + (isAgreementAsked() ? 2 : 0);
    }

    /** Returns whether a repetition ended the game. */
    public boolean isEndedByRepetition() {
        return present().isRepetition;
    }

    private boolean isAgreementAsked() {
        return rules.deadStones() == DeadStones.AGREEMENT;
    }

    /** Returns whether passes have ended the play and the players now propose dead stones. */
    boolean isInAgreement() {
        return isAgreementAsked() && !isOver() && passCount() >= rules.passesToEnd();
    }

    /** Passes, and says which stones are dead. */
    public void propose(Set<Integer> dead) {
        Set<Integer> other = passCount() == rules.passesToEnd() ? dead : present().proposed;
        pass(other.equals(dead) ? passCount() + 1 : 0, dead);
    }

    /** Returns the stones that both players said are dead, once that has ended the game. */
    Set<Integer> agreedDead() {
        return isOver() && isAgreementAsked() ? present().proposed : Set.of();
    }

    /** Returns the legality of a move; any number is allowed. */
    public Legality legality(int move) {
        return ruling(move).legality;
    }

    /** Returns the full ruling about a move; any number is allowed. */
    Ruling ruling(int move) {
        if (rulings.length == 0) {
            rulings = new Ruling[pass()];
        }
        if (move < 0 || move >= pass()) {
            return judge(move);
        }
        if (rulings[move] == null) {
            rulings[move] = judge(move);
        }
        return rulings[move];
    }

    /** Takes a turn if the rules allow it; otherwise changes nothing. Returns the verdict. */
    public Legality play(int move) {
        Ruling ruling = ruling(move);
        if (ruling.legality == Legality.LEGAL) {
            take(move, ruling);
        }
        return ruling.legality;
    }

    /** Takes a turn, a pass or a play on an empty point, without a check of the suicide and ko rules. */
    public void playUnchecked(int move) {
        take(move, ruling(move));
    }

    /** Resumes play after the passes that ended the game; those passes no longer count. */
    public void resume() {
        Moment last = moments.remove(moments.size() - 1);
        enter(new Moment(
                last.coloring,
                last.playerToMove,
                last.maker,
                0,
                last.capturedCount,
                last.takenBlack,
                last.takenWhite,
                false,
                Set.of()));
    }

    /** Takes back the last turn, together with the resumption that followed it, if one did. */
    void undo() {
        moments.remove(moments.size() - 1);
        forgetDerived();
    }

    /** Returns the owner of each point, drawn like a coloring. */
    String owners() {
        return board.owners(coloring());
    }

    /** Returns the number of points that a color owns. */
    int area(int color) {
        return (int) owners().chars()
                .filter(owner -> owner == ReferenceBoard.symbol(color))
                .count();
    }

    /** Returns the score without the stones in {@code dead}. */
    ReferenceScorer score(Set<Integer> dead) {
        return new ReferenceScorer(
                board, rules, handicap, coloring(), dead, present().takenBlack, present().takenWhite);
    }

    /** Returns Black's points less White's, komi included. */
    public double margin() {
        return score(agreedDead()).margin();
    }

    /**
     * Returns all that the rest of the game depends on, in a form that is the same exactly if the state is the same.
     *
     * <p>That is: the rules, the handicap that counts, the size, the coloring, prisoners if they count, what is
     * proposed as dead, whose turn it is, passes in a row, the move number, whether the game is over and why, the set
     * of positions that superko can see (the present one included), and the points that a simple ko forbids now.
     */
    String description() {
        boolean isTerritory = rules.scoring() == Scoring.TERRITORY;
        boolean isProposalOpen = isAgreementAsked() && passCount() > rules.passesToEnd();
        return String.join(
                        " ",
                        rules.toString(),
                        "" + score(Set.of()).handicapBonus(),
                        board.width() + "x" + board.height(),
                        isTerritory ? present().takenBlack + " and " + present().takenWhite : "",
                        isProposalOpen ? present().proposed.toString() : "",
                        present().isRepetition ? "repeated" : "")
                + String.join(" ", " " + coloring(), "" + playerToMove(), "" + passCount(), "" + moveNumber())
                + (isOver() ? " over" : " open")
                + seen().keySet()
                + simpleKoPoints();
    }

    private Ruling judge(int move) {
        if (isOver()) {
            return new Ruling(Legality.EPISODE_OVER);
        }
        if (move < 0 || move > pass()) {
            return new Ruling(Legality.OUT_OF_RANGE);
        }
        if (isInAgreement() && move != pass()) {
            return new Ruling(Legality.AGREEMENT);
        }
        if (move == pass()) { // Rule 6: a pass is a turn in every position.
            return new Ruling(Legality.LEGAL);
        }
        if (colorAt(move) != Color.EMPTY) { // Rule 7: only an empty point can be colored.
            return new Ruling(Legality.OCCUPIED);
        }
        return judgePlay(move);
    }

    /* Rule 7, then what the suicide and ko rules make of the result. */
    private Ruling judgePlay(int point) {
        int player = playerToMove();
        char[] grid = coloring().toCharArray();
        grid[point] = ReferenceBoard.symbol(player);
        int capturedCount = board.clear(grid, 3 - player);
        int suicideCount = board.clear(grid, player);
        String after = new String(grid);
        int repeated = repeatedMoveNumber(after);
        Legality legality = Legality.LEGAL;
        if (isForbiddenSuicide(suicideCount)) {
            legality = Legality.SUICIDE;
        } else if (repeated != NO_REPETITION) {
            legality = Legality.REPETITION;
        }
        return new Ruling(legality, after, capturedCount, suicideCount, repeated);
    }

    private boolean isForbiddenSuicide(int suicideCount) {
        return switch (suicide) {
            case FORBIDDEN -> suicideCount > 0;
            case MULTI_STONE -> suicideCount == 1;
            case ANY -> false;
        };
    }

    /* Rule 6: the first moment whose position a play by the present player would recreate in a forbidden way. */
    private int repeatedMoveNumber(String after) {
        int player = playerToMove();
        return switch (ko) {
            case POSITIONAL -> seen().getOrDefault(after, NO_REPETITION);
            case SITUATIONAL -> seen().getOrDefault(after + (3 - player), NO_REPETITION);
            case NATURAL_SITUATIONAL -> seen().getOrDefault(after + player, NO_REPETITION);
            case SIMPLE -> restoresBoardBeforeLastPlay(after) ? moveNumber() - 1 : NO_REPETITION;
            case NONE -> NO_REPETITION;
        };
    }

    /* The very last turn must have been a play, and so the opponent's; a pass lifts a simple ko. */
    private boolean restoresBoardBeforeLastPlay(String after) {
        return present().maker != Color.EMPTY && after.equals(moments.get(moments.size() - 2).coloring);
    }

    /* The positions that superko can see, each with the number of the turn after which it first stood. */
    private Map<String, Integer> seen() {
        if (seen.isEmpty()) {
            for (int number = 0; number < moments.size(); number++) {
                String position = superkoView(moments.get(number));
                if (position != null) {
                    seen.putIfAbsent(position, number);
                }
            }
        }
        return seen;
    }

    /* How superko remembers a moment; null if it does not. */
    private String superkoView(Moment moment) {
        return switch (ko) {
            case POSITIONAL -> moment.coloring;
            case SITUATIONAL -> moment.coloring + moment.playerToMove;
            // A pass creates no coloring, and nobody made the starting one.
            case NATURAL_SITUATIONAL -> moment.maker == Color.EMPTY ? null : moment.coloring + moment.maker;
            // What ends the game as a repetition is remembered, too.
            case SIMPLE, NONE -> rules.repetitionEnd() == RepetitionEnd.NONE ? null : moment.coloring;
        };
    }

    private List<Integer> simpleKoPoints() {
        List<Integer> points = new ArrayList<>();
        for (int point = 0; ko == Ko.SIMPLE && point < pass(); point++) {
            if (legality(point) == Legality.REPETITION) {
                points.add(point);
            }
        }
        return points;
    }

    private void take(int move, Ruling ruling) {
        int player = playerToMove();
        if (move != pass()) {
            int ownTaken = ruling.suicideCount;
            int enemiesTaken = ruling.capturedCount;
            enter(new Moment(
                    ruling.coloring,
                    3 - player,
                    player,
                    0,
                    ownTaken + enemiesTaken,
                    present().takenBlack + (player == Color.BLACK ? ownTaken : enemiesTaken),
                    present().takenWhite + (player == Color.BLACK ? enemiesTaken : ownTaken),
                    rules.repetitionEnd() != RepetitionEnd.NONE && hasStood(ruling.coloring),
                    Set.of()));
        } else if (isInAgreement()) {
            propose(Set.of());
        } else {
            pass(passCount() + 1, Set.of());
        }
    }

    private void pass(int passCount, Set<Integer> dead) {
        enter(new Moment(
                coloring(),
                3 - playerToMove(),
                Color.EMPTY,
                passCount,
                0,
                present().takenBlack,
                present().takenWhite,
                false,
                new TreeSet<>(dead)));
    }

    private boolean hasStood(String coloring) {
        return moments.stream().anyMatch(moment -> moment.coloring.equals(coloring));
    }

    private void enter(Moment moment) {
        moments.add(moment);
        forgetDerived();
    }

    private void forgetDerived() {
        seen.clear();
        rulings = new Ruling[] {};
    }

    private Moment present() {
        return moments.get(moments.size() - 1);
    }

    /**
     * What the rules say about a move; for a play on an empty point also what it would do.
     *
     * @param legality the verdict, with the first reason that holds
     * @param coloring the coloring after the play; empty if the move is not a play on an empty point
     * @param capturedCount opposing stones cleared
     * @param suicideCount own stones cleared, the one just placed among them
     * @param repeatedMoveNumber the number of the turn after which the repeated position first stood, 0 for the
     *     starting position; {@link #NO_REPETITION} if none is repeated
     */
    record Ruling(Legality legality, String coloring, int capturedCount, int suicideCount, int repeatedMoveNumber) {
        Ruling(Legality legality) {
            this(legality, "", 0, 0, NO_REPETITION);
        }
    }

    /* The game between two turns. The maker is who brought the coloring about by a play just now, if anybody. */
    private record Moment(
            String coloring,
            int playerToMove,
            int maker,
            int passCount,
            int capturedCount,
            int takenBlack,
            int takenWhite,
            boolean isRepetition,
            Set<Integer> proposed) {}
}
