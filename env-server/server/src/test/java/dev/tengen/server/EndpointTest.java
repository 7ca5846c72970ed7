package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1:80", "localhost, localhost:80", "::1, [::1]:80", "0.0.0.0, 0.0.0.0:80"})
    void text_ofTcp_isWhatClientsDial(String host, String text) {
        assertThat(new Endpoint.Tcp(host, 80)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.8.8.8, true",
        "localhost, true",
        "::1, true",
        "0.0.0.0, false",
        "::, false",
        "192.0.2.1, false"
    })
    void isLocal_ofTcp_isSoForLoopbackAlone(String host, boolean isLocal) {
        assertThat(new Endpoint.Tcp(host, 80).isLocal()).isEqualTo(isLocal);
    }

    @Test
    void unix_relativePath_isMadeAbsolute() {
        Endpoint.Unix unix = new Endpoint.Unix(Path.of("tengen.sock"));

        assertThat(unix).hasToString("unix:" + Path.of("tengen.sock").toAbsolutePath());
        assertThat(unix.isLocal()).isTrue();
    }

    @Test
    void inProcess_name_isLocal() {
        Endpoint.InProcess endpoint = new Endpoint.InProcess("one");

        assertThat(endpoint).hasToString("in-process:one");
        assertThat(endpoint.isLocal()).isTrue();
    }

    @Test
    void unix_pathTooLongForASocket_throws() {
        Path path = Path.of("/" + "x".repeat(103));

        assertThatThrownBy(() -> new Endpoint.Unix(path))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("socket \"" + path + "\" is a path of 104 bytes, and a Unix socket allows 103;"
                        + " use a shorter path, or a symbolic link to its folder");
    }
}
