package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.testing.Diagrams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointSetTest {
    private static final Grid THREE = Grid.square(3);

    @Test
    void constructor_anyGrid_isEmpty() {
        assertThat(new PointSet(THREE).isEmpty()).isTrue();
    }

    @Test
    void of_points_containsThemAlone() {
        assertThat(Diagrams.draw(PointSet.of(THREE, 0, 4, 5))).isEqualTo("""
                        * . .
                        . * *
                        . . .
                        """);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9, 63, 64})
    void of_pointOutsideGrid_throwsWithPointAndRange(int point) {
        assertThatThrownBy(() -> PointSet.of(THREE, 4, point))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("point " + point + " is outside [0, 8]");
    }

    @Test
    void grid_ofSet_isTheOneItWasMadeFor() {
        assertThat(new PointSet(THREE).grid()).isSameAs(THREE);
    }

    @Test
    void copy_changedAfterwards_leavesTheOriginal() {
        PointSet original = PointSet.of(THREE, 4);

        original.copy().add(5);

        assertThat(original).isEqualTo(PointSet.of(THREE, 4));
    }

    @Test
    void addNeighborsOf_innerPoint_addsFourPointsAndNotItself() {
        PointSet set = new PointSet(Grid.of(5, 4));

        set.addNeighborsOf(Diagrams.marked("""
                . . . . .
                . . . . .
                . . . * .
                . . . . .
                """));

        assertThat(Diagrams.draw(set)).isEqualTo("""
                        . . . . .
                        . . . * .
                        . . * . *
                        . . . * .
                        """);
    }

    @Test
    void addNeighborsOf_edges_doNotWrapToTheNextRow() {
        PointSet set = new PointSet(Grid.of(5, 3));

        set.addNeighborsOf(Diagrams.marked("""
                . . . . *
                . . . . .
                * . . . .
                """));

        assertThat(Diagrams.draw(set)).isEqualTo("""
                        . . . * .
                        * . . . *
                        . * . . .
                        """);
    }

    @Test
    void addNeighborsOf_ownPointsBefore_keepsThem() {
        PointSet set = PointSet.of(THREE, 8);

        set.addNeighborsOf(PointSet.of(THREE, 0));

        assertThat(set).isEqualTo(PointSet.of(THREE, 1, 3, 8));
    }

    @Test
    void floodWithin_partOfArea_fillsWhatIsJoinedToIt() {
        PointSet area = Diagrams.marked("""
                * * . *
                . * . *
                * . . *
                """);
        PointSet set = PointSet.of(area.grid(), 0);

        set.floodWithin(area);

        assertThat(Diagrams.draw(set)).isEqualTo("""
                        * * . .
                        . * . .
                        . . . .
                        """);
    }

    @Test
    void floodWithin_startOutsideArea_keepsTheStartAndFillsBesideIt() {
        PointSet area = Diagrams.marked("""
                . . *
                . * *
                . . .
                """);
        PointSet set = PointSet.of(THREE, 3);

        set.floodWithin(area);

        assertThat(Diagrams.draw(set)).isEqualTo("""
                        . . *
                        * * *
                        . . .
                        """);
    }

    @Test
    void first_emptySet_isMinusOne() {
        assertThat(new PointSet(Grid.square(19)).first()).isEqualTo(-1);
    }

    @Test
    void next_lastPointOfFullWord_isMinusOne() {
        assertThat(PointSet.of(Grid.square(8), 63).next(63)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 100})
    void nth_indexPastTheEnd_throwsWithIndexAndRange(int index) {
        PointSet set = PointSet.of(THREE, 2, 7);

        assertThatThrownBy(() -> set.nth(index))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("index " + index + " is outside [0, 1]");
    }

    @Test
    void forEach_somePoints_goesUpwards() {
        List<Integer> visited = new ArrayList<>();

        PointSet.of(Grid.square(19), 300, 0, 64, 63).forEach(visited::add);

        assertThat(visited).containsExactly(0, 63, 64, 300);
    }

    @Test
    void word_firstPoint_isTheMostSignificantBit() {
        assertThat(PointSet.of(THREE, 0).word(0)).isEqualTo(0x8000_0000_0000_0000L);
    }

    @Test
    void word_fullSet_isZeroPastTheEnd() {
        PointSet set = new PointSet(THREE);

        set.fill();

        assertThat(set.word(0)).isEqualTo(0xFF80_0000_0000_0000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 19, 25})
    void wordCount_square_holdsAllPoints(int size) {
        assertThat(new PointSet(Grid.square(size)).wordCount()).isEqualTo((size * size + 63) / 64);
    }

    @Test
    void writeTo_drawnSet_putsTheFirstPointInTheMostSignificantBit() {
        byte[] bytes = new byte[2];

        Diagrams.marked("""
                * . *
                * . .
                . . *
                """).writeTo(bytes, 0);

        assertThat(bytes).containsExactly(0b1011_0000, 0b1000_0000);
    }

    @Test
    void writeTo_fullSet_padsTheLastByteWithZeros() {
        PointSet set = new PointSet(THREE);
        set.fill();
        byte[] bytes = {0x55, 0x55};

        set.writeTo(bytes, 0);

        assertThat(bytes).containsExactly(0xFF, 0x80);
    }

    @Test
    void writeTo_offset_leavesBytesOutsideAlone() {
        byte[] bytes = {0x55, 0x55, 0x55, 0x55};

        new PointSet(THREE).writeTo(bytes, 1);

        assertThat(bytes).containsExactly(0x55, 0, 0, 0x55);
    }

    @Test
    void equals_samePointsOfOtherGrid_isFalse() {
        assertThat(PointSet.of(Grid.of(2, 3), 1)).isNotEqualTo(PointSet.of(Grid.of(3, 2), 1));
    }

    @Test
    void equals_otherPoints_isFalse() {
        assertThat(PointSet.of(THREE, 1)).isNotEqualTo(PointSet.of(THREE, 2));
    }

    @Test
    void hashCode_samePoints_isEqual() {
        assertThat(PointSet.of(THREE, 1, 2)).hasSameHashCodeAs(PointSet.of(THREE, 2, 1));
    }

    @Test
    void toString_points_namesThem() {
        assertThat(PointSet.of(THREE, 0, 8)).hasToString("[A3, C1]");
    }

    @Test
    void toString_emptySet_isEmptyBrackets() {
        assertThat(new PointSet(THREE)).hasToString("[]");
    }
}
