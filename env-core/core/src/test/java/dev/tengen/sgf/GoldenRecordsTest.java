package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Written records, kept as SGF and as JSON. The JavaScript example reads the SGF with a third-party parser and compares
 * it with the JSON.
 *
 * <p>{@code -Dtengen.golden=write} rewrites the files.
 */
class GoldenRecordsTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/sgf");

    private static SgfGame comments() {
        Grid grid = Grid.of(25, 3);
        return SgfGame.builder(grid)
                .property("GN", "Brackets [1], backslashes \\ and colons: here")
                .property("PB", "\u4e95\u5c71 \u88d5\u592a")
                .property("PW", "G\u00f6del")
                .property("XY", "unknown", "", "property")
                .comment("two\nlines and an escaped end \\")
                .node()
                .points("AB", PointSet.of(grid, 0, 24, 74))
                .property("PL", "W")
                .node()
                .move(Color.WHITE, 30)
                .property(SgfProperty.of("LB", List.of(SgfValue.of("aa", "1"), SgfValue.of("ya", "]\\"))))
                .points("TR", PointSet.of(grid, 0, 50))
                .property("DD", "")
                .build();
    }

    private static SgfGame variations() {
        return SgfGame.builder(Grid.square(9))
                .property("KM", "7.5")
                .node()
                .move(Color.BLACK, 40)
                .startVariation()
                .node()
                .move(Color.WHITE, 20)
                .comment("main line")
                .startVariation()
                .node()
                .move(Color.BLACK, 60)
                .endVariation()
                .startVariation()
                .node()
                .move(Color.BLACK, 81)
                .node()
                .move(Color.WHITE, 81)
                .endVariation()
                .endVariation()
                .startVariation()
                .node()
                .move(Color.WHITE, 60)
                .endVariation()
                .build();
    }

    private static SgfGame record() throws SgfException {
        GameRecord record =
                GameRecord.parse(GameFiles.read(GameFiles.generated().get(0)));
        GameInfo info = record.info().with(GameText.DATE, "2026-11-21").with(GameText.EVENT, "A [very] small cup");
        return new GameRecord(record.setup(), record.moves(), info).toGame();
    }

    @Test
    void toSgf_goldenCollection_isAsBefore() throws SgfException, IOException {
        SgfCollection collection = SgfCollection.of(List.of(comments(), variations(), record()));

        requireGolden("collection.sgf", collection.toSgf());
        StringBuilder json = new StringBuilder("[\n");
        for (SgfGame game : collection.games()) {
            json.append(json.length() > 2 ? ",\n" : "");
            writeJson(game.root(), true, json);
        }
        requireGolden("collection.json", json.append("\n]\n").toString());
    }

    private static void requireGolden(String name, String content) throws IOException {
        Path file = FOLDER.resolve(name);
        if ("write".equals(System.getProperty("tengen.golden"))) {
            Files.writeString(file, content);
        }
        assertThat(file).hasContent(content);
    }

    private static void writeJson(SgfNode node, boolean isRoot, StringBuilder json) {
        json.append("{\"data\":{").append(isRoot ? "\"CA\":[\"UTF-8\"]" : "");
        boolean isFirst = !isRoot;
        for (SgfProperty property : node.properties()) {
            json.append(isFirst ? "" : ",");
            isFirst = false;
            json.append(quote(property.identifier())).append(":[");
            json.append(String.join(
                    ",",
                    property.values().stream().map(value -> quote(value.text())).toList()));
            json.append(']');
        }
        json.append("},\"children\":[");
        for (int i = 0; i < node.children().size(); i++) {
            json.append(i == 0 ? "\n" : ",\n");
            writeJson(node.children().get(i), false, json);
        }
        json.append("]}");
    }

    private static String quote(String text) {
        String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return "\"" + escaped + "\"";
    }
}
