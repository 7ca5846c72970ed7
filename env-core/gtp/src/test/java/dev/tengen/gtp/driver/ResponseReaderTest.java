package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
    private static final int MORE_THAN_QUEUED = 6;

    private static ResponseReader readInterrupted(String output) {
        InputStream input = new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8));
        ResponseReader reader = new ResponseReader(input);
        Thread.currentThread().interrupt();
        reader.run();
        // The interrupt must not affect later tests.
        Thread.interrupted();
        return reader;
    }

    @Test
    void run_interruptedAtTheEnd_queuesTheEnd() throws InterruptedException {
        assertThat(readInterrupted("").next(0)).isInstanceOf(ResponseReader.Output.End.class);
    }

    @Test
    void run_interruptedWithResponsesQueued_queuesTheEnd() throws InterruptedException {
        assertThat(readInterrupted("= \n\n".repeat(MORE_THAN_QUEUED)).next(0))
                .isInstanceOf(ResponseReader.Output.End.class);
    }
}
