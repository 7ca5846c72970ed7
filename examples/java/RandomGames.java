import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.batch.Autoreset;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.error.TengenException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Random games: one in a session, with errors as they occur, and a thousand in a batch.
 *
 * <p>The packed program contains the client, so this file runs as it is: {@code java -cp clients/cli/target/tengen.jar
 * examples/java/RandomGames.java}. Its argument is the address of the server, which {@code ./tengen serve} starts.
 */
public final class RandomGames {
    private static final int SIZE = 9;
    private static final int PASS = SIZE * SIZE;
    private static final int LANE_COUNT = 1000;

    private RandomGames() {}

    /** Plays the games and prints the results. */
    public static void main(String[] args) {
        String address = args.length > 0 ? args[0] : "127.0.0.1:9019";
        // The timeout is time: while a server that has answered cannot be reached, a call is retried until it has
        // passed.
        try (TengenClient client = TengenClient.connect(address, Duration.ofSeconds(20))) {
            client.awaitReady(Duration.ofSeconds(20)); // The server may have been started together with this program.
            Timestep end = playSession(client, 1);
            System.out.printf(
                    "Session: %s after %d moves, %s%n",
                    end.endReason(), end.moveNumber(), end.score().orElseThrow().text());
            LaneRows ends = playBatch(client, 1);
            long blackWins = 0;
            for (int lane = 0; lane < LANE_COUNT; lane++) {
                blackWins += ends.margin(lane) > 0 ? 1 : 0;
            }
            System.out.printf("Batch: Black wins %d of %d games%n", blackWins, LANE_COUNT);
        } catch (TengenException e) {
            System.err.println(e.getMessage());
            System.exit(e.status().equals("UNAVAILABLE") ? 3 : 1);
        }
    }

    /** Plays a game in a session and returns its end. */
    static Timestep playSession(TengenClient client, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SessionSpec spec = SessionSpec.builder(SIZE, SIZE).seed(seed).build();
        try (TengenSession session = client.createSession(spec)) {
            Timestep timestep = session.firstTimestep();
            while (!timestep.isOver()) {
                int action = choose(timestep.actionMask()::isLegal, timestep.moveNumber(), random);
                timestep = session.step(action);
                if (timestep.moveNumber() == 1) {
                    playOccupiedPoint(session, action);
                }
            }
            return timestep;
        }
    }

    /** Shows how an illegal action fails. The position does not change. */
    private static void playOccupiedPoint(TengenSession session, int point) {
        try {
            session.step(point);
        } catch (IllegalActionException e) {
            System.out.printf(
                    "Rejected as expected: %s, field %s: %s%n",
                    e.reason(), e.metadata().get("field"), e.getMessage());
        }
    }

    /** Plays a game in each lane of a batch, all lanes with one message for each move, and returns the ends. */
    static LaneRows playBatch(TengenClient client, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        BatchSpec spec = BatchSpec.builder(LANE_COUNT, SessionSpec.of(SIZE, SIZE))
                .seeds(seed)
                .autoreset(Autoreset.DISABLED)
                .build();
        try (TengenBatch batch = client.openBatch(spec)) {
            LaneRows rows = batch.start();
            int[] actions = chooseAll(rows, random);
            while (Arrays.stream(actions).anyMatch(action -> action != TengenBatch.NO_ACTION)) {
                rows = batch.step(actions);
                actions = chooseAll(rows, random);
            }
            return rows;
        }
    }

    /** Returns an action for each lane, none where the game is over. */
    private static int[] chooseAll(LaneRows rows, SplittableRandom random) {
        int[] actions = new int[LANE_COUNT];
        for (int lane = 0; lane < LANE_COUNT; lane++) {
            int row = lane;
            actions[lane] = rows.isOver(row)
                    ? TengenBatch.NO_ACTION
                    : choose(action -> rows.isLegal(row, action), rows.moveNumber(row), random);
        }
        return actions;
    }

    /** Returns a random legal action, and from move 162 on the pass, so that the game ends. */
    private static int choose(IntPredicate isLegal, int moveNumber, SplittableRandom random) {
        if (moveNumber >= 2 * PASS) {
            return PASS;
        }
        int[] legal = IntStream.rangeClosed(0, PASS).filter(isLegal).toArray();
        return legal[random.nextInt(legal.length)];
    }
}
