package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatingCourseTest {
    private static List<Integer> gameCounts(int gameCount) {
        return RatingCourse.of(Results.games(gameCount, "a", "b", Color.BLACK), RatingOptions.DEFAULT).points().stream()
                .map(RatingCourse.Point::gameCount)
                .toList();
    }

    @Test
    void points_ofFewGames_areAfterEach() {
        assertThat(gameCounts(0)).isEmpty();
        assertThat(gameCounts(3)).containsExactly(1, 2, 3);
    }

    @Test
    void points_ofManyGames_areSpreadOverAll() {
        List<Integer> counts = gameCounts(50);

        assertThat(counts)
                .hasSize(RatingCourse.MAX_POINT_COUNT)
                .startsWith(2, 5, 7)
                .endsWith(47, 50);
    }

    @Test
    void ratings_inTheCourse_followTheResults() {
        List<GameResult> results = new ArrayList<>(Results.games(10, "a", "b", Color.BLACK));
        results.addAll(Results.games(30, "b", "a", Color.BLACK));

        List<RatingCourse.Point> points =
                RatingCourse.of(results, RatingOptions.DEFAULT).points();

        assertThat(points.get(4).gameCount()).isEqualTo(10);
        assertThat(points.get(4).ratings().rating("a").elo()).isPositive();
        Rating last = points.get(19).ratings().rating("a");
        assertThat(last.elo()).isNegative();
        assertThat(last.elo())
                .isCloseTo(
                        Ratings.of(results, RatingOptions.DEFAULT).rating("a").elo(), within(1e-9));
        assertThat(last.interval().contains(last.elo())).isTrue();
    }
}
