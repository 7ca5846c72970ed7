import dev.tengen.client.TengenClient;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What {@code ops/deploy/try-image} does with the memory of a container: {@code java -cp clients/cli/target/tengen.jar
 * ops/deploy/MemoryTrial.java ADDRESS LANES}. Opens batches of so many lanes until the server refuses one, plays a
 * whole episode on each lane, fills the rest with sessions, and prints how many of both there are.
 */
public final class MemoryTrial {
    private static final int SIZE = 9;
    private static final int MOVES = 3 * SIZE * SIZE;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private MemoryTrial() {}

    /** Fills the memory. Fails with an exception. */
    public static void main(String[] args) {
        SessionSpec board = SessionSpec.of(SIZE, SIZE);
        int[] actions = new int[Integer.parseInt(args[1])];
        Arrays.fill(actions, TengenBatch.DRAWN_ACTION);
        try (TengenClient client = TengenClient.connect(args[0], TIMEOUT)) {
            List<TengenBatch> batches = new ArrayList<>();
            untilRefused(() -> batches.add(client.openBatch(BatchSpec.of(actions.length, board))));
            for (TengenBatch batch : batches) {
                for (int move = 0; move < MOVES; move++) {
                    batch.step(actions);
                }
            }
            int sessions = untilRefused(() -> client.createSession(board));
            System.out.println(batches.size() * actions.length + " lanes and " + sessions + " sessions");
        }
    }

    /** Repeats {@code opening} until the server has no room for more, and returns how often it succeeded. */
    private static int untilRefused(Runnable opening) {
        for (int count = 0; ; count++) {
            try {
                opening.run();
            } catch (TengenException e) {
                if (count > 0 && e.status().equals("RESOURCE_EXHAUSTED")) {
                    return count;
                }
                throw e;
            }
        }
    }
}
