package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example of {@code docs/reference/ratings.md}, word for word. */
class RatingsExampleTest {
    private static final Path PAGE = Path.of("../../docs/reference/ratings.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/arena/rating/RatingsExampleTest.java");

    @Test
    void example_threeOfFourGames_areAsOnThePage() {
        List<GameResult> results = List.of(
                new GameResult("new", "old", Color.BLACK, "opening 1", 0),
                new GameResult("old", "new", Color.WHITE, "opening 1", 0),
                new GameResult("new", "old", Color.BLACK, "opening 2", 0),
                new GameResult("old", "new", Color.BLACK, "opening 2", 0));

        Standings standings = Standings.of(results, RatingOptions.DEFAULT.withAnchors(Map.of("old", 1500.0)));
        Standings.Row first = standings.rows().get(0);
        SprtState test = SprtState.of(new SprtSpec(0, 50), "new", "old", results);

        Rating rating = first.rating();
        assertThat(rating.player()).isEqualTo("new");
        assertThat(rating.elo()).isBetween(1_500.0, 1_700.0);
        assertThat(rating.interval().upper() - rating.interval().lower()).isBetween(200.0, 1_500.0);
        assertThat(test.verdict()).isEqualTo(SprtState.Verdict.UNDECIDED);
        assertThat(test.observationCount()).isEqualTo(2);
    }

    @Test
    void page_example_isThatOfThisClass() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```java\n") + "```java\n".length();
        String example = page.substring(start, page.indexOf("```", start));

        assertThat(Files.readString(SOURCE).replaceAll("(?m)^ {8}", "")).contains(example);
    }
}
