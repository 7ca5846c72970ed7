package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.SeatTokens;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.TreeServiceGrpc;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.AuthorizationTable.SeatRights;
import dev.tengen.server.identity.Right;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.IdentityServer;
import dev.tengen.server.testing.IdentityServer.Proof;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All cells of the authorization table over the wire: every RPC of the contract; every role, by token, JWT and
 * certificate, with own and foreign sessions; and every seat.
 */
class AuthorizationMatrixTest {
    private static final String UNKNOWN_ID = "0".repeat(32);
    private static final EnvironmentSpec SPEC =
            EnvironmentSpec.newBuilder().setWidth(3).setHeight(3).build();

    @RegisterExtension
    private static final IdentityServer SERVER = new IdentityServer();

    private static final List<ServiceDescriptor> SERVICES = List.of(
            EnvironmentServiceGrpc.getServiceDescriptor(),
            BatchServiceGrpc.getServiceDescriptor(),
            TreeServiceGrpc.getServiceDescriptor(),
            SearchServiceGrpc.getServiceDescriptor(),
            AnalysisServiceGrpc.getServiceDescriptor(),
            ArenaServiceGrpc.getServiceDescriptor());

    @TestFactory
    Stream<DynamicTest> cellsOfRoles() {
        return methods()
                .flatMap(method -> Arrays.stream(Role.values())
                        .flatMap(role -> Arrays.stream(Proof.values())
                                .map(proof -> DynamicTest.dynamicTest(
                                        method.getFullMethodName() + " by " + role.text() + " by " + proof,
                                        () -> check(method, role, proof)))));
    }

    private static Stream<MethodDescriptor<?, ?>> methods() {
        return SERVICES.stream().flatMap(service -> service.getMethods().stream());
    }

    private static void check(MethodDescriptor<?, ?> method, Role role, Proof proof) throws Exception {
        Right right = row(method).right(role);
        Channel caller = SERVER.channel("me", role, proof);
        Optional<StatusRuntimeException> unknown = call(caller, method, UNKNOWN_ID);
        Optional<StatusRuntimeException> foreign = Optional.empty();
        if (namesASession(method)) {
            String id = create(as("owner", Role.AGENT));
            foreign = call(caller, method, id);
            if (right == Right.OWN) {
                assertThat(text(foreign).replace(id, UNKNOWN_ID)).isEqualTo(text(unknown));
                assertThat(reason(call(caller, method, create(caller))))
                        .isNotIn("SESSION_NOT_FOUND", "PERMISSION_DENIED", "INTERNAL");
            }
        }

        if (right == Right.NEVER) {
            assertThat(reason(unknown)).isEqualTo("PERMISSION_DENIED");
        } else if (namesASession(method)) {
            assertThat(reason(unknown)).isEqualTo("SESSION_NOT_FOUND");
            assertThat(reason(foreign).equals("SESSION_NOT_FOUND")).isEqualTo(right == Right.OWN);
        } else {
            assertThat(reason(unknown)).isNotIn("PERMISSION_DENIED", "INTERNAL", "UNAUTHENTICATED");
        }
    }

    private static AuthorizationTable.Row row(MethodDescriptor<?, ?> method) {
        return AuthorizationTable.CONTRACT.row(method.getFullMethodName()).orElseThrow();
    }

    @TestFactory
    Stream<DynamicTest> cellsOfSeats() {
        return methods()
                .flatMap(method -> Stream.of(
                        seat(method, "to move", SeatRights::toMove, SeatTokens::getBlack),
                        seat(method, "waiting", SeatRights::waiting, SeatTokens::getWhite),
                        seat(method, "spectator", SeatRights::spectator, SeatTokens::getSpectator)));
    }

    /** Black is to move in a new session. */
    private static DynamicTest seat(
            MethodDescriptor<?, ?> method,
            String name,
            Function<SeatRights, Right> right,
            Function<SeatTokens, String> token) {
        return DynamicTest.dynamicTest(
                method.getFullMethodName() + " by the seat " + name,
                () -> checkSeat(method, right.apply(row(method).seats()), token));
    }

    private static void checkSeat(MethodDescriptor<?, ?> method, Right right, Function<SeatTokens, String> token)
            throws Exception {
        CreateSessionResponse session = createWithSeats();
        Channel caller = SERVER.channel(token.apply(session.getSeatTokens()));
        String foreign = create(as("owner", Role.ORCHESTRATOR));

        String ofUnknown = text(call(caller, method, UNKNOWN_ID));
        assertThat(text(call(caller, method, foreign)).replace(foreign, UNKNOWN_ID))
                .isEqualTo(ofUnknown);
        assertThat(ofUnknown)
                .contains(
                        right == Right.NEVER
                                ? "PERMISSION_DENIED"
                                : namesASession(method) ? "SESSION_NOT_FOUND" : "OK");
        checkOwn(right, reason(call(caller, method, session.getSessionId())));
        // A step has changed whose turn it is.
        Channel next = SERVER.channel(token.apply(createWithSeats().getSeatTokens()));
        checkOwn(right, reason(call(next, method, "")));
    }

    private static CreateSessionResponse createWithSeats() {
        return EnvironmentServiceGrpc.newBlockingStub(as("owner", Role.ORCHESTRATOR))
                .createSession(Calls.create(SPEC)
                        .setWithPlayerSeats(true)
                        .setWithSpectatorSeat(true)
                        .build());
    }

    private static void checkOwn(Right right, String reason) {
        switch (right) {
            case NEVER -> assertThat(reason).isEqualTo("PERMISSION_DENIED");
            case WAIT -> assertThat(reason).isEqualTo("NOT_YOUR_TURN");
            default ->
                assertThat(reason)
                        .isNotIn("SESSION_NOT_FOUND", "PERMISSION_DENIED", "NOT_YOUR_TURN", "UNAUTHENTICATED")
                        .isNotEqualTo("INTERNAL");
        }
    }

    private static String text(Optional<StatusRuntimeException> error) {
        return error.map(thrown -> thrown.getStatus() + " " + reason(error)).orElse("OK");
    }

    private static String reason(Optional<StatusRuntimeException> error) {
        return error.map(thrown -> Failure.of(thrown).reason().orElse("")).orElse("");
    }

    private static Channel as(String name, Role role) {
        return SERVER.channel(name, role, Proof.TOKEN);
    }

    private static String create(Channel channel) {
        return create(channel, Calls.create(SPEC).build());
    }

    private static String create(Channel channel, CreateSessionRequest request) {
        return EnvironmentServiceGrpc.newBlockingStub(channel)
                .createSession(request)
                .getSessionId();
    }

    @SuppressWarnings("unchecked") // Requests of generated methods are messages.
    private static Message.Builder request(MethodDescriptor<?, ?> method) {
        PrototypeMarshaller<Message> marshaller = (PrototypeMarshaller<Message>) method.getRequestMarshaller();
        return Objects.requireNonNull(marshaller.getMessagePrototype()).newBuilderForType();
    }

    private static boolean namesASession(MethodDescriptor<?, ?> method) {
        return holder(request(method)).isPresent();
    }

    /** Returns the part of {@code request} with the id of a session: itself, or its position. */
    private static Optional<Message.Builder> holder(Message.Builder request) {
        if (request.getDescriptorForType().findFieldByName("session_id") != null) {
            return Optional.of(request);
        }
        FieldDescriptor position = request.getDescriptorForType().findFieldByName("position");
        return position == null ? Optional.empty() : Optional.of(request.getFieldBuilder(position));
    }

    /**
     * Sends one request that names the session {@code id}, if it can, and returns the error unless an answer comes
     * first.
     */
    @SuppressWarnings("unchecked") // Requests of generated methods are messages.
    private static Optional<StatusRuntimeException> call(Channel channel, MethodDescriptor<?, ?> method, String id)
            throws Exception {
        Message.Builder request = request(method);
        holder(request)
                .ifPresent(part -> part.setField(part.getDescriptorForType().findFieldByName("session_id"), id));
        FieldDescriptor player = request.getDescriptorForType().findFieldByName("player");
        if (player != null && player.getJavaType() == FieldDescriptor.JavaType.STRING) {
            request.setField(player, "random"); // ChooseAction must fail for its caller, not for the name of a player.
        }
        ClientCall<Message, Object> call = channel.newCall(
                (MethodDescriptor<Message, Object>) method, CallOptions.DEFAULT.withDeadlineAfter(5, TimeUnit.MINUTES));
        FirstAnswer answer = new FirstAnswer();
        call.start(answer, new Metadata());
        call.request(1);
        call.sendMessage(request.build());
        call.halfClose();
        Optional<StatusRuntimeException> result = answer.result.get(5, TimeUnit.MINUTES);
        call.cancel("the test has what it needs", null);
        return result;
    }

    private static final class FirstAnswer extends ClientCall.Listener<Object> {
        private final CompletableFuture<Optional<StatusRuntimeException>> result = new CompletableFuture<>();

        @Override
        public void onMessage(Object message) {
            result.complete(Optional.empty());
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            result.complete(status.isOk() ? Optional.empty() : Optional.of(status.asRuntimeException(trailers)));
        }
    }

    @Test
    void listSessions_ofAnAgent_areItsOwn() {
        String mine = create(as("lister", Role.AGENT));
        String foreign = create(as("owner", Role.AGENT));

        assertThat(list(as("lister", Role.AGENT)))
                .extracting(SessionSummary::getSessionId)
                .containsExactly(mine);
        assertThat(list(as("root", Role.OPERATOR)))
                .extracting(SessionSummary::getSessionId)
                .contains(mine, foreign);
    }

    /** SECURITY.md says so: the difference of two tokens shows how many sessions others have opened in between. */
    @Test
    void listSessions_pageTokens_countTheSessionsOfAllPrincipals() {
        Channel counter = as("me", Role.AGENT);
        create(counter);
        int count = list(counter).size();
        create(as("owner", Role.AGENT));
        create(as("owner", Role.AGENT));
        create(counter);
        create(counter);

        long first = pageToken(counter, count, "");
        long second = pageToken(counter, 1, Long.toString(first));

        assertThat(second - first).isGreaterThanOrEqualTo(3);
    }

    private static long pageToken(Channel channel, int pageSize, String previous) {
        return Long.parseLong(EnvironmentServiceGrpc.newBlockingStub(channel)
                .listSessions(ListSessionsRequest.newBuilder()
                        .setPageSize(pageSize)
                        .setPageToken(previous)
                        .build())
                .getNextPageToken());
    }

    private static List<SessionSummary> list(Channel channel) {
        return EnvironmentServiceGrpc.newBlockingStub(channel)
                .listSessions(ListSessionsRequest.newBuilder().setPageSize(1000).build())
                .getSessionsList();
    }

    /** The request ids of principals do not meet: neither an answer nor an error shows those of another one. */
    @Test
    void createSession_withARequestIdOfAnotherPrincipal_opensASession() {
        CreateSessionRequest request = CreateSessionRequest.newBuilder()
                .setRequestId("same")
                .setSpec(SPEC)
                .build();
        CreateSessionRequest other = request.toBuilder().setIdleTimeoutMs(5000).build();

        String first = create(as("first", Role.AGENT), request);
        String second = create(as("second", Role.AGENT), request);
        String third = create(as("third", Role.AGENT), other);

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        assertThat(create(as("first", Role.AGENT), request)).isEqualTo(first);
    }
}
