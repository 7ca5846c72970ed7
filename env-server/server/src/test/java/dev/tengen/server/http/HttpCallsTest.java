package dev.tengen.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.FairCallExecutor;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.testing.RawHttp;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests over plain sockets, which one thread executes. The query names the client. */
class HttpCallsTest {
    private static final int MAX_CALLS = 4;
    private static final int LONG_BYTES = 8 << 20;

    /** More than the port has threads. */
    private static final int SLOW_READERS = 12;

    private final FairExecutor threads = new FairExecutor("test", 1);
    private final FairCallExecutor executor = new FairCallExecutor(threads, MAX_CALLS, Reason.TOO_MANY_CALLS, "work");
    private final MemoryBudget budget = new MemoryBudget(2L * SLOW_READERS * LONG_BYTES, Map.of());
    private final HttpCalls calls = new HttpCalls(executor, budget);
    private final HttpCalls hasty = new HttpCalls(executor, budget, Duration.ofMillis(1));

    /** The work that requests may still do. */
    private final Semaphore allowedUnits = new Semaphore(0);

    private final AtomicInteger startedUnits = new AtomicInteger();
    private final AtomicInteger doneUnits = new AtomicInteger();
    private final AtomicInteger cancelledCount = new AtomicInteger();
    private final List<RawHttp> connections = new ArrayList<>();
    private HttpPort port;

    @BeforeEach
    void start() throws IOException {
        port = HttpPort.open(
                "127.0.0.1",
                0,
                Optional.empty(),
                Set.of(),
                budget,
                new HttpAuthentication(Authenticator.NONE),
                new Monitoring(() -> "up 1\n", () -> true, () -> true),
                Optional.empty(),
                routes -> {
                    routes.get("/work", call -> answer(calls, call, () -> work(call)));
                    routes.get("/hasty", call -> answer(hasty, call, () -> work(call)));
                    routes.get("/long", call -> answer(calls, call, () -> new byte[LONG_BYTES]));
                });
    }

    @AfterEach
    void stop() throws IOException {
        allowedUnits.release(1000);
        for (RawHttp connection : connections) {
            connection.close();
        }
        port.close();
        threads.close();
    }

    /** Seats take no turns of the session's owner, and give an owner with many sessions only one more. */
    @Test
    void client_ofSeats_isOneForEachOwner() {
        Principal ann = new Principal("ann", Role.AGENT);
        Principal black = Principal.at(new Seat("one", Seat.Place.BLACK, ann), 1);
        Principal spectator = Principal.at(new Seat("two", Seat.Place.SPECTATOR, ann), 2);
        Principal guest = Principal.at(new Seat("three", Seat.Place.BLACK, Principal.LOCAL), 3);

        HttpCalls.Client client = HttpCalls.Client.of("10.0.0.1", Optional.of(black));

        assertThat(client).isEqualTo(HttpCalls.Client.of("10.0.0.2", Optional.of(spectator)));
        assertThat(client).isNotEqualTo(HttpCalls.Client.of("10.0.0.1", Optional.of(ann)));
        assertThat(HttpCalls.Client.of("10.0.0.1", Optional.of(guest)))
                .isEqualTo(HttpCalls.Client.of("10.0.0.1", Optional.of(Principal.LOCAL)));
    }

    /** Does as many units of work as the query asks for, each when it is allowed. */
    private byte[] work(Context call) {
        int count = Integer.parseInt(String.valueOf(call.queryParam("units")));
        for (int unit = 0; unit < count; unit++) {
            startedUnits.incrementAndGet();
            try {
                allowedUnits.acquire();
            } catch (InterruptedException e) {
                throw new CancellationException("interrupted");
            }
            doneUnits.incrementAndGet();
        }
        return new byte[] {'o', 'k'};
    }

    private void answer(HttpCalls through, Context call, Supplier<byte[]> work) {
        CallToken token = new CallToken(String.valueOf(call.queryParam("client")));
        token.onCancel(cancelledCount::incrementAndGet);
        Supplier<CompletableFuture<?>> result =
                () -> through.execute(call, token, running -> CompletableFuture.completedFuture(work.get()))
                        .thenCompose(content -> calls.send(call, content))
                        .exceptionally(thrown -> {
                            Throwable error = thrown.getCause() == null ? thrown : thrown.getCause();
                            if (error instanceof CallException refused) {
                                refused.retryDelay().ifPresent(delay -> HttpStatuses.addRetryAfter(call, delay));
                                call.status(HttpStatuses.of(refused.reason())).result(refused.reason() + "\n");
                            }
                            return null;
                        });
        call.future(result);
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static String lastGet(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }

    private RawHttp send(String request) throws IOException {
        RawHttp connection = new RawHttp(port.port());
        connections.add(connection);
        return connection.send(request);
    }

    private static void until(Supplier<Boolean> condition) {
        await().forever().until(condition::get);
    }

    /** Analyses, records and files once continued for minutes after their client had left. */
    @Test
    void execute_clientLeaves_workStops() throws IOException {
        RawHttp client = send(get("/work?client=a&units=1000"));
        allowedUnits.release(5);
        until(() -> startedUnits.get() == 6);

        client.close();
        until(() -> cancelledCount.get() == 1);
        allowedUnits.release(500);

        assertThat(send(lastGet("/work?client=b&units=1")).readAll()).endsWith("ok");
        assertThat(doneUnits.get()).isEqualTo(6);
    }

    @Test
    void execute_clientLeavesWhileItWaits_neverStarts() throws IOException {
        send(get("/work?client=a&units=1"));
        until(() -> startedUnits.get() == 1);
        RawHttp client = send(get("/work?client=b&units=1"));
        until(() -> executor.callCount("b") == 1);

        client.close();

        until(() -> executor.callCount("b") == 0);
        allowedUnits.release(10);
        assertThat(send(lastGet("/work?client=c&units=1")).readAll()).endsWith("ok");
        assertThat(doneUnits.get()).isEqualTo(2);
    }

    @Test
    void execute_manyOfOneClient_areRefusedAndOthersAreServed() throws IOException {
        for (int i = 0; i < MAX_CALLS; i++) {
            send(get("/work?client=a&units=1"));
        }
        until(() -> executor.callCount("a") == MAX_CALLS);

        String refused = send(lastGet("/work?client=a&units=1")).readAll();
        RawHttp other = send(lastGet("/work?client=b&units=1"));

        assertThat(refused).startsWith("HTTP/1.1 429").contains("\r\nRetry-After: 1\r\n", "TOO_MANY_CALLS");
        until(() -> executor.callCount("b") == 1);
        allowedUnits.release(3); // For the one that runs, another one of the same client, and this one.
        assertThat(other.readAll()).endsWith("ok");
    }

    @Test
    void execute_deadlinePasses_isCancelledAndRefused() throws IOException {
        String refused = send(lastGet("/hasty?client=a&units=1")).readAll();

        assertThat(refused).startsWith("HTTP/1.1 429").contains("\r\nRetry-After: 1\r\n", "SERVER_OVERLOADED");
        until(() -> cancelledCount.get() == 1);
        assertThat(doneUnits.get()).isZero();
    }

    /** The connection is watched while a request runs, and must serve the next one all the same. */
    @Test
    void execute_nextRequestOfTheConnection_isServed() throws IOException {
        allowedUnits.release(10);
        RawHttp connection = send(get("/work?client=a&units=1"));
        for (int unit = 1; unit < 4; unit++) {
            int served = unit;
            until(() -> doneUnits.get() == served && executor.callCount("a") == 0);
            connection.send(unit == 3 ? lastGet("/work?client=a&units=1") : get("/work?client=a&units=1"));
        }

        assertThat(connection.readAll().split("HTTP/1.1 200", -1)).hasSize(5);
    }

    @Test
    void execute_nextRequestBeforeTheAnswer_isLeftToAnotherConnection() throws IOException {
        RawHttp connection = send(get("/work?client=a&units=1"));
        until(() -> startedUnits.get() == 1);
        connection.send(get("/work?client=a&units=1"));
        // Another request, so that the port has had time to read the one before.
        assertThat(send(lastGet("/alive")).readAll()).contains("SERVING");
        allowedUnits.release(10);

        String answers = connection.send("").readAll();

        assertThat(answers).startsWith("HTTP/1.1 200").contains("ok");
    }

    /** A response above the buffer of a connection once kept a thread until its client had read it. */
    @Test
    void send_toManySlowReaders_holdsUpNobody() throws IOException {
        List<RawHttp> slow = new ArrayList<>();
        for (int i = 0; i < SLOW_READERS; i++) {
            slow.add(send(lastGet("/long?client=" + i)));
        }
        until(() -> budget.reservedBytes() == (long) SLOW_READERS * LONG_BYTES);

        assertThat(send(lastGet("/metrics")).readAll()).startsWith("HTTP/1.1 200");
        allowedUnits.release(1);
        assertThat(send(lastGet("/work?client=b&units=1")).readAll()).endsWith("ok");
        for (RawHttp client : slow) {
            assertThat(client.readAll()).hasSizeGreaterThan(LONG_BYTES);
        }
        until(() -> budget.reservedBytes() == 0);
    }

    @Test
    void send_clientLeaves_releasesItsMemory() throws IOException {
        RawHttp client = send(get("/long?client=a"));
        until(() -> budget.reservedBytes() == LONG_BYTES);

        client.close();

        until(() -> budget.reservedBytes() == 0);
    }

    @Test
    void client_isThePrincipalOrTheAddress() {
        Optional<Principal> ann = Optional.of(new Principal("ann", Role.AGENT));

        assertThat(HttpCalls.Client.of("10.0.0.1", ann)).isEqualTo(HttpCalls.Client.of("10.0.0.2", ann));
        assertThat(HttpCalls.Client.of("10.0.0.1", Optional.of(Principal.LOCAL)))
                .isEqualTo(HttpCalls.Client.of("10.0.0.1", Optional.empty()))
                .isNotEqualTo(HttpCalls.Client.of("10.0.0.2", Optional.empty()));
    }
}
