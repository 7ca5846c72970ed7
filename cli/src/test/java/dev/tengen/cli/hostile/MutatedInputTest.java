package dev.tengen.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.board.Diagram;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Inputs with changed, missing, repeated and cut bytes are read or rejected with the documented exception, never anything else.
 * Requests and snapshots are mutated by the {@link HostileMix}, GTP lines by {@code EngineModelTest}.
 */
class MutatedInputTest {
    private static final long SEED = 5;
    private static final int SHORT_COUNT = 2_000;
    private static final int LONG_COUNT = 300_000;
    private static final int FILE_COUNT = 200;
    private static final int LONG_FILE_COUNT = 20_000;

    private static final List<String> RECORDS = List.of(
            "(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese]PB[a]PW[b]RE[B+2.5];B[ee];W[cc];B[];W[])",
            "(;FF[4]SZ[19:7]AB[aa][bb:cc]AW[dd]PL[W];W[ee](;B[ff]C[a \\] b])(;B[gg]TR[gg]))",
            "(;GM[1]SZ[5]HA[2]AB[bb][dd];W[cc]TM[300]OT[5x30 byo-yomi];B[tt])");

    private static final List<String> DIAGRAMS =
            List.of("X.O\n. X .\n", "  A B C\n2 . X . 2\n1 . O .\nWhite to move", "25 x o *\n");

    @TempDir
    private Path folder;

    /** Reads an input, and throws the documented exception if it rejects it. */
    @FunctionalInterface
    private interface Reader {
        void read(byte[] input) throws SgfException, IOException;
    }

    /** Reads {@code count} mutations of {@code seeds}; both verdicts must be frequent, so that the test says something. */
    private static void readMutations(List<String> seeds, int count, Reader reader) throws IOException {
        Random random = new Random(SEED);
        MessageMutator mutator = new MessageMutator(random);
        int accepted = 0;
        int rejected = 0;
        for (int number = 0; number < count; number++) {
            byte[] seed = seeds.get(random.nextInt(seeds.size())).getBytes(StandardCharsets.UTF_8);
            byte[] input = random.nextBoolean() ? mutator.mutated(seed) : withOneByteChanged(seed, random);
            try {
                reader.read(input);
                accepted++;
            } catch (SgfException | InvalidValueException e) {
                assertThat(e.getMessage()).isNotBlank();
                rejected++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("input " + number + ": " + new String(input, StandardCharsets.ISO_8859_1), e);
            }
        }
        assertThat(accepted).as("accepted").isGreaterThan(count / 100);
        assertThat(rejected).as("rejected").isGreaterThan(count / 10);
    }

    /** Returns {@code seed} with one of its bytes in the place of another. The bytes of a language make more valid inputs. */
    private static byte[] withOneByteChanged(byte[] seed, Random random) {
        byte[] input = seed.clone();
        input[random.nextInt(input.length)] = seed[random.nextInt(seed.length)];
        return input;
    }

    private void readAll(int count, int fileCount) throws IOException {
        readMutations(RECORDS, count, GameRecord::parse);
        readMutations(DIAGRAMS, count, bytes -> Diagram.parse(new String(bytes, StandardCharsets.UTF_8)));
        Path file = folder.resolve("tournament.yaml");
        List<String> tournaments = List.of(
                Files.readString(Path.of("../examples/arena-small.yaml")),
                "name: a\nsize: 5\nplayers: [random, greedy]\nformat: {type: round_robin, pairs: 2}\n");
        readMutations(tournaments, fileCount, bytes -> {
            Files.write(file, bytes);
            TournamentFile.read(file);
        });
    }

    @Test
    void read_someMutations_areReadOrRejected() throws IOException {
        readAll(SHORT_COUNT, FILE_COUNT);
    }

    @Test
    @Tag("long")
    void read_manyMutations_areReadOrRejected() throws IOException {
        readAll(LONG_COUNT, LONG_FILE_COUNT);
    }
}
