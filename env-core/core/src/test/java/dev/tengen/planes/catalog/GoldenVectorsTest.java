package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.testing.GoldenRecord;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares observations with vectors produced by the published encoders. The vectors are not part of the project: the
 * test is skipped if no parent folder contains {@code shared/golden}.
 */
class GoldenVectorsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "alphazero-17, 175, 0",
        "minigo-17, 203, 28",
        "pgx-17, 175, 0",
        "pettingzoo-v5, 175, 0",
        "leelazero-18, 175, 0",
        "gymgo-6, 175, 0",
        "openspiel-4, 262, 0",
        "alphago-48, 175, 0",
        "katago-v7, 503, 28"
    })
    void encode_everyGoldenRecord_isEqualBitForBit(String encoding, int recordCount, int setupCount)
            throws IOException {
        Optional<List<GoldenRecord>> found = GoldenRecord.all(encoding);
        assumeThat(found).as("golden vectors").isPresent();
        List<GoldenRecord> records = found.orElseThrow();

        for (GoldenRecord record : records) {
            Game game = record.game();
            Encoding encoder =
                    Encodings.named(encoding + record.option(), game.grid()).orElseThrow();
            List<String> planes = DrawnPlanes.of(encoder, game);
            assertThat(planes).as(record.name()).isEqualTo(record.planes());
            assertThat(sha256(peerTensor(planes, encoder.spec(), game.grid())))
                    .as("tensor of the peer, %s", record.name())
                    .isEqualTo(record.text("peer_sha256"));
            assertThat(globals(encoder, game)).as("globals, %s", record.name()).isEqualTo(record.globals());
        }
        assertThat(records).hasSize(recordCount);
        assertThat(records.stream().filter(GoldenRecord::isSetUp)).hasSize(setupCount);
    }

    private static float[] globals(Encoding encoding, Game game) {
        float[] globals = new float[encoding.spec().globals().size()];
        encoding.encodeGlobals(game, globals, 0);
        return globals;
    }

    /** Converts planes to the layout of the peer, one byte per value. */
    private static byte[] peerTensor(List<String> planes, EncodingSpec spec, Grid grid) {
        byte[] tensor = new byte[planes.size() * grid.pointCount()];
        for (int plane = 0; plane < planes.size(); plane++) {
            String values = planes.get(plane).replace("/", "");
            for (int point = 0; point < grid.pointCount(); point++) {
                int index = spec.peer().index(plane, planes.size(), point, grid);
                tensor[index] = (byte) (values.charAt(point) - '0');
            }
        }
        return tensor;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError("every Java has SHA-256", error);
        }
    }
}
