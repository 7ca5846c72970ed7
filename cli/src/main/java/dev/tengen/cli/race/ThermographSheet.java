package dev.tengen.cli.race;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cgt.ThermographSvg;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceSum;
import java.util.ArrayList;
import java.util.List;

/** Draws the thermographs of all regions of races into one picture, one below the other. */
final class ThermographSheet {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 340;
    private static final String START = "<svg ";

    private ThermographSheet() {}

    /** Returns the picture as an SVG document; an empty one if no race has regions. */
    static String draw(List<RaceAnalysis> analyses) {
        List<String> pictures = new ArrayList<>();
        for (RaceAnalysis analysis : analyses) {
            Grid grid = analysis.race().board().grid();
            for (RaceComponent component :
                    analysis.sum().map(RaceSum::components).orElse(List.of())) {
                pictures.add(ThermographSvg.draw(component.thermograph(), title(grid, component)));
            }
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

    private static String title(Grid grid, RaceComponent component) {
        return Color.name(component.owner()) + "'s region at " + grid.name(component.point()) + ": "
                + component.value();
    }
}
