package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Requests of every type, made from their descriptors, are answered or refused with a status that a client may cause.
 * {@link FuzzRunTest} runs the fuzz test with Jazzer's guidance by coverage.
 */
@Tag("full")
@ResourceLock(FuzzInputs.JAZZER)
class RequestFuzzTest {
    /** The start of the line with which a run reports its share of handled requests. */
    static final String REPORT = "handled ";

    static final double MIN_HANDLED_SHARE = 0.3;

    private static final long SEED = 7;
    private static final int INPUT_COUNT = 30;
    private static final int MAX_INPUT_BYTES = 2_000;
    private static final int MIN_ANSWER_COUNT = 300;
    private static final int MIN_METHOD_COUNT = 25;

    @TempDir
    private static Path folder;

    private static RequestFuzzer fuzzer;

    @BeforeAll
    static void start() throws IOException {
        fuzzer = RequestFuzzer.start(folder);
    }

    @AfterAll
    static void report() {
        System.out.printf(
                "%s%.3f of %d answers%n",
                REPORT, fuzzer.tally().handledShare(), fuzzer.tally().answerCount());
        fuzzer.close();
    }

    @FuzzTest
    void requests(byte[] input) throws InterruptedException {
        fuzzer.send(input);
    }

    @Test
    void requests_randomInputs_reachHandlersOfAllServices() throws InterruptedException {
        Random random = new Random(SEED);
        for (int number = 0; number < INPUT_COUNT; number++) {
            byte[] input = new byte[1 + random.nextInt(MAX_INPUT_BYTES)];
            random.nextBytes(input);
            fuzzer.send(input);
        }

        assertThat(fuzzer.tally().answerCount()).isGreaterThan(MIN_ANSWER_COUNT);
        assertThat(fuzzer.tally().handledShare()).isGreaterThan(MIN_HANDLED_SHARE);
        assertThat(fuzzer.tally().byMethod())
                .hasSizeGreaterThan(MIN_METHOD_COUNT)
                .containsKeys(
                        "EnvironmentService.Step", "BatchService.Run", "TreeService.Expand", "SearchService.SelfPlay");
    }
}
