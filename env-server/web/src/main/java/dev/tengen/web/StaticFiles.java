package dev.tengen.web;

import com.google.common.hash.Hashing;
import com.google.common.io.Files;
import com.google.common.io.Resources;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The scripts, style sheets and images of the page: resources next to this class, served from memory. */
final class StaticFiles {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    /** The folder of the arena's reports, which share the board and formats of numbers with the page. */
    private static final String REPORT_FOLDER = "/dev/tengen/arena/report/";

    private static final String[] NAMES = {
        "app.js",
        REPORT_FOLDER + "board.css",
        REPORT_FOLDER + "board.js",
        "chart.js",
        "choices.js",
        "confirm.js",
        "copyable.js",
        "deadstones.js",
        "dom.js",
        REPORT_FOLDER + "elements.js",
        "entrants.js",
        "game.js",
        "gamebar.js",
        "gamelist.js",
        "home.js",
        "icon.svg",
        "keys.js",
        "ladder.js",
        "laddernames.js",
        "legend.js",
        "menu.js",
        "movelist.js",
        "movetree.js",
        "newgame.js",
        "newtournament.js",
        "opponents.js",
        "overlays.js",
        "page.css",
        "pages.js",
        "permalink.js",
        "play.js",
        "player.js",
        "problem.js",
        REPORT_FOLDER + "results.js",
        "server.js",
        "skeleton.js",
        "sound.js",
        "standings.js",
        "table.js",
        "title.js",
        "tournament.js",
        "tournaments.js",
        "valuegraph.js",
        "values.js",
        "variations.js"
    };

    private StaticFiles() {}

    /** Adds a route for each file. The page itself is at the root. */
    static void addRoutes(RoutesConfig routes) {
        routes.get("/", handler("index.html"));
        for (String name : NAMES) {
            routes.get("/page/" + fileName(name), handler(name));
        }
    }

    private static String fileName(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Returns the scripts: the names of their resources by the names of their files. */
    static Map<String, String> scripts() {
        return Arrays.stream(NAMES)
                .filter(name -> Files.getFileExtension(name).equals("js"))
                .collect(Collectors.toMap(StaticFiles::fileName, name -> name));
    }

    private static Handler handler(String name) {
        byte[] bytes = read(name);
        String type = TYPES.get(Files.getFileExtension(name));
        String tag = '"' + Hashing.sha256().hashBytes(bytes).toString().substring(0, 16) + '"';
        return call -> {
            // The browser revalidates every time, so that all files of a page have the same version.
            call.header("Cache-Control", "no-cache").header("ETag", tag);
            if (tag.equals(call.header("If-None-Match"))) {
                call.status(304);
            } else {
                call.contentType(type).result(bytes);
            }
        };
    }

    private static byte[] read(String name) {
        try {
            return Resources.toByteArray(Resources.getResource(StaticFiles.class, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
