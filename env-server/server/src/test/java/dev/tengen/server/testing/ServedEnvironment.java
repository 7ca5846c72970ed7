package dev.tengen.server.testing;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.game.Legality;
import dev.tengen.planes.Symmetry;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.Timestep;
import io.grpc.StatusRuntimeException;
import java.util.List;

/**
 * A session as the contract of environments sees it. It keeps the last answer; after a call that was rejected, which
 * has no answer, it asks the server for the state of the session.
 */
public final class ServedEnvironment implements TestedEnvironment {
    private final EnvironmentServiceBlockingStub stub;
    private final String session;
    private Timestep timestep;
    private List<Observation> observations;

    /** Creates a session. */
    public ServedEnvironment(EnvironmentServiceBlockingStub stub, EnvironmentSpec spec, long seed) {
        this.stub = stub;
        CreateSessionResponse made = stub.createSession(
                create(CoreTypes.toProto(spec).toBuilder()).setSeed(seed).build());
        session = made.getSessionId();
        take(made.getTimestep());
    }

    private ServedEnvironment(EnvironmentServiceBlockingStub stub, OpenedSession opened) {
        this.stub = stub;
        session = opened.getSessionId();
        take(opened.getTimestep());
    }

    private void take(Timestep answer) {
        timestep = answer;
        observations = answer.getObservationsList();
    }

    @Override
    public void reset(long seed) {
        take(stub.reset(Calls.reset(session).setSeed(seed).build()).getTimestep());
    }

    @Override
    public Legality step(int action) {
        try {
            take(stub.step(Calls.step(session, action).build()).getTimestep());
            return CoreTypes.toCore(timestep.getIllegalReason());
        } catch (StatusRuntimeException e) {
            takeState();
            return Legality.valueOf(Failure.of(e).reason().orElseThrow());
        }
    }

    private void takeState() {
        timestep = describe(stub, session).getTimestep();
        observations = Calls.observe(stub, session).getObservationsList();
    }

    @Override
    public boolean undo(int moveCount) {
        try {
            take(Calls.undo(stub, session, moveCount));
            return true;
        } catch (StatusRuntimeException e) {
            takeState();
            return false;
        }
    }

    @Override
    public double reward(int color) {
        return color == Color.BLACK ? timestep.getRewardBlack() : timestep.getRewardWhite();
    }

    @Override
    public EndReason endReason() {
        return CoreTypes.toCore(timestep.getEndReason());
    }

    @Override
    public int winner() {
        return timestep.getWinnerValue();
    }

    @Override
    public int playerToMove() {
        return timestep.getPlayerToMoveValue();
    }

    @Override
    public long episode() {
        return timestep.getEpisode();
    }

    @Override
    public int moveNumber() {
        return timestep.getMoveNumber();
    }

    @Override
    public double margin() {
        return Calls.score(stub, session).getScore().getMargin();
    }

    @Override
    public byte[] actionMask() {
        return timestep.getActionMask().toByteArray();
    }

    @Override
    public List<byte[]> observations() {
        return observations.stream()
                .map(observation -> observation.getPlanes().toByteArray())
                .toList();
    }

    @Override
    public List<Integer> lastActions() {
        return timestep.getActionsList();
    }

    @Override
    public Symmetry symmetry() {
        return Symmetry.valueOf(timestep.getSymmetry().name().substring("SYMMETRY_".length()));
    }

    @Override
    public TestedEnvironment imported() {
        String sgf = Calls.exportRecord(stub, session);
        ImportRecordResponse response = Calls.importRecord(stub, sgf);
        assertThat(response.getWarningsList()).isEmpty();
        return new ServedEnvironment(stub, response.getSession());
    }

    @Override
    public long stateHash() {
        return timestep.getStateHash();
    }
}
