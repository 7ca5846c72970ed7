package dev.tengen.server.service;

import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.server.error.CallException;
import dev.tengen.server.stream.Answer;
import dev.tengen.server.tree.Forest;
import dev.tengen.server.tree.Forests;
import org.jspecify.annotations.Nullable;

/** A forest at the other end of a stream. */
final class TreeConversation implements AnsweredStream.Conversation<ExpandRequest, ExpandResponse> {
    private final Forests forests;
    private @Nullable Forest forest;

    TreeConversation(Forests forests) {
        this.forests = forests;
    }

    @Override
    public boolean isOpen() {
        return forest != null;
    }

    @Override
    public void carryOut(ExpandRequest request, Answer<ExpandResponse> whole) {
        Answer<ExpandResponse.Builder> answer = whole.finishing(
                response -> response.setSequence(request.getSequence()).build());
        Forest open = forest;
        if (open == null) {
            if (!request.hasOpen()) {
                throw CallException.invalid("request", request.getRequestCase(), "OPEN, which comes first");
            }
            open = forests.open(request.getOpen());
            forest = open;
            answer.answered(open.opened());
            return;
        }
        open.carryOut(request, answer);
    }

    @Override
    public void close() {
        Forest open = forest;
        if (open != null) {
            forest = null;
            open.close();
        }
    }
}
