package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Renders a {@link BoardView} on a screen, in color. */
final class ScreenRenderer {
    private static final int WOOD = 179;
    private static final int CURSOR = 75;
    private static final int INK = 16;
    private static final int PAPER = 231;
    private static final int MARKED = 124;

    private final boolean isColored;
    private final boolean isUnicode;

    /** Creates a renderer with or without colors, and with or without characters beyond ASCII. */
    ScreenRenderer(boolean isColored, boolean isUnicode) {
        this.isColored = isColored;
        this.isUnicode = isUnicode;
    }

    /** Returns the lines of the screen except the last. {@code text} appears to the right of the board or below it. */
    List<AttributedString> draw(BoardView view, int cursor, List<String> text, ScreenLayout layout) {
        List<AttributedString> lines = board(view, cursor, layout);
        if (!layout.isTextBeside()) {
            text.stream().limit(layout.textHeight()).map(AttributedString::new).forEach(lines::add);
            return lines;
        }
        List<AttributedString> both = new ArrayList<>();
        for (int i = 0; i < layout.textHeight(); i++) {
            AttributedStringBuilder line = new AttributedStringBuilder();
            if (i < lines.size()) {
                line.append(lines.get(i));
            }
            if (i < text.size() && !text.get(i).isEmpty()) {
                int boardWidth = layout.textColumn();
                line.append(" ".repeat(Math.max(0, boardWidth - line.length()))).append(text.get(i));
            }
            both.add(line.toAttributedString());
        }
        return both;
    }

    private List<AttributedString> board(BoardView view, int cursor, ScreenLayout layout) {
        List<String> text = view.draw().lines().toList();
        List<AttributedString> lines = new ArrayList<>();
        AttributedString names = new AttributedString(layout.clip(text.get(0)));
        lines.add(names);
        for (int row = layout.firstRow(); row < layout.firstRow() + layout.rowCount(); row++) {
            lines.add(row(view, cursor, layout, row, layout.clip(text.get(row + 1))));
        }
        lines.add(names);
        return lines;
    }

    private AttributedString row(BoardView view, int cursor, ScreenLayout layout, int row, String text) {
        Grid grid = view.grid();
        AttributedStringBuilder line = new AttributedStringBuilder();
        line.append(text.substring(0, ScreenLayout.LEFT_MARGIN));
        int at = ScreenLayout.LEFT_MARGIN;
        for (int i = 0; i < layout.columnCount(); i++) {
            int point = grid.point(row, layout.firstColumn() + i);
            line.style(wood()).append(text.substring(at, at + 1));
            line.style(style(view, point, point == cursor)).append(symbol(view, point, point == cursor));
            at += 2;
        }
        line.style(wood()).append(text.substring(at, at + 1));
        return line.style(AttributedStyle.DEFAULT)
                .append(text.substring(at + 1))
                .toAttributedString();
    }

    private AttributedStyle wood() {
        return isColored ? AttributedStyle.DEFAULT.background(WOOD).foreground(INK) : AttributedStyle.DEFAULT;
    }

    private AttributedStyle style(BoardView view, int point, boolean isCursor) {
        if (!isColored) {
            return isCursor ? AttributedStyle.DEFAULT.inverse() : AttributedStyle.DEFAULT;
        }
        int color = switch (view.symbolAt(point)) {
            case 'O', 'o' -> PAPER;
            case '*' -> MARKED;
            default -> INK;
        };
        return AttributedStyle.DEFAULT.background(isCursor ? CURSOR : WOOD).foreground(color);
    }

    private String symbol(BoardView view, int point, boolean isCursor) {
        char symbol = view.symbolAt(point);
        if (view.colorAt(point) != Color.EMPTY) {
            // With colors both are discs. Without, letters distinguish them.
            return isColored && isUnicode ? "●" : String.valueOf(symbol);
        }
        if (isCursor && !isColored && symbol == PointMarks.NONE) {
            return "+";
        }
        boolean isOwned = symbol == 'x' || symbol == 'o';
        if (isColored && isUnicode && isOwned) {
            return "▪";
        }
        return isUnicode && symbol == PointMarks.NONE ? "·" : String.valueOf(symbol);
    }
}
