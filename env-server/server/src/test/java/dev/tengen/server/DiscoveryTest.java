package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.proto.v1.AgentProto;
import dev.tengen.proto.v1.AnalysisProto;
import dev.tengen.proto.v1.ArenaProto;
import dev.tengen.proto.v1.BatchProto;
import dev.tengen.proto.v1.EngineInfo;
import dev.tengen.proto.v1.EnvironmentProto;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.FeatureInfo;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.SearchProto;
import dev.tengen.proto.v1.ServiceInfo;
import dev.tengen.proto.v1.SnapshotProto;
import dev.tengen.proto.v1.SpecProto;
import dev.tengen.proto.v1.StreamLimits;
import dev.tengen.proto.v1.TimestepProto;
import dev.tengen.proto.v1.TreeProto;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.StreamCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a server says that it offers, over the wire, and the answer of what is off. */
class DiscoveryTest {
    private static final List<FileDescriptor> FILES = List.of(
            AgentProto.getDescriptor(),
            AnalysisProto.getDescriptor(),
            ArenaProto.getDescriptor(),
            BatchProto.getDescriptor(),
            EnvironmentProto.getDescriptor(),
            SearchProto.getDescriptor(),
            SnapshotProto.getDescriptor(),
            SpecProto.getDescriptor(),
            TimestepProto.getDescriptor(),
            TreeProto.getDescriptor());

    private static final ServerConfig NOTHING_OPTIONAL =
            ServerConfig.DEFAULT.withEnabledServices(new EnabledServices(false, false, false, false));

    private static Stream<ServiceDescriptor> contract() {
        return FILES.stream().flatMap(file -> file.getServices().stream());
    }

    private static GetServerInfoResponse info(ServerConfig config) {
        try (RunningServer server = RunningServer.with(config).start()) {
            return Calls.serverInfo(server.stub());
        }
    }

    private static Set<String> enabled(GetServerInfoResponse info) {
        return info.getServicesList().stream()
                .filter(ServiceInfo::getIsEnabled)
                .map(ServiceInfo::getName)
                .collect(Collectors.toSet());
    }

    private static Map<String, FeatureInfo> features(GetServerInfoResponse info) {
        return info.getFeaturesList().stream().collect(Collectors.toMap(FeatureInfo::getName, Function.identity()));
    }

    /** A call of any RPC with any bytes, as a stream in both directions. */
    private static final class AnyCall extends StreamCall<HealthCheckRequest, HealthCheckRequest> {
        AnyCall(ManagedChannel channel, String fullMethodName) {
            super(
                    channel,
                    io.grpc.MethodDescriptor.<HealthCheckRequest, HealthCheckRequest>newBuilder()
                            .setType(MethodType.BIDI_STREAMING)
                            .setFullMethodName(fullMethodName)
                            .setRequestMarshaller(ProtoUtils.marshaller(HealthCheckRequest.getDefaultInstance()))
                            .setResponseMarshaller(ProtoUtils.marshaller(HealthCheckRequest.getDefaultInstance()))
                            .build());
        }
    }

    private static Failure failure(ManagedChannel channel, String fullMethodName) {
        try (AnyCall call = new AnyCall(channel, fullMethodName)) {
            call.sendBytes(new byte[0]);
            call.halfClose();
            return Failure.of(call.failure());
        }
    }

    @Test
    void services_allFilesOfTheContract_areListedByName() {
        List<String> names = info(ServerConfig.DEFAULT).getServicesList().stream()
                .map(ServiceInfo::getName)
                .toList();

        assertThat(names)
                .containsExactlyElementsOf(
                        contract().map(ServiceDescriptor::getFullName).sorted().toList())
                .hasSize(6);
    }

    @Test
    void services_defaults_areOnExceptTheArena() {
        GetServerInfoResponse info = info(ServerConfig.DEFAULT);

        assertThat(enabled(info))
                .containsExactlyInAnyOrder(
                        "tengen.v1.EnvironmentService",
                        "tengen.v1.BatchService",
                        "tengen.v1.TreeService",
                        "tengen.v1.SearchService",
                        "tengen.v1.AnalysisService");
        assertThat(info.getServicesList())
                .allMatch(service ->
                        service.getIsEnabled() == service.getHowToEnable().isEmpty());
        assertThat(info.getServicesList()).allMatch(service -> service.getDisabledRpcsCount() == 0);
        assertThat(info.hasArenaLimits()).isFalse();
    }

    @Test
    void features_defaults_areThoseOfTheConfiguration() {
        Map<String, FeatureInfo> features = features(info(ServerConfig.DEFAULT));

        assertThat(features.values().stream().filter(FeatureInfo::getIsEnabled).map(FeatureInfo::getName))
                .containsExactlyInAnyOrder("batches", "trees", "searches", "analyses");
        assertThat(features)
                .containsOnlyKeys(
                        "analyses",
                        "arena",
                        "authentication",
                        "batches",
                        "durable_batches",
                        "durable_sessions",
                        "engines",
                        "http",
                        "openenv",
                        "page",
                        "searches",
                        "session_takeover",
                        "storage",
                        "trees");
        assertThat(features.get("storage").getKind()).isEqualTo("memory");
        assertThat(features.values())
                .allMatch(feature ->
                        feature.getIsEnabled() == feature.getHowToEnable().isEmpty());
    }

    @Test
    void features_authenticator_isReportedAsOn() {
        ServerConfig open = ServerConfig.DEFAULT;
        ServerConfig secured = open.withAuthenticator(credentials -> Optional.of(Principal.LOCAL));

        assertThat(features(info(secured)).get("authentication").getIsEnabled()).isTrue();
        assertThat(features(info(open)).get("authentication").getIsEnabled()).isFalse();
        assertThat(features(info(open)).get("authentication").getHowToEnable())
                .contains("--tokens", "--tls-certificate");
    }

    @Test
    void features_everythingOptionalOff_sayHowToTurnItOn() {
        Map<String, FeatureInfo> features = features(info(NOTHING_OPTIONAL));

        assertThat(features.values()).noneMatch(FeatureInfo::getIsEnabled);
        assertThat(features.get("trees").getHowToEnable()).contains("--trees=true");
        assertThat(features.get("searches").getHowToEnable()).contains("--searches=true");
        assertThat(features.get("analyses").getHowToEnable()).contains("--analyses=true");
        assertThat(features.get("batches").getHowToEnable()).contains("--batches=true");
        assertThat(features.get("arena").getHowToEnable()).contains("--arena FILE");
        assertThat(features.get("engines").getHowToEnable()).contains("--engine NAME=COMMAND");
        assertThat(features.get("http").getHowToEnable()).contains("--http-port PORT");
        assertThat(features.get("openenv").getHowToEnable()).contains("--openenv");
    }

    @Test
    void features_httpAndEngines_areOn() {
        ServerConfig config = ServerConfig.DEFAULT
                .withHttp("127.0.0.1", 0)
                .withEngineLimits(new EngineLimits(
                        List.of(EngineSpec.of("fake", "no-such-program")
                                .withStartTimeout(Duration.ofMillis(700))
                                .withMoveTimeout(Duration.ofMillis(800))),
                        3,
                        5));

        GetServerInfoResponse info = info(config);

        assertThat(features(info).get("http").getIsEnabled()).isTrue();
        assertThat(features(info).get("engines").getIsEnabled()).isTrue();
        assertThat(info.getEnginesList())
                .containsExactly(EngineInfo.newBuilder()
                        .setName("gtp:fake")
                        .setStartTimeoutMs(700)
                        .setMoveTimeoutMs(800)
                        .setDeadStones("as-they-stand")
                        .build());
        assertThat(info.getThinkingLimits().getMaxEngineCountEach()).isEqualTo(3);
        assertThat(info.getThinkingLimits().getMaxEngineCount()).isEqualTo(5);
        assertThat(info.getThinkingLimits().getMaxRunningThinkingCallCount())
                .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        assertThat(info.getThinkingLimits().getMaxThinkingCallCount()).isEqualTo(128);
    }

    @Test
    void limits_streamsAndAnalyses_areThoseOfTheServer() {
        GetServerInfoResponse info = info(ServerConfig.DEFAULT.withAnalysisLimits(
                new AnalysisLimits(1, 17, 100, Duration.ofSeconds(1), 1 << 20)));

        assertThat(info.getStreamLimits())
                .isEqualTo(StreamLimits.newBuilder()
                        .setMaxRequestBytes(16 << 20)
                        .setMaxBatchAnswerBytes(64 << 20)
                        .setMaxTreeAnswerBytes(64 << 20)
                        .setMaxCallsPerConnection(256)
                        .setMaxConnectionCount(4096)
                        .setMaxConnectionCountPerAddress(1024)
                        .setSlowReaderLimitMs(60_000)
                        .build());
        assertThat(info.getThinkingLimits().getMaxWaitingAnalysisCount()).isEqualTo(17);
        assertThat(info.getThinkingLimits().getMaxPlayoutCount()).isEqualTo(1_000_000);
        assertThat(info.getThinkingLimits().getMaxBatchPlayoutCount()).isEqualTo(20_000);
    }

    /** Every RPC, unary or streaming, of every service that is off. */
    @Test
    void call_everyRpcOfServicesThatAreOff_isServiceDisabled() {
        Map<String, Integer> calls = new TreeMap<>();
        try (RunningServer server = RunningServer.with(NOTHING_OPTIONAL).start()) {
            Map<String, ServiceInfo> services = Calls.serverInfo(server.stub()).getServicesList().stream()
                    .collect(Collectors.toMap(ServiceInfo::getName, Function.identity()));
            for (ServiceDescriptor service : contract().toList()) {
                if (service.getName().equals("EnvironmentService")) {
                    continue;
                }
                for (MethodDescriptor rpc : service.getMethods()) {
                    String name = service.getFullName() + "/" + rpc.getName();

                    Failure failure = failure(server.channel(), name);

                    String howToEnable = services.get(service.getFullName()).getHowToEnable();
                    assertThat(howToEnable).startsWith("Start the server with --");
                    assertThat(failure.code()).as(name).isEqualTo(Status.Code.UNIMPLEMENTED);
                    assertThat(failure.reason()).contains("SERVICE_DISABLED");
                    assertThat(failure.description()).isEqualTo(name + " is disabled on this server. " + howToEnable);
                    assertThat(failure.info().orElseThrow().getMetadataMap())
                            .isEqualTo(Map.of("service", service.getFullName(), "how_to_enable", howToEnable));
                    calls.merge(service.getName(), 1, Integer::sum);
                }
            }
        }

        assertThat(calls)
                .isEqualTo(Map.of(
                        "AnalysisService",
                        2,
                        "ArenaService",
                        11,
                        "BatchService",
                        1,
                        "SearchService",
                        2,
                        "TreeService",
                        1));
    }

    @Test
    void call_serviceThatIsOff_leavesTheOthersAlone() {
        try (RunningServer server = RunningServer.with(NOTHING_OPTIONAL).start()) {
            failure(server.channel(), "tengen.v1.TreeService/Expand");

            assertThat(Calls.open(server.stub(), Calls.square(9))).hasSize(32);
        }
    }

    @Test
    void call_unknownServiceOrRpc_isPlainUnimplemented() {
        try (RunningServer server = RunningServer.withDefaults().start()) {
            for (String name : List.of(
                    "tengen.v1.NoService/Call",
                    "tengen.v1.TreeService/NoCall",
                    "tengen.v1.ArenaService/NoCall",
                    "other.Service/Call")) {
                Failure failure = failure(server.channel(), name);

                assertThat(failure.code()).as(name).isEqualTo(Status.Code.UNIMPLEMENTED);
                assertThat(failure.reason()).isEmpty();
            }
        }
    }

    @Test
    void health_serviceThatIsOff_isNotKnown() {
        try (RunningServer server = RunningServer.with(NOTHING_OPTIONAL).start()) {
            HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(server.channel());

            Failure off = Failure.of(() -> {
                var unused = health.check(HealthCheckRequest.newBuilder()
                        .setService("tengen.v1.TreeService")
                        .build());
            });

            assertThat(off.code()).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(health.check(HealthCheckRequest.newBuilder()
                                    .setService("tengen.v1.EnvironmentService")
                                    .build())
                            .getStatus())
                    .isEqualTo(ServingStatus.SERVING);
        }
    }

    /** A module replaces a feature of the server, and adds another. */
    @Test
    void features_ofModule_areListedByName() throws Exception {
        ServerModule module = new ServerModule() {
            @Override
            public void register(FeatureRegistry registry) {
                registry.register(Feature.on(Feature.STORAGE, "sqlite"));
                registry.register(Feature.off("zeta", "Wait."));
            }
        };
        ServerConfig config = ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0);
        try (TengenServer server = TengenServer.start(config, List.of(), List.of(context -> module))) {
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                    .usePlaintext()
                    .build();
            GetServerInfoResponse info = EnvironmentServiceGrpc.newBlockingStub(channel)
                    .getServerInfo(GetServerInfoRequest.getDefaultInstance());
            channel.shutdownNow();

            assertThat(features(info).get("storage"))
                    .isEqualTo(FeatureInfo.newBuilder()
                            .setName("storage")
                            .setIsEnabled(true)
                            .setKind("sqlite")
                            .build());
            assertThat(info.getFeatures(info.getFeaturesCount() - 1).getName()).isEqualTo("zeta");
        }
    }

    /** The limit that is listed is the one that is enforced. */
    @Test
    void limits_answerOfBatch_isThatWhichIsEnforced() {
        try (RunningServer server = RunningServer.withDefaults().start()) {
            long max = Calls.serverInfo(server.stub()).getStreamLimits().getMaxBatchAnswerBytes();
            var open = OpenBatch.newBuilder().addSpecs(Calls.square(25).addEncodings("alphazero-17"));
            int rowBytes = 1452;
            try (var call = BatchCall.open(server.channel(), open.setLaneCount((int) (max / rowBytes) + 1))) {
                assertThat(Failure.of(call.failure()).info().orElseThrow().getMetadataMap())
                        .containsEntry(
                                "allowed", "at most " + max / rowBytes + " where a row is " + rowBytes + " bytes long");
            }
        }
    }
}
