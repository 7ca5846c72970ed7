package dev.tengen.server.service;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles every method of the contract that is off on a server: each call fails with {@link Reason#SERVICE_DISABLED}
 * before its request is read. Methods that are not in the contract are not found, so gRPC reports them as
 * unimplemented. Immutable.
 */
public final class DisabledMethodRegistry extends HandlerRegistry {
    private final Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();

    /** Creates the registry of a server with the services {@code enabled}. */
    public DisabledMethodRegistry(Collection<ServerServiceDefinition> enabled) {
        Set<String> bound = ContractService.methodNames(enabled);
        for (ContractService service : ContractService.values()) {
            for (MethodDescriptor<?, ?> method : service.methods()) {
                if (!bound.contains(method.getFullMethodName())) {
                    methods.put(method.getFullMethodName(), disabled(service, method));
                }
            }
        }
    }

    private static <Q, R> ServerMethodDefinition<Q, R> disabled(
            ContractService service, MethodDescriptor<Q, R> method) {
        return ServerMethodDefinition.create(method, (call, headers) -> {
            CallErrors.close(call, error(service, method));
            return new ServerCall.Listener<Q>() {};
        });
    }

    private static CallException error(ContractService service, MethodDescriptor<?, ?> method) {
        return CallException.of(
                        Reason.SERVICE_DISABLED,
                        method.getFullMethodName() + " is disabled on this server. " + service.howToEnable())
                .with("service", service.serviceName())
                .with("how_to_enable", service.howToEnable());
    }

    @Override
    public @Nullable ServerMethodDefinition<?, ?> lookupMethod(String methodName, @Nullable String authority) {
        return methods.get(methodName);
    }
}
