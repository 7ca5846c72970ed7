package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.Encodings;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Uniform random play, the pass included, with the full action mask at each step; episodes end by passes or at three
 * times the count of points, as by default in an environment. A call is a step.
 */
@State(Scope.Thread)
public class RandomPlayBenchmark {
    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    /** The encoding that each step observes in, or "none". */
    @Param({"none", "alphazero-17"})
    public String encoding = "none";

    private final SplitMix64 random = new SplitMix64(1);

    @SuppressWarnings("NullAway.Init")
    private Grid grid;

    @SuppressWarnings("NullAway.Init")
    private Game game;

    @SuppressWarnings("NullAway.Init")
    private PointSet legal;

    private Optional<Encoding> observer = Optional.empty();

    /** Makes a benchmark that JMH then fills in and sets up. */
    public RandomPlayBenchmark() {}

    /** Starts the first episode. */
    @org.openjdk.jmh.annotations.Setup
    public void setUp() {
        grid = Grid.square(size);
        legal = new PointSet(grid);
        observer = Encodings.named(encoding, grid);
        game = newGame();
        game.legalPoints(legal);
    }

    private Game newGame() {
        return new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
    }

    /** Takes a step, in a new episode where the last one is over; returns what keeps it from being optimized away. */
    @Benchmark
    public Object step() {
        if (game.isOver() || game.moveNumber() == 3 * grid.pointCount()) {
            game = newGame();
            game.legalPoints(legal);
        }
        int pointCount = legal.size();
        int choice = random.nextInt(pointCount + 1);
        game.playUnchecked(choice == pointCount ? grid.pass() : legal.nth(choice));
        game.legalPoints(legal);
        return observer.isPresent() ? observer.get().observation(game) : legal;
    }
}
