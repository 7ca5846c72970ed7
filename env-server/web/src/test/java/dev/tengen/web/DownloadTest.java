package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.Context;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DownloadTest {
    /** The name has the name of a tournament in it, which a client has chosen. */
    @Test
    void describe_nameThatControlsATerminalOrReversesText_isPlainInTheHeader() {
        List<Object> arguments = new ArrayList<>();
        Context call = (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(), new Class<?>[] {Context.class}, (context, method, values) -> {
                    arguments.addAll(Arrays.asList(values));
                    return context;
                });

        new Download("cup\u202efgs.\"\r\n\u001b[2J\u0085/../\ud800.sgf", "text/plain", new byte[0], false)
                .describe(call);

        assertThat(arguments)
                .containsExactly(
                        "Content-Disposition", "attachment; filename=\"cup_fgs._____2J__..__.sgf\"", "text/plain");
    }
}
