package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.client.env.EncodingSpec;
import dev.tengen.client.env.LegalActions;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.RecordOptions;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.TaskOptions;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.ArenaLimits;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EncodingFamily;
import dev.tengen.proto.v1.EngineInfo;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ExportRecordRequest;
import dev.tengen.proto.v1.ExportRecordResponse;
import dev.tengen.proto.v1.FeatureInfo;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.MemoryInfo;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RulesPreset;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.ServiceInfo;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StreamLimits;
import dev.tengen.proto.v1.TaskFamily;
import dev.tengen.proto.v1.ThinkingLimits;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The calls of the environment service. Calls that change something get a new request id. */
final class EnvironmentCalls {
    private static final Set<String> NO_SESSION = Set.of("SESSION_NOT_FOUND", "SESSION_EXPIRED");

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

    static Call<?, ?, SessionHandle.Info> createSession(SessionSpec spec) {
        CreateSessionRequest request =
                spec.toRequest().setRequestId(newRequestId()).build();
        return new Call<>(EnvironmentServiceGrpc.getCreateSessionMethod(), request, SessionHandle.Info::of);
    }

    static Call<?, ?, SessionHandle.Info> restore(byte[] snapshot, Duration idleTimeout) {
        RestoreRequest request = RestoreRequest.newBuilder()
                .setRequestId(newRequestId())
                .setSnapshot(ByteString.copyFrom(snapshot))
                .setIdleTimeoutMs(idleTimeoutMs(idleTimeout))
                .build();
        return new Call<>(
                EnvironmentServiceGrpc.getRestoreMethod(),
                request,
                response -> SessionHandle.Info.of(response.getSession(), List.of()));
    }

    /**
     * Returns a call that finds an open session. {@code id} is empty for that of the seat whose token the client has.
     */
    static Call<?, ?, SessionHandle.Info> attachSession(String id) {
        return new Call<>(
                EnvironmentServiceGrpc.getGetSessionMethod(),
                GetSessionRequest.newBuilder().setSessionId(id).build(),
                SessionHandle.Info::of);
    }

    static Call<?, ?, SessionHandle.Info> importRecord(byte[] sgf, SessionSpec spec, RecordOptions options) {
        CreateSessionRequest made = spec.toRequest().build();
        ImportRecordRequest.Builder request = ImportRecordRequest.newBuilder()
                .setRequestId(newRequestId())
                .setSgf(ByteString.copyFrom(sgf))
                .setSpec(made.getSpec())
                .setIdleTimeoutMs(made.getIdleTimeoutMs())
                .setStrict(options.isStrict());
        options.moveNumber().ifPresent(request::setMoveNumber);
        if (made.hasSeed()) {
            request.setSeed(made.getSeed());
        }
        return new Call<>(
                EnvironmentServiceGrpc.getImportRecordMethod(),
                request.build(),
                response -> SessionHandle.Info.of(response.getSession(), response.getWarningsList()));
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
                ProtoConverter.endReason(message.getEndReason()),
                Duration.ofMillis(message.getIdleTimeoutMs()));
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
                ProtoConverter.list(message.getTasksList(), EnvironmentCalls::family),
                ProtoConverter.list(message.getServicesList(), EnvironmentCalls::service),
                ProtoConverter.list(message.getFeaturesList(), EnvironmentCalls::feature),
                limits(message.getStreamLimits()),
                limits(message.getThinkingLimits()),
                ProtoConverter.list(message.getEnginesList(), EnvironmentCalls::engine),
                message.hasArenaLimits() ? Optional.of(limits(message.getArenaLimits())) : Optional.empty(),
                message.hasMemory() ? Optional.of(memory(message.getMemory())) : Optional.empty());
    }

    private static ServerInfo.Memory memory(MemoryInfo message) {
        return new ServerInfo.Memory(
                message.getMaxHeapBytes(),
                message.getMaxDirectBytes(),
                ProtoConverter.list(
                        message.getUsesList(),
                        use -> new ServerInfo.MemoryUse(
                                use.getKind(), use.getIsDirect(), use.getMaxBytes(), use.getReservedBytes())));
    }

    private static ServerInfo.Service service(ServiceInfo message) {
        return new ServerInfo.Service(
                message.getName(),
                message.getIsEnabled(),
                message.getHowToEnable(),
                List.copyOf(message.getDisabledRpcsList()));
    }

    private static ServerInfo.Feature feature(FeatureInfo message) {
        return new ServerInfo.Feature(
                message.getName(), message.getIsEnabled(), message.getKind(), message.getHowToEnable());
    }

    private static ServerInfo.Engine engine(EngineInfo message) {
        return new ServerInfo.Engine(
                message.getName(), message.getStartTimeoutMs(), message.getMoveTimeoutMs(), message.getDeadStones());
    }

    private static ServerInfo.StreamLimits limits(StreamLimits message) {
        return new ServerInfo.StreamLimits(
                message.getMaxRequestBytes(),
                message.getMaxBatchAnswerBytes(),
                message.getMaxTreeAnswerBytes(),
                message.getMaxCallsPerConnection(),
                message.getMaxConnectionCount(),
                message.getMaxConnectionCountPerAddress(),
                message.getSlowReaderLimitMs());
    }

    private static ServerInfo.ThinkingLimits limits(ThinkingLimits message) {
        return new ServerInfo.ThinkingLimits(
                message.getMaxPlayoutCount(),
                message.getMaxBatchPlayoutCount(),
                message.getMaxThinkingCallCount(),
                message.getMaxRunningThinkingCallCount(),
                message.getMaxEngineCount(),
                message.getMaxEngineCountEach(),
                message.getMaxWaitingAnalysisCount());
    }

    private static ServerInfo.ArenaLimits limits(ArenaLimits message) {
        return new ServerInfo.ArenaLimits(
                message.getMaxAgentCount(),
                message.getAgentReconnectMs(),
                message.getMaxTournamentCount(),
                message.getMaxArenaGameCount(),
                message.getMaxWaitingCallCount());
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
                        message.getGlobalsList(),
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

    /** Returns {@code idleTimeout} as in requests, checked and rounded as in a spec. */
    private static long idleTimeoutMs(Duration idleTimeout) {
        return SessionSpec.recordBuilder()
                .idleTimeout(idleTimeout)
                .build()
                .toRequest()
                .getIdleTimeoutMs();
    }

    static String newRequestId() {
        return UUID.randomUUID().toString();
    }

    /**
     * The calls on one session.
     *
     * @param id id of the session
     * @param actionCount number of its actions, the pass included
     * @param requestIds returns the request id of each call that changes something
     */
    record OnSession(String id, int actionCount, Supplier<String> requestIds) {
        Call<?, ?, Timestep> reset(OptionalLong seed) {
            return reset(seed, TaskOptions.OPEN);
        }

        Call<?, ?, Timestep> reset(OptionalLong seed, TaskOptions options) {
            ResetRequest.Builder request =
                    ResetRequest.newBuilder().setSessionId(id).setRequestId(requestIds.get());
            seed.ifPresent(request::setSeed);
            if (!options.equals(TaskOptions.OPEN)) {
                request.setTaskOptions(ProtoConverter.toProto(options));
            }
            return new Call<>(
                    EnvironmentServiceGrpc.getResetMethod(),
                    request.build(),
                    response -> timestep(response.getTimestep(), response.getCurrentEpisode()));
        }

        Call<?, ?, Timestep> step(int action, OptionalInt expectedMoveNumber, OptionalLong expectedEpisode) {
            StepRequest.Builder request = StepRequest.newBuilder()
                    .setSessionId(id)
                    .setRequestId(requestIds.get())
                    .setAction(action);
            expectedMoveNumber.ifPresent(request::setExpectedMoveNumber);
            expectedEpisode.ifPresent(request::setExpectedEpisode);
            return new Call<>(
                    EnvironmentServiceGrpc.getStepMethod(),
                    request.build(),
                    response -> timestep(response.getTimestep(), response.getCurrentEpisode()));
        }

        private Timestep timestep(dev.tengen.proto.v1.Timestep message, long currentEpisode) {
            return ProtoConverter.timestep(message, actionCount, currentEpisode);
        }

        Call<?, ?, LegalActions> legalActions() {
            return new Call<>(
                    EnvironmentServiceGrpc.getLegalActionsMethod(),
                    LegalActionsRequest.newBuilder().setSessionId(id).build(),
                    response -> ProtoConverter.legalActions(response, actionCount));
        }

        Call<?, ?, Timestep> proposeDeadStones(
                Collection<Integer> deadPoints, OptionalInt expectedMoveNumber, OptionalLong expectedEpisode) {
            ProposeDeadStonesRequest.Builder request = ProposeDeadStonesRequest.newBuilder()
                    .setSessionId(id)
                    .setRequestId(requestIds.get())
                    .addAllDeadPoints(deadPoints);
            expectedMoveNumber.ifPresent(request::setExpectedMoveNumber);
            expectedEpisode.ifPresent(request::setExpectedEpisode);
            return new Call<>(
                    EnvironmentServiceGrpc.getProposeDeadStonesMethod(),
                    request.build(),
                    response -> timestep(response.getTimestep(), response.getCurrentEpisode()));
        }

        Call<?, ?, Timestep> undo(int moveCount, OptionalInt expectedMoveNumber, OptionalLong expectedEpisode) {
            UndoRequest.Builder request = UndoRequest.newBuilder()
                    .setSessionId(id)
                    .setRequestId(requestIds.get())
                    .setMoveCount(moveCount);
            expectedMoveNumber.ifPresent(request::setExpectedMoveNumber);
            expectedEpisode.ifPresent(request::setExpectedEpisode);
            return new Call<>(
                    EnvironmentServiceGrpc.getUndoMethod(),
                    request.build(),
                    response -> timestep(response.getTimestep(), response.getCurrentEpisode()));
        }

        Call<?, ?, Score> score(Collection<Integer> deadPoints, Collection<String> overlays) {
            return new Call<>(
                    EnvironmentServiceGrpc.getScoreMethod(),
                    ScoreRequest.newBuilder()
                            .setSessionId(id)
                            .addAllDeadPoints(deadPoints)
                            .addAllOverlays(overlays)
                            .build(),
                    ProtoConverter::score);
        }

        Call<?, ?, Position> observe(Collection<String> overlays, String... encodings) {
            return observe(ObserveRequest.newBuilder().addAllOverlays(overlays), encodings);
        }

        Call<?, ?, Position> observe(ObservationFormat format, ObservationLayout layout, String... encodings) {
            ObserveRequest.Builder request = ObserveRequest.newBuilder()
                    .setObservationFormat(ProtoConverter.toProto(format))
                    .setObservationLayout(ProtoConverter.toProto(layout));
            return observe(request, encodings);
        }

        private Call<?, ?, Position> observe(ObserveRequest.Builder request, String... encodings) {
            request.setSessionId(id).addAllEncodings(Arrays.asList(encodings));
            return new Call<>(EnvironmentServiceGrpc.getObserveMethod(), request.build(), ProtoConverter::position);
        }

        Call<?, ?, Integer> chooseAction(String player, long seed) {
            ChooseActionRequest request = ChooseActionRequest.newBuilder()
                    .setSessionId(id)
                    .setPlayer(player)
                    .setSeed(seed)
                    .build();
            return new Call<>(EnvironmentServiceGrpc.getChooseActionMethod(), request, ChooseActionResponse::getAction);
        }

        Call<?, ?, SessionState> state() {
            return new Call<>(
                    EnvironmentServiceGrpc.getGetSessionMethod(),
                    GetSessionRequest.newBuilder().setSessionId(id).build(),
                    response -> new SessionState(
                            response.getSeed(),
                            ProtoConverter.timestep(response.getTimestep(), actionCount),
                            List.copyOf(response.getActionsList()),
                            Duration.ofMillis(response.getIdleTimeoutMs())));
        }

        Call<?, ?, SessionHandle.Info> fork(Duration idleTimeout) {
            ForkRequest request = ForkRequest.newBuilder()
                    .setSessionId(id)
                    .setRequestId(requestIds.get())
                    .setIdleTimeoutMs(idleTimeoutMs(idleTimeout))
                    .build();
            return new Call<>(
                    EnvironmentServiceGrpc.getForkMethod(),
                    request,
                    response -> SessionHandle.Info.of(response.getSession(), List.of()));
        }

        Call<?, ?, byte[]> snapshot() {
            return new Call<>(
                    EnvironmentServiceGrpc.getSnapshotMethod(),
                    SnapshotRequest.newBuilder().setSessionId(id).build(),
                    response -> response.getSnapshot().toByteArray());
        }

        Call<?, ?, String> exportRecord() {
            return new Call<>(
                    EnvironmentServiceGrpc.getExportRecordMethod(),
                    ExportRecordRequest.newBuilder().setSessionId(id).build(),
                    ExportRecordResponse::getSgf);
        }

        Call<WatchRequest, WatchResponse, WatchedState> watch() {
            return new Call<>(
                    EnvironmentServiceGrpc.getWatchMethod(),
                    WatchRequest.newBuilder().setSessionId(id).build(),
                    state -> new WatchedState(
                            ProtoConverter.timestep(state.getTimestep(), actionCount),
                            ProtoConverter.colors(state.getBoard())));
        }

        /**
         * Closes the session. A session that does not exist or has expired is no failure: a retry after a lost response
         * finds none.
         */
        Call<?, ?, Void> close() {
            return new Call<>(
                    EnvironmentServiceGrpc.getCloseSessionMethod(),
                    CloseSessionRequest.newBuilder().setSessionId(id).build(),
                    response -> null,
                    error -> {
                        if (NO_SESSION.contains(error.reason())) {
                            return null;
                        }
                        throw error;
                    },
                    Duration.ZERO);
        }
    }
}
