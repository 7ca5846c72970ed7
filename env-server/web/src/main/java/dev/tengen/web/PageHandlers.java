package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Ints;
import dev.tengen.arena.json.Json;
import dev.tengen.game.Game;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpBody;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog.Event;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfVariation;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.sse.SseHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Creates the HTTP handlers of the page, and reads parameters. Requests run in turn over the clients, see
 * {@link HttpCalls}: the HTTP port has few threads, and some requests compute for long. An exception becomes the
 * response, see {@link PageErrors}.
 */
final class PageHandlers {
    /** The content type of all responses except files. */
    static final String JSON = "application/json; charset=utf-8";

    private static final String TOKEN = "tengen-call";

    private final HttpCalls calls;
    private final AnalysisExecutor analyses;
    private final PageAuthorization authorization;
    private final EventStreams streams;
    private final HttpAudit audit;

    /**
     * Creates handlers.
     *
     * @param calls executes the requests
     * @param analyses executes what computes for long
     * @param authorization decides who may do what
     * @param streams has the streams
     * @param audit is written what is created, ended and refused
     */
    PageHandlers(
            HttpCalls calls,
            AnalysisExecutor analyses,
            PageAuthorization authorization,
            EventStreams streams,
            HttpAudit audit) {
        this.calls = calls;
        this.analyses = analyses;
        this.authorization = authorization;
        this.audit = audit;
        this.streams = streams;
    }

    /** Executes what computes for long, each for a call of a reader. */
    interface AnalysisExecutor {
        /**
         * Returns what {@code work} returns, which analyzes races.
         *
         * @throws CallException if too many analyses wait, or too little memory is free
         */
        <T> T races(CallToken call, Principal reader, Supplier<T> work);

        /**
         * Returns what {@code work} returns, which searches positions.
         *
         * @throws CallException if too many analyses wait
         */
        <T> T search(CallToken call, Supplier<T> work);
    }

    /** Adds the routes below {@code path} of the games of {@code api}. */
    <I> void addGameRoutes(RoutesConfig routes, String path, Function<Context, I> id, GameApi<I> api) {
        GamePermissions may = api.permissions();
        routes.get(path, read(may.see(), (call, reader) -> shown(api, reader, id.apply(call), GameJson::of)));
        routes.get(
                path + "/position",
                read(may.see(), (call, reader) -> shown(api, reader, id.apply(call), GameJson.PositionJson::of)));
        routes.get(
                path + "/overlay",
                read(
                        may.observe(),
                        (call, reader) -> shown(api, reader, id.apply(call), game -> overlay(game, reader, call))));
        routes.get(
                path + "/variation",
                read(
                        may.observe(),
                        (call, reader) -> shown(api, reader, id.apply(call), game -> VariationJson.of(game, call))));
        routes.get(
                path + "/values",
                read(may.observe(), (call, reader) -> shown(api, reader, id.apply(call), game -> values(game, call))));
        routes.get(path + "/record", file(may.export(), (call, reader) -> record(reader, id.apply(call), api, call)));
        routes.get(path + "/live", stream(may.watch(), (call, reader) -> api.live(reader, id.apply(call))));
        routes.post(path + "/moves", change(may.play(), (call, player) -> {
            api.play(player, id.apply(call), MoveRequest.of(call));
            return Map.of();
        }));
    }

    /** Returns a handler that responds with the result of {@code response} as JSON, to everyone. */
    Handler json(Function<Context, Object> response) {
        return call -> async(call, () -> Json.text(response.apply(call)).getBytes(StandardCharsets.UTF_8), content -> {
            call.contentType(JSON);
            return calls.send(call, content);
        });
    }

    /** Returns the same for principals with {@code permission}. */
    Handler read(PagePermission permission, BiFunction<Context, Principal, Object> response) {
        return json(call ->
                audited(call, permission, () -> response.apply(call, authorization.requireRead(call, permission))));
    }

    /** Returns the same for a request that changes something. */
    Handler change(PagePermission permission, BiFunction<Context, Principal, Object> response) {
        return json(call ->
                audited(call, permission, () -> response.apply(call, authorization.requireChange(call, permission))));
    }

    /**
     * Returns the same for a request that creates something. {@code session} returns the id of a new session, or
     * nothing.
     */
    <A> Handler create(
            PagePermission permission, BiFunction<Context, Principal, A> response, Function<A, String> session) {
        return change(permission, (call, principal) -> {
            A created = response.apply(call, principal);
            audit.done(Event.CREATED, call, permission.rpc(), principal, session.apply(created));
            return created;
        });
    }

    /** Returns the same for a request that ends something. */
    Handler end(PagePermission permission, BiFunction<Context, Principal, Object> response) {
        return change(permission, (call, principal) -> {
            Object answer = response.apply(call, principal);
            audit.done(Event.ENDED, call, permission.rpc(), principal, "");
            return answer;
        });
    }

    /** Returns the result of {@code work}. The audit log gets refusals. */
    private <A> A audited(Context call, PagePermission permission, Supplier<A> work) {
        try {
            return work.get();
        } catch (CallException | HttpException e) {
            audit.refused(call, permission.rpc(), authorization.principal(call), PageErrors.reason(e));
            throw e;
        }
    }

    /** Returns a handler of streams of server-sent events for principals with {@code permission}. */
    Handler stream(PagePermission permission, BiFunction<Context, Principal, StateSource> source) {
        Handler events = new SseHandler(client -> streams.open(client, client(client.ctx()), () -> {
            Context call = client.ctx();
            return audited(call, permission, () -> {
                BooleanSupplier isPermitted = authorization.requireStream(call, permission);
                Principal reader = authorization.requireRead(call, permission);
                return new EventStreams.Watch(reader, source.apply(call, reader), isPermitted);
            });
        }));
        return call -> {
            HttpPort.shortenBuffer(call); // A stream keeps its buffer until it ends.
            events.handle(call);
        };
    }

    /** Returns a handler that responds with a file, to principals with {@code permission}. */
    Handler file(PagePermission permission, BiFunction<Context, Principal, Download> file) {
        return call -> async(
                call,
                () -> audited(call, permission, () -> file.apply(call, authorization.requireRead(call, permission))),
                made -> {
                    made.describe(call);
                    return calls.send(call, made.content());
                });
    }

    /** Returns what {@code use} makes of a game, for whose copy memory is reserved meanwhile. */
    private <I, T> T shown(GameApi<I> api, Principal reader, I id, Function<DisplayedGame, T> use) {
        try (MemoryReservation copy = calls.reserve(api.memoryBytes(reader, id))) {
            assert copy.bytes() >= 0 : "the copy uses it";
            return use.apply(api.shown(reader, id));
        }
    }

    private OverlayJson overlay(DisplayedGame shown, Principal reader, Context call) {
        Supplier<OverlayJson> overlay = () -> OverlayJson.of(shown, call);
        return OverlayJson.isOfRaces(call) ? analyses.races(token(call), reader, overlay) : overlay.get();
    }

    private ValuesJson values(DisplayedGame shown, Context call) {
        try (MemoryReservation tree = calls.reserve(ValuesJson.memoryBytes())) {
            assert tree.bytes() >= 0 : "the search uses it";
            return analyses.search(token(call), () -> ValuesJson.of(shown, call));
        }
    }

    private static CallToken token(Context call) {
        return Objects.requireNonNull(call.attribute(TOKEN));
    }

    private <I> Download record(Principal reader, I game, GameApi<I> api, Context call) {
        RecordFile record = api.record(reader, game);
        String sgf = record.sgf();
        if (call.queryParam("variations") != null) {
            String plain = sgf;
            long treeBytes = ParsedRecord.memoryBytes(sgf.getBytes(StandardCharsets.UTF_8));
            // The tree of the record, and a copy with the variations.
            try (MemoryReservation trees = calls.reserve(2 * treeBytes)) {
                assert trees.bytes() >= 0 : "the trees use it";
                sgf = shown(api, reader, game, shown -> withVariations(plain, shown.game(), call));
            }
        }
        byte[] content = sgf.getBytes(StandardCharsets.UTF_8);
        return new Download(record.name() + ".sgf", "application/x-go-sgf; charset=utf-8", content, false);
    }

    /** Returns the record of {@code game} with the variations that {@code call} names. */
    private static String withVariations(String record, Game game, Context call) {
        List<SgfVariation> variations = Variation.recorded(game, Variation.list(call, "variations", game.grid()));
        try {
            return SgfCollection.parse(record)
                    .games()
                    .get(0)
                    .withVariations(game.grid(), variations)
                    .toSgf();
        } catch (SgfException e) {
            throw new IllegalStateException("a record of the server can be read", e);
        }
    }

    /** Does {@code work}, and answers {@code call} with what {@code answer} makes of its result. */
    private <A> void async(Context call, Supplier<A> work, Function<A, CompletableFuture<Void>> answer) {
        CallToken token = new CallToken(client(call));
        call.attribute(TOKEN, token);
        Supplier<CompletableFuture<?>> result =
                () -> calls.execute(call, token, running -> CompletableFuture.completedFuture(work.get()))
                        .thenCompose(answer)
                        .exceptionallyCompose(error ->
                                CompletableFuture.runAsync(() -> PageErrors.answer(call, error), answerer(error)));
        call.future(result);
    }

    /** Returns the client that makes {@code call}, whose turns it takes. */
    private HttpCalls.Client client(Context call) {
        Optional<Principal> principal;
        try {
            principal = authorization.principal(call);
        } catch (CallException e) {
            principal = Optional.empty(); // Its credentials are malformed, and it will be refused.
        }
        return HttpCalls.Client.of(call, principal);
    }

    /** Returns what answers with {@code error}: refusals of wrong credentials all take the same time. */
    private Executor answerer(Throwable error) {
        return PageErrors.isUnauthenticated(error) ? HttpAuthentication.refusals(Runnable::run) : Runnable::run;
    }

    /**
     * Returns the body of {@code call} as a JSON object.
     *
     * @throws CallException if the body is not a JSON object
     * @throws HttpException if the body is too long, incomplete, or of another content type
     */
    static ObjectNode body(Context call) {
        if (Json.parseOrText(new String(HttpBody.json(call), StandardCharsets.UTF_8)) instanceof ObjectNode object) {
            return object;
        }
        throw CallException.invalid("body", "no object", "a JSON object");
    }

    /**
     * Returns a text field of a body, or {@code otherwise} if it is missing.
     *
     * @throws CallException if the field is not a text
     */
    static String text(ObjectNode body, String field, String otherwise) {
        return value(body, field, JsonNode::isTextual, "a text")
                .map(JsonNode::asText)
                .orElse(otherwise);
    }

    private static Optional<JsonNode> value(
            ObjectNode body, String field, Predicate<JsonNode> isAllowed, String allowed) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!isAllowed.test(value)) {
            throw CallException.invalid(field, value, allowed);
        }
        return Optional.of(value);
    }

    /**
     * Returns a truth value of a body, or {@code otherwise} if it is missing.
     *
     * @throws CallException if the field is neither true nor false
     */
    static boolean flag(ObjectNode body, String field, boolean otherwise) {
        return value(body, field, JsonNode::isBoolean, "true or false")
                .map(JsonNode::asBoolean)
                .orElse(otherwise);
    }

    /**
     * Returns a number of a body; empty if it is missing.
     *
     * @throws CallException if the field is not a number
     */
    static Optional<Double> decimal(ObjectNode body, String field) {
        return value(body, field, JsonNode::isNumber, "a number").map(JsonNode::asDouble);
    }

    /**
     * Returns an integer field of a body.
     *
     * @throws CallException if the field is missing, not an integer, or out of range
     */
    static int number(ObjectNode body, String field, int min, int max) {
        JsonNode value = body.path(field);
        if (!value.isInt() || value.asInt() < min || value.asInt() > max) {
            Object shown = value.isMissingNode() ? "missing" : value;
            throw CallException.invalid(field, shown, "a whole number within [" + min + ", " + max + "]");
        }
        return value.asInt();
    }

    /**
     * Returns a list of integers of a body, each within [0, {@code max}].
     *
     * @throws CallException if the field is missing, no list, or has other values
     */
    static List<Integer> numbers(ObjectNode body, String field, int max) {
        JsonNode list = body.path(field);
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode value : list) {
            if (!value.isInt() || value.asInt() < 0 || value.asInt() > max) {
                throw CallException.invalid(field, value, "whole numbers within [0, " + max + "]");
            }
            numbers.add(value.asInt());
        }
        if (!list.isArray()) {
            throw CallException.invalid(field, list.isMissingNode() ? "missing" : list, "a list of whole numbers");
        }
        return numbers;
    }

    /**
     * Returns an integer parameter of a query.
     *
     * @throws CallException if the parameter is missing, not an integer, or out of range
     */
    static int number(Context call, String name, int min, int max) {
        String text = call.queryParam(name);
        Integer number = text == null ? null : Ints.tryParse(text);
        if (number == null || number < min || number > max) {
            Object shown = text == null ? "missing" : "\"" + text + "\"";
            throw CallException.invalid(name, shown, "a whole number within [" + min + ", " + max + "]");
        }
        return number;
    }

    /** Returns a parameter of a query, or {@code otherwise} if it is missing. */
    static String text(Context call, String name, String otherwise) {
        String text = call.queryParam(name);
        return text == null ? otherwise : text;
    }
}
