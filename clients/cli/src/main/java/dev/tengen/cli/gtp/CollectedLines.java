package dev.tengen.cli.gtp;

import dev.tengen.gtp.GtpResponse;
import java.util.ArrayList;
import java.util.List;

/** Collects the lines of one response. The next line is always there. */
final class CollectedLines implements ResponseStream {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void send(String line) {
        lines.add(line);
    }

    @Override
    public boolean isNextLineThere() {
        return true;
    }

    @Override
    public void awaitNextLine() {}

    /** Returns the response with the collected lines before its own text. */
    GtpResponse whole(GtpResponse response) {
        if (lines.isEmpty()) {
            return response;
        }
        List<String> all = new ArrayList<>(lines);
        if (response.isSuccess() && !response.text().isEmpty()) {
            all.add(response.text());
        }
        return new GtpResponse(true, response.id(), "\n" + String.join("\n", all));
    }
}
