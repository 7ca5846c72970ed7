package dev.tengen.server.execution;

import java.util.function.Function;

/**
 * Receives the answer to a request of a stream, or the error that prevented one. Exactly one method is called, once,
 * from any thread.
 *
 * @param <A> the type of the answer
 */
public interface StreamAnswer<A> {
    /** Called when the request has been carried out. */
    void answered(A answer);

    /** Called when the request has failed. */
    void failed(Throwable error);

    /**
     * Returns a receiver that passes the result of {@code mapper} on to this one. An exception of {@code mapper} fails
     * the request.
     */
    default <B> StreamAnswer<B> map(Function<B, A> mapper) {
        StreamAnswer<A> target = this;
        return new StreamAnswer<>() {
            @Override
            public void answered(B answer) {
                A mapped;
                try {
                    mapped = mapper.apply(answer);
                } catch (RuntimeException | Error e) {
                    target.failed(e);
                    return;
                }
                target.answered(mapped);
            }

            @Override
            public void failed(Throwable error) {
                target.failed(error);
            }
        };
    }
}
