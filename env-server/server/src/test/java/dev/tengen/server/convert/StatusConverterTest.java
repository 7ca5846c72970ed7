package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.describe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RawCall;
import io.grpc.MethodDescriptor;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every RPC with every kind of bad input, over the wire. */
class StatusConverterTest {
    /** Reasons of the arena and of stored sessions, which their tests cover. */
    private static final Set<Reason> OF_THE_ARENA = EnumSet.of(
            Reason.AGENT_NAME_TAKEN,
            Reason.AGENT_REPLACED,
            Reason.PLAYER_NOT_FREE,
            Reason.TOURNAMENT_EXISTS,
            Reason.TOURNAMENT_OVER,
            Reason.TOURNAMENT_NOT_FOUND,
            Reason.ARENA_GAME_NOT_FOUND,
            Reason.TOO_MANY_AGENTS,
            Reason.TOO_MANY_TOURNAMENTS,
            Reason.TOO_MANY_ARENA_CALLS,
            Reason.SLOW_READER,
            Reason.STORE_FAILED,
            Reason.SESSION_ELSEWHERE);

    /** Reasons of the journals of batches, which tests of the journals cover. */
    private static final Set<Reason> OF_JOURNALS = EnumSet.of(
            Reason.JOURNAL_EXISTS,
            Reason.JOURNAL_NOT_FOUND,
            Reason.JOURNAL_TRIMMED,
            Reason.JOURNAL_DAMAGED,
            Reason.JOURNAL_TAKEN_OVER);

    @RegisterExtension
    static final ErrorStage STAGE = new ErrorStage();

    static Stream<ErrorRow> rows() {
        return Stream.of(
                        SessionIdRows.all(STAGE),
                        ErrorTable.rows(),
                        SessionRows.all(),
                        RequestIdRows.all(),
                        TransportRows.all())
                .flatMap(Function.identity());
    }

    static Stream<ErrorRow> creations() {
        return rows().filter(row -> row.rpc().equals("CreateSession"));
    }

    private static Failure fail(ErrorRow row, Call call) {
        return Failure.of(() -> RawCall.call(call.server().channel(), row.rpc(), call.request()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void call_badInput_failsForTheReason(ErrorRow row) {
        Call call = row.arrangement().on(STAGE);

        Failure failure = fail(row, call);

        row.expected().requireIn(failure);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void call_badInput_changesNothing(ErrorRow row) {
        Call call = row.arrangement().on(STAGE);
        GetSessionResponse before = describe(call.server().stub(), call.session());

        fail(row, call);

        assertThat(describe(call.server().stub(), call.session())).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("creations")
    void createSession_badInput_makesNoSession(ErrorRow row) {
        Call call = row.arrangement().on(STAGE);
        int before = call.server().server().openSessionCount();

        fail(row, call);

        assertThat(call.server().server().openSessionCount()).isEqualTo(before);
    }

    @Test
    void rows_allOfThem_coverEveryRpc() {
        assertThat(rows().map(ErrorRow::rpc))
                .containsAll(EnvironmentServiceGrpc.getServiceDescriptor().getMethods().stream()
                        .map(MethodDescriptor::getBareMethodName)
                        .toList());
    }

    @Test
    void rows_allOfThem_reachEveryReasonThatACallCanHave() {
        EnumSet<Reason> expected = EnumSet.complementOf(EnumSet.of(
                Reason.INTERNAL,
                Reason.TOO_MANY_REQUEST_IDS,
                Reason.OUT_OF_MEMORY_BUDGET,
                Reason.ANSWER_LOST,
                Reason.TOO_MANY_MOVES,
                Reason.TOO_MANY_LANES,
                Reason.TOO_MANY_NODES,
                Reason.TOO_MANY_TREES,
                Reason.TOO_MANY_ENGINES,
                Reason.TOO_MANY_CALLS,
                Reason.SERVER_OVERLOADED,
                Reason.TOO_MANY_ANALYSES,
                Reason.ENGINE_FAILED,
                Reason.SERVICE_DISABLED,
                Reason.UNAUTHENTICATED,
                Reason.PERMISSION_DENIED,
                Reason.NOT_YOUR_TURN,
                Reason.QUOTA_EXCEEDED,
                Reason.SHUTTING_DOWN));
        expected.removeAll(OF_THE_ARENA);
        expected.removeAll(OF_JOURNALS);

        assertThat(rows().map(row -> row.expected().reason())
                        .flatMap(Optional::stream)
                        .collect(Collectors.toSet()))
                .isEqualTo(expected);
    }
}
