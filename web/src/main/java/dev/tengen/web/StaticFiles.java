package dev.tengen.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** The scripts, style sheets and images of the page: resources next to this class, served from memory. */
final class StaticFiles {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    /** The folder of the board, which the arena's reports also use. */
    private static final String BOARD_FOLDER = "/dev/tengen/arena/report/";

    private static final String[] NAMES = {
        "app.js",
        BOARD_FOLDER + "board.css",
        BOARD_FOLDER + "board.js",
        "dom.js",
        "game.js",
        "home.js",
        "icon.svg",
        "overlays.js",
        "page.css",
        "play.js",
        "server.js",
        "tournament.js"
    };

    /** Adds a route for each file. The page itself is at the root. */
    void addRoutes(RoutesConfig routes) {
        PageFile page = read("index.html");
        routes.get("/", page::answer);
        for (String name : NAMES) {
            PageFile file = read(name);
            routes.get("/page/" + name.substring(name.lastIndexOf('/') + 1), file::answer);
        }
    }

    private static String type(String name) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("the file " + name + " of the page has no type");
        }
        return type;
    }

    private static PageFile read(String name) {
        try (InputStream in = StaticFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the file " + name + " of the page is missing");
            }
            byte[] bytes = in.readAllBytes();
            String tag = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
            return new PageFile(bytes, type(name), '"' + tag + '"');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** A file in memory. */
    private static final class PageFile {
        private final byte[] bytes;
        private final String type;

        /** The entity tag: a hash of the content. */
        private final String tag;

        PageFile(byte[] bytes, String type, String tag) {
            this.bytes = bytes;
            this.type = type;
            this.tag = tag;
        }

        void answer(Context call) {
            // The browser revalidates every time, so that all files of a page have the same version.
            call.header("Cache-Control", "no-cache").header("ETag", tag);
            if (tag.equals(call.header("If-None-Match"))) {
                call.status(304);
            } else {
                call.contentType(type).result(bytes);
            }
        }
    }
}
