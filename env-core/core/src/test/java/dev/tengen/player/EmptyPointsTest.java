package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EmptyPointsTest {
    private static final Grid GRID = Grid.of(5, 4);

    private static List<Integer> list(EmptyPoints points) {
        List<Integer> list = new ArrayList<>();
        for (int place = 0; place < points.count(); place++) {
            list.add(points.at(place));
        }
        return list;
    }

    @Test
    void allChanges_seed1_agreeWithASet() {
        Random random = new Random(1);
        EmptyPoints points = new EmptyPoints(GRID.pointCount());
        PointSet model = new PointSet(GRID);
        int fullCount = 0;
        int emptyCount = 0;

        for (int step = 0; step < 20_000; step++) {
            int point = random.nextInt(GRID.pointCount());
            boolean isLeaning = step / 200 % 2 == 0;
            if (model.contains(point) && (!isLeaning || random.nextInt(8) == 0)) {
                points.remove(point);
                model.remove(point);
            } else if (!model.contains(point) && (isLeaning || random.nextInt(8) == 0)) {
                points.add(point);
                model.add(point);
            }
            if (points.count() > 1) {
                points.swap(random.nextInt(points.count()), random.nextInt(points.count()));
            }
            List<Integer> expected = new ArrayList<>();
            model.forEach(expected::add);
            assertThat(list(points)).containsExactlyInAnyOrderElementsOf(expected);
            fullCount += model.size() == GRID.pointCount() ? 1 : 0;
            emptyCount += model.isEmpty() ? 1 : 0;
        }

        assertThat(fullCount).isGreaterThan(100);
        assertThat(emptyCount).isGreaterThan(100);
    }

    @Test
    void copyFrom_set_holdsItsPointsAndNoOthers() {
        EmptyPoints points = new EmptyPoints(GRID.pointCount());
        points.add(3);
        points.copyFrom(PointSet.of(GRID, 0, 7, 19));

        assertThat(list(points)).containsExactlyInAnyOrder(0, 7, 19);
    }

    @Test
    void swap_twoPlaces_changesThem() {
        EmptyPoints points = new EmptyPoints(GRID.pointCount());
        points.copyFrom(PointSet.of(GRID, 2, 4, 6));
        points.swap(0, 2);

        assertThat(list(points)).containsExactly(6, 4, 2);
        points.remove(6);
        assertThat(list(points)).containsExactly(2, 4);
    }
}
