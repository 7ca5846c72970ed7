package dev.tengen.cli.gtp;

import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import java.io.PrintWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the response to one command, each line at once. */
final class LiveResponse implements ResponseStream {
    private static final Logger LOG = LoggerFactory.getLogger(LiveResponse.class);

    private final GtpCommand command;
    private final InputLines input;
    private final PrintWriter out;
    private boolean isBegun;

    LiveResponse(GtpCommand command, InputLines input, PrintWriter out) {
        this.command = command;
        this.input = input;
        this.out = out;
    }

    @Override
    public void send(String line) {
        if (!isBegun) {
            out.print(GtpResponse.success(command, "").format().stripTrailing() + "\n");
            isBegun = true;
        }
        out.print(line + "\n");
        out.flush();
    }

    @Override
    public boolean isNextLineThere() {
        return input.isNextThere();
    }

    @Override
    public void awaitNextLine() {
        input.awaitNext();
    }

    /** Ends the response. If lines were sent already, an error can only be logged. */
    void end(GtpResponse response) {
        if (!isBegun) {
            out.print(response.format());
        } else {
            if (!response.isSuccess()) {
                LOG.error("{}: {}", command.name(), response.text());
            } else if (!response.text().isEmpty()) {
                send(response.text());
            }
            out.print("\n");
        }
        out.flush();
    }
}
