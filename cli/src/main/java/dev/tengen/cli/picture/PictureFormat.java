package dev.tengen.cli.picture;

import dev.tengen.board.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** The formats of pictures, each named by the ending of a file's name. */
public enum PictureFormat {
    /** Text that says what to draw; the same on every machine. */
    SVG {
        @Override
        public byte[] picture(ContactSheet sheet) {
            SvgCanvas canvas = new SvgCanvas(sheet.width(), sheet.height(), sheet.title());
            sheet.drawOn(canvas);
            return canvas.finish().getBytes(StandardCharsets.UTF_8);
        }
    },
    /** Pixels. */
    PNG {
        @Override
        public byte[] picture(ContactSheet sheet) throws PictureException {
            PngCanvas canvas = new PngCanvas(sheet.width(), sheet.height());
            sheet.drawOn(canvas);
            return canvas.finish();
        }
    };

    /**
     * Returns the format that the name of {@code file} ends in. Throws {@link InvalidValueException}, whose message calls the
     * name {@code field}, where it ends in none.
     */
    public static PictureFormat of(String field, Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.ending()))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(
                        field, "\"" + file + "\"", "the name of a picture: it ends neither in .svg nor in .png"));
    }

    private String ending() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    /** Returns {@code file}, whose name ends in this format, with {@code -number} put before the ending. */
    public Path numbered(Path file, int number) {
        String name = String.valueOf(file.getFileName());
        int end = name.length() - ending().length();
        return file.resolveSibling(name.substring(0, end) + "-" + number + name.substring(end));
    }

    /** Returns {@code sheet} as the bytes of a file. Throws {@link PictureException} where this machine cannot draw it. */
    public abstract byte[] picture(ContactSheet sheet) throws PictureException;
}
