package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.proto.v1.BatchCheckpoint;
import dev.tengen.proto.v1.BatchJournal;
import dev.tengen.proto.v1.EndBatch;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.batch.StoredBatch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Failure;
import dev.tengen.store.Database;
import dev.tengen.store.StoreUrl;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients can do with journals that they should not, and what they hold. */
class JournaledBatchTest {
    private static final int DRAWN = -3;

    @TempDir
    private Path folder;

    private JournalServer servers;

    @BeforeEach
    void start() {
        servers = new JournalServer(url());
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    private String url() {
        return folder.resolve("store.db").toString();
    }

    private BatchCall open(String name) {
        return BatchCall.open(
                servers.channel(),
                OpenBatch.newBuilder()
                        .setLaneCount(2)
                        .addSpecs(EnvironmentSpec.newBuilder().setWidth(5).setHeight(5))
                        .addSeeds(1)
                        .setJournal(BatchJournal.newBuilder().setName(name)));
    }

    private BatchCall resume(ResumeBatch.Builder resume) {
        BatchCall call = new BatchCall(servers.channel());
        call.send(RunRequest.newBuilder().setResume(resume).build());
        return call;
    }

    private BatchCall resume(String name) {
        return resume(ResumeBatch.newBuilder().setJournal(name));
    }

    /** Plays {@code count} requests, and waits until they are on disk. */
    private static void play(BatchCall call, int count) {
        AtomicLong last = new AtomicLong();
        for (int step = 0; step < count; step++) {
            call.step(DRAWN, DRAWN);
            last.set(call.receive().getJournal().getSequence());
        }
        await().forever().until(() -> {
            call.stepSome(BatchCall.ints(0), -1);
            return call.receive().getJournal().getDurableSequence() >= last.get();
        });
    }

    private static void assertFails(BatchCall call, Status.Code code, String reason) {
        Failure failure = Failure.of(call.failure());
        assertThat(failure.reason()).contains(reason);
        assertThat(failure.code()).isEqualTo(code);
    }

    @Test
    void open_nameThatExists_fails() {
        open("run").receive();

        assertFails(open("run"), Status.Code.FAILED_PRECONDITION, "JOURNAL_EXISTS");
    }

    @Test
    void open_noName_drawsOneThatCanBeResumed() {
        BatchCall call = open("");
        String name = call.receive().getJournal().getName();
        call.close();

        assertThat(name).isNotEmpty();
        assertThat(resume(name).receive().getJournal().getName()).isEqualTo(name);
    }

    @Test
    void resume_unknownName_fails() {
        assertFails(resume("nothing"), Status.Code.NOT_FOUND, "JOURNAL_NOT_FOUND");
        assertFails(resume(""), Status.Code.INVALID_ARGUMENT, "INVALID_VALUE");
    }

    @Test
    void resume_otherBatchThanExpected_failsAndKeepsTheJournal() {
        open("run").receive();

        assertFails(
                resume(ResumeBatch.newBuilder()
                        .setJournal("run")
                        .setOpen(OpenBatch.newBuilder().setLaneCount(3))),
                Status.Code.INVALID_ARGUMENT,
                "INVALID_VALUE");

        assertThat(resume("run").receive().getLayout().getSeedsList()).containsExactly(1L, 2L);
    }

    @Test
    void resume_liveStream_takesTheBatchOver() {
        BatchCall first = open("run");
        first.receive();
        play(first, 3);
        BatchCall second = resume("run");
        RunResponse resumed = second.receive();

        first.step(DRAWN, DRAWN);

        assertFails(first, Status.Code.ABORTED, "JOURNAL_TAKEN_OVER");
        second.step(DRAWN, DRAWN);
        assertThat(second.receive().getJournal().getSequence())
                .isEqualTo(resumed.getJournal().getSequence() + 1);
    }

    @Test
    void resume_liveStreamOfAnotherServer_takesTheBatchOver() {
        BatchCall first = open("run");
        first.receive();
        servers.change();
        BatchCall second = resume("run");
        second.receive();

        // The server learns it with its next write.
        await().forever()
                .untilAsserted(() -> assertThatThrownBy(() -> {
                            first.step(DRAWN, DRAWN);
                            first.receive();
                        })
                        .isInstanceOf(StatusRuntimeException.class));

        assertFails(first, Status.Code.ABORTED, "JOURNAL_TAKEN_OVER");
        second.step(DRAWN, DRAWN);
        assertThat(second.receive().getJournal().getSequence()).isEqualTo(1);
    }

    @Test
    void resume_requestThatIsNoLongerKept_fails() {
        BatchCall call = open("run");
        call.receive();
        // Not at once: a state that waits for the disk gives way to the next one, and what one commit wrote goes as a
        // whole.
        play(call, 100);
        play(call, 200);
        play(call, 300);
        call.close();

        assertFails(
                resume(ResumeBatch.newBuilder().setJournal("run").setLastSequence(255)),
                Status.Code.OUT_OF_RANGE,
                "JOURNAL_TRIMMED");
        assertThat(resume(ResumeBatch.newBuilder().setJournal("run").setLastSequence(256))
                        .receive()
                        .getJournal()
                        .getSequence())
                .isEqualTo(256);
    }

    @Test
    void resume_damagedRecords_fail() {
        BatchCall call = open("run");
        call.receive();
        play(call, 5);
        call.close();
        change("UPDATE batch_segments SET requests = zeroblob(length(requests))");

        assertFails(resume("run"), Status.Code.DATA_LOSS, "JOURNAL_DAMAGED");
    }

    @Test
    void resume_missingRecords_fail() {
        BatchCall call = open("run");
        call.receive();
        play(call, 5);
        call.close();
        change("DELETE FROM batch_segments WHERE first_sequence = 1");

        assertFails(resume("run"), Status.Code.DATA_LOSS, "JOURNAL_DAMAGED");
    }

    private void change(String sql) {
        try (Database database = Database.open(StoreUrl.parse(url()), DatabaseSessionStore.SCHEMA)) {
            assertThat(database.<Integer>write(handle -> handle.execute(sql))).isPositive();
        }
    }

    @Test
    void end_removesTheJournalAndEndsTheBatch() {
        BatchCall call = open("run");
        call.receive();
        call.step(DRAWN, DRAWN);
        call.receive();
        call.send(RunRequest.newBuilder().setEnd(EndBatch.getDefaultInstance()).build());

        assertThat(call.receive().hasStates()).isFalse();
        call.step(DRAWN, DRAWN);
        assertFails(call, Status.Code.INVALID_ARGUMENT, "INVALID_VALUE");
        assertFails(resume("run"), Status.Code.NOT_FOUND, "JOURNAL_NOT_FOUND");
    }

    @Test
    void stoppingServer_endsTheStreamWithAllRequestsOnDisk() {
        BatchCall call = open("run");
        call.receive();
        for (int step = 0; step < 10; step++) {
            call.step(DRAWN, DRAWN);
            call.receive();
        }

        servers.server().server().close();

        Failure failure = Failure.of(call.failure());
        assertThat(failure.reason()).contains("SHUTTING_DOWN");
        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("durable_sequence", "10")
                .containsEntry("journal", "run");
        servers.restart();
        assertThat(resume("run").receive().getJournal().getSequence()).isEqualTo(10);
    }

    @Test
    @Tag("full")
    void journals_otherOwner_seesAndTakesNothing() {
        try (DatabaseBatchJournals journals =
                DatabaseBatchJournals.open(StoreUrl.parse(url()), Duration.ofHours(1), Optional.empty())) {
            var mine = journals.create("ann", "run", new byte[] {1}).join();
            mine.append(new byte[] {2});
            mine.flush().join();

            assertThatThrownBy(() -> journals.resume("ben", "run", Optional.empty(), OptionalLong.empty())
                            .join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            CallException.class,
                            error -> assertThat(error.reason()).isEqualTo(Reason.JOURNAL_NOT_FOUND));
            assertThat(journals.create("ben", "run", new byte[] {3}).join().sequence())
                    .isZero();
            StoredBatch stored = journals.resume("ann", "run", Optional.empty(), OptionalLong.empty())
                    .join();
            assertThat(stored.opening()).containsExactly(1);
            assertThat(stored.requests()).containsExactly(new byte[] {2});
        }
    }

    @Test
    void resume_twice_theSecondTimeBeforeAnEarlierState_findsAllRequests() {
        try (DatabaseBatchJournals journals =
                DatabaseBatchJournals.open(StoreUrl.parse(url()), Duration.ofHours(1), Optional.empty())) {
            var journal = journals.create("ann", "run", new byte[] {0}).join();
            append(journal, 1, 256);
            journal.checkpoint(new byte[] {102});
            journal.flush().join();
            append(journal, 257, 512);
            journal.checkpoint(new byte[] {105});
            append(journal, 513, 515); // With 257 to 512 in a segment, which the next line divides.
            journal.flush().join();
            StoredBatch later = resume(journals, "ann", 514);
            assertThat(later.checkpoint().orElseThrow()).containsExactly(105);
            assertThat(later.requests()).containsExactly(new byte[] {1}, new byte[] {2});

            StoredBatch earlier = resume(journals, "ann", 258);

            assertThat(earlier.checkpoint().orElseThrow()).containsExactly(102);
            assertThat(earlier.requests()).containsExactly(new byte[] {1}, new byte[] {2});
        }
    }

    /** A drain adds a state, which must not take the place of those from which the last 256 requests can be reached. */
    @Test
    void resume_afterStatesOfDrains_goesBackByAnInterval() {
        try (DatabaseBatchJournals journals =
                DatabaseBatchJournals.open(StoreUrl.parse(url()), Duration.ofHours(1), Optional.empty())) {
            var journal = journals.create("ann", "run", new byte[] {0}).join();
            for (int last : new int[] {256, 300, 301, 512, 600}) {
                append(journal, (int) journal.sequence() + 1, last);
                journal.checkpoint(new byte[] {(byte) (last / 10)});
                journal.flush().join();
            }

            StoredBatch newest = resume(journals, "ann", 600);
            assertThat(newest.checkpoint().orElseThrow()).containsExactly(60);
            assertThat(newest.requests()).isEmpty();
            StoredBatch back = resume(journals, "ann", 344);

            // Those of the drains after 300 and 301 requests gave way to later ones.
            assertThat(back.checkpoint().orElseThrow()).containsExactly(25);
            assertThat(back.requests()).hasSize(344 - 256);
        }
    }

    @Test
    void resume_idOfAnotherJournal_isNotFoundAndTakesNothing() {
        try (DatabaseBatchJournals journals =
                DatabaseBatchJournals.open(StoreUrl.parse(url()), Duration.ofHours(1), Optional.empty())) {
            var journal = journals.create("ann", "run", new byte[] {0}).join();

            assertThatThrownBy(() -> journals.resume("ann", "run", Optional.of("other"), OptionalLong.empty())
                            .join())
                    .cause()
                    .isInstanceOfSatisfying(
                            CallException.class,
                            error -> assertThat(error.reason()).isEqualTo(Reason.JOURNAL_NOT_FOUND));

            append(journal, 1, 2);
            journal.flush().join(); // It is still this stream's.
            assertThat(journals.resume("ann", "run", Optional.of(journal.id()), OptionalLong.empty())
                            .join()
                            .requests())
                    .hasSize(2);
        }
    }

    private static StoredBatch resume(DatabaseBatchJournals journals, String owner, long last) {
        return journals.resume(owner, "run", Optional.empty(), OptionalLong.of(last))
                .join();
    }

    private static void append(dev.tengen.server.batch.BatchJournal journal, int first, int last) {
        for (int number = first; number <= last; number++) {
            journal.append(new byte[] {(byte) number});
        }
    }

    @Test
    @Tag("full")
    void archive_replaysTheJournalToItsStates() {
        BatchCall call = open("run");
        call.receive();
        // Not at once: a state that waits for the disk gives way to the next one, and what one commit wrote goes as a
        // whole.
        play(call, 100);
        play(call, 200);
        play(call, 300);
        call.close();
        List<SessionArchive.JournalEntry> entries = new ArrayList<>();
        try (Database database = Database.open(StoreUrl.parse(url()), DatabaseSessionStore.SCHEMA)) {
            new JournalArchive(database).forEach(entries::add);
            // The generator of the first lane has another state: the replay leads elsewhere.
            database.<Void>write(handle -> {
                JournalTables tables = new JournalTables(handle);
                String id = entries.get(0).id();
                byte[] state = tables.state(id, 256);
                BatchCheckpoint.Builder changed = parsed(state).toBuilder();
                changed.getLanesBuilder(0).setDrawState(5);
                handle.createUpdate("UPDATE batch_checkpoints SET state = :state WHERE sequence = 256")
                        .bind("state", CheckedBytes.join(List.of(changed.build().toByteArray())))
                        .execute();
                return null;
            });
            new JournalArchive(database).forEach(entries::add);
        }

        assertThat(entries.get(0).problem()).isEmpty();
        assertThat(entries.get(0).requestCount()).isGreaterThanOrEqualTo(600 - 256);
        assertThat(entries.get(0).lanes()).hasSize(2);
        assertThat(entries.get(1).problem()).contains("does not lead to the state after request 512");
        assertThat(entries.get(1).lanes()).isEmpty();
    }

    private static BatchCheckpoint parsed(byte[] state) {
        try {
            return BatchCheckpoint.parseFrom(state);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void idleJournals_areRemoved() {
        BatchCall call = open("old");
        call.receive();
        call.close();
        try (Database database = Database.open(StoreUrl.parse(url()), DatabaseSessionStore.SCHEMA)) {
            int removed = database.write(handle -> {
                handle.execute("UPDATE batch_journals SET used_at = used_at - 100000");
                JournalTables tables = new JournalTables(handle);
                return tables.removeIdle(200_000) * 10 + tables.removeIdle(50_000);
            });

            assertThat(removed).isEqualTo(1);
        }
        assertFails(resume("old"), Status.Code.NOT_FOUND, "JOURNAL_NOT_FOUND");
    }
}
