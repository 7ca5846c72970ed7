package dev.tengen.client.internal;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tengen.client.error.TengenException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way of one call between servers that share a store of sessions: which server gets each attempt, and whether the
 * next attempt starts at once. With one server, every attempt goes there and nothing is decided here. Not thread-safe.
 *
 * <p>A server that has another's session names the other, which gets the next attempt. A server that fails is reported
 * to the next one in a header, so that the next one takes its session. A server also fails if it does not answer within
 * the attempt timeout, which doubles with each such failure of the call, so that slow servers do not pass a session
 * between them for ever.
 */
final class Route {
    /** The header that names the servers that the client could not reach. */
    static final Metadata.Key<String> UNREACHABLE =
            Metadata.Key.of("tengen-unreachable", Metadata.ASCII_STRING_MARSHALLER);

    /** How many servers in a row may name another one before the call waits. */
    private static final int MAX_HOPS = 4;

    /** The least time for an attempt in which the server may have to take the session. */
    private static final Duration TAKEOVER_TIMEOUT = Duration.ofSeconds(2);

    private static final String ELSEWHERE = "SESSION_ELSEWHERE";

    private static final String STORE_FAILED = "STORE_FAILED";

    /** Reasons of UNAVAILABLE after which calls avoid a server; empty if the error is not the server's. */
    private static final Set<String> FAULTS = Set.of("", "SHUTTING_DOWN");

    /** Calls in which a server thinks, so that a late answer is no fault. */
    private static final Set<String> THINKING = Set.of("ChooseAction", "SolvePosition", "AnalyzeRace");

    private static final List<String> WITH_SESSION = List.of("session", "position");

    private final Replicas replicas;
    private final String sessionId;
    private final boolean isThinking;
    private final Set<String> failed = new HashSet<>();
    private Duration attemptTimeout;
    private Replicas.Choice choice;

    /** When the last attempt began; empty if its time says nothing about the server. */
    private OptionalLong startNanos = OptionalLong.empty();

    private @Nullable String owner;
    private int hopCount;

    /** When the next attempt starts. */
    enum Next {
        /** At once. */
        NOW,
        /** After a backoff. */
        LATER,
        /** As without other servers. */
        AS_ALWAYS,
        /** Never: no server is there. */
        NEVER
    }

    /**
     * Creates the way of a call whose attempts may take {@code attemptTimeout} each, if the servers are not known to be
     * slow.
     */
    Route(Replicas replicas, MethodDescriptor<?, ?> method, Object request, Duration attemptTimeout) {
        this.replicas = replicas;
        this.attemptTimeout = replicas.attemptTimeout(attemptTimeout);
        sessionId = replicas.areSeveral() ? sessionId(request) : "";
        isThinking = THINKING.contains(String.valueOf(method.getBareMethodName()));
        choice = replicas.choose(sessionId, null, failed);
    }

    /** Returns the channel of the next attempt. */
    Channel channel() {
        Channel channel = replicas.channel(choice.address());
        if (choice.unreachable().isEmpty()) {
            return channel;
        }
        Metadata headers = new Metadata();
        headers.put(UNREACHABLE, String.join(",", choice.unreachable()));
        return ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Returns the options of the next attempt. */
    CallOptions options(RetrySchedule attempts) {
        if (!replicas.areSeveral() || isThinking) {
            return attempts.options();
        }
        startNanos = choice.isHeir() ? OptionalLong.empty() : OptionalLong.of(System.nanoTime());
        boolean isTakeover = choice.isHeir() && attemptTimeout.compareTo(TAKEOVER_TIMEOUT) < 0;
        return attempts.options(isTakeover ? TAKEOVER_TIMEOUT : attemptTimeout);
    }

    /** Notes the response of the last attempt. */
    void answered(@Nullable Object response) {
        replicas.noteAnswer();
        if (replicas.areSeveral()) {
            startNanos.ifPresent(start -> replicas.answeredIn(System.nanoTime() - start));
            replicas.answered(choice.address(), sessionId.isEmpty() ? sessionId(response) : sessionId);
        }
    }

    /** Notes that the last attempt has failed with {@code error}, and returns when to start another. */
    Next after(TengenException error) {
        if (!replicas.areSeveral()) {
            return replicas.isAbsent(error) ? Next.NEVER : Next.AS_ALWAYS;
        }
        boolean isUnavailable = error.status().equals("UNAVAILABLE");
        boolean isLate = error.status().equals("DEADLINE_EXCEEDED") && !isThinking;
        Next next;
        if (isUnavailable && error.reason().equals(ELSEWHERE)) {
            next = follow(error.metadata().getOrDefault("owner", ""));
        } else if (isUnavailable && error.reason().equals(STORE_FAILED)) {
            next = avoid(); // It answers, and may be well again in a moment.
        } else if (isLate || (isUnavailable && FAULTS.contains(error.reason()))) {
            attemptTimeout = isLate ? attemptTimeout.multipliedBy(2) : attemptTimeout;
            replicas.failed(choice.address());
            next = avoid();
        } else {
            return Next.AS_ALWAYS;
        }
        choice = replicas.choose(sessionId, owner, failed);
        return next;
    }

    /**
     * Continues at the owner that a server has named. An address that the caller did not give gets no call and no
     * credentials.
     */
    private Next follow(String named) {
        if (failed.contains(named)) {
            owner = choice.address(); // It has not got the session yet.
        } else if (replicas.contains(named)) {
            owner = named;
        } else {
            owner = replicas.after(choice.address()); // It may be the named one by another name.
        }
        if (++hopCount <= MAX_HOPS && !failed.contains(named)) {
            return Next.NOW;
        }
        if (hopCount > MAX_HOPS) {
            hopCount = 0;
            failed.clear();
        }
        return Next.LATER;
    }

    private Next avoid() {
        owner = null;
        failed.add(choice.address());
        if (failed.size() < replicas.count()) {
            return Next.NOW;
        }
        failed.clear();
        return Next.LATER;
    }

    private static String sessionId(@Nullable Object object) {
        if (!(object instanceof Message message)) {
            return "";
        }
        FieldDescriptor id = message.getDescriptorForType().findFieldByName("session_id");
        if (id != null) {
            return message.getField(id).toString();
        }
        for (String name : WITH_SESSION) {
            FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
            if (field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                return sessionId(message.getField(field));
            }
        }
        return "";
    }
}
