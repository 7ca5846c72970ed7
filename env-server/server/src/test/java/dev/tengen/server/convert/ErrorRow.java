package dev.tengen.server.convert;

import com.google.protobuf.MessageLite;
import dev.tengen.server.testing.RunningServer;
import java.util.function.BiFunction;

/**
 * A row of the table of errors.
 *
 * @param rpc name of the RPC, as in "Step"
 * @param condition what is wrong, for the name of the test
 * @param arrangement prepares the server and the session before the call
 * @param expected how the call must fail
 */
record ErrorRow(String rpc, String condition, Arrangement arrangement, ExpectedError expected) {
    /** Returns a row about a new session of 9x9. */
    static ErrorRow of(
            String rpc, String condition, BiFunction<ErrorStage, String, MessageLite> request, ExpectedError expected) {
        return new ErrorRow(
                rpc,
                condition,
                stage -> {
                    String session = stage.openSession();
                    return new Call(
                            stage.plain(),
                            session,
                            request.apply(stage, session).toByteArray());
                },
                expected);
    }

    @Override
    public String toString() {
        return rpc + ", " + condition + ": " + expected;
    }

    /** Prepares a server and a session for a call. */
    interface Arrangement {
        Call on(ErrorStage stage);
    }

    /**
     * A prepared call.
     *
     * @param server the server to call
     * @param session an open session there, which the call must not change
     * @param request the bytes to send
     */
    record Call(RunningServer server, String session, byte[] request) {}
}
