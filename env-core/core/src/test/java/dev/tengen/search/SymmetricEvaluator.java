package dev.tengen.search;

import dev.tengen.board.Grid;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;

/** Evaluates rows as another evaluator would if they were not turned, and turns the priors. Slow and obvious. */
final class SymmetricEvaluator {
    private final Grid grid;
    private final int planeCount;
    private final HashedEvaluator evaluator;

    SymmetricEvaluator(Grid grid, int planeCount, HashedEvaluator evaluator) {
        this.grid = grid;
        this.planeCount = planeCount;
        this.evaluator = evaluator;
    }

    Evaluations evaluate(LeafRows rows, int count) {
        int length = rows.layout().observationByteCount();
        int actionCount = grid.moveCount();
        float[] priors = new float[count * actionCount];
        float[] values = new float[count];
        for (int row = 0; row < count; row++) {
            SymmetryMap map = SymmetryMap.of(Symmetry.values()[rows.symmetries()[row] - 1], grid);
            byte[] planes = new byte[length];
            for (int plane = 0; plane < planeCount; plane++) {
                for (int point = 0; point < grid.pointCount(); point++) {
                    int from = plane * grid.pointCount() + map.turned(point);
                    int to = plane * grid.pointCount() + point;
                    if ((rows.observations()[row * length + from / 8] & 0x80 >>> from % 8) != 0) {
                        planes[to / 8] |= (byte) (0x80 >>> to % 8);
                    }
                }
            }
            HashedEvaluator.Evaluation evaluation = evaluator.evaluate(planes, 0, length);
            values[row] = evaluation.value();
            for (int action = 0; action < actionCount; action++) {
                priors[row * actionCount + map.turned(action)] = evaluation.priors()[action];
            }
            requireMask(rows, row, map);
        }
        return Evaluations.ofProbabilities(priors, values);
    }

    /** Checks that the mask has the pass and no occupied point, under any symmetry. */
    private void requireMask(LeafRows rows, int row, SymmetryMap map) {
        int length = rows.layout().observationByteCount();
        int maskLength = rows.layout().actionMaskByteCount();
        for (int action = 0; action < grid.moveCount(); action++) {
            int at = map.turned(action);
            boolean isLegal = (rows.actionMasks()[row * maskLength + at / 8] & 0x80 >>> at % 8) != 0;
            boolean isOccupied = false;
            for (int plane = 0; plane < 2 && action < grid.pass(); plane++) {
                int bit = plane * grid.pointCount() + at;
                isOccupied |= (rows.observations()[row * length + bit / 8] & 0x80 >>> bit % 8) != 0;
            }
            if (isLegal && isOccupied || action == grid.pass() && !isLegal) {
                throw new AssertionError("a wrong mask in row " + row);
            }
        }
    }
}
