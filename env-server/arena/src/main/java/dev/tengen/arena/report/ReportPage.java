package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import com.google.common.io.Resources;
import dev.tengen.arena.json.Json;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The HTML report of a tournament, in one self-contained file. Only its data differ between tournaments; a script
 * renders them.
 *
 * <p>No value of a tournament becomes markup: the data are JSON without any {@code <}, and the script inserts them as
 * text. In addition, the content security policy of the page allows only its own script and style, by their hashes.
 */
final class ReportPage {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)\\}\\}");
    private static final List<String> MODULES = List.of("elements", "results", "charts", "tables", "games", "report");

    private ReportPage() {}

    static String write(TournamentRecord record) {
        String script = script();
        String style = resource("board.css") + resource("report.css");
        Map<String, String> parts = Map.of(
                "style", style,
                "style_hash", hash(style),
                "script", script,
                "script_hash", hash(script),
                "data", data(record));
        // In one pass, so that text within a part is not replaced.
        return PLACE.matcher(resource("report.html"))
                .replaceAll(place -> Matcher.quoteReplacement(Objects.requireNonNull(parts.get(place.group(1)))));
    }

    private static String script() {
        ScriptBundle bundle = new ScriptBundle().add("board", resource("board.js"));
        MODULES.forEach(module -> bundle.add(module, resource(module + ".js")));
        return bundle.text();
    }

    /** Returns the content of {@code tournament.json}, and the moves of each game. */
    private static String data(TournamentRecord record) {
        ObjectNode tree = TournamentJson.tree(record);
        ArrayNode games = (ArrayNode) tree.get("games");
        for (int i = 0; i < games.size(); i++) {
            ObjectNode node = (ObjectNode) games.get(i);
            record.games().get(i).replay().ifPresent(replay -> node.set("board", Json.tree(board(replay))));
        }
        // In JSON it occurs only in texts. Without it, no tag and no comment can begin.
        return tree.toString().replace("<", "\\u003c");
    }

    private static Board board(Replay replay) {
        Setup setup = replay.setup();
        return new Board(
                setup.grid().width(),
                setup.grid().height(),
                MoveCode.of(setup.black()),
                MoveCode.of(setup.white()),
                MoveCode.of(replay.moves()));
    }

    /** A game as the page replays it: the stones at the start and the moves, as {@link MoveCode} writes them. */
    private record Board(int width, int height, String black, String white, String moves) {}

    private static String resource(String name) {
        try {
            return Resources.toString(Resources.getResource(ReportPage.class, name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the resource " + name + " cannot be read", e);
        }
    }

    /** Returns the hash of {@code text} for a content security policy. */
    private static String hash(String text) {
        byte[] hash = Hashing.sha256().hashString(text, StandardCharsets.UTF_8).asBytes();
        return "sha256-" + Base64.getEncoder().encodeToString(hash);
    }
}
