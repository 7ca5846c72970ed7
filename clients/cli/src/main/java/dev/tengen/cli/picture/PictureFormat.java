package dev.tengen.cli.picture;

import dev.tengen.base.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Picture formats, by the extension of a file's name. */
public enum PictureFormat {
    /** Vector graphics, the same on every machine. */
    SVG {
        @Override
        public byte[] picture(ContactSheet sheet) {
            SvgCanvas canvas = new SvgCanvas(sheet.width(), sheet.height(), sheet.title());
            sheet.drawOn(canvas);
            return canvas.finish().getBytes(StandardCharsets.UTF_8);
        }
    },
    /** A raster image. */
    PNG {
        @Override
        public byte[] picture(ContactSheet sheet) throws PictureException {
            PngCanvas canvas = new PngCanvas(sheet.width(), sheet.height());
            sheet.drawOn(canvas);
            return canvas.finish();
        }
    };

    /**
     * Returns the format of {@code file} by its extension.
     *
     * @param field the name of the value in an error message
     * @throws InvalidValueException if the extension is neither .svg nor .png
     */
    public static PictureFormat of(String field, Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.extension()))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(
                        field, "\"" + file + "\"", "the name of a picture: it must end in .svg or .png"));
    }

    private String extension() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    /** Returns {@code file} with {@code -number} inserted before the extension, which must be that of this format. */
    public Path numbered(Path file, int number) {
        String name = String.valueOf(file.getFileName());
        int end = name.length() - extension().length();
        return file.resolveSibling(name.substring(0, end) + "-" + number + name.substring(end));
    }

    /**
     * Returns {@code sheet} as the bytes of a file.
     *
     * @throws PictureException if this machine cannot draw it
     */
    public abstract byte[] picture(ContactSheet sheet) throws PictureException;
}
