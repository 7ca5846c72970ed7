package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.cli.board.Diagram;
import dev.tengen.cli.gtp.Engine;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import dev.tengen.player.Players;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A reader of untrusted input. It accepts an input or rejects it with its documented exception; anything else is a
 * fault.
 */
enum FuzzTarget {
    /** A game record in SGF. */
    RECORD("record") {
        @Override
        boolean accepts(byte[] input) {
            try {
                return !SgfCollection.parse(input).games().isEmpty();
            } catch (SgfException e) {
                return rejected(e);
            }
        }
    },

    /** Lines of commands to the engine, accepted if none fails. Commands that read and write files are left out. */
    GTP("gtp") {
        @Override
        boolean accepts(byte[] input) {
            Engine engine = new Engine(
                    Setup.empty(Grid.square(GTP_SIZE)),
                    Rules.TROMP_TAYLOR,
                    Players.GREEDY::create,
                    new SplitMix64(1),
                    "test");
            List<String> lines = new String(input, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !GtpCommand.parse(line)
                            .map(GtpCommand::name)
                            .filter(FILE_COMMANDS::contains)
                            .isPresent())
                    .limit(MAX_LINE_COUNT)
                    .toList();
            boolean isAccepted = true;
            for (String line : lines) {
                String response = engine.answer(line).map(GtpResponse::format).orElse("=\n\n");
                assertThat(response).matches("(?s)[=?].*\n\n").doesNotContain("internal error");
                isAccepted &= response.startsWith("=");
            }
            return isAccepted;
        }
    },

    /** A tournament file in YAML. */
    TOURNAMENT_FILE("tournamentFile") {
        @Override
        boolean accepts(byte[] input) {
            try {
                Path file = Files.createTempFile("tournament", ".yaml");
                try {
                    TournamentFile.read(Files.write(file, input));
                    return true;
                } catch (InvalidValueException e) {
                    return rejected(e);
                } finally {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },

    /** A drawn position. */
    DIAGRAM("diagram") {
        @Override
        boolean accepts(byte[] input) {
            try {
                Diagram.parse(new String(input, StandardCharsets.UTF_8));
                return true;
            } catch (InvalidValueException e) {
                return rejected(e);
            }
        }
    },

    /** The content of a snapshot. The header in front of it has the right checksum. */
    SNAPSHOT("snapshot") {
        @Override
        boolean accepts(byte[] input) {
            CRC32C checksum = new CRC32C();
            checksum.update(input);
            ByteBuffer bytes = ByteBuffer.allocate(SNAPSHOT_HEADER.length + 1 + Integer.BYTES + input.length)
                    .put(SNAPSHOT_HEADER)
                    .put(SNAPSHOT_VERSION)
                    .putInt((int) checksum.getValue())
                    .put(input);
            try {
                SnapshotConverter.toCore(SnapshotConverter.read(ByteString.copyFrom(bytes.array())), List.of());
                return true;
            } catch (CallException e) {
                return rejected(e);
            }
        }
    };

    private static final int GTP_SIZE = 5;
    private static final int MAX_LINE_COUNT = 200;
    private static final Set<String> FILE_COMMANDS = Set.of("loadsgf", "printsgf");
    private static final byte[] SNAPSHOT_HEADER = "TENGEN".getBytes(StandardCharsets.US_ASCII);
    private static final byte SNAPSHOT_VERSION = 1;

    private final String label;

    FuzzTarget(String label) {
        this.label = label;
    }

    /** Returns the name of the fuzz test and of the folder with its inputs. */
    String label() {
        return label;
    }

    /**
     * Reads {@code input} and returns whether the reader accepts it.
     *
     * @throws RuntimeException if the reader fails in another way than the documented one
     * @throws AssertionError if it reports an internal error or no message
     */
    abstract boolean accepts(byte[] input);

    private static boolean rejected(Exception verdict) {
        assertThat(verdict.getMessage()).isNotBlank();
        return false;
    }
}
