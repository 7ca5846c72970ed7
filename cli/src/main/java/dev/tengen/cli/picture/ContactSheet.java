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
 * One position in one encoding on one sheet: the position, then every plane with its name and its meaning, over a faint
 * position, then the globals.
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
    /** Where each row of tiles begins, and where the last one ends with the gap behind it. */
    private final int[] rowTops;

    private ContactSheet(Game game, String rulesName, ObservationPlanes observation) {
        this.game = game;
        this.observation = observation;
        spec = observation.spec();
        board = new BoardPicture(game);
        tiles = tiles();
        columnCount = columnCount(tiles.size());
        header = header(rulesName);
        rowTops = rowTops();
    }

    /** Returns the sheet of the present position of {@code game}, whose rules are called {@code rulesName}. */
    public static ContactSheet of(Game game, String rulesName, ObservationPlanes observation) {
        return new ContactSheet(game, rulesName, observation);
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

    /** Returns the count of columns that leaves the fewest places empty on a sheet that is not tall, nor too wide. */
    static int columnCount(int tileCount) {
        int least = (int) Math.ceil(Math.sqrt(tileCount));
        int most = (int) Math.ceil(Math.sqrt(2.0 * tileCount));
        int best = least;
        for (int count = least; count <= most; count++) {
            if (emptyPlaces(tileCount, count) < emptyPlaces(tileCount, best)) {
                best = count;
            }
        }
        return best;
    }

    private static int emptyPlaces(int tileCount, int columnCount) {
        return Math.floorMod(-tileCount, columnCount);
    }

    private List<String> header(String rulesName) {
        PeerLayout peer = spec.peer();
        String rows = peer.firstRow().name().toLowerCase(Locale.ROOT);
        String komi = String.format(Locale.ROOT, "komi %.1f", game.rules().komi());
        List<String> lines = new ArrayList<>();
        lines.addAll(TextLines.wrap(spec.summary(), room(), HEADER_SIZE));
        lines.addAll(TextLines.wrap(
                String.join(
                                ", ",
                                "" + game.grid(),
                                moment(),
                                turn(),
                                rulesName.isEmpty() ? "rules of its own" : rulesName,
                                komi)
                        + ".",
                room(),
                HEADER_SIZE));
        lines.addAll(TextLines.wrap(
                "The peer: " + peer.program() + "; its tensor is " + peer.axes() + ", its row 0 the " + rows + " one.",
                room(),
                HEADER_SIZE));
        return List.copyOf(lines);
    }

    /** Returns the width of what stands side by side. */
    private int room() {
        return columnCount * (board.width() + GAP) - GAP;
    }

    private String moment() {
        int number = game.moveNumber();
        return number == 0 ? "the start" : "after move " + number + " (" + PositionExplainer.moveName(game, number) + ")";
    }

    private String turn() {
        return game.isOver() ? "the game is over" : Color.name(game.playerToMove()) + " to move";
    }

    /** Returns what the sheet shows, in a few words. */
    public String title() {
        return spec.name() + ", " + moment();
    }

    /** Returns the width in units. */
    public int width() {
        return room() + 2 * MARGIN;
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

    /** Returns where the boards end. */
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
                    .toTheLeft());
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
                    .toTheLeft());
            String name = index + "  " + feature.name();
            int x = MARGIN + GLOBAL_VALUE_WIDTH + 16;
            canvas.text(Label.of(x, y - 5, name, NAME_SIZE, Ink.TEXT).bold());
            canvas.text(Label.of(
                    x + TextLines.width(name, NAME_SIZE) + 16, y - 5, feature.meaning(), NAME_SIZE, Ink.FAINT_TEXT));
        }
    }

    /** Returns a number with four decimals at most; versions of Java differ in how many they write by themselves. */
    private static String number(float value) {
        return new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }

    /**
     * A board with what stands above it.
     *
     * @param name its number and name
     * @param count how many ones there are, if that is to be told
     * @param meaning what it shows, in lines
     */
    private record Tile(String name, String count, List<String> meaning) {}
}
