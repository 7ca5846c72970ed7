package dev.tengen.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpBody;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.HttpStatuses;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Creates HTTP handlers that answer with JSON, reads bodies, and answers errors. Thread-safe. */
public final class JsonResponses {
    private static final String JSON = "application/json; charset=utf-8";

    private static final String TOKEN = "tengen-call";

    private final HttpCalls calls;
    private final Authenticator authenticator;
    private final HttpAudit audit;

    /**
     * Creates the responses of a server.
     *
     * @param calls executes the requests
     * @param authenticator finds their principals
     * @param audit is written what is refused
     */
    public JsonResponses(HttpCalls calls, Authenticator authenticator, HttpAudit audit) {
        this.calls = calls;
        this.authenticator = authenticator;
        this.audit = audit;
    }

    /** Returns the token of {@code call}, a request that a handler of this class handles. */
    public static CallToken token(Context call) {
        return Objects.requireNonNull(call.attribute(TOKEN));
    }

    /**
     * Returns a handler for principals with {@code permission}, which answers with what {@code work} returns. The work
     * runs in turn with the requests of other clients.
     */
    public Handler handler(
            GatewayPermission permission,
            BiFunction<Context, ClientIdentity, CompletableFuture<? extends JsonNode>> work) {
        return call -> {
            Supplier<CompletableFuture<?>> answer = () -> answer(call, permission, work);
            call.future(answer);
        };
    }

    /** Returns the same for work that returns at once. */
    public Handler direct(GatewayPermission permission, BiFunction<Context, Principal, JsonNode> work) {
        return handler(
                permission,
                (call, identity) -> CompletableFuture.completedFuture(work.apply(call, identity.require(permission))));
    }

    private CompletableFuture<?> answer(
            Context call,
            GatewayPermission permission,
            BiFunction<Context, ClientIdentity, CompletableFuture<? extends JsonNode>> work) {
        CompletableFuture<byte[]> result;
        try {
            ClientIdentity identity = ClientIdentity.of(call, authenticator);
            Principal principal = identity.require(permission);
            CallToken token = new CallToken(HttpCalls.Client.of(call, Optional.of(principal)), call);
            call.attribute(TOKEN, token);
            result = calls.execute(
                    call,
                    token,
                    running -> work.apply(call, identity)
                            .thenApply(json -> json.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (RuntimeException e) {
            result = CompletableFuture.failedFuture(e);
        }
        return result.thenCompose(json -> {
                    call.contentType(JSON);
                    return calls.send(call, json);
                })
                .exceptionallyCompose(thrown -> {
                    ErrorText error = ErrorText.of(thrown);
                    audit.refused(call, permission.rpc(), principal(call), error.reason());
                    return CompletableFuture.runAsync(() -> write(call, error), answerer(error));
                });
    }

    /** Returns what answers with {@code error}: refusals of wrong credentials all take the same time. */
    private static Executor answerer(ErrorText error) {
        return error.status() == 401 ? HttpAuthentication.refusals(Runnable::run) : Runnable::run;
    }

    private Optional<Principal> principal(Context call) {
        return new HttpAuthentication(authenticator).principal(call);
    }

    /** Answers {@code call} with {@code error}. */
    public static void write(Context call, ErrorText error) {
        if (error.status() == 401) {
            call.header("WWW-Authenticate", "Bearer");
        }
        error.retryDelay().ifPresent(delay -> HttpStatuses.addRetryAfter(call, delay));
        call.status(error.status()).contentType(JSON).result(error.body().toString());
    }

    /**
     * Returns the body of {@code call}; empty if it is no JSON.
     *
     * @throws HttpException if the body is too long, incomplete, or of another content type
     */
    public static Optional<JsonNode> json(Context call) {
        return GatewayJson.parse(HttpBody.json(call));
    }

    /**
     * Returns the body of {@code call} as an object.
     *
     * @throws CallException if it is none
     * @throws HttpException if the body is too long, incomplete, or of another content type
     */
    public static ObjectNode body(Context call) {
        if (json(call).orElse(null) instanceof ObjectNode object) {
            return object;
        }
        throw CallException.invalid("body", "no object", "a JSON object");
    }

    /** Returns the same, or an empty object if there is no body. */
    public static ObjectNode optionalBody(Context call) {
        boolean isEmpty = call.contentLength() <= 0 && call.header("Transfer-Encoding") == null;
        return isEmpty ? GatewayJson.object() : body(call);
    }
}
