package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.error.TengenException;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether it is in vain to try again where nothing listens. */
class ReplicasAbsenceTest {
    private static final TengenException REFUSED = ExceptionConverter.toException(Status.UNAVAILABLE
            .withDescription("io exception")
            .withCause(new ConnectException("Connection refused: /127.0.0.1:9019"))
            .asRuntimeException());

    private final List<Replicas> opened = new ArrayList<>();

    private Replicas at(String... addresses) {
        Map<String, ManagedChannel> channels = new LinkedHashMap<>();
        for (String address : addresses) {
            // Never connected.
            channels.put(
                    address,
                    ManagedChannelBuilder.forAddress("tengen.invalid", 9019).build());
        }
        Replicas servers = new Replicas(channels);
        opened.add(servers);
        return servers;
    }

    @AfterEach
    void close() {
        opened.forEach(Replicas::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9019", "localhost:9019", "[::1]:9019", "unix:/run/tengen.sock"})
    void isAbsent_refusedOnThisMachine_isTrueUntilAServerHasAnswered(String address) {
        Replicas server = at(address);

        assertThat(server.isAbsent(REFUSED)).isTrue();
        server.noteAnswer();
        assertThat(server.isAbsent(REFUSED)).isFalse();
    }

    @Test
    void isAbsent_otherMachineOrSeveralServers_isFalse() {
        assertThat(at("game.example.com:9019").isAbsent(REFUSED)).isFalse();
        assertThat(at("127.0.0.1:9019", "127.0.0.1:9020").isAbsent(REFUSED)).isFalse();
    }

    /** A server that broke the connection, or refused a call, was there. A late one may never have been. */
    @ParameterizedTest
    @CsvSource({"UNAVAILABLE, false", "NOT_FOUND, false", "DEADLINE_EXCEEDED, true", "CANCELLED, true"})
    void isAbsent_afterAnotherError_isTrueIfThatWasNoAnswer(Status.Code code, boolean expected) {
        Replicas server = at("127.0.0.1:9019");

        assertThat(server.isAbsent(ExceptionConverter.toException(
                        code.toStatus().withDescription("lost").asRuntimeException())))
                .isFalse();
        assertThat(server.isAbsent(REFUSED)).isEqualTo(expected);
    }
}
