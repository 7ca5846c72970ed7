import dev.tengen.client.TengenClient;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.NodeRows;
import dev.tengen.client.tree.TengenForest;
import dev.tengen.client.tree.TreeRoot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A search of two moves over a tree at a server. One message expands all positions of a depth.
 *
 * <p>The packed program contains the client, so this file runs as it is: {@code java -cp clients/cli/target/tengen.jar
 * examples/java/TreeSearch.java}. Its argument is the address of the server, which {@code ./tengen serve} starts.
 */
public final class TreeSearch {
    private final TengenForest forest;

    /** Creates a search in {@code forest}. */
    public TreeSearch(TengenForest forest) {
        this.forest = forest;
    }

    /** Plays a game on 5x5 and prints it. */
    public static void main(String[] args) {
        String address = args.length > 0 ? args[0] : "127.0.0.1:9019";
        try (TengenClient client = TengenClient.connect(address);
                TengenForest forest = client.openForest(
                        ForestSpec.builder(5, 5).encodings("alphazero-17").build())) {
            TreeSearch search = new TreeSearch(forest);
            NodeRows root = forest.plant(
                    TreeRoot.of(SessionSpec.builder(5, 5).maxMoves(20).build()));
            for (int move = 1; !root.isOver(0); move++) {
                int action = search.bestAction(root);
                System.out.printf("move %d: %d%n", move, action);
                root = forest.expand(new long[] {root.handle(0)}, new int[] {action});
                forest.reroot(root.handle(0)); // Keeps the subtree of the move and releases all other nodes.
            }
        }
    }

    /** Returns the best action at {@code root}, one position whose episode is not over. */
    public int bestAction(NodeRows root) {
        List<Step> steps = steps(root);
        double[] replies = values(expand(root, steps), 1);
        int best = IntStream.range(0, replies.length)
                .reduce((one, other) -> replies[other] < replies[one] ? other : one)
                .orElseThrow();
        return steps.get(best).action;
    }

    /** An action at a row. */
    private record Step(int row, int action) {}

    private static List<Step> steps(NodeRows rows) {
        List<Step> steps = new ArrayList<>();
        int actionCount = rows.layout().width() * rows.layout().height() + 1;
        for (int row = 0; row < rows.rowCount(); row++) {
            for (int action = 0; action < actionCount && !rows.isOver(row); action++) {
                if (rows.isLegal(row, action)) {
                    steps.add(new Step(row, action));
                }
            }
        }
        return steps;
    }

    private NodeRows expand(NodeRows rows, List<Step> steps) {
        return forest.expand(
                steps.stream().mapToLong(step -> rows.handle(step.row)).toArray(),
                steps.stream().mapToInt(Step::action).toArray());
    }

    /** Returns the value of each row for the player to move, by a search of {@code depth} moves. */
    private double[] values(NodeRows rows, int depth) {
        double[] values = new double[rows.rowCount()];
        List<Step> steps = depth == 0 ? List.of() : steps(rows);
        Arrays.setAll(values, row -> depth == 0 || rows.isOver(row) ? evaluate(rows, row) : -1);
        if (!steps.isEmpty()) {
            double[] replies = values(expand(rows, steps), depth - 1);
            for (int i = 0; i < replies.length; i++) {
                int row = steps.get(i).row;
                values[row] = Math.max(values[row], -replies[i]);
            }
        }
        return values;
    }

    /**
     * Returns the result of an episode that is over, or else the lead in stones: from -1 to 1. A network would do
     * better.
     */
    private static double evaluate(NodeRows rows, int row) {
        if (rows.isOver(row)) {
            Color winner = rows.winner(row);
            return winner == Color.NONE ? 0 : winner == rows.playerToMove(row) ? 1 : -1;
        }
        int pointCount = rows.layout().width() * rows.layout().height();
        return (double) (stones(rows, row, 0) - stones(rows, row, 1)) / pointCount;
    }

    /** Counts the bits of a plane. Planes 0 and 1 are the stones of the player to move and of the opponent. */
    private static int stones(NodeRows rows, int row, int plane) {
        int pointCount = rows.layout().width() * rows.layout().height();
        int start = row * rows.layout().observationByteCount() * Byte.SIZE + plane * pointCount;
        return IntStream.range(start, start + pointCount)
                .map(bit -> rows.observations().get(bit / 8) >>> (7 - bit % 8) & 1)
                .sum();
    }
}
