package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Inputs of any bytes are read or rejected with the documented exception, never anything else. The fuzz tests read the
 * stored inputs; {@link FuzzRunTest} runs them with Jazzer's guidance by coverage.
 */
@ResourceLock(FuzzInputs.JAZZER)
class InputFuzzTest {
    private static final long SEED = 5;
    private static final int COUNT = 2_000;
    private static final int FILE_COUNT = 200;

    @FuzzTest
    void record(byte[] input) {
        FuzzTarget.RECORD.accepts(input);
    }

    @FuzzTest
    void gtp(byte[] input) {
        FuzzTarget.GTP.accepts(input);
    }

    @FuzzTest
    void tournamentFile(byte[] input) {
        FuzzTarget.TOURNAMENT_FILE.accepts(input);
    }

    @FuzzTest
    void diagram(byte[] input) {
        FuzzTarget.DIAGRAM.accepts(input);
    }

    @FuzzTest
    void snapshot(byte[] input) {
        FuzzTarget.SNAPSHOT.accepts(input);
    }

    /** Both verdicts must be frequent, so that the test reaches what comes after the first check. */
    @ParameterizedTest
    @EnumSource
    void accepts_mutatedInputs_hasBothVerdictsAndNoFault(FuzzTarget target) throws IOException {
        List<byte[]> stored = FuzzInputs.of(InputFuzzTest.class, target.label());
        Random random = new Random(SEED);
        MessageMutator mutator = new MessageMutator(random);
        int count = target == FuzzTarget.TOURNAMENT_FILE ? FILE_COUNT : COUNT;
        int accepted = 0;
        for (int number = 0; number < count; number++) {
            byte[] seed = stored.get(random.nextInt(stored.size()));
            byte[] input = random.nextBoolean() ? mutator.mutated(seed) : withOneByteChanged(seed, random);
            try {
                accepted += target.accepts(input) ? 1 : 0;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("input " + number + ": " + new String(input, StandardCharsets.ISO_8859_1), e);
            }
        }

        assertThat(accepted).as("accepted").isGreaterThan(count / 100);
        assertThat(count - accepted).as("rejected").isGreaterThan(count / 50);
    }

    /**
     * Returns {@code seed} with one of its bytes in the place of another. The bytes of a language make more valid
     * inputs.
     */
    private static byte[] withOneByteChanged(byte[] seed, Random random) {
        byte[] input = seed.clone();
        input[random.nextInt(input.length)] = seed[random.nextInt(seed.length)];
        return input;
    }
}
