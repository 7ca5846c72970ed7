package dev.tengen.hostile;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A server of grpc-java with its defaults, a limit of calls and only its health service, to compare h2spec's verdicts
 * with those on Tengen.
 */
public final class BareServer {
    /** The default is no limit, up to which h2spec would open streams. */
    private static final int MAX_CALLS = 256;

    private BareServer() {}

    /** Serves on a free port of the loopback address, which it prints, until it is killed. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .maxConcurrentCallsPerConnection(MAX_CALLS)
                .addService(new HealthStatusManager().getHealthService())
                .build()
                .start();
        System.out.println(server.getPort());
        server.awaitTermination();
    }
}
