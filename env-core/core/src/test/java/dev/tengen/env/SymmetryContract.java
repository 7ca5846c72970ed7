package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Legality;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.PlaneTurner;
import dev.tengen.player.Players;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Symmetries change observations and actions of the agent but not the board; also forms of observations. */
public interface SymmetryContract extends TestedEnvironment.Opener {
    @ParameterizedTest(name = "{0}, seed 1")
    @EnumSource
    default void episode_square_isThatOfTheBoardTurned(Symmetry symmetry) {
        requireSame(symmetry, Grid.square(5), TestSpec.square(5), TestSpec.square(5));
    }

    @ParameterizedTest(name = "{0}, seed 1")
    @EnumSource(names = {"IDENTITY", "ROTATE_180", "FLIP_ROWS", "FLIP_COLUMNS"})
    default void episode_rectangle_isThatOfTheBoardTurned(Symmetry symmetry) {
        String drawing = """
                . X . . O
                . . . . .
                O . . X .
                """;
        requireSame(symmetry, Grid.of(5, 3), TestSpec.drawn(drawing), TestSpec.drawn(drawing));
    }

    /** Plays the same game with and without a symmetry, against a random opponent. */
    private void requireSame(Symmetry symmetry, Grid grid, TestSpec plainSpec, TestSpec turnedSpec) {
        SymmetryMap map = SymmetryMap.of(symmetry, grid);
        TestedEnvironment plain =
                open(plainSpec.opponent(Players.GREEDY, WHITE).encodings("alphazero-17", "openspiel-4"));
        TestedEnvironment turned = open(turnedSpec
                .opponent(Players.GREEDY, WHITE)
                .encodings("alphazero-17", "openspiel-4")
                .symmetry(symmetry));
        SplitMix64 random = new SplitMix64(1);
        assertThat(turned.symmetry()).isEqualTo(symmetry);
        requireTurned(plain, turned, map);
        for (int step = 0; step < 10 && !plain.isOver(); step++) {
            int action = random.nextInt(grid.moveCount());
            assertThat(turned.step(map.turned(action))).isEqualTo(plain.step(action));
            requireTurned(plain, turned, map);
        }
        turned.steps(Environment.RESIGN);
        assertThat(turned.endReason()).isEqualTo(EndReason.RESIGNATION);
        assertThat(plain.symmetry()).isEqualTo(Symmetry.IDENTITY);
    }

    private static void requireTurned(TestedEnvironment plain, TestedEnvironment turned, SymmetryMap map) {
        PlaneTurner turner = new PlaneTurner(map.grid());
        byte[] mask = plain.actionMask();
        byte[] turnedMask = new byte[mask.length];
        turner.turnMask(map.symmetry(), mask, turnedMask, 0);
        assertThat(turned.actionMask()).isEqualTo(turnedMask);
        List<byte[]> observations = plain.observations();
        for (int index = 0; index < 2; index++) {
            byte[] turnedPlanes = new byte[observations.get(index).length];
            turner.turn(map.symmetry(), observations.get(index), index == 0 ? 17 : 4, turnedPlanes, 0);
            assertThat(turned.observations().get(index)).isEqualTo(turnedPlanes);
        }
        assertThat(turned.lastActions())
                .isEqualTo(plain.lastActions().stream().map(map::turned).toList());
        assertThat(turned.stateHash()).isEqualTo(plain.stateHash());
        assertThat(turned.margin()).isEqualTo(plain.margin());
        assertThat(turned.reward(BLACK)).isEqualTo(plain.reward(BLACK));
    }

    @Test
    default void step_occupiedAsSeen_isIllegalThere() {
        TestedEnvironment environment = open(TestSpec.square(3).symmetry(Symmetry.FLIP_ROWS));

        environment.steps(0); // The bottom left corner, seen at the top.

        assertThat(environment.step(0)).isEqualTo(Legality.OCCUPIED);
        assertThat(environment.step(6)).isEqualTo(Legality.LEGAL);
    }

    @Test
    default void step_outOfRange_isSoUnderAnySymmetry() {
        TestedEnvironment environment = open(TestSpec.square(3).symmetry(Symmetry.ROTATE_90));

        assertThat(environment.step(10)).isEqualTo(Legality.OUT_OF_RANGE);
        assertThat(environment.step(9)).isEqualTo(Legality.LEGAL);
        assertThat(environment.lastActions()).isEqualTo(List.of(9));
    }

    @Test
    default void symmetry_drawn_followsFromTheSeed() {
        TestSpec spec = TestSpec.square(3).symmetry(SymmetryChoice.DRAWN);
        TestedEnvironment first = open(spec.build(), 1);
        TestedEnvironment second = open(spec.build(), 99);
        Set<Symmetry> drawn = EnumSet.noneOf(Symmetry.class);

        for (int seed = 0; seed < 60; seed++) {
            first.reset(seed);
            second.reset(seed);
            assertThat(second.symmetry()).isEqualTo(first.symmetry());
            drawn.add(first.symmetry());
        }

        assertThat(drawn).hasSize(8);
    }

    @Test
    default void symmetry_drawnOnARectangle_leavesRowsRows() {
        TestedEnvironment environment = open(TestSpec.drawn(". . .\n").symmetry(SymmetryChoice.DRAWN));
        Set<Symmetry> drawn = EnumSet.noneOf(Symmetry.class);

        for (int seed = 0; seed < 60; seed++) {
            environment.reset(seed);
            drawn.add(environment.symmetry());
        }

        assertThat(drawn).hasSize(4).noneMatch(Symmetry::swapsSides);
    }

    /**
     * The three planes of a stone on the right of two points, White to move: 0 0 own, 0 1 the opponent's, 0 0 for the
     * color.
     */
    @ParameterizedTest
    @CsvSource({
        "BITS, CHW, 10",
        "BITS, HWC, 08",
        "UINT8, CHW, 000000010000",
        "UINT8, HWC, 000000000100",
        "FLOAT32, CHW, 000000000000000000000000 0000803f 0000000000000000",
        "FLOAT32, HWC, 00000000000000000000000000000000 0000803f 00000000",
    })
    default void observations_form_areBytesOfThatForm(
            ObservationFormat format, ObservationLayout layout, String expected) {
        TestedEnvironment environment =
                open(TestSpec.drawn(". .").encodings("alphazero:history=1").form(format, layout));

        environment.steps(1);

        assertThat(environment.observations()).hasSize(1);
        assertThat(HexFormat.of().formatHex(environment.observations().get(0))).isEqualTo(expected.replace(" ", ""));
    }
}
