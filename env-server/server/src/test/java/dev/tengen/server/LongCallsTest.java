package dev.tengen.server;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Calls that replay hundreds of thousands of moves do not delay the calls of others. */
class LongCallsTest {
    private static final int IMPORT_COUNT = 16;
    private static final int MOVE_COUNT = 400_000;

    /**
     * More than the calls that may be answered before the imports have begun, and few beside the slices of an import,
     * so that they are answered before one ends even if each waits long for a processor.
     */
    private static final int MIN_ANSWERS = 5;

    /** Returns a record of {@code count} passes, a legal one. */
    private static ByteString passes(int count) {
        StringBuilder sgf = new StringBuilder("(;GM[1]FF[4]SZ[9]");
        for (int move = 0; move < count; move++) {
            sgf.append(move % 2 == 0 ? ";B[]" : ";W[]");
        }
        return ByteString.copyFrom(sgf.append(')').toString(), StandardCharsets.US_ASCII);
    }

    @Test
    void getSession_whileOthersImport400000Passes_isAnsweredBeforeThem() throws Exception {
        try (RunningServer server = RunningServer.with(ServerConfig.DEFAULT
                        .withSessionLimits(new SessionLimits(2 * IMPORT_COUNT, Duration.ofMinutes(5), MOVE_COUNT))
                        .withMaxRequestBytes(2 << 20)
                        .withDrainLimit(Duration.ZERO))
                .start()) {
            String session = open(server.stub(), square(9));
            ImportRecordRequest request =
                    ImportRecordRequest.newBuilder().setSgf(passes(MOVE_COUNT)).build();
            List<ManagedChannel> clients = new ArrayList<>();
            List<ListenableFuture<?>> imports = new ArrayList<>();
            for (int client = 0; client < IMPORT_COUNT; client++) {
                ManagedChannel channel = server.newChannel(Runnable::run);
                clients.add(channel);
                imports.add(EnvironmentServiceGrpc.newFutureStub(channel).importRecord(request));
            }

            int answered = 0;
            while (answered < MIN_ANSWERS && imports.stream().noneMatch(Future::isDone)) {
                describe(server.stub(), session);
                answered++;
            }

            assertThat(answered)
                    .as("short calls that were answered before the first import")
                    .isEqualTo(MIN_ANSWERS);
            clients.forEach(ManagedChannel::shutdownNow);
        }
    }
}
