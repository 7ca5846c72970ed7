package dev.tengen.server.service;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;

/**
 * Reserves the memory of requests of which only a part has arrived. The transport keeps that part until the rest comes,
 * so a client that begins many requests and finishes none would fill the memory. A call for whose request there is too
 * little memory ends.
 *
 * <p>Each part of a request keeps the buffer in use into which the transport received it, however short the part is. So
 * further parts count with at least the size of a small buffer: a client that sends a request byte by byte reserves as
 * much as it uses.
 *
 * <p>The first part of a request is free of charge if it is short, so that calls with short requests cost nothing here.
 * Thread-safe.
 */
public final class RequestBuffers extends ServerStreamTracer.Factory {
    /** The bytes of a request that are not counted. */
    private static final int FREE_BYTES = 4096;

    /** The size of a buffer into which the transport receives short parts, which a part of a request keeps in use. */
    private static final int PART_BYTES = 2048;

    private final MemoryBudget budget;

    /** Creates the factory of tracers that reserve from {@code budget}. */
    public RequestBuffers(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        return new Tracer();
    }

    /** Counts the bytes of one call. The transport calls it from one thread at a time. */
    private final class Tracer extends ServerStreamTracer {
        private long arrivedBytes;
        private boolean isFirstPart = true;
        private final MemoryReservation reservation = budget.reserve(MemoryKind.REQUEST_BUFFER, 0);

        @Override
        public void inboundWireSize(long bytes) {
            arrivedBytes += isFirstPart ? bytes : bytes + PART_BYTES;
            isFirstPart = false;
            if (arrivedBytes > FREE_BYTES) {
                long more = arrivedBytes - reservation.bytes();
                if (!reservation.tryGrow(more)) {
                    // The transport ends a call with the status that its tracer throws.
                    throw CallErrors.status(budget.refusal(MemoryKind.REQUEST_BUFFER, more));
                }
            }
        }

        @Override
        public void inboundMessageRead(int number, long wireBytes, long bytes) {
            arrivedBytes = 0;
            isFirstPart = true;
            if (reservation.bytes() > 0) {
                reservation.resize(0);
            }
        }

        @Override
        public void streamClosed(Status status) {
            reservation.close();
        }
    }
}
