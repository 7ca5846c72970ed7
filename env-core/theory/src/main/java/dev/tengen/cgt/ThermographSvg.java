package dev.tengen.cgt;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Draws thermographs as SVG: values along the bottom, the higher ones on the left as is usual, and temperature upwards.
 *
 * <p>Equal thermographs and titles give identical documents on every machine.
 */
public final class ThermographSvg {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 340;
    private static final int LEFT_EDGE = 80;
    private static final int RIGHT_EDGE = WIDTH - 40;
    private static final int TOP_EDGE = 75;
    private static final int BOTTOM_EDGE = HEIGHT - 55;
    private static final double LABEL_HEIGHT = 14;
    private static final int MAX_HEADING_LENGTH = 60;
    private static final int LEGEND_HEIGHT = 42;

    private static final String LEFT_COLOR = "#1b66b1";
    private static final String RIGHT_COLOR = "#c23b22";
    private static final String MAST_COLOR = "#222";

    private final Thermograph thermograph;
    private final double leftStop;
    private final double rightStop;
    private final double width;
    private final double height;
    private final StringBuilder svg = new StringBuilder();

    private ThermographSvg(Thermograph thermograph) {
        this.thermograph = thermograph;
        leftStop = thermograph.left().at(Dyadic.ZERO).toDouble();
        rightStop = thermograph.right().at(Dyadic.ZERO).toDouble();
        width = leftStop - rightStop;
        // If the mast begins at temperature 0, any scale will do. Otherwise the mast takes the upper quarter.
        double temperature = thermograph.temperature().toDouble();
        height = temperature > 0 ? temperature * 4 / 3 : 1;
    }

    /** Returns {@code thermograph} as an SVG document. Its heading is {@code title}, cut after 60 characters. */
    public static String draw(Thermograph thermograph, String title) {
        return new ThermographSvg(thermograph).drawn(title);
    }

    private String drawn(String title) {
        append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\"", WIDTH, HEIGHT);
        append(" font-family=\"sans-serif\" font-size=\"12\">%n<title>Thermograph of %s</title>%n", escaped(title));
        append("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n", WIDTH, HEIGHT);
        String heading = title.length() <= MAX_HEADING_LENGTH ? title : title.substring(0, MAX_HEADING_LENGTH) + "...";
        text(WIDTH / 2.0, 20, "middle", MAST_COLOR, escaped(heading));
        drawLegend();
        drawTemperatures();
        drawValues();
        drawWall(thermograph.left(), "left-wall", LEFT_COLOR);
        drawWall(thermograph.right(), "right-wall", RIGHT_COLOR);
        drawMast();
        return svg.append("</svg>\n").toString();
    }

    private void drawLegend() {
        drawLegend(LEFT_EDGE, "Left wall", LEFT_COLOR);
        drawLegend(LEFT_EDGE + 110, "Right wall", RIGHT_COLOR);
        drawLegend(LEFT_EDGE + 220, "mast", MAST_COLOR);
    }

    private void drawLegend(double x, String name, String color) {
        line(x, LEGEND_HEIGHT - 4, x + 20, LEGEND_HEIGHT - 4, color + "\" stroke-width=\"3");
        text(x + 26, LEGEND_HEIGHT, "start", color, name);
    }

    /** Draws a line for each temperature at which a wall bends, with a label unless labels would overlap. */
    private void drawTemperatures() {
        TreeSet<Dyadic> bends = new TreeSet<>();
        thermograph.left().pieces().forEach(piece -> bends.add(piece.from()));
        thermograph.right().pieces().forEach(piece -> bends.add(piece.from()));
        double mastFoot = y(mastFrom());
        double last = Double.POSITIVE_INFINITY;
        for (Dyadic bend : bends) {
            double y = y(bend);
            boolean isMastFoot = bend.equals(mastFrom());
            if (isMastFoot || (last - y >= LABEL_HEIGHT && y - mastFoot >= LABEL_HEIGHT)) {
                line(LEFT_EDGE, y, RIGHT_EDGE, y, "#ddd");
                text(LEFT_EDGE - 8, y + 4, "end", MAST_COLOR, bend.toString());
                last = y;
            }
        }
        // On the side away from the mast.
        boolean isMastLeft = x(thermograph.mean()) < (LEFT_EDGE + RIGHT_EDGE) / 2.0;
        text(
                isMastLeft ? RIGHT_EDGE : LEFT_EDGE,
                mastFoot - 6,
                isMastLeft ? "end" : "start",
                MAST_COLOR,
                "temperature " + thermograph.temperature());
    }

    private void drawValues() {
        line(LEFT_EDGE, BOTTOM_EDGE, RIGHT_EDGE, BOTTOM_EDGE, "#888");
        Dyadic left = thermograph.left().at(Dyadic.ZERO);
        Dyadic right = thermograph.right().at(Dyadic.ZERO);
        if (!left.equals(right)) {
            text(x(left), BOTTOM_EDGE + 18, "middle", LEFT_COLOR, left.toString());
            text(x(right), BOTTOM_EDGE + 18, "middle", RIGHT_COLOR, right.toString());
        }
        text(x(thermograph.mean()), BOTTOM_EDGE + 36, "middle", MAST_COLOR, "mean " + thermograph.mean());
        line(
                x(thermograph.mean()),
                BOTTOM_EDGE,
                x(thermograph.mean()),
                BOTTOM_EDGE + 22,
                "#bbb\" stroke-dasharray=\"3");
    }

    private void drawWall(ThermographWall wall, String name, String color) {
        StringBuilder points = new StringBuilder();
        for (ThermographWall.Piece piece : wall.pieces()) {
            points.append(point(piece.from(), piece.value()));
        }
        List<ThermographWall.Piece> pieces = wall.pieces();
        if (!pieces.get(pieces.size() - 1).from().equals(mastFrom())) {
            // A vertical wall joins the mast without a bend.
            points.append(point(mastFrom(), thermograph.mean()));
        }
        append(
                "<polyline id=\"%s\" points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>%n",
                name, points.toString().strip(), color);
    }

    private void drawMast() {
        double x = x(thermograph.mean());
        line(x, y(mastFrom()), x, TOP_EDGE, MAST_COLOR + "\" stroke-width=\"3");
        append("<path d=\"M%.1f %d l-5 10h10z\" fill=\"%s\"/>%n", x, TOP_EDGE - 8, MAST_COLOR);
    }

    private String point(Dyadic temperature, Dyadic value) {
        return String.format(Locale.ROOT, "%.1f,%.1f ", x(value), y(temperature));
    }

    /** Returns the temperature at which the mast is drawn from; 0 for numbers. */
    private Dyadic mastFrom() {
        return Dyadic.max(thermograph.temperature(), Dyadic.ZERO);
    }

    private double x(Dyadic value) {
        double fromLeft = width > 0 ? (leftStop - value.toDouble()) / width : 0.5;
        return LEFT_EDGE + fromLeft * (RIGHT_EDGE - LEFT_EDGE);
    }

    private double y(Dyadic temperature) {
        return BOTTOM_EDGE - temperature.toDouble() / height * (BOTTOM_EDGE - TOP_EDGE);
    }

    private void line(double x1, double y1, double x2, double y2, String stroke) {
        append("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>%n", x1, y1, x2, y2, stroke);
    }

    private void text(double x, double y, String anchor, String color, String text) {
        append("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n", x, y, anchor, color, text);
    }

    private void append(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
