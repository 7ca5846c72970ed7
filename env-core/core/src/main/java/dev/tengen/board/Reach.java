package dev.tengen.board;

/**
 * The connected region of a point, and what it reaches by Tromp-Taylor rule 3: a point reaches a color if a path of
 * neighbors, all of the point's own color, leads from it to a point of that color.
 *
 * @param color the point's own color, which may be {@link Color#EMPTY}
 * @param region the chain or the empty area that holds the point (a flood fill from it)
 * @param border the points of other colors beside the region
 * @param reachesEmpty whether it reaches an empty point; for a stone, whether its chain has a liberty
 * @param reachesBlack whether it reaches a black stone
 * @param reachesWhite whether it reaches a white stone
 */
public record Reach(
        int color, PointSet region, PointSet border, boolean reachesEmpty, boolean reachesBlack, boolean reachesWhite) {

    static Reach of(Board board, int point) {
        int color = board.colorAt(point);
        PointSet region = PointSet.of(board.grid(), point);
        PointSet border = new PointSet(board.grid());
        region.floodWithin(board.points(color));
        border.addNeighborsOf(region);
        border.removeAll(region);
        return new Reach(
                color,
                region,
                border,
                color == Color.EMPTY || border.intersects(board.points(Color.EMPTY)),
                color == Color.BLACK || border.intersects(board.points(Color.BLACK)),
                color == Color.WHITE || border.intersects(board.points(Color.WHITE)));
    }

    /**
     * Returns the color whose area the point belongs to, by Tromp-Taylor rule 9: its own color for a stone, the only
     * color it reaches for an empty point, {@link Color#EMPTY} otherwise.
     */
    public int owner() {
        if (color != Color.EMPTY) {
            return color;
        }
        if (reachesBlack == reachesWhite) {
            return Color.EMPTY;
        }
        return reachesBlack ? Color.BLACK : Color.WHITE;
    }
}
