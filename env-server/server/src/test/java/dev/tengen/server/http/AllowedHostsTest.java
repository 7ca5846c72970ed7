package dev.tengen.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
    private final AllowedHosts hosts = new AllowedHosts("Go.internal", Set.of("tengen.example", "Metrics"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1:9020",
                "192.0.2.7:80",
                "[::1]",
                "[::1]:9020",
                "[2001:db8::1]:1",
                "localhost",
                "LocalHost:9020",
                "go.internal:9020",
                "GO.INTERNAL",
                "tengen.example",
                "metrics:9020"
            })
    void contains_addressOrName_isAllowed(String header) {
        assertThat(hosts.contains(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "evil.example:9020",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "tengen.example.evil.example",
                "1.2.3",
                "2130706433",
                "[evil]",
                "localhost:port",
                "localhost:1:2",
                "go.internal@evil.example",
                "*",
                "evil.example#localhost"
            })
    void contains_foreignName_isNotAllowed(String header) {
        assertThat(hosts.contains(header)).isFalse();
    }

    @Test
    void refusal_textOfAttacker_isNotRepeated() {
        assertThat(hosts.refusal("evil.example:80")).contains("\"value\":\"evil.example:80\"");
        assertThat(hosts.refusal("\"},<script>")).doesNotContain("script").contains("(not a name)");
    }
}
