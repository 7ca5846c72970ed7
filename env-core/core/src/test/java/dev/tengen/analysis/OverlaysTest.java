package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlaysTest {
    private static int[] values(String name, Game game) {
        return Overlays.named(name, game.grid()).orElseThrow().values(game);
    }

    @Test
    void names_all_areThoseOfTheSpecs() {
        assertThat(Overlays.names()).containsExactly("pass-alive", "eyes", "ladders", "age", "influence");
        assertThat(Overlays.specs()).extracting(OverlaySpec::name).isEqualTo(Overlays.names());
    }

    @Test
    void spec_unknownName_throwsWithTheChoices() {
        assertThatThrownBy(() -> Overlays.spec("overlay", "moyo"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("overlay \"moyo\" is not one of [pass-alive, eyes, ladders, age, influence]");
    }

    @Test
    void named_otherSpelling_isThatOverlay() {
        assertThat(Overlays.named("Pass_Alive", Grid.square(9))
                        .orElseThrow()
                        .spec()
                        .name())
                .isEqualTo("pass-alive");
    }

    @Test
    void named_unknownName_isNothing() {
        assertThat(Overlays.named("moyo", Grid.square(9))).isEmpty();
    }

    @Test
    void passAlive_bothColors_haveTheirSigns() {
        Game game = Diagrams.game("""
                . X . X O . O .
                X X X X O O O O
                """);

        assertThat(values("pass-alive", game)).containsExactly(1, 2, 1, 2, -2, -1, -2, -1, 2, 2, 2, 2, -2, -2, -2, -2);
    }

    @Test
    void passAlive_suicideOfTheRules_isAskedFor() {
        String drawing = """
                O . X X
                . X X X
                X X . X
                X X X X
                """;

        assertThat(values("pass-alive", Diagrams.game(drawing, Rules.TROMP_TAYLOR.withSuicide(Suicide.FORBIDDEN))))
                .contains(2);
        assertThat(values("pass-alive", Diagrams.game(drawing))).containsOnly(0);
    }

    @Test
    void eyes_trueAndFalse_haveTheirNumbers() {
        Game game = Diagrams.game("""
                . X . O .
                X . X O O
                O X O . .
                . . . . .
                """);

        assertThat(values("eyes", game)).containsExactly(2, 0, 0, 0, -2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void eyes_onePointBoard_belongToNobody() {
        assertThat(values("eyes", new Game(Setup.empty(Grid.square(1)), Rules.TROMP_TAYLOR)))
                .containsExactly(0);
    }

    @Test
    void ladders_chainInAtariAndOneAtTheEdge_areCaptured() {
        Game game = Diagrams.game("""
                O X . . .
                . X . . .
                X . . . O
                """);

        assertThat(values("ladders", game)).containsExactly(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1);
    }

    @Test
    void age_playedGame_countsMoves() {
        Game game = Diagrams.play(new Game(Setup.empty(Grid.of(3, 1)), Rules.TROMP_TAYLOR), "A1 C1");

        assertThat(values("age", game)).containsExactly(1, -1, 0);
    }

    @Test
    void influence_oneStone_reachesOut() {
        Game game = Diagrams.game("O . . . . .");

        assertThat(values("influence", game)).containsExactly(-53, -6, -4, -2, -1, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pass-alive", "eyes", "ladders", "age", "influence"})
    void write_usedAgain_isAsMadeAnewAndInRange(String name) {
        Grid grid = Grids.of("5x6");
        RandomPositions positions = new RandomPositions(grid, new SplitMix64(1));
        OverlaySpec spec = Overlays.spec("overlay", name);
        Overlay kept = Overlays.named(name, grid).orElseThrow();
        int[] values = new int[grid.pointCount()];
        List<Integer> met = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Game game = positions.game(Rules.TROMP_TAYLOR);
            kept.write(game, values);
            assertThat(values).isEqualTo(values(name, game));
            for (int value : values) {
                assertThat(value).isBetween(spec.min(), spec.max());
                met.add(value);
            }
        }
        assertThat(met).contains(name.equals("age") ? new Integer[] {-1, 0, 20} : new Integer[] {-1, 0, 1});
        assertThat(kept.spec()).isEqualTo(spec);
    }

    /** No point belongs to both colors, so one number for each point is enough. */
    @Test
    void passAlive_randomPositions_noPointIsOfBothColors() {
        Grid grid = Grids.of("7x6");
        RandomPositions positions = new RandomPositions(grid, new SplitMix64(2));
        PassAlive passAlive = new PassAlive(grid);
        int both = 0;
        for (int i = 0; i < 300; i++) {
            passAlive.find(positions.game(Rules.TROMP_TAYLOR).board(), Suicide.ANY);
            for (int point = 0; point < grid.pointCount(); point++) {
                assertThat(isOf(passAlive, Color.BLACK, point) && isOf(passAlive, Color.WHITE, point))
                        .isFalse();
            }
            boolean isBoth = !passAlive.stones(Color.BLACK).isEmpty()
                    && !passAlive.stones(Color.WHITE).isEmpty();
            both += isBoth ? 1 : 0;
        }
        assertThat(both).isEqualTo(52);
    }

    private static boolean isOf(PassAlive passAlive, int color, int point) {
        return passAlive.stones(color).contains(point)
                || passAlive.territory(color).contains(point);
    }
}
