package dev.tengen.web;

import com.google.common.io.Resources;
import dev.tengen.arena.browser.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Scans what a browser shows with axe-core, for violations of the rules of accessible pages. */
final class AxeScan {
    private static final String SCRIPT = read("META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");

    /** Runs in the page. Each finding is a text with the rule and the elements. */
    private static final String SCAN = """
            const done = arguments[arguments.length - 1];
            const about = (node) => node.target.join(" ") + ": " + node.failureSummary.replaceAll("\\n", " ");
            axe.run(document, {
              resultTypes: ["violations"],
              rules: { "label-content-name-mismatch": { enabled: true } },
            }).then(
              ({ violations }) => done(violations.map(({ id, nodes }) => id + "\\n" + nodes.map(about).join("\\n"))),
              (error) => done([String(error)]),
            );""";

    private AxeScan() {}

    private static String read(String name) {
        try {
            return Resources.toString(Resources.getResource(name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the violations in the page that {@code browser} shows. */
    @SuppressWarnings("unchecked")
    static List<String> violations(Browser browser) {
        browser.run(SCRIPT);
        return (List<String>) browser.driver().executeAsyncScript(SCAN);
    }
}
