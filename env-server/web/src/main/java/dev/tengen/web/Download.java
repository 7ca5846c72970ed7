package dev.tengen.web;

import io.javalin.http.Context;

/** A file that the server writes on demand. */
final class Download {
    /** The policy of a file that is shown. A policy in the file restricts it further. */
    private static final String POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final String name;
    private final String type;
    private final byte[] content;
    private final boolean isShown;

    /**
     * Creates a download.
     *
     * @param name the name of the file; characters that some file systems lack become underscores
     * @param type the content type
     * @param content the content, which belongs to the download
     * @param isShown whether the browser shows the file, which brings its own content policy, instead of storing it
     */
    Download(String name, String type, byte[] content, boolean isShown) {
        this.name = name;
        this.type = type;
        this.content = content;
        this.isShown = isShown;
    }

    /** Returns the content, which must not be changed. */
    byte[] content() {
        return content;
    }

    /** Sets the headers of {@code call}, whose response is the file. */
    void describe(Context call) {
        if (isShown) {
            call.header("Content-Security-Policy", POLICY);
        } else {
            String safe = name.replaceAll("[^A-Za-z0-9.-]", "_");
            call.header("Content-Disposition", "attachment; filename=\"" + safe + "\"");
        }
        call.contentType(type);
    }
}
