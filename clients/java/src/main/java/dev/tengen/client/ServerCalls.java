package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RestoreResponse;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.UUID;

/** The calls that are on no session. Those that change something get a request id of their own. */
final class ServerCalls {
    private ServerCalls() {}

    /** Asks what the server offers, and for the specs of {@code encodings} of families. */
    static Call<GetServerInfoRequest, GetServerInfoResponse, ServerInfo> serverInfo(String... encodings) {
        return new Call<>(
                EnvironmentServiceGrpc.getGetServerInfoMethod(),
                GetServerInfoRequest.newBuilder()
                        .addAllEncodings(Arrays.asList(encodings))
                        .build(),
                Messages::serverInfo);
    }

    static Call<CreateSessionRequest, CreateSessionResponse, Opening> createSession(SessionSpec spec) {
        CreateSessionRequest request =
                spec.toRequest().setRequestId(newRequestId()).build();
        return new Call<>(EnvironmentServiceGrpc.getCreateSessionMethod(), request, Opening::of);
    }

    static Call<RestoreRequest, RestoreResponse, Opening> restore(byte[] snapshot) {
        RestoreRequest request = RestoreRequest.newBuilder()
                .setRequestId(newRequestId())
                .setSnapshot(ByteString.copyFrom(snapshot))
                .build();
        return new Call<>(
                EnvironmentServiceGrpc.getRestoreMethod(), request, answer -> Opening.of(answer.getSession()));
    }

    static Call<ImportRecordRequest, ImportRecordResponse, Opening> importRecord(
            byte[] sgf, SessionSpec spec, OptionalInt moveNumber) {
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
                answer -> Opening.of(answer.getSession(), answer.getWarningsList()));
    }

    /** Lists the sessions from the one that {@code token} stands for, empty for the first. */
    static Call<ListSessionsRequest, ListSessionsResponse, SessionPage> listSessions(String token) {
        return new Call<>(
                EnvironmentServiceGrpc.getListSessionsMethod(),
                ListSessionsRequest.newBuilder().setPageToken(token).build(),
                answer -> new SessionPage(
                        answer.getSessionsList().stream().map(Messages::summary).toList(), answer.getNextPageToken()));
    }

    static String newRequestId() {
        return UUID.randomUUID().toString();
    }
}
