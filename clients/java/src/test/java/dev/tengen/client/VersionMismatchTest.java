package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.error.VersionMismatchException;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.server.Version;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients and servers of different versions. */
class VersionMismatchTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    /** The ways to call an RPC that the server does not know. */
    private enum Way {
        BLOCKING("Undo", client -> session(client).undo(1)),
        ASYNC("Undo", client -> session(client).async().undo(1).join()),
        WATCH("Watch", client -> session(client).watch().next()),
        PUBLISHER("Watch", client -> states(session(client)).join()),
        BATCH("Run", client -> client.openBatch(BatchSpec.of(1, SessionSpec.of(5, 5)))),
        FOREST("Expand", client -> client.openForest(ForestSpec.builder(5, 5).build())),
        AGENT("Play", client -> client.playInArena("ada", turn -> 0));

        private final String rpc;
        private final Consumer<TengenClient> call;

        Way(String rpc, Consumer<TengenClient> call) {
            this.rpc = rpc;
            this.call = call;
        }

        private static TengenSession session(TengenClient client) {
            return client.createSession(SessionSpec.of(5, 5));
        }

        private static CompletableFuture<Void> states(TengenSession session) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            session.async().watch().subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscription.request(1);
                }

                @Override
                public void onNext(WatchedState state) {
                    end.complete(null);
                }

                @Override
                public void onError(Throwable error) {
                    end.completeExceptionally(error);
                }

                @Override
                public void onComplete() {
                    end.complete(null);
                }
            });
            return end;
        }
    }

    private static OlderServer server(String version, Way way) throws IOException {
        return new OlderServer(SERVER.address(), version, Set.of(way.rpc));
    }

    private static VersionMismatchException mismatch(OlderServer server, Way way) {
        try (TengenClient client = TengenClient.connect(server.address())) {
            Throwable thrown = catchThrowable(() -> way.call.accept(client));
            Throwable error = thrown instanceof TengenException ? thrown : thrown.getCause();
            assertThat(error).isInstanceOf(VersionMismatchException.class);
            return (VersionMismatchException) error;
        }
    }

    @ParameterizedTest
    @EnumSource
    void call_serverWithoutTheRpc_namesBothVersionsAndUpdatesTheServer(Way way) throws IOException {
        try (OlderServer server = server("0.0.9", way)) {
            VersionMismatchException error = mismatch(server, way);

            assertThat(error)
                    .hasMessage("the server at " + server.address() + " (version 0.0.9) does not know the call "
                            + way.rpc
                            + " of this client (version " + Version.current() + "); update the server to version "
                            + Version.current() + " or later");
            assertThat(error.reason()).isEqualTo("SERVER_TOO_OLD");
            assertThat(error.status()).isEqualTo("UNIMPLEMENTED");
            assertThat(error.clientVersion()).isEqualTo(Version.current());
            assertThat(error.serverVersion()).isEqualTo("0.0.9");
        }
    }

    @Test
    void call_newerServerWithoutTheRpc_updatesTheClient() throws IOException {
        try (OlderServer server = server("9.1", Way.BLOCKING)) {
            VersionMismatchException error = mismatch(server, Way.BLOCKING);

            assertThat(error).hasMessageEndingWith("; update the client, dev.tengen:tengen-client, to version 9.1");
            assertThat(error.reason()).isEqualTo("CLIENT_TOO_OLD");
        }
    }

    @Test
    void call_serverOfTheSameVersionWithoutTheRpc_updatesTheServer() throws IOException {
        try (OlderServer server = server(Version.current(), Way.BLOCKING)) {
            assertThat(mismatch(server, Way.BLOCKING).reason()).isEqualTo("SERVER_TOO_OLD");
        }
    }

    @Test
    void call_otherRpcOfTheOlderServer_isAnswered() throws IOException {
        try (OlderServer server = server("0.0.9", Way.BLOCKING);
                TengenClient client = TengenClient.connect(server.address());
                TengenSession session = client.createSession(SessionSpec.of(5, 5))) {
            assertThat(session.step(12).moveNumber()).isEqualTo(1);
            assertThat(client.serverInfo().version()).isEqualTo("0.0.9");
        }
    }

    @Test
    void call_programThatIsNoTengenServer_saysSo() throws IOException {
        try (OlderServer server = new OlderServer(SERVER.address(), "", Set.of("GetServerInfo", "ListSessions"));
                TengenClient client = TengenClient.connect(server.address())) {
            TengenException error = catchThrowableOfType(TengenException.class, client::listSessions);

            assertThat(error)
                    .isNotInstanceOf(VersionMismatchException.class)
                    .hasMessageStartingWith("the program at " + server.address() + " is no Tengen server: ");
        }
    }

    @Test
    void call_serviceThatIsOff_isNoQuestionOfVersions() {
        TengenException error = catchThrowableOfType(
                TengenException.class, () -> SERVER.client().arena().tournaments());

        assertThat(error.reason()).isEqualTo("SERVICE_DISABLED");
    }
}
