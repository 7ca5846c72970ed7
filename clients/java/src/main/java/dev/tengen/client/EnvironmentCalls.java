package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.client.env.EncodingSpec;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EncodingFamily;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RulesPreset;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.TaskFamily;
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
                EnvironmentCalls::serverInfo);
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
                EnvironmentServiceGrpc.getRestoreMethod(),
                request,
                response -> SessionInfo.of(response.getSession(), List.of()));
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
    static Call<?, ?, Call.Page<SessionSummary>> listSessions(String token) {
        return new Call<>(
                EnvironmentServiceGrpc.getListSessionsMethod(),
                ListSessionsRequest.newBuilder().setPageToken(token).build(),
                response -> new Call.Page<>(
                        ProtoConverter.list(response.getSessionsList(), EnvironmentCalls::summary),
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

    private static ServerInfo serverInfo(GetServerInfoResponse message) {
        return new ServerInfo(
                message.getVersion(),
                ProtoConverter.list(message.getPresetsList(), EnvironmentCalls::preset),
                ProtoConverter.list(message.getEncodingsList(), EnvironmentCalls::encoding),
                ProtoConverter.list(message.getEncodingFamiliesList(), EnvironmentCalls::family),
                ProtoConverter.list(
                        message.getPlayersList(),
                        player -> new ServerInfo.Player(player.getName(), player.getSummary())),
                limits(message.getLimits()),
                ProtoConverter.list(
                        message.getOverlaysList(),
                        overlay -> new ServerInfo.OverlaySpec(
                                overlay.getName(), overlay.getMeaning(), overlay.getMin(), overlay.getMax())),
                ProtoConverter.list(message.getTasksList(), EnvironmentCalls::family));
    }

    private static ServerInfo.Limits limits(ServerLimits message) {
        return new ServerInfo.Limits(
                message.getMaxSize(),
                message.getMaxSessionCount(),
                message.getIdleTimeoutMs(),
                message.getMaxRequestBytes(),
                message.getMaxLaneCount(),
                message.getMaxNodeCount(),
                message.getMaxTreeCount(),
                message.getMaxAnalysisCount(),
                message.getMaxAnalysisNodeCount(),
                message.getMaxAnalysisTimeMs());
    }

    private static ServerInfo.Preset preset(RulesPreset message) {
        return new ServerInfo.Preset(
                message.getName(),
                List.copyOf(message.getAliasesList()),
                ProtoConverter.rules(message.getRules()),
                message.getSummary());
    }

    private static EncodingSpec encoding(dev.tengen.proto.v1.EncodingSpec message) {
        return new EncodingSpec(
                message.getName(),
                message.getVersion(),
                message.getSummary(),
                ProtoConverter.name(message.getPerspective()),
                message.getBoardCount(),
                ProtoConverter.name(message.getMissingHistory()),
                new EncodingSpec.PeerLayout(
                        message.getPeer().getProgram(),
                        ProtoConverter.name(message.getPeer().getAxes()),
                        ProtoConverter.name(message.getPeer().getFirstRow())),
                ProtoConverter.list(
                        message.getPlanesList(),
                        plane -> new EncodingSpec.Feature(
                                plane.getName(), plane.getMeaning(), plane.getMin(), plane.getMax())),
                ProtoConverter.list(
                        message.getGlobalFeaturesList(),
                        global -> new EncodingSpec.Feature(
                                global.getName(), global.getMeaning(), global.getMin(), global.getMax())));
    }

    private static ServerInfo.EncodingFamily family(EncodingFamily message) {
        return new ServerInfo.EncodingFamily(
                message.getName(), message.getParameter(), message.getMin(), message.getMax(), message.getMeaning());
    }

    private static ServerInfo.TaskFamily family(TaskFamily message) {
        return new ServerInfo.TaskFamily(
                message.getName(),
                message.getSummary(),
                ProtoConverter.list(
                        message.getParametersList(),
                        parameter -> new ServerInfo.TaskParameter(
                                parameter.getName(), List.copyOf(parameter.getValuesList()), parameter.getMeaning())));
    }

    static String newRequestId() {
        return UUID.randomUUID().toString();
    }
}
