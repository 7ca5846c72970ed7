package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.RunningServer;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.MemoryInfo;
import dev.tengen.proto.v1.MemoryUse;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How a server is chosen by the memory that is reserved. */
class PlacementChoiceTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String NAME = "dns:///tengen.invalid:9019";

    @RegisterExtension
    static final RunningServer FULL = new RunningServer();

    @RegisterExtension
    static final RunningServer EMPTY = new RunningServer();

    private static ManagedChannel to(String address) {
        return Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
                .build();
    }

    private static MemoryInfo memory(long sessionBytes, long laneBytes) {
        return MemoryInfo.newBuilder()
                .setMaxHeapBytes(1000)
                .setMaxDirectBytes(1000)
                .addUses(use("session", 1000, sessionBytes))
                .addUses(use("lane", 800, laneBytes))
                .addUses(use("answer_buffer", 1000, 900).setIsDirect(true))
                .build();
    }

    private static MemoryUse.Builder use(String kind, long maxBytes, long reservedBytes) {
        return MemoryUse.newBuilder().setKind(kind).setMaxBytes(maxBytes).setReservedBytes(reservedBytes);
    }

    @Test
    void reservedShare_heapOrKind_isTheGreater() {
        assertThat(Placement.reservedShare(memory(0, 0), "lane")).isZero();
        assertThat(Placement.reservedShare(memory(300, 0), "lane")).isEqualTo(0.3);
        assertThat(Placement.reservedShare(memory(100, 720), "lane")).isEqualTo(0.9);
        assertThat(Placement.reservedShare(memory(100, 720), "session")).isEqualTo(0.82);
        assertThat(Placement.reservedShare(MemoryInfo.getDefaultInstance(), "lane"))
                .isInfinite();
    }

    @Test
    void place_secondChannelToTheName_isKeptIfItsServerIsEmptier() throws InterruptedException {
        MethodDescriptor<?, ?> run = BatchServiceGrpc.getRunMethod();
        try (TengenBatch filler = FULL.client().openBatch(BatchSpec.of(3000, SessionSpec.of(9, 9)))) {
            assertThat(filler.layout().laneCount()).isEqualTo(3000);
            for (boolean isFirst : new boolean[] {true, false}) {
                String first = isFirst ? EMPTY.address() : FULL.address();
                String second = isFirst ? FULL.address() : EMPTY.address();
                Replicas servers = Replicas.named(NAME, to(first), to(second));

                servers.place(run, TIMEOUT).join();
                servers.place(EnvironmentServiceGrpc.getCreateSessionMethod(), TIMEOUT)
                        .join();

                assertThat(servers.channel(NAME).authority()).isEqualTo(EMPTY.address());
                assertThat(servers.areSeveral()).isFalse();
                servers.close();
            }
        }
    }

    @Test
    void choose_serverThatIsNotThere_isTheOther() {
        Map<String, ManagedChannel> channels = Map.of("there", to(EMPTY.address()), "not there", to("127.0.0.1:1"));

        assertThat(new Placement().choose(channels, "session", TIMEOUT).join()).isEqualTo("there");

        channels.values().forEach(ManagedChannel::shutdownNow);
    }
}
