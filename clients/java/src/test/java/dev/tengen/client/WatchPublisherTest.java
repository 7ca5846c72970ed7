package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WatchPublisherTest {
    private static final HeldCalls CALLS = new HeldCalls();

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer(CALLS);

    private final AsyncTengenSession session =
            SERVER.client().createSession(SessionSpec.of(3, 3)).async();

    @BeforeEach
    void forget() {
        CALLS.forget();
    }

    private Spectator watch(Consumer<Flow.Subscription> start) {
        Spectator spectator = new Spectator(start);
        session.watch().subscribe(spectator);
        return spectator;
    }

    private void steps(int... actions) {
        for (int action : actions) {
            session.step(action).join();
        }
    }

    @Test
    void watch_oneRequested_getsOne() throws Exception {
        Spectator spectator = watch(subscription -> subscription.request(1));

        assertThat(spectator.next()).isEqualTo("move 0");
        steps(0, 1, 2);

        assertThat(spectator.isSilent()).isTrue();
    }

    @Test
    void watch_nothingRequested_getsNothing() throws Exception {
        Spectator spectator = watch(subscription -> {});

        assertThat(spectator.isSilent()).isTrue();

        spectator.subscription.request(1);
        assertThat(spectator.next()).isEqualTo("move 0");
    }

    @Test
    void watch_requestedOneByOne_getsEachChangeAndTheEnd() throws Exception {
        Spectator spectator = watch(subscription -> subscription.request(1));
        assertThat(spectator.next()).isEqualTo("move 0");

        steps(0);
        spectator.subscription.request(1);
        assertThat(spectator.next()).isEqualTo("move 1");

        session.close().join();
        assertThat(spectator.next()).isEqualTo("complete");
    }

    @Test
    @Tag("full")
    void watch_slowSubscriber_seesTheLatestState() throws Exception {
        Spectator spectator = watch(subscription -> subscription.request(1));
        for (int episode = 0; episode < 2000; episode++) {
            session.reset().join();
        }
        steps(4, 0);
        session.close().join();

        spectator.subscription.request(Long.MAX_VALUE);

        List<String> signals = new ArrayList<>();
        do {
            signals.add(spectator.next());
        } while (!signals.get(signals.size() - 1).equals("complete"));
        assertThat(signals).endsWith("move 2", "complete");
    }

    @Test
    void watch_closedSession_fails() throws Exception {
        session.close().join();

        Spectator spectator = watch(subscription -> subscription.request(1));

        assertThat(spectator.next()).isEqualTo("TengenException SESSION_NOT_FOUND");
    }

    @Test
    void request_zeroAtOnce_isMisuse() throws Exception {
        Spectator spectator = watch(subscription -> subscription.request(0));

        assertThat(spectator.next()).isEqualTo("IllegalArgumentException request of 0 states is not positive");
    }

    @Test
    void request_negativeLater_isMisuse() throws Exception {
        Spectator spectator = watch(subscription -> subscription.request(1));
        spectator.next();

        spectator.subscription.request(-1);

        assertThat(spectator.next()).isEqualTo("IllegalArgumentException request of -1 states is not positive");
        assertThat(CALLS.awaitCanceled()).isEqualTo("Watch");
    }

    @Test
    void cancel_stream_endsTheCallAtTheServer() throws Exception {
        Spectator spectator = watch(subscription -> subscription.request(10));
        spectator.next();

        spectator.subscription.cancel();
        steps(0);

        assertThat(CALLS.awaitCanceled()).isEqualTo("Watch");
        assertThat(spectator.isSilent()).isTrue();
    }

    @Test
    void cancel_atOnce_getsNothing() throws Exception {
        Spectator spectator = watch(Flow.Subscription::cancel);

        assertThat(spectator.isSilent()).isTrue();
    }

    @Test
    void watch_twoSubscribersOfOnePublisher_bothSeeAll() throws Exception {
        Flow.Publisher<WatchedState> publisher = session.watch();
        Spectator first = new Spectator(subscription -> subscription.request(1));
        Spectator second = new Spectator(subscription -> subscription.request(1));

        publisher.subscribe(first);
        publisher.subscribe(second);

        assertThat(first.next()).isEqualTo("move 0");
        assertThat(second.next()).isEqualTo("move 0");
    }

    /** Records signals, and fails if two signals overlap. */
    private static final class Spectator implements Flow.Subscriber<WatchedState> {
        private final Consumer<Flow.Subscription> start;
        private final BlockingQueue<String> signals = new LinkedBlockingQueue<>();
        private volatile Flow.Subscription subscription;

        Spectator(Consumer<Flow.Subscription> start) {
            this.start = start;
        }

        String next() throws InterruptedException {
            return String.valueOf(signals.poll(5, TimeUnit.MINUTES));
        }

        boolean isSilent() throws InterruptedException {
            return signals.poll(300, TimeUnit.MILLISECONDS) == null;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            start.accept(given);
        }

        @Override
        public void onNext(WatchedState state) {
            signals.add("move " + state.timestep().moveNumber());
        }

        @Override
        public void onError(Throwable error) {
            String detail = error instanceof TengenException known ? known.reason() : error.getMessage();
            signals.add(error.getClass().getSimpleName() + " " + detail);
        }

        @Override
        public void onComplete() {
            signals.add("complete");
        }
    }
}
