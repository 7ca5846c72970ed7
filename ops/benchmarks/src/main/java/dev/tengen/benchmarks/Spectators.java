package dev.tengen.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.Arrays;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Spectators of one session, with an event stream each, as the web page has. They note how many moves they have seen. */
final class Spectators {
    private static final Pattern MOVE = Pattern.compile("\"captured\"");
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** By spectator; -1 before the first state. */
    private final long[] moveCounts;

    /** Connects {@code count} spectators to the session {@code id}, and waits until all see it. */
    Spectators(ServerProcess server, String id, int count) throws IOException, InterruptedException {
        moveCounts = new long[count];
        Arrays.fill(moveCounts, -1);
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + server.httpAddress() + "/api/sessions/" + id + "/live"))
                .header("Accept", "text/event-stream")
                .build();
        for (int number = 0; number < count; number++) {
            LineReader reader = new LineReader(number);
            // The stream ends with the session.
            var unused = client.sendAsync(request, reader::body);
        }
        await(0);
    }

    /** Waits until every spectator has seen a state with at least {@code moveCount} moves. */
    synchronized void await(int moveCount) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (Arrays.stream(moveCounts).anyMatch(seen -> seen < moveCount)) {
            if (System.nanoTime() > deadline) {
                throw new IOException("not every spectator has seen move " + moveCount);
            }
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
    }

    private synchronized void see(int number, long moveCount) {
        moveCounts[number] = moveCount;
        notifyAll();
    }

    /** Reads the events of a spectator. */
    private final class LineReader implements Flow.Subscriber<String> {
        private final int number;
        private boolean isState;

        LineReader(int number) {
            this.number = number;
        }

        HttpResponse.BodySubscriber<Void> body(HttpResponse.ResponseInfo response) {
            if (response.statusCode() != 200) {
                throw new IllegalStateException("the page answers with status " + response.statusCode());
            }
            return BodySubscribers.fromLineSubscriber(this);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("event:")) {
                isState = line.endsWith("state"); // The number of spectators is another event.
            } else if (isState && line.startsWith("data:")) {
                see(number, MOVE.matcher(line).results().count());
            }
        }

        @Override
        public void onError(Throwable error) {
            // The wait for the next move reports it.
        }

        @Override
        public void onComplete() {
            // The session is closed.
        }
    }
}
