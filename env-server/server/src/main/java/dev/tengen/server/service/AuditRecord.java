package dev.tengen.server.service;

import com.google.protobuf.Message;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.log.AuditLog.Event;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a call of a principal writes to the {@link AuditLog}: that it has created or ended something, when it has
 * succeeded, or that it was refused for what its principal may do or have. Thread-safe.
 */
final class AuditRecord implements CallObserver {
    /** The calls that create or end something. A stream creates its resource and ends it. */
    private static final Map<String, Event> EVENTS = Map.ofEntries(
            Map.entry("tengen.v1.EnvironmentService/CreateSession", Event.CREATED),
            Map.entry("tengen.v1.EnvironmentService/Fork", Event.CREATED),
            Map.entry("tengen.v1.EnvironmentService/Restore", Event.CREATED),
            Map.entry("tengen.v1.EnvironmentService/ImportRecord", Event.CREATED),
            Map.entry("tengen.v1.EnvironmentService/CloseSession", Event.ENDED),
            Map.entry("tengen.v1.BatchService/Run", Event.ENDED),
            Map.entry("tengen.v1.TreeService/Expand", Event.ENDED),
            Map.entry("tengen.v1.SearchService/SelfPlay", Event.ENDED),
            Map.entry("tengen.v1.SearchService/SearchPositions", Event.ENDED),
            Map.entry("tengen.v1.ArenaService/Play", Event.ENDED),
            Map.entry("tengen.v1.ArenaService/CreateTournament", Event.CREATED),
            Map.entry("tengen.v1.ArenaService/CancelTournament", Event.ENDED));

    private final AuditLog log;
    private final ServerCall<?, ?> call;
    private final String rpc;
    private final @Nullable Event event;
    private final boolean isStream;
    private final AtomicBoolean isEnded = new AtomicBoolean();

    /** Null until it is known, and in a call that needs no credentials. */
    private volatile @Nullable Principal principal;

    private volatile String session = "";
    private volatile boolean isCreated;

    /** Creates the record of {@code call}. */
    AuditRecord(AuditLog log, ServerCall<?, ?> call) {
        this.log = log;
        this.call = call;
        rpc = call.getMethodDescriptor().getFullMethodName();
        event = EVENTS.get(rpc);
        isStream = !call.getMethodDescriptor().getType().clientSendsOneMessage();
    }

    /** Writes that {@code call} was refused because nobody has proved to be a principal. */
    static void unauthenticated(AuditLog log, ServerCall<?, ?> call) {
        String rpc = call.getMethodDescriptor().getFullMethodName();
        log.write(new AuditLog.Line(Event.REFUSED, rpc, "", "", "", "UNAUTHENTICATED", CallFields.peer(call)));
    }

    @Override
    public void identified(Principal found) {
        principal = found;
    }

    @Override
    public void received(Object message) {
        if (event == null) {
            return;
        }
        if (isStream && !isCreated) {
            isCreated = true;
            write(Event.CREATED, "");
        }
        note(message);
    }

    @Override
    public void sent(Object message) {
        if (event == Event.CREATED) {
            note(message);
        }
    }

    /** Keeps the id of the session in {@code message}: of a session that is created, the last one noted. */
    private void note(Object message) {
        if (message instanceof Message proto) {
            String id = CallFields.sessionId(proto);
            session = id.isEmpty() ? session : id;
        }
    }

    @Override
    public void cancelled() {
        if (isCreated) {
            end();
        }
    }

    @Override
    public void closed(Status status, String reason) {
        if (status.isOk()) {
            if (event == Event.ENDED) {
                end();
            } else if (event != null) {
                write(event, "");
            }
            return;
        }
        if (AuditLog.isAudited(reason)) {
            write(Event.REFUSED, reason);
        }
        if (isCreated) {
            end();
        }
    }

    /** A stream may end here and be cancelled, too. */
    private void end() {
        if (isEnded.compareAndSet(false, true)) {
            write(Event.ENDED, "");
        }
    }

    private void write(Event what, String reason) {
        @Nullable Principal known = principal;
        if (known != null) {
            log.write(new AuditLog.Line(
                    what, rpc, known.name(), known.shownRole(), session, reason, CallFields.peer(call)));
        }
    }
}
