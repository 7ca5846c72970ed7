package dev.tengen.cli.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.RolloutFrame;
import dev.tengen.proto.v1.RolloutGame;
import dev.tengen.proto.v1.RolloutHeader;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfGame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RolloutCommandTest {
    private static final String SMALL = "--games 40 --size 5 --seed 11 --games-per-file 6 ";

    @TempDir
    private Path folder;

    private static List<RolloutFrame> frames(Path file) throws IOException {
        List<RolloutFrame> frames = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            for (RolloutFrame frame = RolloutFrame.parseDelimitedFrom(in);
                    frame != null;
                    frame = RolloutFrame.parseDelimitedFrom(in)) {
                frames.add(frame);
            }
        }
        return frames;
    }

    @ParameterizedTest
    @ValueSource(strings = {"moves", "sgf"})
    @Tag("full")
    void shards_anyNumberInAnyOrder_giveTheBytesOfOneProcess(String format) {
        String options = SMALL + "--black greedy --format " + format;
        Path whole = Rollouts.complete(folder.resolve("whole"), options + " --concurrency 1");

        for (int count : new int[] {2, 3, 7, 12}) {
            Path parts = folder.resolve("parts" + count);
            for (int i = count - 1; i >= 0; i--) {
                CommandRun run = Rollouts.run(parts, options + " --concurrency 3 --shard " + i + "/" + count);
                assertThat(run.exitCode()).isZero();
            }

            assertThat(Rollouts.contents(parts)).isEqualTo(Rollouts.contents(whole));
        }
    }

    @Test
    void games_allOfThem_areDistinctAndFollowFromTheirNumber() throws IOException {
        Path few = Rollouts.complete(folder.resolve("few"), "--games 10 --size 9 --seed 3 --games-per-file 10");
        Path many = Rollouts.complete(folder.resolve("many"), "--games 200 --size 9 --seed 3 --games-per-file 200");

        List<RolloutFrame> games = frames(many.resolve("games-000000.pb"));
        Set<List<Integer>> moves = new HashSet<>();
        for (int number = 0; number < 200; number++) {
            RolloutGame game = RolloutGame.parseFrom(games.get(1 + number).getGame());
            assertThat(game.getNumber()).isEqualTo(number);
            moves.add(game.getMovesList());
        }
        assertThat(moves).hasSize(200);
        assertThat(frames(few.resolve("games-000000.pb")).subList(1, 11)).isEqualTo(games.subList(1, 11));
    }

    @Test
    void seed_another_givesOtherGames() throws IOException {
        Path one = Rollouts.complete(folder.resolve("one"), "--games 5 --seed 1");
        Path two = Rollouts.complete(folder.resolve("two"), "--games 5 --seed 2");

        assertThat(frames(one.resolve("games-000000.pb")).get(1))
                .isNotEqualTo(frames(two.resolve("games-000000.pb")).get(1));
    }

    @Test
    void header_saysWhatTheGamesHaveInCommon() throws Exception {
        Path out = Rollouts.complete(folder.resolve("out"), SMALL + "--rules chinese --komi 5.5 --white greedy");

        RolloutHeader header = RolloutHeader.parseFrom(
                frames(out.resolve("games-000006.pb")).get(0).getHeader());

        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(out.resolve("_rollout.json")));
        assertThat(header.getFormat()).isEqualTo("tengen-rollout");
        assertThat(header.getFormatVersion()).isEqualTo(1);
        assertThat(header.getSpecSha256().toByteArray()).isEqualTo(digest);
        assertThat(header.getFirstGame()).isEqualTo(36);
        assertThat(header.getGameCount()).isEqualTo(4);
        assertThat(header.getWidth()).isEqualTo(5);
        assertThat(header.getHeight()).isEqualTo(5);
        assertThat(header.getRules().getPreset()).isEqualTo("chinese");
        assertThat(header.getRules().getKomi()).isEqualTo(5.5);
        assertThat(header.getMaxMoves()).isEqualTo(75);
        assertThat(header.getBlack()).isEqualTo("random");
        assertThat(header.getWhite()).isEqualTo("greedy");
        assertThat(header.getSeed()).isEqualTo(11);
    }

    @Test
    void manifest_hasCountsAndChecksumsOfTheFiles() throws Exception {
        Path out = Rollouts.complete(folder.resolve("out"), SMALL + "--max-moves 30");

        JsonNode manifest =
                new ObjectMapper().readTree(out.resolve("_manifest.json").toFile());
        long truncations = 0;
        long blackWins = 0;
        for (int index = 0; index < 7; index++) {
            Path file = out.resolve("games-00000" + index + ".pb");
            long moves = 0;
            for (RolloutFrame frame : frames(file).subList(1, index == 6 ? 5 : 7)) {
                RolloutGame game = RolloutGame.parseFrom(frame.getGame());
                moves += game.getMovesCount();
                truncations += game.getEndReason() == EndReason.END_REASON_MAX_MOVES ? 1 : 0;
                blackWins += game.getWinner() == Color.COLOR_BLACK ? 1 : 0;
            }
            JsonNode entry = manifest.get("files").get(index);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            assertThat(entry.get("sha256").asText()).isEqualTo(HexFormat.of().formatHex(digest));
            assertThat(entry.get("bytes").asLong()).isEqualTo(Files.size(file));
            assertThat(entry.get("moves").asLong()).isEqualTo(moves);
        }
        JsonNode counts = manifest.get("counts");
        assertThat(manifest.get("files")).hasSize(7);
        assertThat(manifest.get("spec").get("tengen_version").asText()).isNotEmpty();
        assertThat(truncations).isPositive().isLessThan(40);
        assertThat(counts.get("games").asLong()).isEqualTo(40);
        assertThat(counts.get("truncations").asLong()).isEqualTo(truncations);
        assertThat(counts.get("black_wins").asLong()).isEqualTo(blackWins);
        assertThat(counts.get("black_wins").asLong() + counts.get("white_wins").asLong())
                .isEqualTo(40 - truncations - counts.get("ties").asLong());
        assertThat(counts.get("end_reasons").get("MAX_MOVES").asLong()).isEqualTo(truncations);
    }

    @Test
    void sgf_sameOptions_hasTheGamesOfMoves() throws Exception {
        Path moves = Rollouts.complete(folder.resolve("moves"), SMALL);
        Path sgf = Rollouts.complete(folder.resolve("sgf"), SMALL + "--format sgf");

        List<SgfGame> records = SgfCollection.parse(Files.readAllBytes(sgf.resolve("games-000001.sgf")))
                .games();
        List<RolloutFrame> frames = frames(moves.resolve("games-000001.pb"));
        assertThat(records).hasSize(6);
        for (int i = 0; i < 6; i++) {
            GameRecord record = records.get(i).mainLine().record();
            RolloutGame game = RolloutGame.parseFrom(frames.get(i + 1).getGame());
            assertThat(record.moves().stream().map(move -> move.move()).toList())
                    .isEqualTo(game.getMovesList());
            assertThat(record.info().text(GameText.ROUND)).hasValue("" + game.getNumber());
            assertThat(record.blackPlayer()).hasValue("random");
        }
    }

    @Test
    void complete_repeated_playsNothing() throws IOException {
        Path out = Rollouts.complete(folder.resolve("out"), SMALL);

        CommandRun run = Rollouts.run(out, SMALL + "--json");

        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(run.err()).contains("Resuming after 40 of 40 games");
        assertThat(json.get("played").asInt()).isZero();
        assertThat(json.get("games").asInt()).isEqualTo(40);
        assertThat(json.get("complete").asBoolean()).isTrue();
    }

    @Test
    void json_ofShard_saysWhatItPlayed() throws IOException {
        CommandRun run = Rollouts.run(folder.resolve("out"), SMALL + "--json --shard 6/7");

        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(run.lines()).hasSize(1);
        assertThat(json.get("shard").asText()).isEqualTo("6/7");
        assertThat(json.get("games").asInt()).isEqualTo(4);
        assertThat(json.get("played").asInt()).isEqualTo(4);
        assertThat(json.get("moves").asInt()).isPositive();
        assertThat(json.get("complete").asBoolean()).isFalse();
    }

    @Test
    void folder_withAnotherRollout_isRefusedWithTheDifference() throws IOException {
        Path out = Rollouts.complete(folder.resolve("out"), SMALL);
        var before = Rollouts.contents(out);

        CommandRun seed = Rollouts.run(out, SMALL.replace("11", "12"));
        CommandRun rules = Rollouts.run(out, SMALL + "--komi 0.5");

        assertThat(seed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(seed.err()).contains("seed is 11 there and 12 here", "--out");
        assertThat(rules.err()).contains("rules.komi is 7.5 there and 0.5 here");
        assertThat(Rollouts.contents(out)).isEqualTo(before);
    }

    @Test
    void folder_ofAnotherVersion_isRefused() throws IOException {
        Path out = Rollouts.complete(folder.resolve("out"), SMALL);
        Path spec = out.resolve("_rollout.json");
        String text = Files.readString(spec);
        Files.writeString(spec, text.replace("\"tengen_version\" : \"", "\"tengen_version\" : \"0.0."));

        CommandRun run = Rollouts.run(out, SMALL);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("tengen_version is \"0.0.").hasLineCount(1);
    }

    @Test
    void folder_thatCannotBeMade_isReportedWithTheReason() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        CommandRun run = Rollouts.run(file, SMALL);

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(run.err()).contains(file + ": exists already").hasLineCount(1);
    }

    @Test
    void file_lockedByAnother_isNotPlayedTwice() throws IOException {
        Path out = folder.resolve("out");
        Rollouts.run(out, SMALL + "--shard 6/7");
        try (FileChannel channel = FileChannel.open(
                        out.resolve("games-000000.journal"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();

            CommandRun run = Rollouts.run(out, SMALL + "--shard 0/7");

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("another process writes", "--shard");
        }
    }

    @Test
    void file_deletedAsDamaged_isPlayedAgain() throws IOException {
        Path out = Rollouts.complete(folder.resolve("out"), SMALL);
        var before = Rollouts.contents(out);
        Files.delete(out.resolve("games-000002.pb"));

        CommandRun run = Rollouts.run(out, SMALL);

        assertThat(run.out()).contains("6 games played");
        assertThat(Rollouts.contents(out)).isEqualTo(before);
    }

    @Test
    void file_damagedBeforeTheManifest_isNamed() throws IOException {
        Path out = folder.resolve("out");
        Rollouts.run(out, SMALL + "--shard 0/2");
        Path file = out.resolve("games-000002.pb");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);

        CommandRun run = Rollouts.run(out, SMALL + "--shard 1/2");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains(file + ": damaged: the checksum of game 17 is wrong. Delete the file");
        assertThat(out.resolve("_manifest.json")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --games 0                                       | games 0 is outside [1, 1000000000000]
                    --games 5 --seed -1                             | seed -1 is outside [0,
                    --games 5 --shard 8/8                           | --shard "8/8" is not I/K
                    --games 5 --shard first                         | --shard "first" is not I/K
                    --games 5 --black nobody                        | --black "nobody" is not one of
                    --games 5 --white gtp:gnugo                     | --white "gtp:gnugo" is not the name of an option --engine
                    --games 5 --rules chess                         | --rules "chess" is none of
                    --games 5 --komi 0.3                            | komi 0.3 is not a multiple of 0.5
                    --games 5 --size 26                             | 26 is outside [1, 25]
                    --games 5 --max-moves -2                        | max_moves -2 is outside [-1, 1000000]
                    --games 5 --games-per-file 0                    | games_per_file 0 is outside [1, 1000000]
                    --games 5 --concurrency 0                       | --concurrency 0 is less than 1
                    --games 5 --format parquet                      | parquet
                    --games 9999 --format sgf --games-per-file 9999 | games_per_file (with format sgf and max_moves 243) 9999
                    --games 5000000 --games-per-file 1              | file count 5000000 is outside [1, 1000000]
                    --size 9                                        | Missing required option: '--games=N'
                    """)
    void options_invalid_nameTheValueAndWhatIsAllowed(String options, String message) {
        CommandRun run = Rollouts.run(folder.resolve("out"), options);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void player_thatCannotPlaySuchGames_isRefusedBeforeTheFirst() {
        CommandRun run = Rollouts.run(folder.resolve("out"), "--games 5 --size 19 --white oracle");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void run_whatOnlyPythonDoes_isRejectedWithTheCommandToInstall() {
        for (String options : List.of("--format parquet", "--format npz", "--black module:function")) {
            CommandRun run = Rollouts.run(folder.resolve("python"), "--games 4 --size 5 " + options);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("pip install \"tengen-go[data]\"");
        }
    }
}
