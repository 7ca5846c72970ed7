package dev.tengen.server.stream;

import java.util.function.Function;

/**
 * Hears the answer to a request, or the fault that kept the server from giving one. Exactly one is called, once, from any
 * thread.
 *
 * @param <A> what an answer is
 */
public interface Answer<A> {
    /** The work is done. */
    void answered(A answer);

    /** The work failed. */
    void failed(Throwable fault);

    /** Returns what hears of a {@code B}, and passes on what {@code finish} makes of it. */
    default <B> Answer<B> finishing(Function<B, A> finish) {
        Answer<A> whole = this;
        return new Answer<>() {
            @Override
            public void answered(B answer) {
                whole.answered(finish.apply(answer));
            }

            @Override
            public void failed(Throwable fault) {
                whole.failed(fault);
            }
        };
    }
}
