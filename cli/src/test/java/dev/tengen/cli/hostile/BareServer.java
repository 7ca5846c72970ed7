package dev.tengen.cli.hostile;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A server of grpc-java with its defaults and only its health service, to compare h2spec's verdicts with those on Tengen. */
public final class BareServer {
    private BareServer() {}

    /** Serves on a free port of the loopback address, which it prints, until it is killed. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new HealthStatusManager().getHealthService())
                .build()
                .start();
        System.out.println(server.getPort());
        server.awaitTermination();
    }
}
