package dev.tengen.server.service;

import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.error.CallException;
import dev.tengen.server.stream.Answer;
import org.jspecify.annotations.Nullable;

/** A batch at the other end of a stream. */
final class BatchConversation implements AnsweredStream.Conversation<RunRequest, RunResponse> {
    private final Batches batches;
    private @Nullable Batch batch;

    BatchConversation(Batches batches) {
        this.batches = batches;
    }

    @Override
    public boolean isOpen() {
        return batch != null;
    }

    @Override
    public void carryOut(RunRequest request, Answer<RunResponse> whole) {
        Answer<RunResponse.Builder> answer = whole.finishing(
                response -> response.setSequence(request.getSequence()).build());
        Batch open = batch;
        if (open == null) {
            if (!request.hasOpen()) {
                throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
            }
            open = batches.open(request.getOpen());
            batch = open;
            open.open(answer);
            return;
        }
        switch (request.getRequestCase()) {
            case STEP -> open.step(request.getStep(), answer);
            case RESET -> open.reset(request.getReset(), answer);
            default ->
                throw CallException.invalid(
                        "request", request.getRequestCase(), "STEP or RESET, which are what an open batch takes");
        }
    }

    @Override
    public void close() {
        Batch open = batch;
        if (open != null) {
            batch = null;
            open.close();
        }
    }
}
