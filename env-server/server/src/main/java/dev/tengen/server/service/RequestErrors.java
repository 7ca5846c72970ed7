package dev.tengen.server.service;

import dev.tengen.server.convert.TreeConverter;
import dev.tengen.server.execution.StreamAnswer;
import java.util.function.Function;

/**
 * Receives the answer to a request, and turns the error of a wrong one into an answer. Other errors end the stream.
 *
 * @param <A> the type of the answer
 */
final class RequestErrors<A> implements StreamAnswer<A> {
    private final StreamAnswer<A> target;
    private final Function<Throwable, A> response;

    /** Creates a receiver that passes answers on to {@code target}; {@code response} returns those with errors. */
    RequestErrors(StreamAnswer<A> target, Function<Throwable, A> response) {
        this.target = target;
        this.response = response;
    }

    @Override
    public void answered(A answer) {
        target.answered(answer);
    }

    @Override
    public void failed(Throwable error) {
        if (TreeConverter.isOfRequest(error)) {
            target.answered(response.apply(error));
        } else {
            target.failed(error);
        }
    }
}
