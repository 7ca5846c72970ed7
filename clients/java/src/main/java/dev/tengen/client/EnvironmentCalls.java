package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.RestoreRequest;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The calls of the environment service that do not belong to a session. Calls that change something get a new request
 * id.
 */
final class EnvironmentCalls {
    private EnvironmentCalls() {}

    /** Returns a call that gets what the server offers, and the specs of {@code encodings} of encoding families. */
    static Call<?, ?, ServerInfo> serverInfo(String... encodings) {
        return new Call<>(
                EnvironmentServiceGrpc.getGetServerInfoMethod(),
                GetServerInfoRequest.newBuilder()
                        .addAllEncodings(Arrays.asList(encodings))
                        .build(),
                ServerInfoConverter::serverInfo);
    }

    static Call<?, ?, SessionInfo> createSession(SessionSpec spec) {
        CreateSessionRequest request =
                spec.toRequest().setRequestId(newRequestId()).build();
        return new Call<>(EnvironmentServiceGrpc.getCreateSessionMethod(), request, SessionInfo::of);
    }

    static Call<?, ?, SessionInfo> restore(byte[] snapshot) {
        RestoreRequest request = RestoreRequest.newBuilder()
                .setRequestId(newRequestId())
                .setSnapshot(ByteString.copyFrom(snapshot))
                .build();
        return new Call<>(
                EnvironmentServiceGrpc.getRestoreMethod(), request, response -> SessionInfo.of(response.getSession()));
    }

    static Call<?, ?, SessionInfo> importRecord(byte[] sgf, SessionSpec spec, OptionalInt moveNumber) {
        CreateSessionRequest made = spec.toRequest().build();
        ImportRecordRequest.Builder request = ImportRecordRequest.newBuilder()
                .setRequestId(newRequestId())
                .setSgf(ByteString.copyFrom(sgf))
                .setSpec(made.getSpec());
        moveNumber.ifPresent(request::setMoveNumber);
        if (made.hasSeed()) {
            request.setSeed(made.getSeed());
        }
        return new Call<>(
                EnvironmentServiceGrpc.getImportRecordMethod(),
                request.build(),
                response -> SessionInfo.of(response.getSession(), response.getWarningsList()));
    }

    /**
     * Returns a call that lists a page of sessions. {@code token} is that of the page before, empty for the first page.
     */
    static Call<?, ?, SessionPage> listSessions(String token) {
        return new Call<>(
                EnvironmentServiceGrpc.getListSessionsMethod(),
                ListSessionsRequest.newBuilder().setPageToken(token).build(),
                response -> new SessionPage(
                        response.getSessionsList().stream()
                                .map(EnvironmentCalls::summary)
                                .toList(),
                        response.getNextPageToken()));
    }

    private static SessionSummary summary(dev.tengen.proto.v1.SessionSummary message) {
        return new SessionSummary(
                message.getSessionId(),
                message.getWidth(),
                message.getHeight(),
                message.getEpisode(),
                message.getMoveNumber(),
                ProtoConverter.endReason(message.getEndReason()));
    }

    /**
     * A page of the list of open sessions.
     *
     * @param sessions the sessions
     * @param nextToken token of the next page, empty if there is none
     */
    record SessionPage(List<SessionSummary> sessions, String nextToken) {}

    static String newRequestId() {
        return UUID.randomUUID().toString();
    }
}
