package dev.tengen.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a Unix domain socket, which outlives a server that dies and would then keep the next one from starting. */
final class SocketFile {
    private final Path path;

    SocketFile(Path path) {
        this.path = path;
    }

    /** Removes the file if it is a socket at which nobody listens. Throws {@link IOException} where it is no socket. */
    void removeAbandoned() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            throw new IOException(path + " exists and is no socket");
        }
        if (!isListenedAt()) {
            Files.delete(path);
        }
    }

    private boolean isListenedAt() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes the file. */
    void remove() throws IOException {
        Files.deleteIfExists(path);
    }
}
