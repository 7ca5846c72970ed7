package dev.tengen.planes.catalog;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import java.util.ArrayList;
import java.util.List;

/** Observations unpacked into planes drawn as text: {@code 1} and {@code 0}, rows separated by {@code /}. */
public final class DrawnPlanes {
    private DrawnPlanes() {}

    /** Returns the planes of the present position of {@code game} in the encoding {@code name}. */
    public static List<String> of(String name, Game game) {
        Encoding encoding = Encodings.named(name, game.grid()).orElseThrow();
        return of(encoding, game);
    }

    /** Returns the planes of the present position of {@code game} in {@code encoding}. */
    public static List<String> of(Encoding encoding, Game game) {
        return unpack(encoding.observation(game), encoding.spec().planeCount(), game.grid());
    }

    /** Returns the planes of a packed observation. */
    public static List<String> unpack(byte[] observation, int planeCount, Grid grid) {
        List<String> planes = new ArrayList<>();
        for (int plane = 0; plane < planeCount; plane++) {
            StringBuilder drawn = new StringBuilder();
            for (int point = 0; point < grid.pointCount(); point++) {
                int bit = plane * grid.pointCount() + point;
                boolean isSet = (observation[bit / 8] & 0x80 >> bit % 8) != 0;
                drawn.append(point > 0 && grid.column(point) == 0 ? "/" : "").append(isSet ? '1' : '0');
            }
            planes.add(drawn.toString());
        }
        return planes;
    }
}
