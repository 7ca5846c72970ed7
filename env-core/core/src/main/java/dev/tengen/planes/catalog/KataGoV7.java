package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.KoBans;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;

/**
 * The 22 planes and 19 globals of KataGo's networks, input version 7.
 *
 * <p>In steady state nothing allocates. Not thread-safe.
 */
final class KataGoV7 implements Encoding {
    static final EncodingSpec SPEC = KataGoSpec.of("katago-v7", 0);

    /** Maximum number of liberties that has a plane. */
    private static final int LIBERTY_COUNT = 3;

    private final EncodingSpec spec;
    private final boolean isSuicideAssumed;
    private final LibertyPlanes liberties;
    private final KataGoAreas areas;
    private final KataGoLadders ladders;
    private final KoBans koBans = new KoBans();
    private final PointSet scratch;

    /**
     * Creates an encoding; if {@code passAliveUnderSuicide} is 1, pass-alive areas are computed as if suicide were
     * legal.
     */
    KataGoV7(EncodingSpec spec, int passAliveUnderSuicide, Grid grid) {
        this.spec = spec;
        isSuicideAssumed = passAliveUnderSuicide == 1;
        liberties = new LibertyPlanes(grid, LIBERTY_COUNT);
        areas = new KataGoAreas(grid);
        ladders = new KataGoLadders(grid);
        scratch = new PointSet(grid);
    }

    @Override
    public EncodingSpec spec() {
        return spec;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        int pointCount = game.grid().pointCount();
        appendStones(game.board(), game.playerToMove(), bits);
        koBans.find(game, scratch);
        bits.append(scratch);
        bits.append(false, 2 * pointCount); // Second phases, and an unused plane.
        int shownTurns = KataGoTurns.shownCount(game);
        appendTurns(game, shownTurns, bits);
        appendLadders(game, shownTurns, bits);
        appendAreas(game, bits);
        bits.append(false, 2 * pointCount); // Second phases again.
    }

    private void appendStones(Board board, int own, PlaneBits bits) {
        bits.append(true, board.grid().pointCount());
        bits.append(board.points(own));
        bits.append(board.points(Color.opponent(own)));
        liberties.find(board);
        liberties.appendTo(bits);
    }

    private void appendTurns(Game game, int shownCount, PlaneBits bits) {
        for (int turn = 1; turn <= KataGoTurns.MAX_COUNT; turn++) {
            scratch.clear();
            int move = turn > shownCount ? game.grid().pass() : game.move(game.moveNumber() + 1 - turn);
            if (move != game.grid().pass()) {
                scratch.add(move);
            }
            bits.append(scratch);
        }
    }

    /** Appends the ladders. The board before a turn that is not shown is replaced by the oldest shown board. */
    private void appendLadders(Game game, int shownTurns, PlaneBits bits) {
        ladders.read(game, shownTurns);
        bits.append(ladders.captured(0));
        bits.append(ladders.captured(Math.min(1, shownTurns)));
        bits.append(ladders.captured(Math.min(2, shownTurns)));
        bits.append(ladders.firstMoves());
    }

    private void appendAreas(Game game, PlaneBits bits) {
        int own = game.playerToMove();
        areas.find(game.board(), game.rules(), isSuicideAssumed, liberties.inAtari());
        bits.append(areas.area(own));
        bits.append(areas.area(Color.opponent(own)));
    }

    @Override
    public void encodeGlobals(Game game, float[] globals, int offset) {
        KataGoGlobals.write(game, KataGoTurns.shownCount(game), globals, offset);
    }
}
