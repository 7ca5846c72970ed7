package dev.tengen.server.service;

import static dev.tengen.server.testing.BatchCall.ints;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.SharedMemory;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches whose rows lie in memory that client and server share. */
@EnabledOnOs(OS.LINUX)
class SharedMemoryTest {
    private static final int LANE_COUNT = 6;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    @AfterEach
    void everyTest_leavesNothing() {
        SERVER.awaitNoLanes();
        await().forever().until(() -> SERVER.server().reservedBytes() == 0);
    }

    private static OpenBatch.Builder lanes() {
        return OpenBatch.newBuilder()
                .setLaneCount(LANE_COUNT)
                .addSpecs(Calls.square(3).addEncodings("alphazero-17").setMaxMoves(12))
                .addSeeds(1);
    }

    private static SharedMemory.Builder memory(int areaCount, int rowCount) {
        return SharedMemory.newBuilder().setAreaCount(areaCount).setRowCount(rowCount);
    }

    private static BatchCall open(OpenBatch.Builder open) {
        return BatchCall.open(SERVER.channel(), open);
    }

    private static RunRequest.Builder drawn(int... lanes) {
        int[] actions = new int[lanes.length == 0 ? LANE_COUNT : lanes.length];
        Arrays.fill(actions, -3);
        return RunRequest.newBuilder()
                .setStep(StepBatch.newBuilder().setLanes(ints(lanes)).setActions(ints(actions)));
    }

    /** Returns the states of an answer to a request that named {@code area}. */
    private static LaneStates states(FileChannel file, SharedMemory memory, int area, RunResponse answer)
            throws IOException {
        assertThat(answer.hasStates()).isFalse();
        ByteBuffer bytes = ByteBuffer.allocate(answer.getAreaStatesByteCount());
        file.read(bytes, (area - 1L) * memory.getAreaByteCount());
        return LaneStates.parseFrom(bytes.flip());
    }

    @Test
    void open_thatAsks_getsAFileForItsUser() throws IOException {
        try (BatchCall call = open(lanes().setSharedMemory(memory(3, LANE_COUNT)))) {
            SharedMemory memory = call.receive().getLayout().getSharedMemory();

            Path path = Path.of(memory.getPath());
            assertThat(memory.getAreaCount()).isEqualTo(3);
            assertThat(memory.getRowCount()).isEqualTo(LANE_COUNT);
            assertThat(Files.size(path)).isEqualTo(3L * memory.getAreaByteCount());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void open_thatDoesNotAsk_getsNone() {
        try (BatchCall call = open(lanes())) {
            assertThat(call.receive().getLayout().hasSharedMemory()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = AutoresetMode.class,
            names = {"AUTORESET_MODE_NEXT_STEP", "AUTORESET_MODE_SAME_STEP", "AUTORESET_MODE_DISABLED"})
    void states_inAreas_areThoseOfMessages(AutoresetMode mode) throws IOException {
        Random random = new Random(1);
        try (BatchCall call = open(lanes().setAutoresetMode(mode).setSharedMemory(memory(2, LANE_COUNT)));
                BatchCall other = open(lanes().setAutoresetMode(mode))) {
            SharedMemory memory = call.receive().getLayout().getSharedMemory();
            other.receive();
            int finalCount = 0;
            try (FileChannel file = FileChannel.open(Path.of(memory.getPath()), StandardOpenOption.READ)) {
                for (int number = 0; number < 200; number++) {
                    RunRequest.Builder request = switch (random.nextInt(8)) {
                        case 0 -> drawn(4, 1, 5);
                        case 1 ->
                            RunRequest.newBuilder()
                                    .setReset(ResetBatch.newBuilder().setLanes(ints(2, 0)));
                        default -> drawn();
                    };
                    int area = 1 + number % 2;
                    call.send(request.setArea(area).build());
                    other.send(request.setArea(0).build());

                    LaneStates states = states(file, memory, area, call.receive());
                    assertThat(states).isEqualTo(other.receive().getStates());
                    finalCount += states.hasFinal() ? 1 : 0;
                }
            }
            assertThat(finalCount > 0).isEqualTo(mode == AutoresetMode.AUTORESET_MODE_SAME_STEP);
        }
    }

    @Test
    void firstArea_removesTheNameOfTheFile() throws IOException {
        try (BatchCall call = open(lanes().setSharedMemory(memory(1, LANE_COUNT)))) {
            SharedMemory memory = call.receive().getLayout().getSharedMemory();
            call.send(drawn().build());
            assertThat(call.receive().hasStates()).isTrue();
            assertThat(Path.of(memory.getPath())).exists();

            call.send(drawn().setArea(1).build());

            assertThat(call.receive().hasStates()).isFalse();
            assertThat(Path.of(memory.getPath())).doesNotExist();
        }
    }

    @Test
    void end_withoutAreas_removesTheFile() {
        Path path;
        try (BatchCall call = open(lanes().setSharedMemory(memory(1, LANE_COUNT)))) {
            path = Path.of(call.receive().getLayout().getSharedMemory().getPath());
        }
        SERVER.awaitNoLanes();

        assertThat(path).doesNotExist();
    }

    @Test
    void states_thatDoNotFit_areInTheMessage() {
        OpenBatch.Builder many = OpenBatch.newBuilder()
                .setLaneCount(64)
                .addSpecs(Calls.square(19).addEncodings("alphazero-17"))
                .setSharedMemory(memory(1, 2));
        int[] actions = new int[64];
        try (BatchCall call = open(many)) {
            call.receive();
            StepBatch step = StepBatch.newBuilder().setActions(ints(actions)).build();
            call.send(RunRequest.newBuilder().setStep(step).setArea(1).build());

            RunResponse answer = call.receive();

            assertThat(answer.getAreaStatesByteCount()).isZero();
            assertThat(ints(answer.getStates().getMoveNumbers())).hasSize(64).containsOnly(1);
        }
    }

    /** As on a file system that is full. */
    @Test
    void write_fileThatCannotBeWritten_isEmpty(@TempDir Path folder) {
        MemoryBudget budget = new MemoryBudget(1 << 20, Map.of());
        dev.tengen.server.service.SharedMemory memory = dev.tengen.server.service.SharedMemory.create(
                        folder, 2, 4_096, budget.reserve(MemoryKind.ANSWER_BUFFER, 0))
                .orElseThrow();
        RunResponse message = RunResponse.newBuilder().setSequence(1).build();
        assertThat(memory.write(2, message)).hasValue(message.getSerializedSize());
        assertThat(budget.reservedBytes()).isEqualTo(2 * 4_096);

        memory.close();

        assertThat(memory.write(2, message)).isEmpty();
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void create_tooLittleMemory_isEmptyAndLeavesNoFile(@TempDir Path folder) {
        MemoryBudget budget = new MemoryBudget(8_191, Map.of());

        assertThat(dev.tengen.server.service.SharedMemory.create(
                        folder, 2, 4_096, budget.reserve(MemoryKind.ANSWER_BUFFER, 0)))
                .isEmpty();

        assertThat(folder).isEmptyDirectory();
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void create_folderThatDoesNotExist_isEmpty(@TempDir Path folder) {
        MemoryBudget budget = new MemoryBudget(1 << 20, Map.of());

        assertThat(dev.tengen.server.service.SharedMemory.create(
                        folder.resolve("missing"), 1, 4_096, budget.reserve(MemoryKind.ANSWER_BUFFER, 0)))
                .isEmpty();

        assertThat(budget.reservedBytes()).isZero();
    }

    /** A client of the same user may do anything to the file. Only its own answers suffer. */
    @Test
    void fileThatTheClientShortens_disturbsNobody() throws IOException {
        try (BatchCall call = open(lanes().setSharedMemory(memory(2, LANE_COUNT)));
                BatchCall other = open(lanes())) {
            SharedMemory memory = call.receive().getLayout().getSharedMemory();
            other.receive();
            try (FileChannel file =
                    FileChannel.open(Path.of(memory.getPath()), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                for (int number = 0; number < 20; number++) {
                    file.truncate(0);
                    call.send(drawn().setArea(1 + number % 2).build());
                    other.send(drawn().build());

                    assertThat(states(file, memory, 1 + number % 2, call.receive()))
                            .isEqualTo(other.receive().getStates());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, shared_memory.area_count 0 is outside [1, 18]",
        "19, 1, shared_memory.area_count 19 is outside [1, 18]",
        "-1, 1, shared_memory.area_count 4294967295 is outside [1, 18]",
        "1, 0, shared_memory.row_count 0 is outside [1, 6]",
        "1, 7, shared_memory.row_count 7 is outside [1, 6]",
        "4, 5, shared_memory.row_count 5 is outside [1, 4]",
    })
    void open_badCounts_isRejected(int areaCount, int rowCount, String message) {
        try (BatchCall call = open(lanes().setSharedMemory(memory(areaCount, rowCount)))) {
            Status status = call.awaitEnd();

            assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(status.getDescription()).contains(message);
        }
    }

    @Test
    void open_atAServerThatOthersCanReach_getsNone() throws IOException {
        ServerConfig config = ServerConfig.DEFAULT.withInsecureNetwork().listeningAt("0.0.0.0", 0);
        try (TengenServer reachable = TengenServer.start(config)) {
            ManagedChannel channel = RunningServer.newChannel(reachable.port(), Runnable::run);
            try (BatchCall call = BatchCall.open(channel, lanes().setSharedMemory(memory(1, 1)))) {
                assertThat(call.receive().getLayout().hasSharedMemory()).isFalse();
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 2", "-1, 2", "1, 0"})
    void step_areaThatDoesNotExist_isRejected(int area, int areaCount) {
        OpenBatch.Builder open = areaCount == 0 ? lanes() : lanes().setSharedMemory(memory(areaCount, 1));
        try (BatchCall call = open(open)) {
            call.receive();
            call.send(drawn().setArea(area).build());

            Status status = call.awaitEnd();

            assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(status.getDescription())
                    .contains("area " + Integer.toUnsignedString(area) + " is outside [0, " + areaCount + "]");
        }
    }

    @Test
    void open_withAnArea_isRejected() {
        try (BatchCall call = new BatchCall(SERVER.channel())) {
            call.send(RunRequest.newBuilder().setOpen(lanes()).setArea(1).build());

            assertThat(call.awaitEnd().getDescription()).contains("area 1 is outside [0, 0]");
        }
    }
}
