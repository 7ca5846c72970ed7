package dev.tengen.cli.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.cli.data.GameJournal;
import dev.tengen.cli.data.RolloutFolder;
import dev.tengen.player.Players;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rollout resumes from every state that a death can leave, and gives the bytes of a run without one. */
class ResumeTest {
    private static final String OPTIONS = "--games 4 --size 3 --seed 5 --max-moves 12 --concurrency 1 --format ";

    /** Cuts are 1 to this many bytes apart, since each attempt waits for the disk. */
    private static final int CUT_STEP = 9;

    private static final int FLIP_COUNT = 40;

    @TempDir
    private Path folder;

    /** Returns the journal of a process that dies after its last game. */
    private byte[] journal(Path whole) throws Exception {
        Path out = Files.createDirectory(folder.resolve("journal"));
        Files.copy(whole.resolve("_rollout.json"), out.resolve("_rollout.json"));
        RolloutFolder opened = RolloutFolder.open(out);
        RolloutPlayer random = new RolloutPlayer.BuiltIn(Players.RANDOM);
        GamePlayer games = new GamePlayer(opened.spec(), random, random);
        try (GameJournal journal = opened.journal(0).orElseThrow()) {
            for (int number = 0; number < 4; number++) {
                journal.append(games.play(number));
            }
        }
        return Files.readAllBytes(out.resolve("games-000000.journal"));
    }

    /** Runs a rollout on a folder in which a process left {@code journal}, and returns the folder's content. */
    private Map<String, String> resumed(Path whole, byte[] journal, String format, int attempt) throws Exception {
        Path out = Files.createDirectory(folder.resolve("attempt" + attempt));
        Files.copy(whole.resolve("_rollout.json"), out.resolve("_rollout.json"));
        Files.write(out.resolve("games-000000.journal"), journal);
        return Rollouts.contents(Rollouts.complete(out, OPTIONS + format));
    }

    @ParameterizedTest
    @ValueSource(strings = {"moves", "sgf"})
    @Tag("full")
    void journal_cutAnywhere_isCompleted(String format) throws Exception {
        Path whole = Rollouts.complete(folder.resolve("whole"), OPTIONS + format);
        byte[] journal = journal(whole);
        Map<String, String> expected = Rollouts.contents(whole);

        for (int length = journal.length; length >= 0; length -= 1 + length % CUT_STEP) {
            assertThat(resumed(whole, Arrays.copyOf(journal, length), format, length))
                    .as("a journal of %d bytes", length)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"moves", "sgf"})
    @Tag("full")
    void journal_withFlippedBit_isCompleted(String format) throws Exception {
        Path whole = Rollouts.complete(folder.resolve("whole"), OPTIONS + format);
        byte[] journal = journal(whole);
        Map<String, String> expected = Rollouts.contents(whole);
        SplitMix64 random = new SplitMix64(17);

        for (int i = 0; i < FLIP_COUNT; i++) {
            byte[] damaged = journal.clone();
            int at = random.nextInt(journal.length);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            assertThat(resumed(whole, damaged, format, i))
                    .as("a journal with a flipped bit in byte %d", at)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"moves", "sgf"})
    void journal_ofCompleteFile_isDeleted(String format) throws Exception {
        Path whole = Rollouts.complete(folder.resolve("whole"), OPTIONS + format);
        Map<String, String> expected = Rollouts.contents(whole);
        Files.write(whole.resolve("games-000000.journal"), journal(whole));
        Files.delete(whole.resolve("_manifest.json"));

        Rollouts.complete(whole, OPTIONS + format + " --json");

        assertThat(Rollouts.contents(whole)).isEqualTo(expected);
    }
}
