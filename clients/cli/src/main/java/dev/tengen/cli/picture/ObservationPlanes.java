package dev.tengen.cli.picture;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.catalog.Encodings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The planes and global features of one position in one encoding, unpacked. Immutable. */
public final class ObservationPlanes {
    private final EncodingSpec spec;
    private final Grid grid;
    private final byte[] bits;
    private final List<Float> globals;

    /** Creates the planes of the current position of {@code game} in {@code encoding}. */
    ObservationPlanes(Game game, Encoding encoding) {
        spec = encoding.spec();
        grid = game.grid();
        bits = encoding.observation(game);
        float[] values = new float[spec.globals().size()];
        encoding.encodeGlobals(game, values, 0);
        List<Float> list = new ArrayList<>();
        for (float value : values) {
            list.add(value);
        }
        globals = List.copyOf(list);
    }

    /**
     * Returns the current position of {@code game} in the encoding called {@code name}.
     *
     * @throws dev.tengen.base.InvalidValueException if there is no such encoding
     */
    public static ObservationPlanes of(Game game, String name) {
        EncodingSpec spec = Encodings.spec("encoding", name);
        return new ObservationPlanes(
                game, Encodings.named(spec.name(), game.grid()).orElseThrow());
    }

    /** Returns the spec of the encoding. */
    public EncodingSpec spec() {
        return spec;
    }

    /** Returns whether {@code plane} is one at {@code point}. */
    public boolean isOne(int plane, int point) {
        int bit = plane * grid.pointCount() + point;
        return (bits[bit / 8] & 0x80 >> bit % 8) != 0;
    }

    /** Returns the points where {@code plane} is one, in ascending order. */
    public List<Integer> ones(int plane) {
        return IntStream.range(0, grid.pointCount())
                .filter(point -> isOne(plane, point))
                .boxed()
                .toList();
    }

    /** Returns the global features in order; most encodings have none. */
    public List<Float> globals() {
        return globals;
    }

    /**
     * Returns {@code plane} as rows of 0 and 1 from left to right, in the row order of the encoding's own program. The
     * order of its tensor's axes does not matter.
     */
    public List<List<Integer>> peerRows(int plane) {
        boolean isFromTop = spec.peer().firstRow() == PeerLayout.FirstRow.TOP;
        return IntStream.range(0, grid.height())
                .mapToObj(row -> row(plane, isFromTop ? row : grid.height() - 1 - row))
                .toList();
    }

    private List<Integer> row(int plane, int row) {
        return IntStream.range(0, grid.width())
                .mapToObj(column -> isOne(plane, grid.point(row, column)) ? 1 : 0)
                .toList();
    }
}
