package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.BatchJournal;
import dev.tengen.proto.v1.EndBatch;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A journal over the wire belongs to the principal that opened it. For others it does not exist. */
class JournalOwnerTest {
    /** Takes a token for the name and the role of a principal, as in "ann agent". */
    private static final Authenticator NAMES =
            credentials -> credentials.bearerToken().map(token -> {
                String[] parts = token.split(" ");
                return new Principal(parts[0], Role.valueOf(parts[1].toUpperCase(Locale.ROOT)));
            });

    @TempDir
    private Path folder;

    private RunningServer server;

    @BeforeEach
    void start() {
        String url = folder.resolve("store.db").toString();
        server = RunningServer.with(ServerConfig.DEFAULT
                        .withAuthenticator(NAMES)
                        .withBatchJournals(DatabaseBatchJournals.factory(url, Duration.ofHours(1))))
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Channel as(String name, Role role) {
        Metadata headers = new Metadata();
        headers.put(
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
                "Bearer " + name + " " + role.text());
        return ClientInterceptors.intercept(server.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private BatchCall open(String owner) {
        return BatchCall.open(
                as(owner, Role.AGENT),
                OpenBatch.newBuilder()
                        .setLaneCount(1)
                        .addSpecs(EnvironmentSpec.newBuilder().setWidth(5).setHeight(5))
                        .addSeeds(1)
                        .setJournal(BatchJournal.newBuilder().setName("run")));
    }

    private BatchCall resume(String name, Role role, String journal, OptionalLong last) {
        BatchCall call = new BatchCall(as(name, role));
        ResumeBatch.Builder resume = ResumeBatch.newBuilder().setJournal(journal);
        last.ifPresent(resume::setLastSequence);
        call.send(RunRequest.newBuilder().setResume(resume).build());
        return call;
    }

    private static long step(BatchCall call, int action) {
        call.step(action);
        return call.receive().getJournal().getSequence();
    }

    private static void end(BatchCall call) {
        call.send(RunRequest.newBuilder().setEnd(EndBatch.getDefaultInstance()).build());
        call.receive();
    }

    /** The error is that for a name that was never used, and the stream that has the batch notices nothing. */
    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"AGENT", "OPERATOR"})
    void resume_byAnotherPrincipal_findsNothingAndDisturbsNobody(Role role) {
        BatchCall owned = open("ann");
        owned.receive();
        step(owned, 12);

        StatusRuntimeException ofOthers =
                resume("ben", role, "run", OptionalLong.of(0)).failure();
        StatusRuntimeException unknown =
                resume("ben", role, "nun", OptionalLong.of(0)).failure();

        assertThat(Failure.of(ofOthers).code()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(Failure.of(ofOthers).reason()).contains("JOURNAL_NOT_FOUND");
        assertThat(ofOthers.getStatus().getDescription())
                .isEqualTo(unknown.getStatus().getDescription().replace("\"nun\"", "\"run\""));
        assertThat(step(owned, 7)).isEqualTo(2);
    }

    @Test
    void resume_byTheOwnerWithAnotherRole_takesTheBatchOver() {
        BatchCall first = open("ann");
        first.receive();
        step(first, 12);
        first.close();

        BatchCall second = resume("ann", Role.OPERATOR, "run", OptionalLong.empty());

        assertThat(second.receive().getJournal().getName()).isEqualTo("run");
    }

    @Test
    void end_ofAJournalWithTheSameName_keepsThatOfTheOther() {
        BatchCall owned = open("ann");
        owned.receive();
        step(owned, 12);
        BatchCall other = open("ben");
        other.receive();

        end(other);

        assertThat(step(owned, 7)).isEqualTo(2);
        owned.close();
        assertThat(resume("ann", Role.AGENT, "run", OptionalLong.empty())
                        .receive()
                        .getJournal()
                        .getSequence())
                .as("what is durable of two requests")
                .isBetween(0L, 2L);
        assertThat(Failure.of(resume("ben", Role.AGENT, "run", OptionalLong.empty())
                                .failure())
                        .reason())
                .contains("JOURNAL_NOT_FOUND");
    }

    /** Without a batch of its own, a stream can end none. */
    @Test
    void end_asTheFirstRequest_isRefusedAndKeepsTheJournal() {
        BatchCall owned = open("ann");
        owned.receive();
        BatchCall other = new BatchCall(as("ben", Role.OPERATOR));

        other.send(RunRequest.newBuilder().setEnd(EndBatch.getDefaultInstance()).build());

        assertThat(Failure.of(other.failure()).code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(step(owned, 12)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ORCHESTRATOR", "SPECTATOR"})
    void resume_byARoleWithoutBatches_isForbidden(Role role) {
        BatchCall owned = open("ann");
        owned.receive();

        Failure failure =
                Failure.of(resume("ann", role, "run", OptionalLong.empty()).failure());

        assertThat(failure.code()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(step(owned, 12)).isEqualTo(1);
    }
}
