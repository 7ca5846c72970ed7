package dev.tengen.client.internal;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tengen.client.error.TengenException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a caller can do if it does not know whether the server has executed a call. */
final class UnknownOutcome {
    /**
     * Statuses that do not say what an earlier attempt did: a server that refuses a call does not look for its request
     * id.
     */
    private static final Set<String> STATUSES = Set.of("UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED");

    private static final String OPENED =
            "the session may have been opened; it expires if nobody uses it, and TengenClient.listSessions shows it";

    /** What may have happened, and how to find out, by the RPC. Calls that change nothing are not in the map. */
    private static final Map<String, String> OUTCOMES = Map.ofEntries(
            Map.entry("Step", played("the action may have been played", "so far", "step", "playing twice")),
            Map.entry(
                    "ProposeDeadStones",
                    played("the proposal may have been made", "so far", "proposeDeadStones", "proposing twice")),
            Map.entry(
                    "Undo", played("the moves may have been taken back", "that are left", "undo", "taking back more")),
            Map.entry(
                    "Reset",
                    "a new episode may have started; TengenSession.state shows its number and its seed, and reset after"
                            + " withRequestId(\"{id}\") repeats the call without starting another"),
            Map.entry("CreateSession", OPENED),
            Map.entry("Fork", OPENED),
            Map.entry("Restore", OPENED),
            Map.entry("ImportRecord", OPENED),
            Map.entry("CreateTournament", "the server may have executed the call; a repeated call does nothing else"),
            Map.entry("CancelTournament", "the server may have executed the call"));

    private UnknownOutcome() {}

    /** Returns the RPCs that change something. */
    static Set<String> changingRpcs() {
        return OUTCOMES.keySet();
    }

    private static String played(String outcome, String which, String method, String again) {
        return outcome + "; TengenSession.state shows the actions " + which + ", and " + method
                + " after withRequestId(\"{id}\") repeats the call without " + again;
    }

    /**
     * Returns an exception like {@code error} that also says that the server may have executed the call, and how to
     * find out. Its metadata has {@code request_id} and {@code session_id} if the request has them. Returns
     * {@code error} itself if the call changes nothing, or the server has decided on it.
     *
     * @param rpc the name of the RPC
     */
    static TengenException named(TengenException error, String rpc, Object request) {
        String outcome = OUTCOMES.get(rpc);
        if (outcome == null || !STATUSES.contains(error.status()) || !(request instanceof Message message)) {
            return error;
        }
        Map<String, String> metadata = new HashMap<>(error.metadata());
        for (String name : List.of("request_id", "session_id")) {
            FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
            if (field != null) {
                metadata.put(name, message.getField(field).toString());
            }
        }
        String text = error.getMessage() + "; " + outcome.replace("{id}", metadata.getOrDefault("request_id", ""));
        TengenException named = new TengenException(error.status(), error.reason(), text, metadata, error);
        for (Throwable suppressed : error.getSuppressed()) {
            named.addSuppressed(suppressed);
        }
        return named;
    }
}
