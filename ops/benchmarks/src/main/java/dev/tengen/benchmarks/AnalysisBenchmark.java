package dev.tengen.benchmarks;

import dev.tengen.analysis.Influence;
import dev.tengen.analysis.Ladders;
import dev.tengen.analysis.PassAlive;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Analyses of positions. For pass-alive stones and influence, random players who fill no eye of their own play up to
 * the middle of a game, with half as many moves as points, and to a late stage, with twice as many. For ladders,
 * uniformly random players play to the middle; one more ladder crosses the board, and one search reaches the limit.
 */
@State(Scope.Thread)
public class AnalysisBenchmark {
    /** So many that no processor learns one by heart. A power of two. */
    private static final int POSITION_COUNT = 64;

    /** A position bred for long ladder searches, on 9×9. The search for the chain at A3 reaches the limit. */
    private static final String HARD = ".O...OO.X"
            + "..XOX.X.O"
            + "....XO..X"
            + "....O.X.."
            + "...X..XOX"
            + "O..XOO.O."
            + "OX..OXX.O"
            + "X.O...O.O"
            + "XOX.O...O";

    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    private final Game[] middle = new Game[POSITION_COUNT];
    private final Game[] late = new Game[POSITION_COUNT];
    private final PointSet[] black = new PointSet[POSITION_COUNT];
    private final PointSet[] white = new PointSet[POSITION_COUNT];
    private int next;
    private PassAlive passAlive;
    private Influence influence;
    private Ladders ladders;
    private PointSet runner;
    private PointSet hunters;
    private final Ladders hardLadders = new Ladders(Grid.square(9));
    private final PointSet hardBlack = stones('X');
    private final PointSet hardWhite = stones('O');

    /** Creates a benchmark, which JMH sets up. */
    public AnalysisBenchmark() {}

    private static PointSet stones(char symbol) {
        return PointSet.of(
                Grid.square(9),
                IntStream.range(0, HARD.length())
                        .filter(point -> HARD.charAt(point) == symbol)
                        .toArray());
    }

    /** Plays the games. */
    @Setup
    public void setUp() {
        Grid grid = Grid.square(size);
        SplitMix64 random = new SplitMix64(1);
        for (int i = 0; i < POSITION_COUNT; i++) {
            middle[i] = play(grid, random, grid.pointCount() / 2);
            late[i] = play(grid, random, 2 * grid.pointCount());
            Game game = newGame(grid);
            RandomGames.play(game, new SplitMix64(i), grid.pointCount() / 2);
            black[i] = game.board().points(Color.BLACK);
            white[i] = game.board().points(Color.WHITE);
        }
        passAlive = new PassAlive(grid);
        influence = new Influence(grid);
        ladders = new Ladders(grid);
        runner = PointSet.of(grid, grid.point(1, 1));
        hunters = PointSet.of(grid, grid.point(0, 1), grid.point(1, 0), grid.point(2, 0));
    }

    private static Game newGame(Grid grid) {
        return new Game(dev.tengen.game.Setup.empty(grid), Rules.TROMP_TAYLOR);
    }

    private static Game play(Grid grid, SplitMix64 random, int moveCount) {
        Game game = newGame(grid);
        Player player = Players.EYE_SAFE_RANDOM.create(grid);
        while (game.moveNumber() < moveCount && !game.isOver()) {
            game.playLegal(player.chooseMove(game, random));
        }
        return game;
    }

    private int next() {
        next = (next + 1) & (POSITION_COUNT - 1);
        return next;
    }

    /** Finds the pass-alive stones of both colors in the middle of a game. */
    @Benchmark
    public Object passAlive() {
        return passAlive(middle[next()]);
    }

    /** Finds the pass-alive stones of both colors late in a game, when there are many. */
    @Benchmark
    public Object passAliveLate() {
        return passAlive(late[next()]);
    }

    private PassAlive passAlive(Game game) {
        passAlive.find(game.board(), game.rules().suicide());
        return passAlive;
    }

    /** Computes the influence of stones in the middle of a game. */
    @Benchmark
    public Object influence() {
        influence.find(middle[next()].board());
        return influence;
    }

    /** Reads all ladders in the middle of a random game. */
    @Benchmark
    public Object laddersOfGames() {
        int position = next();
        ladders.read(black[position], white[position], Ladders.NO_KO);
        return ladders.captured();
    }

    /** Reads a ladder across the board, from one corner to the opposite one, with first moves that fail. */
    @Benchmark
    public Object ladderAcross() {
        ladders.read(runner, hunters, Ladders.NO_KO);
        return ladders.captured();
    }

    /** Reads a position, on 9×9 for any size, in which one search stops at the limit. */
    @Benchmark
    public Object laddersAtTheLimit() {
        hardLadders.read(hardBlack, hardWhite, Ladders.NO_KO);
        return hardLadders.captured();
    }
}
