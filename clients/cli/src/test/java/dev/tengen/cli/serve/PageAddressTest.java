package dev.tengen.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.server.Endpoint;
import dev.tengen.server.HttpSettings;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.tls.TlsFiles;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PageAddressTest {
    private static String address(ServerConfig config, String host) {
        return PageAddress.of(config, new Endpoint.Tcp(host, 9020));
    }

    @Test
    void of_aHost_isItsAddress() {
        assertThat(address(ServerConfig.DEFAULT, "127.0.0.1")).isEqualTo("http://127.0.0.1:9020/");
        assertThat(address(ServerConfig.DEFAULT, "::1")).isEqualTo("http://[::1]:9020/");
    }

    @Test
    void of_allInterfaces_isAnAddressThatABrowserCanOpen() {
        ServerConfig named = ServerConfig.DEFAULT.withHttp(
                new HttpSettings(new Endpoint.Tcp("0.0.0.0", 9020), Set.of("play.example", "go.example")));

        assertThat(address(ServerConfig.DEFAULT, "0.0.0.0")).isEqualTo("http://localhost:9020/");
        assertThat(address(named, "0.0.0.0")).isEqualTo("http://go.example:9020/");
        assertThat(address(named, "::")).isEqualTo("http://go.example:9020/");
    }

    @Test
    void of_aServerWithTls_isHttps() {
        ServerConfig config = ServerConfig.DEFAULT.withTls(
                new TlsFiles(Path.of("server.pem"), Path.of("server-key.pem"), Optional.empty()));

        assertThat(address(config, "192.0.2.1")).isEqualTo("https://192.0.2.1:9020/");
    }
}
