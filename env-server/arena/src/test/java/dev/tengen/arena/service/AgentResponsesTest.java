package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.PlayResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentResponsesTest {
    private final List<PlayResponse> sent = new ArrayList<>();

    private static PlayResponse turn(int byteCount) {
        return PlayResponse.newBuilder()
                .setTurn(AgentTurn.newBuilder().setActionMask(ByteString.copyFrom(new byte[byteCount])))
                .build();
    }

    private static final PlayResponse RECEIPT = PlayResponse.newBuilder()
            .setReceipt(AnswerReceipt.getDefaultInstance())
            .build();

    @Test
    void add_single_sendsAtOnce() {
        AgentResponses responses = AgentResponses.single(sent::add);

        responses.add(RECEIPT);

        assertThat(sent).containsExactly(RECEIPT);
    }

    @Test
    void flush_severalWaiting_sendsOneBatchInTheirOrder() {
        AgentResponses responses = AgentResponses.inBatches(sent::add);

        responses.add(RECEIPT);
        responses.add(turn(5));
        assertThat(sent).isEmpty();
        responses.flush();
        responses.flush();

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).getBatch().getResponsesList()).containsExactly(RECEIPT, turn(5));
    }

    @Test
    void flush_oneWaiting_sendsItAlone() {
        AgentResponses responses = AgentResponses.inBatches(sent::add);

        responses.add(RECEIPT);
        responses.flush();

        assertThat(sent).containsExactly(RECEIPT);
    }

    @Test
    void add_manyBytes_boundsTheBatches() {
        AgentResponses responses = AgentResponses.inBatches(sent::add);

        for (int count = 0; count < 100; count++) {
            responses.add(turn(1_000));
        }
        responses.flush();

        assertThat(sent).hasSize(4);
        assertThat(sent)
                .allSatisfy(message ->
                        assertThat(message.getSerializedSize()).isLessThan(AgentResponses.BATCH_BYTES + 3_000));
        assertThat(sent.stream()
                        .mapToInt(message -> Math.max(1, message.getBatch().getResponsesCount()))
                        .sum())
                .isEqualTo(100);
    }
}
