package dev.tengen.planes.bits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.planes.catalog.KomiAndTurn;
import dev.tengen.testing.Grids;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares observations in every form, symmetry and padding with numbers written one by one. */
class ObservationWriterTest {
    private static final int OFFSET = 3;

    @ParameterizedTest(name = "seed 1, {0} within {1}")
    @CsvSource({"5x5, 5x5", "9x9, 9x9", "9x9, 19x19", "4x7, 9x8", "7x9, 7x9", "19x19, 19x19", "19x19, 25x25", "1x1, 2x1"
    })
    void write_everyFormAndSymmetry_agreesWithSlowWriting(String size, String widestSize) {
        Grid grid = Grids.of(size);
        Grid widest = Grids.of(widestSize);
        Game game = randomGame(grid);
        int compared = 0;
        for (String name : List.of("alphazero-17", "gymgo-6", "openspiel-4", "alphazero:history=2")) {
            Encoding encoding = Encodings.named(name, grid).orElseThrow();
            for (ObservationFormat format : ObservationFormat.values()) {
                for (ObservationLayout layout : ObservationLayout.values()) {
                    ObservationForm form = new ObservationForm(format, layout);
                    ObservationWriter writer = new ObservationWriter(encoding, grid, widest, form);
                    for (Symmetry symmetry : Symmetry.of(grid)) {
                        byte[] expected = slow(encoding, game, symmetry, form, widest);
                        byte[] written = new byte[OFFSET + expected.length + OFFSET];
                        writer.write(game, symmetry, written, OFFSET);
                        assertThat(written)
                                .as("%s %s %s", name, form, symmetry)
                                .isEqualTo(ByteBuffer.allocate(written.length)
                                        .put(OFFSET, expected)
                                        .array());
                        assertThat(writer.byteCount()).isEqualTo(expected.length);
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isEqualTo(4 * 6 * Symmetry.of(grid).size());
    }

    private static Game randomGame(Grid grid) {
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        SplitMix64 random = new SplitMix64(1);
        PointSet legal = new PointSet(grid);
        for (int move = 0; move < grid.pointCount(); move++) {
            game.legalPoints(legal);
            if (!legal.isEmpty()) {
                game.playUnchecked(legal.nth(random.nextInt(legal.size())));
            }
        }
        return game;
    }

    private static byte[] slow(Encoding encoding, Game game, Symmetry symmetry, ObservationForm form, Grid widest) {
        Grid grid = game.grid();
        int planeCount = encoding.spec().planeCount();
        byte[] packed = encoding.observation(game);
        float[] numbers = new float[planeCount * widest.pointCount()];
        for (int plane = 0; plane < planeCount; plane++) {
            for (int point = 0; point < grid.pointCount(); point++) {
                int bit = plane * grid.pointCount() + point;
                int turned = SymmetryMap.of(symmetry, grid).turned(point);
                int place = widest.point(grid.row(turned), grid.column(turned));
                int index = form.layout() == ObservationLayout.CHW
                        ? plane * widest.pointCount() + place
                        : place * planeCount + plane;
                numbers[index] = (packed[bit >>> 3] & 0x80 >>> (bit & 7)) == 0 ? 0 : 1;
            }
        }
        return bytes(numbers, form.format());
    }

    private static byte[] bytes(float[] numbers, ObservationFormat format) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        switch (format) {
            case BITS -> {
                byte[] bits = new byte[(numbers.length + 7) / 8];
                for (int index = 0; index < numbers.length; index++) {
                    bits[index >>> 3] |= (byte) ((int) numbers[index] << (7 - (index & 7)));
                }
                return bits;
            }
            case UINT8 -> {
                for (float number : numbers) {
                    bytes.put((byte) number);
                }
            }
            case FLOAT32 -> {
                for (float number : numbers) {
                    bytes.putFloat(number);
                }
            }
        }
        byte[] written = new byte[bytes.position()];
        bytes.get(0, written);
        return written;
    }

    @Test
    void writeGlobals_encodingWithTwo_areLittleEndianFloats() {
        Game game = new Game(Setup.empty(Grid.square(2)), Rules.TROMP_TAYLOR.withKomi(7.5));
        game.playUnchecked(0);
        ObservationWriter writer =
                new ObservationWriter(new KomiAndTurn(), game.grid(), game.grid(), ObservationForm.PACKED);
        byte[] bytes = new byte[10];

        writer.writeGlobals(game, bytes, 1);

        ByteBuffer read = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(writer.globalByteCount()).isEqualTo(8);
        assertThat(read.getFloat(1)).isEqualTo(7.5f);
        assertThat(read.getFloat(5)).isEqualTo(Color.WHITE);
    }

    @Test
    void writeGlobals_encodingWithout_writesNothing() {
        Game game = new Game(Setup.empty(Grid.square(2)), Rules.TROMP_TAYLOR);
        Encoding encoding = Encodings.named("alphazero-17", game.grid()).orElseThrow();
        ObservationWriter writer = new ObservationWriter(encoding, game.grid(), game.grid(), ObservationForm.PACKED);

        writer.writeGlobals(game, new byte[0], 0);

        assertThat(writer.globalByteCount()).isZero();
    }
}
