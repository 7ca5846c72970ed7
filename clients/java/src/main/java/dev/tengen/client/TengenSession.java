package dev.tengen.client;

import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ExportRecordRequest;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.WatchRequest;
import io.grpc.Context;
import java.util.Arrays;
import java.util.function.Function;

/**
 * An environment at a server. Every method throws {@link TengenException} where the call fails.
 *
 * <p>Thread-safe: the server carries out calls on one session one after another.
 */
public final class TengenSession implements AutoCloseable {
    /** The action that resigns. */
    public static final int RESIGN = -2;

    private final TengenClient client;
    private final String id;
    private final int width;
    private final int height;
    private final long seed;
    private final Timestep firstTimestep;

    TengenSession(TengenClient client, CreateSessionResponse response) {
        this.client = client;
        id = response.getSessionId();
        width = response.getSpec().getWidth();
        height = response.getSpec().getHeight();
        seed = response.getSeed();
        firstTimestep = Messages.timestep(response.getTimestep(), actionCount());
    }

    TengenSession(TengenClient client, OpenedSession opened) {
        this.client = client;
        id = opened.getSessionId();
        width = opened.getSpec().getWidth();
        height = opened.getSpec().getHeight();
        seed = opened.getSeed();
        firstTimestep = Messages.timestep(opened.getTimestep(), actionCount());
    }

    /** Returns the name of the session. Whoever knows it may use the session. */
    public String id() {
        return id;
    }

    /** Returns the points in a row. */
    public int width() {
        return width;
    }

    /** Returns the points in a column. */
    public int height() {
        return height;
    }

    /** Returns the action that passes. */
    public int passAction() {
        return width * height;
    }

    /** Returns the count of actions in the mask: the points and the pass. */
    public int actionCount() {
        return width * height + 1;
    }

    /** Returns the seed of the episode that the session was opened in. */
    public long firstSeed() {
        return seed;
    }

    /** Returns where the episode stood when the session was opened. */
    public Timestep firstTimestep() {
        return firstTimestep;
    }

    /** Starts a new episode with a seed that follows from that of the one before. */
    public Timestep reset() {
        return reset(ResetRequest.newBuilder());
    }

    /** Starts a new episode with {@code newSeed}. */
    public Timestep reset(long newSeed) {
        return reset(ResetRequest.newBuilder().setSeed(newSeed));
    }

    private Timestep reset(ResetRequest.Builder request) {
        request.setSessionId(id).setRequestId(TengenClient.newRequestId());
        return timestep(call(stub -> stub.reset(request.build())).getTimestep());
    }

    /**
     * Plays {@code action}: {@code row * width + column}, {@link #passAction()} or {@link #RESIGN}. Throws {@link
     * IllegalActionException} where the rules forbid it.
     */
    public Timestep step(int action) {
        return step(StepRequest.newBuilder().setAction(action));
    }

    /** Plays {@code action} if the episode is at {@code expectedMoveNumber}, and fails otherwise. */
    public Timestep step(int action, int expectedMoveNumber) {
        return step(StepRequest.newBuilder().setAction(action).setExpectedMoveNumber(expectedMoveNumber));
    }

    private Timestep step(StepRequest.Builder request) {
        request.setSessionId(id).setRequestId(TengenClient.newRequestId());
        return timestep(call(stub -> stub.step(request.build())).getTimestep());
    }

    /** Returns the legal actions of the player to move, and why the others are illegal. */
    public LegalActions legalActions() {
        LegalActionsRequest request =
                LegalActionsRequest.newBuilder().setSessionId(id).build();
        return Messages.legalActions(call(stub -> stub.legalActions(request)), actionCount());
    }

    /** Returns the score of the position as it stands. */
    public AreaScore score() {
        ScoreRequest request = ScoreRequest.newBuilder().setSessionId(id).build();
        return Messages.score(call(stub -> stub.score(request)).getScore());
    }

    /** Returns the position, observed in {@code encodings}; in those of the spec if none is named. */
    public Position observe(String... encodings) {
        ObserveRequest request = ObserveRequest.newBuilder()
                .setSessionId(id)
                .addAllEncodings(Arrays.asList(encodings))
                .build();
        return Messages.position(call(stub -> stub.observe(request)));
    }

    /** Returns where the session stands. */
    public SessionState state() {
        GetSessionRequest request =
                GetSessionRequest.newBuilder().setSessionId(id).build();
        return Messages.state(call(stub -> stub.getSession(request)), actionCount());
    }

    /** Makes another session that goes on from where this one stands, with the same past, seed and counters. */
    public TengenSession fork() {
        ForkRequest request = ForkRequest.newBuilder()
                .setSessionId(id)
                .setRequestId(TengenClient.newRequestId())
                .build();
        return new TengenSession(client, call(stub -> stub.fork(request)).getSession());
    }

    /** Returns the session as bytes, for {@link TengenClient#restore}. */
    public byte[] snapshot() {
        SnapshotRequest request = SnapshotRequest.newBuilder().setSessionId(id).build();
        return call(stub -> stub.snapshot(request)).getSnapshot().toByteArray();
    }

    /** Returns the episode as the text of an SGF file. */
    public String exportRecord() {
        ExportRecordRequest request =
                ExportRecordRequest.newBuilder().setSessionId(id).build();
        return call(stub -> stub.exportRecord(request)).getSgf();
    }

    /** Looks on at the session, which that does not keep from expiring. The caller closes what is returned. */
    public SessionWatch watch() {
        WatchRequest request = WatchRequest.newBuilder().setSessionId(id).build();
        Context.CancellableContext context = Context.current().withCancellation();
        Context previous = context.attach();
        try {
            return new SessionWatch(context, client.streamStub().watch(request), actionCount());
        } finally {
            context.detach(previous);
        }
    }

    /** Ends the session at the server. One that is closed or has expired already is no error. */
    @Override
    public void close() {
        CloseSessionRequest request =
                CloseSessionRequest.newBuilder().setSessionId(id).build();
        try {
            call(stub -> stub.closeSession(request));
        } catch (TengenException e) {
            // A retry of a close whose answer was lost finds the session gone, too.
            if (!e.reason().equals("SESSION_NOT_FOUND")) {
                throw e;
            }
        }
    }

    private Timestep timestep(dev.tengen.proto.v1.Timestep message) {
        return Messages.timestep(message, actionCount());
    }

    private <T> T call(Function<EnvironmentServiceBlockingStub, T> rpc) {
        return Failures.translate(() -> rpc.apply(client.stub()));
    }
}
