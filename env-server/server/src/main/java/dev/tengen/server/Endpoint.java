package dev.tengen.server;

import dev.tengen.base.InvalidValueException;
import io.grpc.inprocess.InProcessSocketAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** An address that a server listens on. Its text is the address for clients. */
public sealed interface Endpoint {
    /** Returns the address for the transport. */
    SocketAddress socketAddress();

    /** Returns whether only this machine can reach it. */
    boolean isLocal();

    /**
     * A TCP port.
     *
     * @param host name or address of a network interface of this machine; "0.0.0.0" for all
     * @param port 0 to 65,535; 0 for any free one
     */
    record Tcp(String host, int port) implements Endpoint {
        private static final int MAX_PORT = 65_535;

        /**
         * Checks the port.
         *
         * @throws InvalidValueException if it is out of range
         */
        public Tcp {
            if (port < 0 || port > MAX_PORT) {
                throw InvalidValueException.outside("port", port, 0, MAX_PORT);
            }
        }

        @Override
        public InetSocketAddress socketAddress() {
            return new InetSocketAddress(host, port);
        }

        @Override
        public boolean isLocal() {
            InetSocketAddress address = socketAddress();
            return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
        }

        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /**
     * A Unix domain socket. Only processes that may write to its file can reach it.
     *
     * @param path file of the socket, which is created when the server starts
     */
    record Unix(Path path) implements Endpoint {
        /** The lowest limit of common systems, less the zero at the end. */
        private static final int MAX_PATH_BYTES = 103;

        /**
         * Checks the path and makes it absolute.
         *
         * @throws InvalidValueException if it is too long for a socket
         */
        public Unix {
            path = path.toAbsolutePath();
            int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
            if (length > MAX_PATH_BYTES) {
                throw InvalidValueException.because(
                        "socket \"" + path + "\" is a path of " + length + " bytes, and a Unix socket allows "
                                + MAX_PATH_BYTES + "; use a shorter path, or a symbolic link to its folder",
                        "socket",
                        "\"" + path + "\"",
                        "a path of at most " + MAX_PATH_BYTES + " bytes");
            }
        }

        @Override
        public UnixDomainSocketAddress socketAddress() {
            return UnixDomainSocketAddress.of(path);
        }

        @Override
        public boolean isLocal() {
            return true;
        }

        @Override
        public String toString() {
            return "unix:" + path;
        }
    }

    /**
     * A name that only clients in this process can connect to.
     *
     * @param name unique among the open servers of the process
     */
    record InProcess(String name) implements Endpoint {
        @Override
        public InProcessSocketAddress socketAddress() {
            return new InProcessSocketAddress(name);
        }

        @Override
        public boolean isLocal() {
            return true;
        }

        @Override
        public String toString() {
            return "in-process:" + name;
        }
    }
}
