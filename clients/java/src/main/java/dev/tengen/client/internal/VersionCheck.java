package dev.tengen.client.internal;

import static java.util.Objects.requireNonNull;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.error.VersionMismatchException;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Finds out which side is too old if a server does not know a call. */
final class VersionCheck {
    private static final long TIMEOUT_SECONDS = 5;

    private VersionCheck() {}

    /**
     * Completes with the exception to throw instead of {@code error}: a {@link VersionMismatchException} if the server
     * does not know the call, and {@code error} otherwise. Asks the server for its version.
     */
    static CompletableFuture<TengenException> explain(
            TengenException error, MethodDescriptor<?, ?> method, Channel channel) {
        if (!error.status().equals("UNIMPLEMENTED") || !error.reason().isEmpty()) {
            return CompletableFuture.completedFuture(error);
        }
        CompletableFuture<TengenException> result = new CompletableFuture<>();
        ListenableFuture<GetServerInfoResponse> info = ClientCalls.futureUnaryCall(
                channel.newCall(
                        EnvironmentServiceGrpc.getGetServerInfoMethod(),
                        CallOptions.DEFAULT.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)),
                GetServerInfoRequest.getDefaultInstance());
        info.addListener(() -> result.complete(explained(error, method, channel.authority(), info)), Runnable::run);
        return result;
    }

    private static TengenException explained(
            TengenException error,
            MethodDescriptor<?, ?> method,
            String address,
            ListenableFuture<GetServerInfoResponse> info) {
        try {
            return mismatch(
                    error,
                    method,
                    address,
                    requireNonNull(Futures.getDone(info)).getVersion());
        } catch (ExecutionException e) {
            if (Status.fromThrowable(e).getCode() != Status.Code.UNIMPLEMENTED) {
                return mismatch(error, method, address, "");
            }
            String message = "the program at " + address + " is no Tengen server: " + error.getMessage();
            return new TengenException(error.status(), error.reason(), message, error.metadata(), error);
        }
    }

    private static VersionMismatchException mismatch(
            TengenException error, MethodDescriptor<?, ?> method, String address, String serverVersion) {
        String clientVersion = Version.current();
        String rpc = String.valueOf(method.getBareMethodName());
        boolean isClientOlder = Version.isBefore(clientVersion, serverVersion);
        String advice = isClientOlder
                ? "update the client, dev.tengen:tengen-client, to version " + serverVersion
                : "update the server to version " + clientVersion + " or later";
        String message = "the server at " + address + " (version "
                + (serverVersion.isEmpty() ? "unknown" : serverVersion) + ") does not know the call " + rpc
                + " of this client (version " + clientVersion + "); " + advice;
        return new VersionMismatchException(
                isClientOlder ? "CLIENT_TOO_OLD" : "SERVER_TOO_OLD",
                message,
                Map.of("rpc", rpc, "client_version", clientVersion, "server_version", serverVersion),
                error);
    }
}
