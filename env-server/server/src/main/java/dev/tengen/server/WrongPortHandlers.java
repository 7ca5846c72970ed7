package dev.tengen.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.PendingWriteQueue;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers clients that take the port of gRPC for that of HTTP, such as browsers, curl and the gateway's clients: they
 * get a response of HTTP/1.1 that says which port is which. Without it they get frames of HTTP/2, which they cannot
 * read. It belongs in the pipeline of the channel that accepts connections, and looks at the first bytes of each
 * connection, also where TLS is expected.
 *
 * <p>Thread-safe.
 */
@Sharable
final class WrongPortHandlers extends ChannelInboundHandlerAdapter {
    /** How the first line of a request begins. The preface of HTTP/2 begins with "PRI ". */
    private static final List<String> METHODS =
            List.of("GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ");

    private static final int MAX_METHOD_LENGTH = 8;

    /** How long a client may be silent before the connection is left to gRPC. Clients of gRPC speak at once. */
    private static final int PATIENCE_SECONDS = 5;

    /** How long the client has to read the response. */
    private static final int CLOSE_SECONDS = 2;

    private final Supplier<Optional<Endpoint.Tcp>> http;

    WrongPortHandlers(Supplier<Optional<Endpoint.Tcp>> http) {
        this.http = http;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof Channel connection) {
            HeldWrites held = new HeldWrites();
            connection.pipeline().addLast(new FirstBytes(held), held);
        }
        context.fireChannelRead(message);
    }

    private ByteBuf response() {
        String place = http.get()
                .map(endpoint -> "the page, metrics and the gateway are at the HTTP port, " + endpoint.port())
                .orElse(
                        "this server has no HTTP port; start it with --http-port to have the page, metrics and the gateway");
        String body = "{\"reason\":\"GRPC_PORT\",\"message\":\"this is the port for clients of gRPC, such as"
                + " tengen.connect and TengenClient; " + place + "\"}\n";
        String head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n";
        return Unpooled.copiedBuffer(head + body, StandardCharsets.US_ASCII);
    }

    /** Decides by the first bytes of a connection, and then leaves its pipeline, or answers. */
    private final class FirstBytes extends ByteToMessageDecoder {
        private final HeldWrites held;
        private boolean isAnswered;

        FirstBytes(HeldWrites held) {
            this.held = held;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            Future<?> patience = context.executor().schedule(() -> leave(context), PATIENCE_SECONDS, TimeUnit.SECONDS);
            context.channel().closeFuture().addListener(closed -> patience.cancel(false));
            context.fireChannelActive();
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            if (isAnswered) {
                in.skipBytes(in.readableBytes());
                return;
            }
            int length = Math.min(in.readableBytes(), MAX_METHOD_LENGTH);
            String start = in.toString(in.readerIndex(), length, StandardCharsets.US_ASCII);
            if (METHODS.stream().anyMatch(start::startsWith)) {
                isAnswered = true;
                in.skipBytes(in.readableBytes());
                answer(context);
            } else if (METHODS.stream().noneMatch(method -> method.startsWith(start))) {
                leave(context);
            }
        }

        /** Leaves the connection to gRPC, unless it has been answered. */
        private void leave(ChannelHandlerContext context) {
            if (!isAnswered && !context.isRemoved()) {
                context.pipeline().remove(held);
                context.pipeline().remove(this);
            }
        }

        /** Answers and lets the client read: to close at once, with bytes unread, would reset the connection. */
        private void answer(ChannelHandlerContext context) {
            var unused = context.writeAndFlush(response()).addListener(written -> {
                if (context.channel() instanceof DuplexChannel socket) {
                    var unusedShutdown = socket.shutdownOutput();
                }
            });
            Future<?> closing = context.executor()
                    .schedule(
                            () -> {
                                var unusedClose = context.close();
                            },
                            CLOSE_SECONDS,
                            TimeUnit.SECONDS);
            context.channel().closeFuture().addListener(closed -> closing.cancel(false));
        }
    }

    /**
     * Holds back what gRPC writes, which sends its settings at once, until it is known that the client speaks HTTP/2.
     */
    private static final class HeldWrites extends ChannelOutboundHandlerAdapter {
        private @Nullable PendingWriteQueue writes;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            PendingWriteQueue queue = new PendingWriteQueue(context);
            writes = queue;
            context.channel().closeFuture().addListener(closed -> queue.removeAndFailAll(new ClosedChannelException()));
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            Objects.requireNonNull(writes).add(message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext context) {
            // Follows when this handler is removed.
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            var unused = Objects.requireNonNull(writes).removeAndWriteAll();
            context.flush();
        }
    }
}
