package dev.tengen.client;

import dev.tengen.client.env.LegalActions;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.TaskOptions;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ExportRecordRequest;
import dev.tengen.proto.v1.ExportRecordResponse;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The calls on one session. Calls that change something get a new request id.
 *
 * @param id id of the session
 * @param actionCount number of its actions, the pass included
 */
record SessionCalls(String id, int actionCount) {
    Call<?, ?, Timestep> reset(OptionalLong seed) {
        return reset(seed, TaskOptions.OPEN);
    }

    Call<?, ?, Timestep> reset(OptionalLong seed, TaskOptions options) {
        ResetRequest.Builder request =
                ResetRequest.newBuilder().setSessionId(id).setRequestId(EnvironmentCalls.newRequestId());
        seed.ifPresent(request::setSeed);
        if (!options.equals(TaskOptions.OPEN)) {
            request.setTaskOptions(ProtoConverter.toProto(options));
        }
        return new Call<>(
                EnvironmentServiceGrpc.getResetMethod(), request.build(), response -> timestep(response.getTimestep()));
    }

    Call<?, ?, Timestep> step(int action, OptionalInt expectedMoveNumber) {
        StepRequest.Builder request = StepRequest.newBuilder()
                .setSessionId(id)
                .setRequestId(EnvironmentCalls.newRequestId())
                .setAction(action);
        expectedMoveNumber.ifPresent(request::setExpectedMoveNumber);
        return new Call<>(
                EnvironmentServiceGrpc.getStepMethod(), request.build(), response -> timestep(response.getTimestep()));
    }

    private Timestep timestep(dev.tengen.proto.v1.Timestep message) {
        return ProtoConverter.timestep(message, actionCount);
    }

    Call<?, ?, LegalActions> legalActions() {
        return new Call<>(
                EnvironmentServiceGrpc.getLegalActionsMethod(),
                LegalActionsRequest.newBuilder().setSessionId(id).build(),
                response -> ProtoConverter.legalActions(response, actionCount));
    }

    Call<?, ?, Timestep> proposeDeadStones(Collection<Integer> points) {
        ProposeDeadStonesRequest request = ProposeDeadStonesRequest.newBuilder()
                .setSessionId(id)
                .setRequestId(EnvironmentCalls.newRequestId())
                .addAllPoints(points)
                .build();
        return new Call<>(
                EnvironmentServiceGrpc.getProposeDeadStonesMethod(),
                request,
                response -> timestep(response.getTimestep()));
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
        ObserveRequest request = ObserveRequest.newBuilder()
                .setSessionId(id)
                .addAllEncodings(Arrays.asList(encodings))
                .addAllOverlays(overlays)
                .build();
        return new Call<>(EnvironmentServiceGrpc.getObserveMethod(), request, ProtoConverter::position);
    }

    Call<?, ?, Position> observe(ObservationFormat format, ObservationLayout layout, String... encodings) {
        ObserveRequest request = ObserveRequest.newBuilder()
                .setSessionId(id)
                .addAllEncodings(Arrays.asList(encodings))
                .setObservationFormat(ProtoConverter.toProto(format))
                .setObservationLayout(ProtoConverter.toProto(layout))
                .build();
        return new Call<>(EnvironmentServiceGrpc.getObserveMethod(), request, ProtoConverter::position);
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
                        response.getEpisode(),
                        response.getSeed(),
                        timestep(response.getTimestep()),
                        List.copyOf(response.getActionsList())));
    }

    Call<?, ?, SessionInfo> fork() {
        ForkRequest request = ForkRequest.newBuilder()
                .setSessionId(id)
                .setRequestId(EnvironmentCalls.newRequestId())
                .build();
        return new Call<>(
                EnvironmentServiceGrpc.getForkMethod(),
                request,
                response -> SessionInfo.of(response.getSession(), List.of()));
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
                        state.getEpisode(), timestep(state.getTimestep()), ProtoConverter.colors(state.getBoard())));
    }

    /** Closes the session. A session that does not exist is no failure: a retry after a lost response finds none. */
    Call<?, ?, Void> close() {
        return new Call<>(
                EnvironmentServiceGrpc.getCloseSessionMethod(),
                CloseSessionRequest.newBuilder().setSessionId(id).build(),
                response -> null,
                error -> {
                    if (error.reason().equals("SESSION_NOT_FOUND")) {
                        return null;
                    }
                    throw error;
                },
                Duration.ZERO);
    }
}
