package dev.tengen.server.execution;

/**
 * Executes unary calls: on the calling thread, or on others so that the threads of the transport stay free.
 * Thread-safe.
 */
@FunctionalInterface
public interface CallExecutor {
    /** The executor of short calls: the calling thread. */
    CallExecutor CALLER = (call, work) -> work.run();

    /**
     * Executes {@code work}, which must not throw, for {@code call}. Work of a call that is cancelled while it waits
     * runs at once, on the thread that cancels, so that it can release what it holds; it must look at {@code call}
     * first.
     *
     * @throws dev.tengen.server.error.CallException if too many calls wait, or the server is shutting down
     */
    void execute(CallToken call, Runnable work);
}
