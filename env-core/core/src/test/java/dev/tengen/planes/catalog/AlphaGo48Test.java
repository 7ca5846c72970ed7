package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlphaGo48Test {
    private static final String EMPTY_PLANE = "0000/0000/0000/0000";

    private static final String KO = """
            . X O .
            X . X O
            . X O .
            . . . .
            """;

    @Test
    void encode_koUnderRulesWithoutKo_isNoLegalPlay() {
        Game game = Diagrams.play(Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(Ko.NONE)), "A1 B3");

        assertThat(plane(game, "empty")).isEqualTo("1001/0010/1001/0111");
        assertThat(plane(game, "captures_0")).isEqualTo("1000/0000/1001/0111");
        assertThat(plane(game, "captures_1")).isEqualTo(EMPTY_PLANE);
    }

    @Test
    void encode_koOnceThePositionIsAnother_isACapture() {
        Game game = Diagrams.play(Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(Ko.NONE)), "A1 B3 B1 C1");

        assertThat(plane(game, "captures_1")).isEqualTo("0000/0010/0000/0000");
    }

    @Test
    void encode_suicideOfSeveralStones_isNoLegalPlay() {
        Game game = Diagrams.game("""
                . X O .
                X O . .
                O . . .
                . . . .
                """);

        assertThat(Diagrams.legality(game, "A4").isLegal()).isTrue();
        assertThat(plane(game, "captures_0")).isEqualTo("0001/0011/0111/1111");
    }

    @Test
    void encode_stones_areAsOldAsTheMovesSince() {
        Game game = Diagrams.play(Diagrams.game(KO), "A1 pass D1");

        assertThat(plane(game, "age_0")).isEqualTo("0000/0000/0000/0001");
        assertThat(plane(game, "age_1")).isEqualTo(EMPTY_PLANE);
        assertThat(plane(game, "age_2")).isEqualTo("0000/0000/0000/1000");
        assertThat(plane(game, "age_7")).isEqualTo("0110/1011/0110/0000");
    }

    @Test
    void encode_gameOver_showsPlaysAsBefore() {
        Game game = Diagrams.game(KO);
        String before = plane(game, "captures_0");

        Diagrams.play(game, "pass pass");

        assertThat(game.isOver()).isTrue();
        assertThat(plane(game, "captures_0")).isEqualTo(before).contains("1");
    }

    private static String plane(Game game, String name) {
        List<String> names =
                AlphaGo48.SPEC.planes().stream().map(EncodingSpec.Feature::name).toList();
        return DrawnPlanes.of("alphago-48", game).get(names.indexOf(name));
    }
}
