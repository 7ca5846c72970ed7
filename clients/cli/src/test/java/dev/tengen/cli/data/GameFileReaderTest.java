package dev.tengen.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.cli.rollout.Rollouts;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.RolloutFrame;
import dev.tengen.proto.v1.RolloutGame;
import dev.tengen.proto.v1.RolloutHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of damage of a file of games is found and named. */
class GameFileReaderTest {
    private static final String OPTIONS =
            "--games 9 --size 3 --seed 8 --games-per-file 3 --max-moves 14 --concurrency 1";
    private static final String PB = "games-000001.pb";
    private static final String SGF = "games-000001.sgf";

    /** A prime, so that the damaged bytes are at all places of words and records. */
    private static final int STRIDE = 5;

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private Path out = Path.of("");

    @BeforeAll
    static void play() {
        Rollouts.complete(shared.resolve("moves"), OPTIONS);
        Rollouts.complete(shared.resolve("sgf"), OPTIONS + " --format sgf");
    }

    private Path copy(String name) throws IOException {
        out = Rollouts.copy(shared.resolve(name), Files.createTempDirectory(folder, name));
        return out;
    }

    /** Returns the problem of the second file of the rollout; empty if it has none. */
    private String problem() throws IOException {
        try {
            RolloutFolder opened = RolloutFolder.open(out);
            RolloutManifest.FileEntry entry = new GameFileReader(opened).read(1, game -> {});
            assertThat(entry.games()).isEqualTo(opened.spec().gameCount(1));
            return "";
        } catch (DataFileException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Changes frame {@code index} of the file, and corrects its checksum. */
    private void change(int index, Consumer<RolloutHeader.Builder> header, Consumer<RolloutGame.Builder> game)
            throws IOException {
        List<RolloutFrame> frames = new ArrayList<>();
        try (InputStream in = Files.newInputStream(out.resolve(PB))) {
            for (RolloutFrame frame = RolloutFrame.parseDelimitedFrom(in);
                    frame != null;
                    frame = RolloutFrame.parseDelimitedFrom(in)) {
                frames.add(frame);
            }
        }
        RolloutFrame.Builder changed = frames.get(index).toBuilder();
        ByteString content;
        if (index == 0) {
            RolloutHeader.Builder message = RolloutHeader.parseFrom(changed.getHeader()).toBuilder();
            header.accept(message);
            content = message.build().toByteString();
            changed.setHeader(content);
        } else {
            RolloutGame.Builder message = RolloutGame.parseFrom(changed.getGame()).toBuilder();
            game.accept(message);
            content = message.build().toByteString();
            changed.setGame(content);
        }
        CRC32C checksum = new CRC32C();
        checksum.update(content.asReadOnlyByteBuffer());
        frames.set(index, changed.setCrc32C((int) checksum.getValue()).build());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (RolloutFrame frame : frames) {
            frame.writeDelimitedTo(bytes);
        }
        Files.write(out.resolve(PB), bytes.toByteArray());
    }

    private void replace(String file, String text, String replacement) throws IOException {
        String content = Files.readString(out.resolve(file));
        assertThat(content).contains(text);
        Files.writeString(out.resolve(file), content.replace(text, replacement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"moves", "sgf"})
    void intact_hasNoProblem(String format) throws IOException {
        copy(format);

        assertThat(problem()).isEmpty();
    }

    @Test
    @Tag("full")
    void moves_truncatedAnywhere_isOneLine() throws IOException {
        copy("moves");
        byte[] bytes = Files.readAllBytes(out.resolve(PB));
        for (int length = 0; length < bytes.length; length += STRIDE) {
            Files.write(out.resolve(PB), Arrays.copyOf(bytes, length));

            assertThat(problem()).as("%d bytes", length).startsWith("truncated: it ends ");
        }
    }

    @Test
    @Tag("full")
    void sgf_truncatedAnywhere_isOneLine() throws IOException {
        copy("sgf");
        byte[] bytes = Files.readAllBytes(out.resolve(SGF));
        for (int length = 0; length < bytes.length; length += STRIDE) {
            Files.write(out.resolve(SGF), Arrays.copyOf(bytes, length));

            assertThat(problem()).as("%d bytes", length).matches("(truncated|foreign): .*");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PB, SGF})
    @Tag("full")
    void bit_flippedAnywhere_isOneLine(String file) throws IOException {
        copy(file.equals(PB) ? "moves" : "sgf");
        byte[] bytes = Files.readAllBytes(out.resolve(file));
        SplitMix64 random = new SplitMix64(23);
        for (int at = 0; at < bytes.length; at += STRIDE) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(out.resolve(file), damaged);

            // A bit of a record may make another legal game. The checksum in the manifest finds it.
            assertThat(problem())
                    .as("byte %d", at)
                    .matches("((damaged|truncated|foreign|wrong|newer): .*)" + (file.equals(SGF) ? "?" : ""));
        }
    }

    @Test
    void moves_foreignFile_isNamed() throws IOException {
        copy("moves");
        Files.writeString(out.resolve(PB), "\u0089PNG\r\n".repeat(40), StandardCharsets.ISO_8859_1);
        assertThat(problem()).isEqualTo("foreign: not a file of games of tengen rollout");

        Files.copy(out.resolve("games-000002.pb"), out.resolve(PB), StandardCopyOption.REPLACE_EXISTING);
        assertThat(problem()).contains("foreign: ", "games from 6");

        Path other = Rollouts.complete(folder.resolve("other"), OPTIONS.replace("seed 8", "seed 9"));
        Files.copy(other.resolve(PB), out.resolve(PB), StandardCopyOption.REPLACE_EXISTING);
        assertThat(problem()).contains("foreign: a file of another rollout", "random v random, seed 9");
    }

    @Test
    void sgf_foreignFile_isNamed() throws IOException {
        copy("sgf");
        Files.writeString(out.resolve(SGF), "no game");
        assertThat(problem()).isEqualTo("foreign: not a file of games of tengen rollout");

        Files.writeString(out.resolve(SGF), "(;GM[1]FF[4]SZ[3];B[aa])");
        assertThat(problem()).isEqualTo("foreign: not a file of games of tengen rollout");

        Path other = Rollouts.complete(folder.resolve("other"), OPTIONS.replace("seed 8", "seed 9") + " --format sgf");
        Files.copy(other.resolve(SGF), out.resolve(SGF), StandardCopyOption.REPLACE_EXISTING);
        assertThat(problem()).contains("foreign: a file of another rollout");
    }

    @Test
    void newerFormat_isNamed() throws IOException {
        copy("moves");
        change(0, header -> header.setFormatVersion(2), game -> {});
        assertThat(problem()).isEqualTo("newer: format version 2; this program reads up to 1");

        copy("sgf");
        replace(SGF, "Tengen rollout 1:", "Tengen rollout 2:");
        assertThat(problem()).isEqualTo("newer: format version 2; this program reads up to 1");
    }

    @Test
    void wrongGames_areNamedWithTheirFirstDifference() throws IOException {
        copy("moves");
        change(2, header -> {}, game -> game.setMoves(2, game.getMoves(0)));
        assertThat(problem()).matches("wrong: game 4: move 3 \\([A-C][1-3]\\) is illegal: OCCUPIED");

        copy("moves");
        change(2, header -> {}, game -> game.setMoves(1, 77));
        assertThat(problem()).isEqualTo("wrong: game 4: move 2 is 77, which is outside [0, 9]");

        copy("moves");
        change(1, header -> {}, game -> game.addMoves(9).addMoves(9));
        assertThat(problem()).contains("wrong: game 3: move ", " follows the end of the game (");

        copy("moves");
        change(1, header -> {}, game -> game.clearMoves().addMoves(4));
        assertThat(problem()).isEqualTo("wrong: game 3: it has not ended after its 1 moves");

        copy("moves");
        change(
                3,
                header -> {},
                game -> game.setWinner(game.getWinner() == Color.COLOR_BLACK ? Color.COLOR_WHITE : Color.COLOR_BLACK));
        assertThat(problem()).contains("wrong: game 5: its winner is ", " and must be ");

        copy("moves");
        change(3, header -> {}, game -> game.setBlackMargin(game.getBlackMargin() + 1));
        assertThat(problem()).contains("wrong: game 5: its margin is ", " and must be ");

        copy("moves");
        change(3, header -> {}, game -> game.setEndReason(EndReason.END_REASON_RESIGNATION));
        assertThat(problem()).contains("wrong: game 5: its end is RESIGNATION and must be ");
    }

    @Test
    void wrongOrder_isNamed() throws IOException {
        copy("moves");
        change(2, header -> {}, game -> game.setNumber(7));

        assertThat(problem()).isEqualTo("damaged: game 7 is in the place of game 4");
    }

    @Test
    void sgf_wrongResult_isNamed() throws IOException {
        copy("sgf");
        String sgf = Files.readString(out.resolve(SGF));
        String result = sgf.substring(sgf.indexOf("RE["), sgf.indexOf("]", sgf.indexOf("RE[")) + 1);
        Files.writeString(out.resolve(SGF), sgf.replaceFirst("RE\\[[^\\]]*\\]", "RE[B+0.5]"));

        assertThat(problem())
                .isEqualTo(
                        "wrong: game 3: its result is B+0.5 and must be " + result.substring(3, result.length() - 1));
    }

    @Test
    void file_missing_isNamed() throws IOException {
        copy("moves");
        Files.delete(out.resolve(PB));

        assertThat(problem()).isEqualTo("missing");
    }
}
