package dev.tengen.server.service;

import dev.tengen.server.error.CallException;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a call may run, and makes its {@link CallContext}. A call is, in this order,
 *
 * <ol>
 *   <li>recorded, so that the logs see refusals and the whole time: {@link CallRecorder};
 *   <li>authenticated: {@link Authentication};
 *   <li>authorized by the role of its principal: {@link AuthorizationTable};
 *   <li>taken from the quotas of its principal: {@link CallQuota};
 *   <li>queued for a thread of the transport: {@link CallQueue}.
 * </ol>
 *
 * <p>Each step may refuse it. Calls that need no credentials, such as health checks, are recorded only. Thread-safe.
 */
public final class PolicyInterceptor implements ServerInterceptor {
    private final CallRecorder recorder;
    private final Authentication authentication;
    private final AuthorizationTable table;
    private final Optional<Quotas> quotas;
    private final CallQueue queue;

    /**
     * Creates the interceptor.
     *
     * @param table the calls that each role may make, and those that need no credentials
     * @param quotas the quotas of principals; empty if calls are not limited
     */
    public PolicyInterceptor(
            CallRecorder recorder,
            Authentication authentication,
            AuthorizationTable table,
            Optional<Quotas> quotas,
            CallQueue queue) {
        this.recorder = recorder;
        this.authentication = authentication;
        this.table = table;
        this.quotas = quotas;
        this.queue = queue;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        RecordedCall<Q, R> recorded = recorder.begin(call);
        boolean isOpen = !table.needsCredentials(call.getMethodDescriptor().getFullMethodName());
        return recorded.listener(isOpen ? next.startCall(recorded, headers) : authenticate(recorded, headers, next));
    }

    private <Q, R> ServerCall.Listener<Q> authenticate(
            RecordedCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        long arrival = System.nanoTime();
        Optional<Principal> principal = authentication.principal(call, headers);
        if (principal.isEmpty()) {
            return authentication.refuse(call, arrival);
        }
        call.identified(principal.get());
        return authorize(CallContext.of(principal.get(), call, headers), call, headers, next);
    }

    private <Q, R> ServerCall.Listener<Q> authorize(
            CallContext context, ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String rpc = call.getMethodDescriptor().getFullMethodName();
        @Nullable CallQuota quota;
        try {
            table.require(rpc, context.principal());
            quota = quotas.isPresent() ? CallQuota.take(quotas.get().of(context.principal()), rpc) : null;
        } catch (CallException e) {
            return CallErrors.refuse(call, e);
        }
        try {
            ServerCall.Listener<Q> listener =
                    Contexts.interceptCall(context.in(Context.current()), call, headers, queue.before(next));
            return quota == null ? listener : quota.counted(call, listener);
        } catch (RuntimeException | Error e) {
            if (quota != null) {
                quota.release();
            }
            throw e;
        }
    }
}
