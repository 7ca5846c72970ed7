package dev.tengen.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.tengen.board.SplitMix64;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
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

/** Every kind of damage gives one line, and the other files are checked all the same. */
class DataVerifyCommandTest {
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

    private CommandRun verify() {
        return CommandRun.of("data", "verify", out.toString(), "--concurrency", "1");
    }

    /** Runs the check on a folder in which {@code file} alone has a problem, and returns the problem. */
    private String problemOf(String file) {
        CommandRun run = verify();

        String start = out.resolve(file) + ": ";
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).isEmpty();
        assertThat(run.lines()).as(run.out()).hasSize(2);
        assertThat(run.lines().get(0)).startsWith(start);
        assertThat(run.lines().get(1)).contains("1 files with problems").containsPattern(", [6-9] games");
        return run.lines().get(0).substring(start.length());
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
    void intact_isVerified(String format) throws IOException {
        copy(format);

        CommandRun run = verify();
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("data", "verify", out.toString(), "--json")
                        .out());

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).hasSize(1);
        assertThat(run.out()).contains("3 files, 9 games", "no problem");
        assertThat(json.get("games").asInt()).isEqualTo(9);
        assertThat(json.get("moves").asInt()).isPositive();
        assertThat(json.get("bad_files").asInt()).isZero();
        assertThat(json.get("complete").asBoolean()).isTrue();
    }

    @Test
    @Tag("full")
    void moves_truncatedAnywhere_isOneLine() throws IOException {
        copy("moves");
        byte[] bytes = Files.readAllBytes(out.resolve(PB));
        for (int length = 0; length < bytes.length; length += STRIDE) {
            Files.write(out.resolve(PB), Arrays.copyOf(bytes, length));

            assertThat(problemOf(PB)).as("%d bytes", length).startsWith("truncated: it ends ");
        }
    }

    @Test
    @Tag("full")
    void sgf_truncatedAnywhere_isOneLine() throws IOException {
        copy("sgf");
        byte[] bytes = Files.readAllBytes(out.resolve(SGF));
        for (int length = 0; length < bytes.length; length += STRIDE) {
            Files.write(out.resolve(SGF), Arrays.copyOf(bytes, length));

            assertThat(problemOf(SGF)).as("%d bytes", length).matches("(truncated|foreign): .*");
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

            assertThat(problemOf(file))
                    .as("byte %d", at)
                    .matches("(damaged|truncated|foreign|wrong|newer|differs): .*");
        }
    }

    @Test
    void moves_foreignFile_isNamed() throws IOException {
        copy("moves");
        Files.writeString(out.resolve(PB), "\u0089PNG\r\n".repeat(40), StandardCharsets.ISO_8859_1);
        assertThat(problemOf(PB)).isEqualTo("foreign: not a file of games of tengen rollout");

        Files.copy(out.resolve("games-000002.pb"), out.resolve(PB), StandardCopyOption.REPLACE_EXISTING);
        assertThat(problemOf(PB)).contains("foreign: ", "games from 6");

        Path other = Rollouts.complete(folder.resolve("other"), OPTIONS.replace("seed 8", "seed 9"));
        Files.copy(other.resolve(PB), out.resolve(PB), StandardCopyOption.REPLACE_EXISTING);
        assertThat(problemOf(PB)).contains("foreign: a file of another rollout", "random v random, seed 9");
    }

    @Test
    void sgf_foreignFile_isNamed() throws IOException {
        copy("sgf");
        Files.writeString(out.resolve(SGF), "no game");
        assertThat(problemOf(SGF)).isEqualTo("foreign: not a file of games of tengen rollout");

        Files.writeString(out.resolve(SGF), "(;GM[1]FF[4]SZ[3];B[aa])");
        assertThat(problemOf(SGF)).isEqualTo("foreign: not a file of games of tengen rollout");

        Path other = Rollouts.complete(folder.resolve("other"), OPTIONS.replace("seed 8", "seed 9") + " --format sgf");
        Files.copy(other.resolve(SGF), out.resolve(SGF), StandardCopyOption.REPLACE_EXISTING);
        assertThat(problemOf(SGF)).contains("foreign: a file of another rollout");
    }

    @Test
    void newerFormat_isNamed() throws IOException {
        copy("moves");
        change(0, header -> header.setFormatVersion(2), game -> {});
        assertThat(problemOf(PB)).isEqualTo("newer: format version 2; this program reads up to 1");

        copy("sgf");
        replace(SGF, "Tengen rollout 1:", "Tengen rollout 2:");
        assertThat(problemOf(SGF)).isEqualTo("newer: format version 2; this program reads up to 1");
    }

    @Test
    void newerSpec_withoutManifest_isNamed() throws IOException {
        copy("moves");
        Files.delete(out.resolve("_manifest.json"));
        replace("_rollout.json", "\"format_version\" : 1", "\"format_version\" : 2");

        CommandRun run = verify();

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines().get(0))
                .isEqualTo(out.resolve("_rollout.json") + ": newer: format version 2; this program reads up to 1");
    }

    @Test
    void damagedSpec_withManifest_leavesTheGamesVerified() throws IOException {
        copy("moves");
        replace("_rollout.json", "\"seed\" : 8", "\"seed\" : 7");
        replace("_rollout.json", "{", "");

        CommandRun run = verify();

        assertThat(run.lines().get(0)).startsWith(out.resolve("_rollout.json") + ": damaged: ");
        assertThat(run.lines().get(1)).contains("3 files, 9 games", "1 files with problems");
    }

    @Test
    void damagedManifest_leavesTheGamesVerified() throws IOException {
        copy("moves");
        replace("_manifest.json", "\"games\" : 9,\n    \"moves\"", "\"games\" : 8,\n    \"moves\"");
        assertThat(verify().lines().get(0))
                .startsWith(out.resolve("_manifest.json") + ": wrong: its counts are Counts[games=8");

        Files.writeString(out.resolve("_manifest.json"), "{");
        assertThat(verify().lines().get(0)).isEqualTo(out.resolve("_manifest.json") + ": damaged: not valid JSON");
        assertThat(verify().lines().get(1)).contains("9 games");
    }

    @Test
    void wrongGames_areNamedWithTheirFirstDifference() throws IOException {
        copy("moves");
        change(2, header -> {}, game -> game.setMoves(2, game.getMoves(0)));
        assertThat(problemOf(PB)).matches("wrong: game 4: move 3 \\([A-C][1-3]\\) is illegal: OCCUPIED");

        copy("moves");
        change(2, header -> {}, game -> game.setMoves(1, 77));
        assertThat(problemOf(PB)).isEqualTo("wrong: game 4: move 2 is 77, which is outside [0, 9]");

        copy("moves");
        change(1, header -> {}, game -> game.addMoves(9).addMoves(9));
        assertThat(problemOf(PB)).contains("wrong: game 3: move ", " follows the end of the game (");

        copy("moves");
        change(1, header -> {}, game -> game.clearMoves().addMoves(4));
        assertThat(problemOf(PB)).isEqualTo("wrong: game 3: it has not ended after its 1 moves");

        copy("moves");
        change(
                3,
                header -> {},
                game -> game.setWinner(game.getWinner() == Color.COLOR_BLACK ? Color.COLOR_WHITE : Color.COLOR_BLACK));
        assertThat(problemOf(PB)).contains("wrong: game 5: its winner is ", " and must be ");

        copy("moves");
        change(3, header -> {}, game -> game.setBlackMargin(game.getBlackMargin() + 1));
        assertThat(problemOf(PB)).contains("wrong: game 5: its margin is ", " and must be ");

        copy("moves");
        change(3, header -> {}, game -> game.setEndReason(EndReason.END_REASON_RESIGNATION));
        assertThat(problemOf(PB)).contains("wrong: game 5: its end is RESIGNATION and must be ");
    }

    @Test
    void wrongOrder_isNamed() throws IOException {
        copy("moves");
        change(2, header -> {}, game -> game.setNumber(7));

        assertThat(problemOf(PB)).isEqualTo("damaged: game 7 is in the place of game 4");
    }

    @Test
    void game_otherButLegal_differsFromTheManifest() throws IOException {
        Path other = Rollouts.complete(folder.resolve("one"), "--games 2 --size 3 --games-per-file 1 --max-moves 1");
        out = other;
        String name = "games-000001.pb";
        change(
                1,
                header -> {},
                game -> game.setMoves(0, (game.getMoves(0) + 1) % 9).setBlackMargin(1.5));

        CommandRun run = verify();

        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).startsWith(out.resolve(name) + ": differs: its SHA-256 is ");
    }

    @Test
    void sgf_wrongResult_isNamed() throws IOException {
        copy("sgf");
        String sgf = Files.readString(out.resolve(SGF));
        String result = sgf.substring(sgf.indexOf("RE["), sgf.indexOf("]", sgf.indexOf("RE[")) + 1);
        Files.writeString(out.resolve(SGF), sgf.replaceFirst("RE\\[[^\\]]*\\]", "RE[B+0.5]"));

        assertThat(problemOf(SGF))
                .isEqualTo(
                        "wrong: game 3: its result is B+0.5 and must be " + result.substring(3, result.length() - 1));
    }

    @Test
    void file_missing_isNamed() throws IOException {
        copy("moves");
        Files.delete(out.resolve(PB));

        assertThat(problemOf(PB)).isEqualTo("missing");
    }

    @Test
    void file_ofNoGames_isNamed() throws IOException {
        copy("moves");
        Files.writeString(out.resolve("games-000003.pb"), "");

        CommandRun run = verify();

        assertThat(run.lines().get(0))
                .isEqualTo(out.resolve("games-000003.pb") + ": foreign: the rollout has no file of this name");
        assertThat(run.lines().get(1)).contains("3 files, 9 games");
    }

    @Test
    void rollout_incomplete_isSaidOnce() throws IOException {
        copy("moves");
        Files.delete(out.resolve("_manifest.json"));
        Files.delete(out.resolve(PB));

        CommandRun run = verify();

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines()).hasSize(1);
        assertThat(run.out()).contains("2 files, 6 games", "the rollout is not complete, 1 files are missing");
    }

    @Test
    void folder_ofNothing_isNamed() throws IOException {
        out = Files.createDirectory(folder.resolve("nothing"));

        CommandRun run = verify();

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines().get(0)).contains("_rollout.json: missing: ", "is not a folder of tengen rollout");
    }

    @Test
    void concurrency_zero_isRefused() {
        CommandRun run = CommandRun.of("data", "verify", "x", "--concurrency", "0");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
