package dev.tengen.server.service;

import dev.tengen.server.log.AccessLog;
import dev.tengen.server.log.AuditLog;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the calls in flight that a server waits for when it stops, and writes calls to the logs of the server that are
 * on.
 *
 * <p>Streams of the standard services, such as the {@code Watch} of health, last as long as their client wants, and
 * nothing is lost when they are cancelled, so they do not count. Thread-safe.
 */
public final class CallRecorder {
    private final Set<String> services;
    private final Optional<AccessLog> access;
    private final Optional<AuditLog> audit;
    private final AtomicInteger count = new AtomicInteger();

    /** The streams that do not count. */
    private final AtomicInteger uncounted = new AtomicInteger();

    private final AtomicLong streamCount = new AtomicLong();

    /**
     * Creates the recorder.
     *
     * @param services the names of the services all of whose calls count; of others, the unary calls do
     * @param access the log of all calls, if it is on
     * @param audit the log of calls that create or end something, or are refused, if it is on
     */
    public CallRecorder(Set<String> services, Optional<AccessLog> access, Optional<AuditLog> audit) {
        this.services = services;
        this.access = access;
        this.audit = audit;
    }

    /** Returns the count of the calls in flight. */
    public int inFlightCount() {
        return count.get();
    }

    /** Returns {@code call}, to be recorded from now on. */
    <Q, R> RecordedCall<Q, R> begin(ServerCall<Q, R> call) {
        MethodDescriptor<Q, R> method = call.getMethodDescriptor();
        boolean isCounted = method.getType() == MethodType.UNARY || services.contains(method.getServiceName());
        return new RecordedCall<>(call, observers(call), isCounted ? count : uncounted);
    }

    private List<CallObserver> observers(ServerCall<?, ?> call) {
        if (access.isEmpty() && audit.isEmpty()) {
            return List.of();
        }
        List<CallObserver> observers = new ArrayList<>(2);
        if (audit.isPresent()) {
            observers.add(new AuditRecord(audit.get(), call));
        }
        if (access.isPresent()) {
            boolean isUnary = call.getMethodDescriptor().getType() == MethodType.UNARY;
            observers.add(new AccessRecord(access.get(), call, isUnary ? 0 : streamCount.incrementAndGet()));
        }
        return List.copyOf(observers);
    }
}
