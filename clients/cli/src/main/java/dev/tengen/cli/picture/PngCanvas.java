package dev.tengen.cli.picture;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * Draws a PNG without a screen, at two pixels per unit so that small text is sharp. Text uses a system font, so
 * pictures may differ between machines.
 */
final class PngCanvas implements Canvas {
    private static final int SCALE = 2;

    static {
        // Must be set before AWT is initialized: there may be no screen.
        System.setProperty("java.awt.headless", "true");
        // A picture is small, and a container may have no writable file system.
        ImageIO.setUseCache(false);
    }

    private final BufferedImage image;
    private final Graphics2D graphics;

    /** Creates a canvas. Throws {@link PictureException} if the system has no font. */
    PngCanvas(int width, int height) throws PictureException {
        requireFont();
        image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    }

    /**
     * Checks for a font. Without one, or without a library to read it, each Java version fails with a different error.
     */
    private static void requireFont() throws PictureException {
        boolean hasLetters;
        try {
            hasLetters = font(12, false).canDisplay('A');
        } catch (RuntimeException | LinkageError | InternalError e) {
            throw noFont(e);
        }
        if (!hasLetters) {
            throw noFont(null);
        }
    }

    private static PictureException noFont(@Nullable Throwable cause) {
        return new PictureException(
                "a PNG needs a font, and Java finds none on this machine; install one (on Debian: fontconfig and"
                        + " fonts-dejavu-core), or choose an SVG, which needs none",
                cause);
    }

    private static Font font(int size, boolean isBold) {
        return new Font(Font.SANS_SERIF, isBold ? Font.BOLD : Font.PLAIN, size);
    }

    @Override
    public void boxes(List<Box> boxes, Ink ink) {
        graphics.setColor(color(ink));
        boxes.forEach(box -> graphics.fillRect(box.x(), box.y(), box.width(), box.height()));
    }

    @Override
    public void circles(List<Box> boxes, Ink ink) {
        graphics.setColor(color(ink));
        boxes.forEach(box -> graphics.fillOval(box.x(), box.y(), box.width(), box.height()));
    }

    @Override
    public void text(Label label) {
        graphics.setColor(color(label.ink()));
        graphics.setFont(font(label.size(), label.isBold()));
        FontMetrics metrics = graphics.getFontMetrics();
        double width = metrics.getStringBounds(label.text(), graphics).getWidth();
        double left = label.x()
                - switch (label.align()) {
                    case LEFT -> 0;
                    case CENTER -> width / 2;
                    case RIGHT -> width;
                };
        graphics.drawString(label.text(), (float) left, label.y());
    }

    private static Color color(Ink ink) {
        return new Color(ink.rgb() >> 16, ink.rgb() >> 8 & 0xff, ink.rgb() & 0xff, ink.opacityPercent() * 255 / 100);
    }

    /** Returns the picture. The canvas must not be used afterwards. */
    byte[] finish() {
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, "png", bytes)) {
                throw new AssertionError("every Java writes PNG");
            }
        } catch (IOException e) {
            throw new AssertionError("bytes can always be written to memory", e);
        }
        return bytes.toByteArray();
    }
}
