package dev.tengen.cli.picture;

import dev.tengen.cgt.Thermograph;
import dev.tengen.cgt.ThermographSvg;
import java.util.ArrayList;
import java.util.List;

/** Thermographs in one SVG picture, one below the other. */
public final class ThermographSheet {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 340;
    private static final String START = "<svg ";

    private final List<String> pictures = new ArrayList<>();

    /** Appends a thermograph with a title. */
    public void add(Thermograph thermograph, String title) {
        pictures.add(ThermographSvg.draw(thermograph, title));
    }

    /** Returns the number of thermographs. */
    public int size() {
        return pictures.size();
    }

    /** Returns the picture as an SVG document: an empty one without thermographs, one alone without a frame. */
    public String draw() {
        if (pictures.size() == 1) {
            return pictures.get(0);
        }
        StringBuilder sheet = new StringBuilder(START)
                .append("xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
                .append(WIDTH + " " + Math.max(1, pictures.size()) * HEIGHT + "\">\n");
        for (int i = 0; i < pictures.size(); i++) {
            String place = START + "y=\"" + i * HEIGHT + "\" width=\"" + WIDTH + "\" height=\"" + HEIGHT + "\" ";
            sheet.append(place).append(pictures.get(i).substring(START.length()));
        }
        return sheet.append("</svg>\n").toString();
    }
}
