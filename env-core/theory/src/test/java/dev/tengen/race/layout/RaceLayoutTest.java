package dev.tengen.race.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.analysis.PassAlive;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceLayoutTest {
    @Test
    void race_plainLayout_isTheStripDrawn() {
        RaceLayout layout = new RaceLayout(
                9, RaceSide.plain(2).with(RaceEye.TWO, 1), RaceSide.plain(3).with(RaceEye.ONE, 0), 2);

        assertThat(Diagrams.draw(layout.race().board()).replace(" ", "")).isEqualTo("""
                        .O.OOOOOO
                        OOOOOOOOO
                        ..XXXXXXX
                        XXXXXXXO.
                        OOO..XXXX
                        .OOOOOOOO
                        OOOOOO...
                        XXXXXXXXX
                        XXXXXX.X.
                        """);
        assertThat(layout.race().unplayable().toString()).isEqualTo("[A9, C9, G1, J1]");
        assertThat(layout.name()).isEqualTo("e2-s2-e3/eyes2n1-1");
        assertThat(layout.raceClass()).isEqualTo(RaceClass.ONE);
        assertThat(layout.pointCount()).isEqualTo(10);
    }

    @Test
    void race_localShapes_areEnclosed() {
        RaceLayout layout = new RaceLayout(
                13,
                RaceSide.plain(1).with(RaceShape.HOT_THREE),
                RaceSide.plain(1).with(RaceShape.KO),
                0);

        assertThat(Diagrams.draw(layout.race().board()).replace(" ", "")).isEqualTo("""
                        .O.OOOOOOOOOO
                        OOOOOOOOOOOOO
                        O...OOOOOOOOO
                        OXXXOOOOOOOOO
                        O.OOO.XXXXXXX
                        XXXXXXXXXXXXX
                        OOOOXXXXXXXXX
                        OOOOOOOOOOOOO
                        OOOOOOO.XO.OX
                        XXXXXXXXXX.XX
                        XXXXXXXXXXXXX
                        XXXXXXXXXXXXX
                        XXXXXXXXXX.X.
                        """);
        assertThat(layout.name()).isEqualTo("e1-s0-e1/eyes0-0/shapeshot3-ko");
        assertThat(layout.raceClass()).isEqualTo(RaceClass.LOCAL);
    }

    @Test
    void raceClass_eyeThatCanBeMadeTwo_isOther() {
        RaceSide side = RaceSide.plain(1).with(RaceEye.THREE, 0);

        assertThat(new RaceLayout(9, side, RaceSide.plain(2), 0).raceClass()).isEqualTo(RaceClass.OTHER);
    }

    @Test
    void race_randomLayouts_areEnclosedBySafeStones() {
        SplitMix64 random = new SplitMix64(3);
        for (RaceClass raceClass : RaceClass.values()) {
            for (int size = raceClass == RaceClass.LOCAL ? 13 : 9; size <= 19; size++) {
                RaceLayoutGenerator layouts = new RaceLayoutGenerator(size, raceClass, 16);
                for (int i = 0; i < 20; i++) {
                    requireSound(layouts.next(random));
                }
            }
        }
    }

    /**
     * Requires that the chains are connected, not safe and capturable, and that all other stones are safe or in play.
     */
    private static void requireSound(RaceLayout layout) {
        Race race = layout.race();
        Board board = race.board();
        PassAlive passAlive = new PassAlive(board.grid());
        passAlive.find(board, Suicide.MULTI_STONE);
        PointSet open = board.points(Color.EMPTY).copy();
        open.removeAll(race.unplayable());
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            PointSet loose = board.points(color).copy();
            loose.removeAll(passAlive.stones(color));
            assertThat(race.essential(color).size()).as(layout.toString()).isGreaterThanOrEqualTo(layout.size());
            PointSet safeEssential = race.essential(color).copy();
            safeEssential.retainAll(passAlive.stones(color));
            assertThat(safeEssential.isEmpty()).as(layout.toString()).isTrue();
            loose.removeAll(race.essential(color));
            open.addAll(loose);
        }
        assertThat(open.size()).as(layout.toString()).isEqualTo(layout.pointCount());
    }

    @Test
    void next_equalSeeds_giveEqualLayouts() {
        RaceLayoutGenerator layouts = new RaceLayoutGenerator(13, RaceClass.LOCAL, 14);

        RaceLayout first = layouts.next(new SplitMix64(9));

        assertThat(layouts.next(new SplitMix64(9))).isEqualTo(first);
    }

    @Test
    void new_boardTooSmall_isRefused() {
        assertThatThrownBy(() -> new RaceLayout(9, RaceSide.plain(9).with(RaceEye.ONE, 0), RaceSide.plain(1), 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("layout e9-s0-e1/eyes1-0 is not one that fits on a board of 9x9");
        assertThatThrownBy(() -> new RaceLayout(8, RaceSide.plain(1), RaceSide.plain(1), 0))
                .hasMessage("size 8 is outside [9, 25]");
        assertThatThrownBy(() -> new RaceLayout(9, RaceSide.plain(1), RaceSide.plain(1), 0, false, 8))
                .hasMessage("symmetry 8 is outside [0, 7]");
        assertThatThrownBy(() -> new RaceLayout(9, RaceSide.plain(1), RaceSide.plain(1), -1))
                .hasMessage("shared -1 is outside [0, 9]");
    }

    @Test
    void new_badParts_areRefused() {
        assertThatThrownBy(() -> RaceSide.plain(-1)).hasMessage("external -1 is outside [0, 2147483647]");
        assertThatThrownBy(() -> RaceSide.plain(1).with(RaceEye.TWO, 2))
                .hasMessage("stones_in_eye 2 is outside [0, 1]");
        assertThatThrownBy(() -> new RaceShape("A", List.of(".", ".", ".")))
                .hasMessage("name \"A\" is not of lowercase letters and digits");
        assertThatThrownBy(() -> new RaceShape("a", List.of("."))).hasMessage("rows 1 is not of length 3");
        assertThatThrownBy(() -> new RaceShape("a", List.of(".", ".", "..")))
                .hasMessage("rows \"..\" is not of X, O and . and as long as the others");
        assertThatThrownBy(() -> new RaceLayoutGenerator(11, RaceClass.LOCAL, 12))
                .hasMessage("size 11 is outside [13, 19]");
        assertThatThrownBy(() -> new RaceLayoutGenerator(20, RaceClass.ZERO, 12))
                .hasMessage("size 20 is outside [9, 19]");
        assertThatThrownBy(() -> new RaceLayoutGenerator(9, RaceClass.ZERO, 7))
                .hasMessage("max_point_count 7 is outside [8, 2147483647]");
    }
}
