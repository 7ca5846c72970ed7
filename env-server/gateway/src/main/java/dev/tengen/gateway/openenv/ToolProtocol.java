package dev.tengen.gateway.openenv;

import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.gateway.http.JsonRpcResponses;
import dev.tengen.gateway.openenv.MessageSocket.Answer;
import dev.tengen.server.execution.CallToken;
import java.util.concurrent.CompletableFuture;

/**
 * The messages of the socket {@code /mcp}: requests of {@link JsonRpc}.
 *
 * @param rpc answers them
 * @param client whose requests they are
 */
record ToolProtocol(JsonRpc rpc, JsonRpc.Client client) implements MessageSocket.MessageHandler {
    @Override
    public CompletableFuture<Answer> answer(String message, CallToken call) {
        return GatewayJson.parse(message)
                .map(request -> rpc.answer(client, call, request))
                .orElseGet(() -> CompletableFuture.completedFuture(JsonRpcResponses.error(JsonRpcException.notJson())))
                .thenApply(response -> Answer.of(response.toString()));
    }

    @Override
    public Answer failed(Throwable error) {
        return Answer.of(JsonRpcResponses.error(error).toString());
    }
}
