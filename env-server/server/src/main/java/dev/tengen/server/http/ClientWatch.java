package dev.tengen.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Watches the connection of a request that has been received, and notices when the client closes it. Jetty itself reads
 * nothing from a connection until the request is answered.
 *
 * <p>What the client sends meanwhile is the start of its next request (pipelining). It is lost, so the connection must
 * be closed after the response, as HTTP allows: the client sends that request again. Thread-safe.
 */
final class ClientWatch implements Callback {
    private static final String END_POINT = "dev.tengen.http.end-point";

    private final @Nullable EndPoint endPoint;
    private final Runnable gone;
    private boolean isStopped;
    private boolean hasSurplus;

    private ClientWatch(@Nullable EndPoint endPoint, Runnable gone) {
        this.endPoint = endPoint;
        this.gone = gone;
    }

    /** Notes the connection of {@code request}, of which everything has been received. */
    static void offer(Request request) {
        request.setAttribute(
                END_POINT, request.getConnectionMetaData().getConnection().getEndPoint());
    }

    /**
     * Starts to watch the client of {@code call}. Runs {@code gone}, from another thread, if the client goes before
     * {@link #stop}.
     */
    static ClientWatch start(Context call, Runnable gone) {
        EndPoint endPoint = call.req().getAttribute(END_POINT) instanceof EndPoint known ? known : null;
        ClientWatch watch = new ClientWatch(endPoint, gone);
        if (endPoint != null) {
            endPoint.tryFillInterested(watch);
        }
        return watch;
    }

    /** Called when the connection can be read. */
    @Override
    public void succeeded() {
        synchronized (this) {
            if (isStopped || endPoint == null) {
                return;
            }
            int count = read(endPoint);
            if (count == 0) {
                endPoint.tryFillInterested(this);
                return;
            }
            isStopped = true;
            hasSurplus = count > 0;
            if (hasSurplus) {
                return;
            }
        }
        gone.run();
    }

    private static int read(EndPoint endPoint) {
        try {
            return endPoint.fill(ByteBuffer.allocate(1).limit(0));
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public void failed(Throwable error) {
        synchronized (this) {
            if (isStopped || endPoint == null || endPoint.isOpen()) {
                return;
            }
            isStopped = true;
        }
        gone.run();
    }

    /** Stops to watch, before the response is sent. Returns whether the connection can be used again. */
    synchronized boolean stop() {
        if (!isStopped && endPoint instanceof AbstractEndPoint watched) {
            isStopped = true;
            watched.getFillInterest().onFail(new CancellationException("the request has ended"));
        }
        isStopped = true;
        return !hasSurplus;
    }
}
