package dev.tengen.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a Unix domain socket. It outlives a server that crashes, and would then prevent the next one from
 * starting.
 */
final class SocketFile {
    private static final Logger LOG = LoggerFactory.getLogger(SocketFile.class);

    private final Path path;

    SocketFile(Path path) {
        this.path = path;
    }

    /**
     * Removes the file if it is a socket on which nobody listens.
     *
     * @throws IOException if it is no socket
     */
    void removeAbandoned() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            throw new IOException(path + " exists and is no socket; remove it or choose another path");
        }
        if (!isInUse()) {
            Files.delete(path);
        }
    }

    private boolean isInUse() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            LOG.debug("Nobody listens on {}", path, e);
            return false;
        }
    }

    /** Removes the file. */
    void remove() throws IOException {
        Files.deleteIfExists(path);
    }
}
