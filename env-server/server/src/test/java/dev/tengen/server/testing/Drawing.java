package dev.tengen.server.testing;

import dev.tengen.board.Grid;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Setup;
import java.util.List;

/**
 * A position drawn as text, the top row first: {@code X} is a black stone, {@code O} a white one, {@code .} an empty
 * point. Spaces between points are ignored.
 */
public final class Drawing {
    private final Grid grid;
    private final Setup.Builder setup = Setup.newBuilder();

    private Drawing(String text) {
        List<String> rows =
                text.strip().lines().map(line -> line.replace(" ", "")).toList();
        grid = Grid.of(rows.get(0).length(), rows.size());
        String stones = String.join("", rows);
        for (int point = 0; point < stones.length(); point++) {
            switch (stones.charAt(point)) {
                case 'X' -> setup.addBlackPoints(point);
                case 'O' -> setup.addWhitePoints(point);
                default -> {}
            }
        }
    }

    /** Returns the position that {@code text} shows. */
    public static Drawing of(String text) {
        return new Drawing(text);
    }

    /** Returns a spec of the drawn size with the drawn stones, Black to move. */
    public EnvironmentSpec.Builder spec() {
        return EnvironmentSpec.newBuilder()
                .setWidth(grid.width())
                .setHeight(grid.height())
                .setSetup(setup);
    }

    /** Returns the action called {@code name}: "C3" or "pass". */
    public int action(String name) {
        return grid.point(name);
    }
}
