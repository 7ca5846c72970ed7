package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.SeatTokens;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.server.identity.Role;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.IdentityServer;
import dev.tengen.server.testing.IdentityServer.Proof;
import dev.tengen.server.testing.SelfPlayCall;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** What the audit log has, and what no log, metric or error has. */
class AuditTest {
    @RegisterExtension
    private static final IdentityServer SERVER = new IdentityServer(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));

    private final ListAppender<ILoggingEvent> audit = new ListAppender<>();
    private final ListAppender<ILoggingEvent> everything = new ListAppender<>();

    /** Other threads log while a test reads what was logged. */
    @BeforeEach
    void listen() {
        audit.list = new CopyOnWriteArrayList<>();
        everything.list = new CopyOnWriteArrayList<>();
        audit.start();
        everything.start();
        logger(AuditLog.LOGGER).setLevel(Level.INFO);
        logger(AuditLog.LOGGER).addAppender(audit);
        logger(Logger.ROOT_LOGGER_NAME).addAppender(everything);
        logger("dev.tengen").setLevel(Level.DEBUG);
    }

    @AfterEach
    void stop() {
        logger(AuditLog.LOGGER).detachAppender(audit);
        logger(Logger.ROOT_LOGGER_NAME).detachAppender(everything);
        logger("dev.tengen").setLevel(null);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    private static EnvironmentServiceBlockingStub stub(String name, Role role, Proof proof) {
        return EnvironmentServiceGrpc.newBlockingStub(SERVER.channel(name, role, proof));
    }

    private static EnvironmentServiceBlockingStub stub(String token) {
        return EnvironmentServiceGrpc.newBlockingStub(SERVER.channel(token));
    }

    private static String text(ILoggingEvent event) {
        return event.getFormattedMessage() + " " + event.getKeyValuePairs() + " " + event.getThrowableProxy();
    }

    private static CreateSessionResponse create(EnvironmentServiceBlockingStub owner) {
        return owner.createSession(
                Calls.create(EnvironmentSpec.newBuilder().setWidth(3).setHeight(3))
                        .setWithPlayerSeats(true)
                        .setWithSpectatorSeat(true)
                        .build());
    }

    private static GetSessionRequest named(String id) {
        return GetSessionRequest.newBuilder().setSessionId(id).build();
    }

    @Test
    void log_ofALifeOfASession_saysWhoCreatedEndedAndWasRefused() {
        EnvironmentServiceBlockingStub owner = stub("owner", Role.ORCHESTRATOR, Proof.JWT);
        CreateSessionResponse session = create(owner);
        String id = session.getSessionId();
        EnvironmentServiceBlockingStub black = stub(session.getSeatTokens().getBlack());
        Failure.of(() -> black.reset(ResetRequest.getDefaultInstance()));
        Failure.of(() -> stub("me", Role.AGENT, Proof.CERTIFICATE).getSession(named(id)));
        Calls.close(owner, id);
        Failure.of(() -> black.getSession(named(id)));

        String environment = "rpc=\"tengen.v1.EnvironmentService/";
        String peer = "peer=\"127.0.0.1\"";
        String shown = "session=\"" + id.substring(0, 8) + "\"";
        // Servers of other tests write to the audit log at the same time.
        await().forever()
                .untilAsserted(() -> assertThat(
                                audit.list.stream().map(AuditTest::fields).toList())
                        .contains(
                                "created " + environment + "CreateSession\" principal=\"owner\" role=\"orchestrator\" "
                                        + peer + " " + shown,
                                "refused " + environment + "GetSession\" principal=\"me\" role=\"agent\" " + peer
                                        + " reason=\"SESSION_NOT_FOUND\"",
                                "ended " + environment + "CloseSession\" principal=\"owner\" role=\"orchestrator\" "
                                        + peer + " " + shown,
                                "refused " + environment + "GetSession\" principal=\"\" role=\"\" " + peer
                                        + " reason=\"UNAUTHENTICATED\"")
                        .anyMatch(line -> line.startsWith("refused " + environment + "Reset\" principal=\"black#")
                                && line.contains("role=\"seat-black\"")
                                && line.endsWith("reason=\"PERMISSION_DENIED\"")));
    }

    /** Streams create something and end it: here a self-play that the client ends, and one that it cancels. */
    @Test
    void log_ofSelfPlays_saysWhoCreatedAndEndedThem() {
        for (boolean isCancelled : new boolean[] {false, true}) {
            String name = isCancelled ? "hasty" : "patient";
            SelfPlayCall call = new SelfPlayCall(SERVER.channel(name, Role.AGENT, Proof.JWT));
            call.open(OpenSelfPlay.newBuilder()
                    .addSpecs(Calls.square(3).addEncodings("alphazero-17"))
                    .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(1))
                    .setSlotCount(1)
                    .build());
            if (isCancelled) {
                call.close();
            } else {
                call.halfClose();
            }

            String rest = " rpc=\"tengen.v1.SearchService/SelfPlay\" principal=\"" + name
                    + "\" role=\"agent\" peer=\"127.0.0.1\"";
            await().forever()
                    .untilAsserted(() -> assertThat(audit.list.stream().map(AuditTest::fields))
                            .filteredOn(line -> line.contains(name))
                            .containsExactly("created" + rest, "ended" + rest));
        }
    }

    private static String fields(ILoggingEvent event) {
        return event.getFormattedMessage() + " "
                + String.join(
                        " ",
                        event.getKeyValuePairs().stream().map(Object::toString).toList());
    }

    /** Everything that the project logs, down to debug, and every error that these calls get. */
    @Test
    void logsMetricsAndErrors_afterCallsOfAllKinds_haveNoSecret() throws Exception {
        EnvironmentServiceBlockingStub owner = stub("owner", Role.AGENT, Proof.TOKEN);
        CreateSessionResponse session = create(owner);
        SeatTokens tokens = session.getSeatTokens();
        String jwt = SERVER.jwt("me", Role.AGENT);
        List<String> secrets = Stream.of(
                        tokens.getBlack(),
                        tokens.getWhite(),
                        tokens.getSpectator(),
                        SERVER.token("owner", Role.AGENT),
                        jwt)
                .flatMap(token -> Stream.of(token, token.substring(token.length() - 20)))
                .toList();
        StringBuilder errors = new StringBuilder();
        for (String token : secrets) {
            EnvironmentServiceBlockingStub caller = stub(token + "x");
            errors.append(Failure.of(() -> caller.getSession(named(session.getSessionId())))
                    .description());
        }
        errors.append(Failure.of(() -> stub(tokens.getBlack()).reset(ResetRequest.getDefaultInstance()))
                .description());
        stub(jwt).getSession(named(create(stub(jwt)).getSessionId()));
        Calls.close(owner, session.getSessionId());

        String metrics = SERVER.metrics();
        String logs =
                String.join("\n", everything.list.stream().map(AuditTest::text).toList());
        assertThat(metrics).contains("tengen_principal_usage");
        for (String secret : secrets) {
            assertThat(logs).doesNotContain(secret);
            assertThat(metrics).doesNotContain(secret);
            assertThat(errors).doesNotContain(secret);
        }
        assertThat(logs).doesNotContain(session.getSessionId());
        assertThat(metrics).doesNotContain(session.getSessionId());
    }
}
