package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Watchers of a session. */
class WatchTest {
    private static final int EPISODES = 3000;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    @Test
    void watch_first_isTheCurrentState() {
        String session = open(stub, square(3));
        play(stub, session, 4);

        WatchResponse first = Calls.watch(stub, session).next();

        assertThat(first.getTimestep()).isEqualTo(describe(stub, session).getTimestep());
        assertThat(first.getBoard().byteAt(4)).isEqualTo((byte) 1);
    }

    @Test
    void watch_stepsAndReset_areSentInOrder() {
        String session = open(stub, square(3));
        Iterator<WatchResponse> states = Calls.watch(stub, session);
        states.next();

        play(stub, session, 4);
        assertThat(states.next().getTimestep().getMoveNumber()).isEqualTo(1);
        stub.reset(reset(session).build());
        assertThat(states.next().getTimestep().getEpisode()).isEqualTo(1);
    }

    @Test
    void watch_sessionClosed_ends() {
        String session = open(stub, square(3));
        Iterator<WatchResponse> states = Calls.watch(stub, session);
        states.next();

        Calls.close(stub, session);

        assertThat(states.hasNext()).isFalse();
    }

    @Test
    void watch_serverStops_endsAtOnce() {
        RunningServer stopping = RunningServer.with(ServerConfig.DEFAULT.withDrainLimit(Duration.ofHours(1)))
                .start();
        String session = open(stopping.stub(), square(3));
        Iterator<WatchResponse> states = Calls.watch(stopping.stub(), session);
        states.next();

        stopping.server().close(); // Waits for calls, not for streams.

        assertThat(states.hasNext()).isFalse();
        stopping.close();
    }

    @Test
    @Tag("full")
    void watch_readerThatTakesNothing_getsTheLatestLater() throws InterruptedException {
        String session = open(stub, square(25));
        SlowReader reader = new SlowReader();
        EnvironmentServiceGrpc.newStub(SERVER.channel())
                .watch(WatchRequest.newBuilder().setSessionId(session).build(), reader);
        // Twice the flow-control window of a stream.
        for (int episode = 1; episode <= EPISODES; episode++) {
            stub.reset(reset(session).build());
        }

        reader.read(2 * EPISODES);
        reader.await(EPISODES);
        Calls.close(stub, session);

        assertThat(reader.count).isLessThan(EPISODES);
        assertThat(reader.ended.await(5, TimeUnit.MINUTES)).isTrue();
    }

    /** A reader that takes messages only on request. */
    private static final class SlowReader implements ClientResponseObserver<WatchRequest, WatchResponse> {
        private final BlockingQueue<WatchResponse> states = new LinkedBlockingQueue<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private ClientCallStreamObserver<WatchRequest> call;
        private WatchResponse latest = WatchResponse.getDefaultInstance();
        private int count;

        @Override
        public void beforeStart(ClientCallStreamObserver<WatchRequest> stream) {
            call = stream;
            stream.disableAutoRequestWithInitial(0);
        }

        void read(int messageCount) {
            call.request(messageCount);
        }

        /** Takes states until that of {@code episode}. */
        void await(int episode) throws InterruptedException {
            while (latest.getTimestep().getEpisode() < episode) {
                latest = states.take();
                count++;
            }
        }

        @Override
        public void onNext(WatchResponse state) {
            states.add(state);
        }

        @Override
        public void onError(Throwable error) {
            ended.countDown();
        }

        @Override
        public void onCompleted() {
            ended.countDown();
        }
    }
}
