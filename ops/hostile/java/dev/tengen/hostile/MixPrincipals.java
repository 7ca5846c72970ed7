package dev.tengen.hostile;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.StaticToken;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The principals of a mix, and their tokens. Half of the hostile clients are agents; the others are an orchestrator, a
 * spectator and strangers, who have no token or a wrong one. On a server without authentication, nobody has a token.
 * Thread-safe.
 */
final class MixPrincipals {
    /** A server without authentication. */
    static final MixPrincipals NONE = new MixPrincipals(List.of(), List.of(), "", "");

    /** How many agents there are. */
    static final int AGENT_COUNT = 4;

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final List<String> options;
    private final List<String> agents;
    private final String operator;
    private final String neighbor;
    private final List<String> others = new ArrayList<>();

    private MixPrincipals(List<String> options, List<String> agents, String operator, String neighbor) {
        this.options = options;
        this.agents = agents;
        this.operator = operator;
        this.neighbor = neighbor;
    }

    /** Creates principals, whose tokens are in a file in {@code folder}. */
    static MixPrincipals create(Path folder) throws IOException {
        Path file = folder.resolve("tokens");
        List<StaticToken> lines = new ArrayList<>();
        List<String> agents = new ArrayList<>();
        for (int number = 1; number <= AGENT_COUNT; number++) {
            agents.add(add(lines, "agent-" + number, Role.AGENT));
        }
        MixPrincipals principals = new MixPrincipals(
                List.of("--tokens", file.toString()),
                agents,
                add(lines, "operator", Role.OPERATOR),
                add(lines, "neighbor", Role.AGENT));
        principals.others.add(add(lines, "orchestrator", Role.ORCHESTRATOR));
        principals.others.add(add(lines, "spectator", Role.SPECTATOR));
        principals.others.add(StaticToken.newToken());
        principals.others.add("");
        Files.write(file, lines.stream().map(StaticToken::line).toList());
        return principals;
    }

    private static String add(List<StaticToken> lines, String name, Role role) {
        String token = StaticToken.newToken();
        lines.add(new StaticToken(new Principal(name, role), StaticToken.digest(token), Optional.empty()));
        return token;
    }

    /** Returns the options of the server. */
    List<String> options() {
        return options;
    }

    /** Returns the token of the one who runs the server; empty if nobody needs one. */
    String operator() {
        return operator;
    }

    /** Returns the token of a well-behaved client; empty if nobody needs one. */
    String neighbor() {
        return neighbor;
    }

    /** Returns the token of an agent; empty if nobody needs one. */
    String agent(Random random) {
        return agents.isEmpty() ? "" : agents.get(random.nextInt(agents.size()));
    }

    /**
     * Returns the token of a hostile client: of an agent for even numbers. Empty for a client without one.
     *
     * @param number the number of the client, from 0
     */
    String attacker(int number) {
        List<String> group = number % 2 == 0 ? agents : others;
        return group.isEmpty() ? "" : group.get(number / 2 % group.size());
    }

    /** Returns whether {@code token} is an agent's, or nobody needs one. */
    boolean isAgent(String token) {
        return agents.isEmpty() || agents.contains(token);
    }

    /** Returns an interceptor that sends {@code token} with each call, unless it is empty. */
    static ClientInterceptor interceptor(String token) {
        Metadata headers = new Metadata();
        if (!token.isEmpty()) {
            headers.put(AUTHORIZATION, "Bearer " + token);
        }
        return MetadataUtils.newAttachHeadersInterceptor(headers);
    }
}
