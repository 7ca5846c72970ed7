package dev.tengen.server;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.Timestep;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixSocketTest {
    private static final EventLoopGroup THREAD = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    @TempDir
    private Path folder;

    private Path socket;

    @BeforeEach
    void nameSocket() {
        socket = folder.resolve("tengen.sock");
    }

    @AfterAll
    static void stopThread() {
        THREAD.shutdownGracefully().awaitUninterruptibly();
    }

    private ServerConfig config() {
        return ServerConfig.DEFAULT.listeningAt(socket);
    }

    private Timestep playOneMove() {
        ManagedChannel channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioDomainSocketChannel.class)
                .eventLoopGroup(THREAD)
                .usePlaintext()
                .build();
        try {
            EnvironmentServiceGrpc.EnvironmentServiceBlockingStub stub =
                    EnvironmentServiceGrpc.newBlockingStub(channel);
            return play(stub, open(stub, square(9)), 40);
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void start_atSocket_clientsPlay() throws Exception {
        try (TengenServer server = TengenServer.start(config())) {
            assertThat(server.endpoint()).hasToString("unix:" + socket);
            assertThat(playOneMove().getMoveNumber()).isEqualTo(1);
        }
    }

    @Test
    void close_atSocket_removesItsFile() throws Exception {
        TengenServer.start(config()).close();

        assertThat(socket).doesNotExist();
    }

    @Test
    void start_fileLeftByAServerThatDied_isReplaced() throws Exception {
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(socket));
        }
        assertThat(socket).exists();

        try (TengenServer server = TengenServer.start(config())) {
            assertThat(server.endpoint()).hasToString("unix:" + socket);
            assertThat(playOneMove().getMoveNumber()).isEqualTo(1);
        }
    }

    @Test
    void start_whereAnotherServerListens_throwsAndLeavesItAlone() throws Exception {
        try (TengenServer first = TengenServer.start(config())) {
            assertThatThrownBy(() -> TengenServer.start(config())).isInstanceOf(IOException.class);

            assertThat(first.openSessionCount()).isZero();
            assertThat(playOneMove().getMoveNumber()).isEqualTo(1);
        }
    }

    @Test
    void start_whereAFileIs_throwsAndLeavesIt() throws Exception {
        Files.writeString(socket, "mine");

        assertThatThrownBy(() -> TengenServer.start(config()))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot listen on unix:" + socket + ": " + socket
                        + " exists and is no socket; remove it or choose another path");
        assertThat(socket).hasContent("mine");
    }
}
