package dev.tengen.cli.picture;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Draws an SVG with one element per line. The same picture gives the same text on every machine. The viewer chooses the
 * font.
 */
final class SvgCanvas implements Canvas {
    private static final String FONTS = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";
    private static final Map<Align, String> ANCHORS = Map.of(Align.CENTER, "middle", Align.RIGHT, "end");

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;

    SvgCanvas(int width, int height, String title) {
        try {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartElement("svg");
            xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
            attribute("width", width);
            attribute("height", height);
            attribute("viewBox", "0 0 " + width + " " + height);
            attribute("role", "img");
            attribute("font-family", FONTS);
            endLine();
            xml.writeStartElement("title");
            xml.writeCharacters(title);
            xml.writeEndElement();
            endLine();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private static AssertionError impossible(XMLStreamException cause) {
        return new AssertionError("text can always be written to memory", cause);
    }

    @Override
    public void boxes(List<Box> boxes, Ink ink) {
        path(
                boxes,
                ink,
                box -> "M" + box.x() + " " + box.y() + "h" + box.width() + "v" + box.height() + "h-" + box.width()
                        + "z");
    }

    @Override
    public void circles(List<Box> boxes, Ink ink) {
        path(boxes, ink, SvgCanvas::circle);
    }

    /** Returns two half circles, from the leftmost point to the rightmost and back. */
    private static String circle(Box box) {
        double radius = box.width() / 2.0;
        String arc = "a" + number(radius) + " " + number(radius) + " 0 1 1 ";
        return "M" + box.x() + " " + number(box.y() + radius) + arc + box.width() + " 0" + arc + "-" + box.width()
                + " 0z";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private void path(List<Box> boxes, Ink ink, Function<Box, String> shape) {
        if (boxes.isEmpty()) {
            return;
        }
        try {
            xml.writeEmptyElement("path");
            fill(ink);
            attribute("d", boxes.stream().map(shape).collect(Collectors.joining()));
            endLine();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    @Override
    public void text(Label label) {
        try {
            xml.writeStartElement("text");
            attribute("x", label.x());
            attribute("y", label.y());
            attribute("font-size", label.size());
            if (label.isBold()) {
                attribute("font-weight", "bold");
            }
            if (ANCHORS.containsKey(label.align())) {
                attribute("text-anchor", ANCHORS.get(label.align()));
            }
            fill(label.ink());
            xml.writeCharacters(label.text());
            xml.writeEndElement();
            endLine();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private void fill(Ink ink) throws XMLStreamException {
        attribute("fill", "#%06x".formatted(ink.rgb()));
        if (!ink.isOpaque()) {
            attribute("fill-opacity", ink.opacityPercent() + "%");
        }
    }

    private void attribute(String name, Object value) throws XMLStreamException {
        xml.writeAttribute(name, value.toString());
    }

    private void endLine() throws XMLStreamException {
        xml.writeCharacters("\n");
    }

    /** Returns the picture. The canvas must not be used afterwards. */
    String finish() {
        try {
            xml.writeEndElement();
            endLine();
            xml.flush();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
        return text.toString();
    }
}
