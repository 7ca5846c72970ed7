package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.json.Json;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page about a tournament, in one file that needs no other. It is the same for all tournaments but for the data in it, and
 * draws itself from these.
 *
 * <p>Nothing of a tournament is ever markup: the data are JSON in which no {@code <} is left, and the script puts them into the page
 * as text. Besides, the page forbids itself all but its own script, which it names by its hash.
 */
final class ReportPage {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)\\}\\}");
    private static final List<String> MODULES = List.of("elements", "charts", "tables", "games", "report");

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
        // In one pass, so that nothing within a part is taken for a place.
        return PLACE.matcher(resource("report.html"))
                .replaceAll(place -> Matcher.quoteReplacement(Objects.requireNonNull(parts.get(place.group(1)))));
    }

    private static String script() {
        ScriptBundle bundle = new ScriptBundle().add("board", resource("board.js"));
        MODULES.forEach(module -> bundle.add(module, resource(module + ".js")));
        return bundle.text();
    }

    /** Returns what {@code tournament.json} has, and the moves of each game. */
    private static String data(TournamentRecord record) {
        ObjectNode tree = TournamentJson.tree(record);
        ArrayNode games = (ArrayNode) tree.get("games");
        for (int i = 0; i < games.size(); i++) {
            ObjectNode node = (ObjectNode) games.get(i);
            record.games().get(i).replay().ifPresent(replay -> node.set("board", Json.tree(board(replay))));
        }
        // Within JSON it can only stand in texts; without it no tag and no comment begins.
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
        try (InputStream in = Objects.requireNonNull(ReportPage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the build left out " + name, e);
        }
    }

    /** Returns how a content security policy names {@code text}. */
    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return "sha256-" + Base64.getEncoder().encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
