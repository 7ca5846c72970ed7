package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.journal.RecordedServer.Care;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.StoreUrl;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the power at random moments while batches with journals are stepped. A server on what is left resumes each
 * batch, at or after the last request that was said to be durable, and with the hashes that the batch had there.
 */
@Tag("full")
class BatchPowerCutTest {
    private static final int CLIENT_COUNT = 4;

    @TempDir
    private Path folder;

    private final List<JournaledClient> clients = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private int resumedCount;

    @Test
    void cut40Times_everyDurableRequestIsThere() throws Exception {
        cut(Care.CAREFUL, 300, 40);

        assertThat(losses).isEmpty();
        assertThat(resumedCount).isGreaterThan(40);
    }

    @Test
    @Tag("long")
    void cut2000Times_everyDurableRequestIsThere() throws Exception {
        cut(Care.CAREFUL, 2000, 2000);

        assertThat(losses).isEmpty();
    }

    /** The test finds losses: without synchronization, there are many. */
    @Test
    void cut_withoutSynchronization_losesDurableRequests() throws Exception {
        cut(Care.CARELESS, 150, 20);

        assertThat(losses).isNotEmpty();
    }

    private void cut(Care care, int requestCount, int cutCount) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENT_COUNT);
        try (RecordedServer server = new RecordedServer(folder, care)) {
            for (int number = 0; number < CLIENT_COUNT; number++) {
                clients.add(new JournaledClient(server.port(), "run-" + number, server::position));
            }
            List<Future<?>> playing = new ArrayList<>();
            for (JournaledClient client : clients) {
                playing.add(threads.submit(() -> client.play(requestCount)));
            }
            for (Future<?> player : playing) {
                player.get();
            }
            server.cut(cutCount, cutCount, this::check);
        } finally {
            threads.shutdownNow();
            clients.forEach(JournaledClient::close);
        }
    }

    private void check(long cut, Path database) {
        ServerConfig config = ServerConfig.DEFAULT.withBatchJournals(meters ->
                DatabaseBatchJournals.open(StoreUrl.parse(database.toString()), Duration.ofHours(1), Optional.empty()));
        try (RunningServer server = RunningServer.with(config).start()) {
            clients.forEach(client -> check(cut, client, server));
        } catch (RuntimeException e) {
            losses.add("at " + cut + " the store cannot be opened: " + e.getMessage());
        }
    }

    private void check(long cut, JournaledClient client, RunningServer server) {
        List<JournaledClient.Answer> answers = client.answers();
        // An answer that came while the next record was being written may be later than the cut.
        long durable = answers.stream()
                .filter(answer -> answer.at() <= cut)
                .mapToLong(JournaledClient.Answer::durableSequence)
                .max()
                .orElse(-1);
        RunResponse resumed;
        try {
            resumed = client.resumed(server.channel());
        } catch (StatusRuntimeException e) {
            if (durable >= 0 || e.getStatus().getCode() != Status.Code.NOT_FOUND) {
                losses.add("at " + cut + " " + client.name() + " is lost: " + e.getMessage());
            }
            return;
        }
        resumedCount++;
        long sequence = resumed.getJournal().getSequence();
        if (sequence < durable) {
            losses.add("at " + cut + " " + client.name() + " ends at " + sequence + ", before " + durable);
        } else if (!resumed.getStates()
                .getStateHashes()
                .equals(answers.get((int) sequence).stateHashes())) {
            losses.add("at " + cut + " " + client.name() + " has other boards after request " + sequence);
        }
    }
}
