package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.board.Grid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text of the page. {@link ReportBrowserTest} tests it in a browser. */
class ReportPageTest {
    private static final Pattern DATA =
            Pattern.compile("(?s)<script type=\"application/json\" id=\"tournament\">(.*?)</script>");

    @TempDir
    Path folder;

    private TournamentRecord record(String... players) {
        try (ArenaStore store =
                ArenaStore.open(folder.resolve(players.length + ".db").toString())) {
            return new SampleTournament(store, "{{script}} cup", Grid.square(4), List.of(players), 1).play(2);
        }
    }

    @Test
    void write_hostileNames_addNoMarkup() {
        String plain = markup(ReportPage.write(record("ann", "ben")));
        String hostile = markup(ReportPage.write(
                record("</script><img src=x onerror=alert(1)>", "<!--<script>", "{{style}}", "$1\\\\")));

        assertThat(hostile).isEqualTo(plain);
    }

    /** Returns a page without its data. */
    private static String markup(String page) {
        return DATA.matcher(page).replaceFirst("");
    }

    @Test
    void write_data_areTheJsonFileAndTheMoves() throws IOException {
        TournamentRecord record = record("</script>", "\u2028 & \"ben\"");

        Matcher data = DATA.matcher(ReportPage.write(record));

        assertThat(data.find()).isTrue();
        JsonNode tree = new ObjectMapper().readTree(data.group(1));
        for (int i = 0; i < tree.get("games").size(); i++) {
            JsonNode board = ((ObjectNode) tree.get("games").get(i)).remove("board");
            assertThat(board.get("moves").asText())
                    .isEqualTo(MoveCode.of(
                            record.games().get(i).replay().orElseThrow().moves()));
        }
        assertThat(tree).isEqualTo(new ObjectMapper().readTree(TournamentJson.text(TournamentJson.tree(record))));
    }

    @Test
    void write_page_allowsJustItsOwnScriptAndStyle() throws Exception {
        String page = ReportPage.write(record("ann", "ben"));

        List<String> scripts = Pattern.compile("(?s)<script type=\"module\">(.*?)</script>")
                .matcher(page)
                .results()
                .map(result -> result.group(1))
                .toList();
        assertThat(scripts).hasSize(1);
        assertThat(page)
                .contains("default-src 'none'")
                .contains("script-src '" + hash(scripts.get(0)) + "';")
                .doesNotContain("http-equiv=\"refresh\"");
        assertThat(Pattern.compile("(?i)https?://[^\"'\\s]*")
                        .matcher(page)
                        .results()
                        .map(MatchResult::group))
                .containsOnly("http://www.w3.org/2000/svg"); // An XML namespace, which is not fetched.
    }

    private static String hash(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
