package dev.tengen.server.testing;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;

/** The calls that most tests make, and their requests. */
public final class Calls {
    private Calls() {}

    /** Returns a spec of a square board, with defaults. */
    public static EnvironmentSpec.Builder square(int size) {
        return EnvironmentSpec.newBuilder().setWidth(size).setHeight(size);
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
}
