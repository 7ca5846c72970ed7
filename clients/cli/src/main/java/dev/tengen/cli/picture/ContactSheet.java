package dev.tengen.cli.picture;

import dev.tengen.board.Color;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.picture.Canvas.Box;
import dev.tengen.cli.picture.Canvas.Label;
import dev.tengen.game.Game;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.PeerLayout;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A sheet that shows one position in one encoding: the position, every plane with its name and meaning over faint
 * stones, and the global features.
 */
public final class ContactSheet {
    private static final int MARGIN = 28;
    private static final int GAP = 26;
    private static final int TITLE_SIZE = 24;
    private static final int HEADER_SIZE = 13;
    private static final int HEADER_LINE = 19;
    private static final int NAME_SIZE = 13;
    private static final int MEANING_SIZE = 10;
    private static final int MEANING_LINE = 14;
    private static final int BOARD_GAP = 8;
    private static final int GLOBAL_LINE = 18;
    private static final int GLOBAL_VALUE_WIDTH = 80;

    private final Game game;
    private final ObservationPlanes observation;
    private final EncodingSpec spec;
    private final BoardPicture board;
    private final List<Tile> tiles;
    private final List<String> header;
    private final int columnCount;
    /** The top of each row of tiles, and the bottom of the last one with its gap. */
    private final int[] rowTops;

    /** Creates the sheet of the current position of {@code game}, whose rules are called {@code rulesName}. */
    public ContactSheet(Game game, String rulesName, ObservationPlanes observation) {
        this.game = game;
        this.observation = observation;
        spec = observation.spec();
        board = new BoardPicture(game);
        tiles = tiles();
        columnCount = columnCount(tiles.size());
        header = header(rulesName);
        rowTops = rowTops();
    }

    private List<Tile> tiles() {
        List<Tile> all = new ArrayList<>();
        all.add(new Tile("position", "", meaning("the stones; in the planes, blue is one")));
        for (int plane = 0; plane < spec.planeCount(); plane++) {
            Feature feature = spec.planes().get(plane);
            int count = observation.ones(plane).size();
            all.add(new Tile(plane + "  " + feature.name(), Integer.toString(count), meaning(feature.meaning())));
        }
        return all;
    }

    private List<String> meaning(String text) {
        return TextLines.wrap(text, board.width(), MEANING_SIZE);
    }

    /** Returns the number of columns with the fewest empty tiles, on a sheet that is neither tall nor too wide. */
    static int columnCount(int tileCount) {
        int min = (int) Math.ceil(Math.sqrt(tileCount));
        int max = (int) Math.ceil(Math.sqrt(2.0 * tileCount));
        int best = min;
        for (int count = min; count <= max; count++) {
            if (emptyTiles(tileCount, count) < emptyTiles(tileCount, best)) {
                best = count;
            }
        }
        return best;
    }

    private static int emptyTiles(int tileCount, int columnCount) {
        return Math.floorMod(-tileCount, columnCount);
    }

    private List<String> header(String rulesName) {
        PeerLayout peer = spec.peer();
        String rows = peer.firstRow().name().toLowerCase(Locale.ROOT);
        String komi = String.format(Locale.ROOT, "komi %.1f", game.rules().komi());
        List<String> lines = new ArrayList<>();
        lines.addAll(TextLines.wrap(spec.summary(), contentWidth(), HEADER_SIZE));
        lines.addAll(TextLines.wrap(
                String.join(
                                ", ",
                                "" + game.grid(),
                                moment(),
                                turn(),
                                rulesName.isEmpty() ? "custom rules" : rulesName,
                                komi)
                        + ".",
                contentWidth(),
                HEADER_SIZE));
        lines.addAll(TextLines.wrap(
                "Peer: " + peer.program() + ", tensor " + peer.axes() + ", row 0 at the " + rows + ".",
                contentWidth(),
                HEADER_SIZE));
        return List.copyOf(lines);
    }

    /** Returns the width of the tiles of a row. */
    private int contentWidth() {
        return columnCount * (board.width() + GAP) - GAP;
    }

    private String moment() {
        int number = game.moveNumber();
        return number == 0 ? "the start" : PositionExplainer.when(game, number);
    }

    private String turn() {
        return game.isOver() ? "the game is over" : Color.name(game.playerToMove()) + " to move";
    }

    /** Returns the title of the sheet. */
    public String title() {
        return spec.name() + ", " + moment();
    }

    /** Returns the width in units. */
    public int width() {
        return contentWidth() + 2 * MARGIN;
    }

    /** Returns the height in units. */
    public int height() {
        return bottom() + (spec.globals().isEmpty() ? 0 : GAP + spec.globals().size() * GLOBAL_LINE) + MARGIN;
    }

    private int[] rowTops() {
        int rowCount = (tiles.size() + columnCount - 1) / columnCount;
        int[] tops = new int[rowCount + 1];
        tops[0] = MARGIN + TITLE_SIZE + header.size() * HEADER_LINE + GAP;
        for (int row = 0; row < rowCount; row++) {
            int end = Math.min(tiles.size(), (row + 1) * columnCount);
            int lineCount = tiles.subList(row * columnCount, end).stream()
                    .mapToInt(tile -> tile.meaning().size())
                    .max()
                    .orElseThrow();
            tops[row + 1] = tops[row] + NAME_SIZE + lineCount * MEANING_LINE + BOARD_GAP + board.height() + GAP;
        }
        return tops;
    }

    /** Returns the bottom of the last row of boards. */
    private int bottom() {
        return rowTops[rowTops.length - 1] - GAP;
    }

    void drawOn(Canvas canvas) {
        canvas.boxes(List.of(new Box(0, 0, width(), height())), Ink.PAPER);
        drawHeader(canvas);
        for (int index = 0; index < tiles.size(); index++) {
            int x = MARGIN + index % columnCount * (board.width() + GAP);
            int row = index / columnCount;
            drawLabels(canvas, tiles.get(index), x, rowTops[row]);
            int boardTop = rowTops[row + 1] - GAP - board.height();
            if (index == 0) {
                board.drawPosition(canvas, x, boardTop);
            } else {
                board.drawPlane(canvas, x, boardTop, observation.ones(index - 1));
            }
        }
        drawGlobals(canvas);
    }

    private void drawHeader(Canvas canvas) {
        int y = MARGIN + TITLE_SIZE - 4;
        canvas.text(Label.of(MARGIN, y, spec.name(), TITLE_SIZE, Ink.TEXT).bold());
        for (String line : header) {
            y += HEADER_LINE;
            canvas.text(Label.of(MARGIN, y + 4, line, HEADER_SIZE, Ink.FAINT_TEXT));
        }
    }

    private void drawLabels(Canvas canvas, Tile tile, int x, int top) {
        int y = top + NAME_SIZE - 2;
        canvas.text(Label.of(x, y, tile.name(), NAME_SIZE, Ink.TEXT).bold());
        if (!tile.count().isEmpty()) {
            canvas.text(Label.of(x + board.width(), y, tile.count(), NAME_SIZE, Ink.FAINT_TEXT)
                    .rightAligned());
        }
        for (String line : tile.meaning()) {
            y += MEANING_LINE;
            canvas.text(Label.of(x, y, line, MEANING_SIZE, Ink.FAINT_TEXT));
        }
    }

    private void drawGlobals(Canvas canvas) {
        int y = bottom() + GAP;
        for (int index = 0; index < spec.globals().size(); index++) {
            Feature feature = spec.globals().get(index);
            String value = number(observation.globals().get(index));
            y += GLOBAL_LINE;
            canvas.text(Label.of(MARGIN + GLOBAL_VALUE_WIDTH, y - 5, value, NAME_SIZE, Ink.ONE)
                    .bold()
                    .rightAligned());
            String name = index + "  " + feature.name();
            int x = MARGIN + GLOBAL_VALUE_WIDTH + 16;
            canvas.text(Label.of(x, y - 5, name, NAME_SIZE, Ink.TEXT).bold());
            canvas.text(Label.of(
                    x + TextLines.width(name, NAME_SIZE) + 16, y - 5, feature.meaning(), NAME_SIZE, Ink.FAINT_TEXT));
        }
    }

    /** Returns a number with at most four decimals. The default format differs between Java versions. */
    private static String number(float value) {
        return new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }

    /**
     * A board and the text above it.
     *
     * @param name its number and name
     * @param count the number of ones, or empty
     * @param meaning its meaning, as lines
     */
    private record Tile(String name, String count, List<String> meaning) {}
}
