package dev.tengen.server.service;

import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.TreeServiceGrpc;
import dev.tengen.server.info.ServiceStatus;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The gRPC services of the contract: all that a client may expect, whether a server has them on or off. */
public enum ContractService {
    /** {@code tengen.v1.AnalysisService}. */
    ANALYSIS(
            AnalysisServiceGrpc.getServiceDescriptor(),
            "Start the server with --analyses=true, which is the default (TENGEN_SERVE_ANALYSES, or analyses in the"
                    + " configuration file)."),
    /** {@code tengen.v1.ArenaService}. */
    ARENA(
            ArenaServiceGrpc.getServiceDescriptor(),
            "Start the server with --arena FILE, or --arena postgres://USER:PASSWORD@HOST:PORT/DATABASE"
                    + " (TENGEN_SERVE_ARENA, or arena in the configuration file)."),
    /** {@code tengen.v1.BatchService}. */
    BATCH(
            BatchServiceGrpc.getServiceDescriptor(),
            "Start the server with --batches=true, which is the default (TENGEN_SERVE_BATCHES, or batches in the"
                    + " configuration file)."),
    /** {@code tengen.v1.EnvironmentService}, which every server has on. */
    ENVIRONMENT(EnvironmentServiceGrpc.getServiceDescriptor(), "Every server has it on."),
    /** {@code tengen.v1.SearchService}. */
    SEARCH(
            SearchServiceGrpc.getServiceDescriptor(),
            "Start the server with --searches=true, which is the default (TENGEN_SERVE_SEARCHES, or searches in the"
                    + " configuration file)."),
    /** {@code tengen.v1.TreeService}. */
    TREE(
            TreeServiceGrpc.getServiceDescriptor(),
            "Start the server with --trees=true, which is the default (TENGEN_SERVE_TREES, or trees in the"
                    + " configuration file).");

    private final ServiceDescriptor descriptor;
    private final String howToEnable;

    ContractService(ServiceDescriptor descriptor, String howToEnable) {
        this.descriptor = descriptor;
        this.howToEnable = howToEnable;
    }

    /** Returns its full name, as in "tengen.v1.TreeService". */
    public String serviceName() {
        return descriptor.getName();
    }

    /** Returns how the operator of a server turns it on, as a sentence. */
    public String howToEnable() {
        return howToEnable;
    }

    /** Returns its methods. */
    Collection<MethodDescriptor<?, ?>> methods() {
        return descriptor.getMethods();
    }

    /**
     * Returns the status of every service of the contract, by name, on a server with the services {@code enabled}.
     * {@link #ENVIRONMENT} is on, also if it is not among them, because it reports the others.
     */
    public static List<ServiceStatus> statuses(Collection<ServerServiceDefinition> enabled) {
        Set<String> bound = methodNames(enabled);
        return Arrays.stream(values())
                .map(service -> service.status(bound))
                .sorted(Comparator.comparing(ServiceStatus::name))
                .toList();
    }

    private ServiceStatus status(Set<String> bound) {
        List<String> disabled = methods().stream()
                .filter(method -> this != ENVIRONMENT && !bound.contains(method.getFullMethodName()))
                .map(MethodDescriptor::getBareMethodName)
                .map(String::valueOf)
                .toList();
        boolean isEnabled = disabled.size() < methods().size();
        return new ServiceStatus(
                serviceName(), isEnabled, disabled.isEmpty() ? "" : howToEnable, isEnabled ? disabled : List.of());
    }

    /** Returns the full names of the methods of {@code services}. */
    static Set<String> methodNames(Collection<ServerServiceDefinition> services) {
        return services.stream()
                .flatMap(service -> service.getMethods().stream())
                .map(ServerMethodDefinition::getMethodDescriptor)
                .map(MethodDescriptor::getFullMethodName)
                .collect(Collectors.toSet());
    }
}
