package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.journal.JournaledClient.Answer;
import dev.tengen.journal.RecordedServer.Care;
import dev.tengen.journal.RecordedServer.Disk;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that becomes slow, or fails and recovers, while sessions and batches with journals are played. */
@Tag("full")
class SickDiskTest {
    private static final int STEP_COUNT = 20;

    @TempDir
    private Path folder;

    private RecordedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new RecordedServer(folder, Care.CAREFUL);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void slow_batchDoesNotWait_andLearnsHowFarItIsDurable() throws Exception {
        try (JournaledClient batch = new JournaledClient(server.port(), "run", server::position)) {
            batch.play(10);
            server.disk(Disk.SLOW);
            batch.play(300);

            // One synchronization for each would have been 290.
            assertThat(batch.answers().subList(11, 301).stream()
                            .mapToLong(Answer::durableSequence)
                            .distinct()
                            .count())
                    .isLessThan(100);
            assertThat(batch.answers().get(300).durableSequence()).isLessThan(300);

            server.disk(Disk.HEALTHY);
            int played = 300;
            while (batch.answers().get(played).durableSequence() < 300) {
                TimeUnit.MILLISECONDS.sleep(20);
                batch.play(++played);
            }
        }
    }

    @Test
    void failing_batchEndsWithItsWatermark_andIsResumedFromThere() throws Exception {
        try (JournaledClient batch = new JournaledClient(server.port(), "run", server::position)) {
            batch.play(50);
            server.disk(Disk.FAILING);

            Failure failure = Failure.of(() -> {
                while (true) {
                    batch.play(batch.answers().size());
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            });

            assertThat(failure.code()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(failure.reason()).contains("STORE_FAILED");
            long told = Long.parseLong(failure.info().orElseThrow().getMetadataOrThrow("durable_sequence"));
            assertThat(told)
                    .isGreaterThanOrEqualTo(batch.answers().stream()
                            .mapToLong(Answer::durableSequence)
                            .max()
                            .orElseThrow());

            server.disk(Disk.HEALTHY);
            ManagedChannel channel = RunningServer.newChannel(server.port(), Runnable::run);
            try {
                RunResponse resumed = batch.resumed(channel);

                assertThat(resumed.getJournal().getSequence()).isGreaterThanOrEqualTo(told);
                assertThat(resumed.getStates().getStateHashes())
                        .isEqualTo(batch.answers()
                                .get((int) resumed.getJournal().getSequence())
                                .stateHashes());
            } finally {
                channel.shutdownNow();
            }
        }
    }

    /** The client checks that each step follows the one before, so none may be lost or doubled. */
    @Test
    void failing_sessionRefusesChanges_andGoesOnWhereItWas() throws Exception {
        try (SteppingClient session = new SteppingClient(server.port(), 1, server::position)) {
            step(session);
            server.disk(Disk.FAILING);
            CompletableFuture<Void> playing = CompletableFuture.runAsync(() -> step(session));
            while (session.retryCount() < 3) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            int acknowledged = session.acks().size();
            TimeUnit.MILLISECONDS.sleep(200);

            assertThat(session.acks()).hasSize(acknowledged);
            server.disk(Disk.HEALTHY);
            playing.join();
            step(session);
        }
    }

    private static void step(SteppingClient session) {
        for (int step = 0; step < STEP_COUNT; step++) {
            session.step();
        }
    }
}
