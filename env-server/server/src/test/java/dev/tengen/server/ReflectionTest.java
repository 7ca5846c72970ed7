package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.server.testing.RunningServer;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Server reflection in the versions v1 and v1alpha, which have the same messages, and a command-line tool that uses it.
 */
class ReflectionTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private static ServerReflectionResponse reflect(String version, ServerReflectionRequest request) throws Exception {
        MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method =
                ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
                        .setFullMethodName("grpc.reflection." + version + ".ServerReflection/ServerReflectionInfo")
                        .build();
        CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> requests = ClientCalls.asyncBidiStreamingCall(
                SERVER.channel().newCall(method, CallOptions.DEFAULT), new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }

                    @Override
                    public void onCompleted() {}
                });
        requests.onNext(request);
        requests.onCompleted();
        return answer.get(5, TimeUnit.MINUTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1alpha"})
    void reflection_listOfServices_namesThemAll(String version) throws Exception {
        ServerReflectionResponse answer = reflect(
                version,
                ServerReflectionRequest.newBuilder().setListServices("").build());

        assertThat(answer.getListServicesResponse().getServiceList().stream().map(ServiceResponse::getName))
                .containsExactlyInAnyOrder(
                        "tengen.v1.EnvironmentService",
                        "tengen.v1.BatchService",
                        "tengen.v1.TreeService",
                        "tengen.v1.SearchService",
                        "tengen.v1.AnalysisService",
                        "grpc.health.v1.Health",
                        "grpc.reflection.v1.ServerReflection",
                        "grpc.reflection.v1alpha.ServerReflection",
                        "grpc.channelz.v1.Channelz");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1alpha"})
    void reflection_environmentService_answersWithItsFile(String version) throws Exception {
        ServerReflectionResponse answer = reflect(
                version,
                ServerReflectionRequest.newBuilder()
                        .setFileContainingSymbol(EnvironmentServiceGrpc.SERVICE_NAME)
                        .build());

        assertThat(answer.getFileDescriptorResponse().getFileDescriptorProtoList())
                .as("its file and those it imports")
                .hasSize(6)
                .first()
                .satisfies(file -> assertThat(file.toStringUtf8()).contains("tengen/v1/environment.proto"));
    }

    /** The tool has no file of ours: it learns the message from the server. */
    @ParameterizedTest
    @ValueSource(strings = {"grpc-v1", "grpc-v1alpha"})
    @Tag("full")
    void bufCurl_createSession_returnsItsTimestep(String version) throws Exception {
        String url = "http://127.0.0.1:" + SERVER.server().port() + "/tengen.v1.EnvironmentService/CreateSession";
        Process tool = new ProcessBuilder(
                        "../../proto/buf",
                        "curl",
                        "--protocol",
                        "grpc",
                        "--http2-prior-knowledge",
                        "--reflect-protocol",
                        version,
                        "--data",
                        "{\"spec\": {\"width\": 5, \"height\": 4}}",
                        url)
                .redirectErrorStream(true)
                .start();
        tool.getOutputStream().close();
        String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tool.waitFor()).as(output).isZero();
        assertThat(output).contains("\"maxMoves\": 60", "\"playerToMove\": \"COLOR_BLACK\"");
    }
}
