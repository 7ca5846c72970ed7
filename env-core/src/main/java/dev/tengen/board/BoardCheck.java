package dev.tengen.board;

import java.util.Arrays;

/** Compares a board's chains, liberties and hashes with what its colors alone imply. */
final class BoardCheck {
    private final Board board;
    private final Grid grid;

    private BoardCheck(Board board) {
        this.board = board;
        this.grid = board.grid();
    }

    static void check(Board board) {
        BoardCheck check = new BoardCheck(board);
        check.sets();
        for (int point = 0; point < check.grid.pointCount(); point++) {
            if (board.colorAt(point) != Color.EMPTY) {
                check.chain(point);
            }
        }
    }

    private void sets() {
        long hash = 0;
        for (int point = 0; point < grid.pointCount(); point++) {
            int color = board.colorAt(point);
            for (int other = Color.EMPTY; other <= Color.WHITE; other++) {
                require(board.points(other).contains(point) == (other == color), "wrong point sets", point);
            }
            hash ^= color == Color.EMPTY ? 0 : board.zobrist().key(color, point);
        }
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            require(board.stoneCount(color) == board.points(color).size(), "wrong count of stones", 0);
            ataris(color);
        }
        require(hash == board.hash(), "wrong hash", 0);
    }

    /** Compares the list of chains in atari with what the packed liberties of all chains say. */
    private void ataris(int color) {
        int[] stoneCounts = new int[grid.pointCount()];
        long[] hashes = new long[grid.pointCount()];
        for (int stone = board.points(color).first();
                stone >= 0;
                stone = board.points(color).next(stone)) {
            int only = Liberties.only(board.packedLiberties(stone));
            if (only >= 0) {
                stoneCounts[only]++;
                hashes[only] ^= board.zobrist().key(color, stone);
            }
        }
        Ataris ataris = board.ataris(color);
        int listed = 0;
        for (int i = 0; i < ataris.count(); i++) {
            int point = ataris.point(i);
            require(ataris.stoneCount(i) == stoneCounts[point], "wrong count of stones in atari", point);
            require(ataris.hash(i) == hashes[point], "wrong hash of stones in atari", point);
            listed += ataris.stoneCount(i);
        }
        require(listed == Arrays.stream(stoneCounts).sum(), "chains in atari are missing", 0);
    }

    private void chain(int point) {
        PointSet listed = new PointSet(grid);
        board.addChain(point, listed);
        require(listed.equals(board.reach(point).region()), "wrong chain", point);
        require(board.chainSize(point) == listed.size(), "wrong stone count", point);
        long hash = 0;
        long liberties = 0;
        for (int stone = listed.first(); stone >= 0; stone = listed.next(stone)) {
            require(board.head(stone) == board.head(point), "two heads in a chain", stone);
            hash ^= board.zobrist().key(board.colorAt(stone), stone);
            for (int direction = 0; direction < 4; direction++) {
                int neighbor = grid.neighbor(stone, direction);
                if (board.colorAt(neighbor) == Color.EMPTY) {
                    liberties += Liberties.share(neighbor);
                }
            }
        }
        require(listed.contains(board.head(point)), "head outside its chain", point);
        require(hash == board.chainHash(point), "wrong chain hash", point);
        require(liberties == board.packedLiberties(point), "wrong liberties", point);
        require(liberties != 0, "a chain without liberties", point);
    }

    private void require(boolean holds, String what, int point) {
        if (!holds) {
            throw new AssertionError(what + " at " + grid.name(point) + " (" + grid + ")");
        }
    }
}
