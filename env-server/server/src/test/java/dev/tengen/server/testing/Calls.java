package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ExportRecordRequest;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import java.util.Iterator;
import java.util.List;

/** The calls that most tests make, and their requests. */
public final class Calls {
    private Calls() {}

    /** Returns a spec of a square board, with defaults. */
    public static EnvironmentSpec.Builder square(int size) {
        return EnvironmentSpec.newBuilder().setWidth(size).setHeight(size);
    }

    /** Returns a request for a session. */
    public static CreateSessionRequest.Builder create(EnvironmentSpec spec) {
        return CreateSessionRequest.newBuilder().setSpec(spec);
    }

    /** Returns a request for a session. */
    public static CreateSessionRequest.Builder create(EnvironmentSpec.Builder spec) {
        return CreateSessionRequest.newBuilder().setSpec(spec);
    }

    /** Creates a session and returns its id. */
    public static String open(EnvironmentServiceBlockingStub stub, EnvironmentSpec.Builder spec) {
        return stub.createSession(create(spec).build()).getSessionId();
    }

    /** Returns a request to play {@code action}. */
    public static StepRequest.Builder step(String session, int action) {
        return StepRequest.newBuilder().setSessionId(session).setAction(action);
    }

    /** Plays actions one after another and returns the last timestep. */
    public static Timestep play(EnvironmentServiceBlockingStub stub, String session, int... actions) {
        Timestep last = Timestep.getDefaultInstance();
        for (int action : actions) {
            last = stub.step(step(session, action).build()).getTimestep();
        }
        return last;
    }

    /** Returns a request for a new episode. */
    public static ResetRequest.Builder reset(String session) {
        return ResetRequest.newBuilder().setSessionId(session);
    }

    /** Returns the description of a session. */
    public static GetSessionResponse describe(EnvironmentServiceBlockingStub stub, String session) {
        return stub.getSession(
                GetSessionRequest.newBuilder().setSessionId(session).build());
    }

    /** Ends a session. */
    public static void close(EnvironmentServiceBlockingStub stub, String session) {
        stub.closeSession(CloseSessionRequest.newBuilder().setSessionId(session).build());
    }

    /** Returns the actions that are legal in a session. */
    public static LegalActionsResponse legalActions(EnvironmentServiceBlockingStub stub, String session) {
        return stub.legalActions(
                LegalActionsRequest.newBuilder().setSessionId(session).build());
    }

    /** Returns the score of a session as it stands, where the stones at {@code deadPoints} are dead. */
    public static ScoreResponse score(EnvironmentServiceBlockingStub stub, String session, Integer... deadPoints) {
        return stub.score(ScoreRequest.newBuilder()
                .setSessionId(session)
                .addAllDeadPoints(List.of(deadPoints))
                .build());
    }

    /** Returns the board and the observations in {@code encodings}, or in those of the spec if there are none. */
    public static ObserveResponse observe(EnvironmentServiceBlockingStub stub, String session, String... encodings) {
        return stub.observe(ObserveRequest.newBuilder()
                .setSessionId(session)
                .addAllEncodings(List.of(encodings))
                .build());
    }

    /** Returns the choice of a player. */
    public static ChooseActionResponse choose(
            EnvironmentServiceBlockingStub stub, String session, String player, long seed) {
        return stub.chooseAction(ChooseActionRequest.newBuilder()
                .setSessionId(session)
                .setPlayer(player)
                .setSeed(seed)
                .build());
    }

    /** Proposes dead stones for the player to move. */
    public static Timestep propose(EnvironmentServiceBlockingStub stub, String session, Integer... points) {
        return stub.proposeDeadStones(ProposeDeadStonesRequest.newBuilder()
                        .setSessionId(session)
                        .addAllDeadPoints(List.of(points))
                        .build())
                .getTimestep();
    }

    /** Returns a request to take moves back. */
    public static UndoRequest.Builder undo(String session, int moveCount) {
        return UndoRequest.newBuilder().setSessionId(session).setMoveCount(moveCount);
    }

    /** Takes moves back. */
    public static Timestep undo(EnvironmentServiceBlockingStub stub, String session, int moveCount) {
        return stub.undo(undo(session, moveCount).build()).getTimestep();
    }

    /** Watches a session: the first state is the current one. */
    public static Iterator<WatchResponse> watch(EnvironmentServiceBlockingStub stub, String session) {
        return stub.watch(WatchRequest.newBuilder().setSessionId(session).build());
    }

    /** Copies a session. */
    public static OpenedSession fork(EnvironmentServiceBlockingStub stub, String session) {
        return stub.fork(ForkRequest.newBuilder().setSessionId(session).build()).getSession();
    }

    /** Returns the bytes from which {@link #restore} makes a session in the same state. */
    public static ByteString snapshot(EnvironmentServiceBlockingStub stub, String session) {
        return stub.snapshot(SnapshotRequest.newBuilder().setSessionId(session).build())
                .getSnapshot();
    }

    /** Makes a session from a snapshot. */
    public static OpenedSession restore(EnvironmentServiceBlockingStub stub, ByteString snapshot) {
        return stub.restore(RestoreRequest.newBuilder().setSnapshot(snapshot).build())
                .getSession();
    }

    /** Returns the episode of a session as SGF. */
    public static String exportRecord(EnvironmentServiceBlockingStub stub, String session) {
        return stub.exportRecord(
                        ExportRecordRequest.newBuilder().setSessionId(session).build())
                .getSgf();
    }

    /** Returns a request for a session that continues a game in SGF. */
    public static ImportRecordRequest.Builder importing(String sgf) {
        return ImportRecordRequest.newBuilder().setSgf(ByteString.copyFromUtf8(sgf));
    }

    /** Makes a session that continues a game in SGF. */
    public static ImportRecordResponse importRecord(EnvironmentServiceBlockingStub stub, String sgf) {
        return stub.importRecord(importing(sgf).build());
    }

    /** Returns what the server says about itself. */
    public static GetServerInfoResponse serverInfo(EnvironmentServiceBlockingStub stub) {
        return stub.getServerInfo(GetServerInfoRequest.getDefaultInstance());
    }
}
