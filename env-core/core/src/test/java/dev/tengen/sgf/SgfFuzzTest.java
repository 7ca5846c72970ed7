package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.TestSize;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Parses damaged records: the result is a record or an {@link SgfException}, within limited time. */
@Tag("reference")
class SgfFuzzTest {
    private static final Pattern MESSAGE = Pattern.compile("line [1-9]\\d*, column [1-9]\\d*: \\P{Cntrl}+");

    private static final List<String> TRICKY = List.of(
            "(;SZ[7:9]HA[3]AB[aa:cc][dd]AW[ee:fg]PL[W];AE[bb];W[ga];B[](;W[gb];B[gc])(;W[ab]))",
            "(;CA[UTF-8]GM[1]FF[4]PB[\u53e4\u529b]C[a\\]b\\\\\r\nc\\\nd](;B[aa]PL[W](;W[tt])(;AB[bb]))(;W[cc];PL[B]))",
            "junk (\n;FileFormat[1]GaMe[1]SiZe[9]KoMi[-1.5]Black[ff];White[gd])(;GM[12])",
            "(;KM[375]RU[Chinese]AP[GNU Go:3.8]AP[foxwq]SZ[19]RE[W+R];B[pd];W[dp];B[tt]W[tt])");

    private static final List<String> TOKENS = List.of(
            "(",
            ")",
            ";",
            "[",
            "]",
            "\\",
            "(;",
            ":",
            "\r",
            "\n",
            "\0",
            " ",
            "B[aa]",
            "W[]",
            "W[tt]",
            "AB[aa:ss]",
            "AW[aa]",
            "AE[",
            "PL[B]",
            "SZ[25]",
            "SZ[3:2]",
            "HA[2]",
            "KM[7,5]",
            "KM[375]",
            "CA[UTF-8]",
            "CA[GBK]",
            "CA[ISO-2022-JP]",
            "CA[x]",
            "GM[2]",
            "\u00ef\u00bb\u00bf",
            "\u00ff\u00fe",
            "\u00fe\u00ff",
            "b",
            "9");

    private final List<byte[]> seeds = new ArrayList<>();

    SgfFuzzTest() {
        GameFiles.generated().stream().map(GameFiles::read).forEach(seeds::add);
        for (int copy = 0; copy < 20; copy++) {
            TRICKY.forEach(text -> seeds.add(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void parse_oneDamage_seed1_isARecordOrAnSgfException() {
        Tally tally = parseDamaged(new Random(1), TestSize.of(30_000), 1);

        assertThat(tally.recordCount).isGreaterThan(TestSize.least(5_000));
        assertThat(tally.collectionCount).isGreaterThan(TestSize.least(2_000));
        assertThat(tally.lineCount).isGreaterThan(TestSize.least(2_000));
        assertThat(tally.errorCount).isGreaterThan(TestSize.least(5_000));
    }

    @Test
    @Tag("full")
    void parse_muchDamage_seed2_isARecordOrAnSgfException() {
        Tally tally = parseDamaged(new Random(2), TestSize.of(30_000), 8);

        assertThat(tally.recordCount).isGreaterThan(TestSize.least(500));
        assertThat(tally.errorCount).isGreaterThan(TestSize.least(20_000));
    }

    @Test
    @Tag("full")
    void parse_sharedGamesDamaged_seed3_isARecordOrAnSgfException() {
        List<Path> files = GameFiles.shared().map(GameFiles::under).orElse(List.of());
        files.stream().map(GameFiles::read).forEach(seeds::add);

        Tally tally = parseDamaged(new Random(3), TestSize.of(30_000), 2);

        assertThat(tally.recordCount).isGreaterThan(TestSize.least(3_000));
        assertThat(tally.errorCount).isGreaterThan(TestSize.least(5_000));
    }

    @Test
    void parse_randomTokens_seed4_isARecordOrAnSgfException() {
        Random random = new Random(4);
        Tally tally = new Tally();
        for (int i = 0; i < TestSize.of(30_000); i++) {
            StringBuilder text = new StringBuilder("(;");
            int count = random.nextInt(30);
            for (int j = 0; j < count; j++) {
                text.append(TOKENS.get(random.nextInt(TOKENS.size())));
            }
            tally.parse(text.append("])").toString().getBytes(StandardCharsets.ISO_8859_1));
        }

        assertThat(tally.recordCount).isGreaterThan(TestSize.least(100));
        assertThat(tally.errorCount).isGreaterThan(TestSize.least(20_000));
    }

    private Tally parseDamaged(Random random, int count, int maxDamageCount) {
        Tally tally = new Tally();
        for (int i = 0; i < count; i++) {
            byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
            int damageCount = 1 + random.nextInt(maxDamageCount);
            for (int j = 0; j < damageCount; j++) {
                bytes = damage(bytes, random);
            }
            tally.parse(bytes);
        }
        return tally;
    }

    private byte[] damage(byte[] bytes, Random random) {
        int from = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(20));
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, from);
            case 1 -> splice(bytes, from, to, new byte[0]);
            case 2 -> splice(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
            case 3 -> splice(bytes, from, to, randomBytes(random, to - from));
            case 4 -> splice(bytes, from, from, token(random));
            default -> {
                byte[] other = seeds.get(random.nextInt(seeds.size()));
                int start = random.nextInt(other.length);
                yield splice(
                        bytes,
                        from,
                        to,
                        Arrays.copyOfRange(other, start, Math.min(other.length, start + random.nextInt(200))));
            }
        };
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] middle) {
        byte[] result = new byte[from + middle.length + bytes.length - to];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(middle, 0, result, from, middle.length);
        System.arraycopy(bytes, to, result, from + middle.length, bytes.length - to);
        return result;
    }

    private static byte[] randomBytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] token(Random random) {
        return TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final class Tally {
        int recordCount;
        int errorCount;
        int inputCount;
        int collectionCount;
        int lineCount;

        void parse(byte[] bytes) {
            try {
                GameRecord.parse(bytes);
                recordCount++;
            } catch (SgfException e) {
                assertThat(e.getMessage()).matches(MESSAGE).hasSizeLessThan(300);
                errorCount++;
            }
            if (inputCount++ % 3 == 0) {
                parseAll(bytes);
            }
        }

        /** Parses all games and lines, then writes and parses them again. */
        private void parseAll(byte[] bytes) {
            try {
                SgfCollection collection = SgfCollection.parse(bytes);
                collectionCount++;
                assertThat(SgfCollection.parse(collection.toSgf()).equals(collection))
                        .as(collection.toSgf())
                        .isTrue();
                collection.games().stream().flatMap(SgfGame::lines).limit(20).forEach(this::readLine);
            } catch (SgfException e) {
                assertThat(e.getMessage()).matches(MESSAGE).hasSizeLessThan(300);
            }
        }

        private void readLine(SgfLine line) {
            try {
                LineRecords records = line.records();
                lineCount++;
                GameRecord last =
                        records.segments().get(records.segments().size() - 1).record();
                SgfGame written = last.toGame();
                assertThat(written.toSgf()).startsWith("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[");
                assertThat(written.mainLine().record().moves()).isEqualTo(last.moves());
            } catch (SgfException e) {
                assertThat(e.getMessage()).matches(MESSAGE).hasSizeLessThan(300);
            }
        }
    }
}
