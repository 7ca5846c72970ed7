package dev.tengen.cli.info;

import dev.tengen.client.ServerInfo;
import dev.tengen.client.env.EncodingSpec;
import java.util.List;
import java.util.Map;

/**
 * Writes the encodings of a server as Markdown. The catalog in {@code docs/reference/encodings.md} is generated here.
 */
final class EncodingTables {
    private static final Map<String, String> PERSPECTIVES = Map.of(
            "PLAYER_TO_MOVE", "the player to move, on all boards",
            "MOVER", "on each board the player whose move made it",
            "COLORS", "nobody: black and white");
    private static final Map<String, String> MISSING = Map.of(
            "NONE", "no history",
            "ZEROS", "zeros",
            "OLDEST_BOARD", "the oldest board");

    private EncodingTables() {}

    /** Returns a table of all encodings, followed by a table of planes for each. */
    static String of(ServerInfo info) {
        StringBuilder text = new StringBuilder();
        addRow(text, List.of("name", "planes", "boards", "before the start", "seen by", "the peer", "its tensor"));
        addRow(text, List.of("---", "---", "---", "---", "---", "---", "---"));
        info.encodings().forEach(spec -> addRow(text, conventions(spec)));
        for (ServerInfo.EncodingFamily family : info.encodingFamilies()) {
            text.append("\n`%s:%s=N`, N from %d to %d: %s.\n"
                    .formatted(family.name(), family.parameter(), family.min(), family.max(), family.meaning()));
        }
        info.encodings().forEach(spec -> addPlanes(text, spec));
        return text.toString();
    }

    private static List<String> conventions(EncodingSpec spec) {
        boolean isFromTop = spec.peer().firstRow().equals("TOP");
        return List.of(
                "`" + spec.name() + "`",
                Integer.toString(spec.planes().size()),
                Integer.toString(spec.boardCount()),
                MISSING.getOrDefault(spec.missingHistory(), spec.missingHistory()),
                PERSPECTIVES.getOrDefault(spec.perspective(), spec.perspective()),
                spec.peer().program(),
                spec.peer().axes() + (isFromTop ? "" : ", rows and actions from the bottom"));
    }

    private static void addPlanes(StringBuilder text, EncodingSpec spec) {
        text.append("\n### %s\n\n%s Version %d.\n\n".formatted(spec.name(), spec.summary(), spec.version()));
        addRow(text, List.of("plane", "name", "range", "one means"));
        addRow(text, List.of("---", "---", "---", "---"));
        addFeatures(text, spec.planes());
        if (!spec.globals().isEmpty()) {
            text.append('\n');
            addRow(text, List.of("global", "name", "range", "meaning"));
            addRow(text, List.of("---", "---", "---", "---"));
            addFeatures(text, spec.globals());
        }
    }

    private static void addFeatures(StringBuilder text, List<EncodingSpec.Feature> features) {
        for (int index = 0; index < features.size(); index++) {
            EncodingSpec.Feature feature = features.get(index);
            addRow(
                    text,
                    List.of(
                            Integer.toString(index),
                            "`" + feature.name() + "`",
                            number(feature.min()) + " to " + number(feature.max()),
                            feature.meaning()));
        }
    }

    /** Returns a number as text, without a fraction of zero. */
    private static String number(float value) {
        return value == Math.rint(value) ? Integer.toString((int) value) : Float.toString(value);
    }

    private static void addRow(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
