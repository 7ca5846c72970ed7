package dev.tengen.cli.option;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Parses a board size: "9" or "9x7", width first. */
public final class GridConverter {
    private GridConverter() {}

    /**
     * Returns the grid of the size in {@code text}.
     *
     * @throws TypeConversionException if the text is not a size or the size is out of range
     */
    public static Grid parse(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("x", -1);
        try {
            int width = Integer.parseInt(parts[0]);
            return switch (parts.length) {
                case 1 -> Grid.square(width);
                case 2 -> Grid.of(width, Integer.parseInt(parts[1]));
                default -> throw new NumberFormatException(text);
            };
        } catch (NumberFormatException e) {
            throw new TypeConversionException("size \"" + text + "\" is not like 9 or 9x7 (width x height)");
        } catch (InvalidValueException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
