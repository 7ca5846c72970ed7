package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReplyReaderTest {
    private static final int MORE_THAN_WAIT = 6;

    private static ReplyReader readInterrupted(String output) {
        InputStream input = new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8));
        ReplyReader reader = new ReplyReader(input);
        Thread.currentThread().interrupt();
        reader.run();
        // What was left of the interruption is taken away from the tests after this one.
        Thread.interrupted();
        return reader;
    }

    @Test
    void run_interruptedAtTheEnd_tellsTheEndToWhoeverWaits() throws InterruptedException {
        assertThat(readInterrupted("").next(0)).isInstanceOf(ReplyReader.Item.End.class);
    }

    @Test
    void run_interruptedWithRepliesWaiting_tellsTheEnd() throws InterruptedException {
        assertThat(readInterrupted("= \n\n".repeat(MORE_THAN_WAIT)).next(0)).isInstanceOf(ReplyReader.Item.End.class);
    }
}
