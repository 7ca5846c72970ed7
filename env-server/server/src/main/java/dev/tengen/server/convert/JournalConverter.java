package dev.tengen.server.convert;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.base.InvalidValueException;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.LaneSnapshot;
import dev.tengen.proto.v1.BatchCheckpoint;
import dev.tengen.proto.v1.LaneCheckpoint;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.server.batch.ReplayTarget;
import dev.tengen.server.batch.StoredBatch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.Optional;

/** Converts batches to the bytes of their journals, and replays journals. */
public final class JournalConverter {
    private JournalConverter() {}

    /** Returns how {@code lanes} were opened by {@code request}, with the seeds of all lanes. */
    public static byte[] opening(OpenBatch request, EnvironmentBatch lanes) {
        OpenBatch.Builder opening = request.toBuilder().clearJournal().clearSeeds();
        for (long seed : lanes.seeds()) {
            opening.addSeeds(seed);
        }
        return opening.build().toByteArray();
    }

    /**
     * Returns how the batch of {@code stored} was opened.
     *
     * @throws CallException if the journal is damaged
     */
    public static OpenBatch opening(StoredBatch stored) {
        try {
            return OpenBatch.parseFrom(stored.opening());
        } catch (InvalidProtocolBufferException e) {
            throw damaged(e);
        }
    }

    /**
     * Requires that a batch that was opened by {@code opening} is what the client of {@code wanted} expects.
     *
     * @throws CallException if not
     */
    public static void requireEqual(OpenBatch opening, OpenBatch wanted) {
        boolean isEqual = opening.getLaneCount() == wanted.getLaneCount()
                && opening.getAutoresetMode() == wanted.getAutoresetMode()
                && opening.getSpecsList().equals(wanted.getSpecsList());
        if (!isEqual) {
            throw CallException.invalid(
                    "open",
                    "other than that of the journal",
                    "the lane count, specs and autoreset mode with which the batch was opened");
        }
    }

    /** Returns the state of {@code lanes}. */
    public static byte[] checkpoint(EnvironmentBatch lanes) {
        BatchCheckpoint.Builder state = BatchCheckpoint.newBuilder();
        for (int lane = 0; lane < lanes.laneCount(); lane++) {
            LaneSnapshot snapshot = lanes.snapshot(lane);
            state.addLanes(LaneCheckpoint.newBuilder()
                    .setContent(SnapshotConverter.content(snapshot.environment()))
                    .setDrawState(snapshot.drawState())
                    .setOwedBlack(snapshot.owedBlack())
                    .setOwedWhite(snapshot.owedWhite())
                    .setIsEndOwed(snapshot.isEndOwed()));
        }
        return state.build().toByteArray();
    }

    /**
     * Brings {@code batch} to the state after the last of {@code requests}.
     *
     * @param checkpoint the state before the first of them; empty for the state after the batch was opened
     * @throws CallException if the journal is damaged, or the batch has become too long for the memory
     */
    public static void replay(Optional<byte[]> checkpoint, List<byte[]> requests, ReplayTarget batch) {
        try {
            if (checkpoint.isPresent()) {
                restore(checkpoint.get(), batch);
            } else {
                batch.replayOpen();
            }
        } catch (InvalidProtocolBufferException | InvalidValueException e) {
            throw damaged(e);
        }
        requests.forEach(request -> replay(request, batch));
    }

    /**
     * Carries out {@code request} again.
     *
     * @throws CallException if the journal is damaged, or the batch has become too long for the memory
     */
    public static void replay(byte[] request, ReplayTarget batch) {
        try {
            replay(RunRequest.parseFrom(request), batch);
        } catch (InvalidProtocolBufferException | InvalidValueException e) {
            throw damaged(e);
        }
    }

    private static void restore(byte[] checkpoint, ReplayTarget batch) throws InvalidProtocolBufferException {
        List<LaneCheckpoint> lanes = BatchCheckpoint.parseFrom(checkpoint).getLanesList();
        if (lanes.size() != batch.lanes().laneCount()) {
            throw InvalidValueException.outside(
                    "lanes",
                    lanes.size(),
                    batch.lanes().laneCount(),
                    batch.lanes().laneCount());
        }
        for (int number = 0; number < lanes.size(); number++) {
            LaneCheckpoint lane = lanes.get(number);
            batch.restore(
                    number,
                    new LaneSnapshot(
                            SnapshotConverter.snapshot(lane.getContent()),
                            lane.getDrawState(),
                            lane.getOwedBlack(),
                            lane.getOwedWhite(),
                            lane.getIsEndOwed()));
        }
    }

    private static void replay(RunRequest request, ReplayTarget batch) {
        switch (request.getRequestCase()) {
            case STEP ->
                batch.replayStep(
                        request.getStep().getLanes().toByteArray(),
                        request.getStep().getActions().toByteArray(),
                        BatchConverter.proposals(request.getStep()));
            case RESET ->
                batch.replayReset(
                        request.getReset().getLanes().toByteArray(),
                        request.getReset().getSeeds().toByteArray());
            default -> throw InvalidValueException.not("request", request.getRequestCase(), "STEP or RESET");
        }
    }

    private static CallException damaged(Exception cause) {
        return CallException.of(Reason.JOURNAL_DAMAGED, "the journal is damaged: " + cause.getMessage());
    }
}
