import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Plays with the Java client for {@code ops/release/versions.py}: {@code java -cp tengen.jar VersionTrial.java ADDRESS}.
 * It prints what follows from seeds and actions alone.
 */
public final class VersionTrial {
    private static final int LANES = 16;
    private static final int STEPS = 60;
    private static final int MOVES = 8;

    private VersionTrial() {}

    /** Plays. Fails with an exception. */
    public static void main(String[] args) {
        // The machine may be busy.
        try (TengenClient client = TengenClient.connect(args[0], Duration.ofMinutes(2))) {
            playSession(client);
            playBatch(client);
        }
    }

    private static void playSession(TengenClient client) {
        try (TengenSession session = client.createSession(SessionSpec.of(5, 5))) {
            session.reset(7);
            for (int move = 0; move < MOVES; move++) {
                session.step(session.chooseAction("greedy", move));
            }
            System.out.println("session " + session.state().timestep().stateHash() + " " + session.exportRecord().length());
        }
    }

    private static void playBatch(TengenClient client) {
        BatchSpec spec = BatchSpec.builder(LANES, SessionSpec.of(5, 5))
                .seeds(1)
                .journal("versions-java")
                .build();
        long sequence;
        try (TengenBatch batch = client.openBatch(spec)) {
            System.out.println("batch " + play(batch));
            sequence = batch.sequence();
        }
        try (TengenBatch batch = client.resumeBatch(spec, "versions-java", OptionalLong.of(sequence))) {
            System.out.println("resumed from " + (sequence - batch.sequence() < STEPS));
            batch.finish();
        }
    }

    private static String play(TengenBatch batch) {
        int[] drawn = new int[LANES];
        Arrays.fill(drawn, TengenBatch.DRAWN_ACTION);
        LaneRows rows = batch.start();
        for (int step = 0; step < STEPS; step++) {
            rows = batch.step(drawn);
        }
        long[] hashes = new long[LANES];
        for (int row = 0; row < LANES; row++) {
            hashes[row] = rows.stateHash(row);
        }
        return Integer.toHexString(Arrays.hashCode(hashes));
    }
}
