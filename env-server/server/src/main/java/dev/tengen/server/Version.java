package dev.tengen.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
public final class Version {
    private Version() {}

    /** Returns the version, as in "0.1.0-SNAPSHOT". */
    public static String current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("version.properties is missing from the build", e);
        }
        return properties.getProperty("version", "unknown");
    }
}
