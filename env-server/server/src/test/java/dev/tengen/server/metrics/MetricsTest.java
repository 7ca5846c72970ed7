package dev.tengen.server.metrics;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import io.grpc.StatusRuntimeException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the server counts equals what a client counts. */
class MetricsTest {
    @RegisterExtension
    final RunningServer server = RunningServer.with(ServerConfig.DEFAULT
            .withHttp("127.0.0.1", 0)
            .withSessionLimits(new SessionLimits(100, Duration.ofHours(1))));

    private final SplitMix64 random = new SplitMix64(7);

    /** What the client counted, by the names of the metrics. */
    private final Map<String, Double> counted = new TreeMap<>();

    private void count(String metric) {
        counted.merge(metric, 1.0, Double::sum);
    }

    private static String calls(String method, String status) {
        return "grpc_server_processing_duration_seconds_count{method=\"" + method
                + "\",method_type=\"UNARY\",service=\"tengen.v1.EnvironmentService\",status_code=\"" + status + "\"}";
    }

    /** Makes a step, good or bad, and counts the result. */
    private Timestep tryStep(StepRequest request, Timestep before) {
        try {
            Timestep after = server.stub().step(request).getTimestep();
            count(calls("Step", "OK"));
            count("tengen_steps_total");
            if (after.getTerminated() || after.getTruncated()) {
                countEnd(after);
            }
            return after;
        } catch (StatusRuntimeException e) {
            count(calls("Step", e.getStatus().getCode().name()));
            String reason = Failure.of(e).reason().orElseThrow();
            count("tengen_illegal_actions_total{reason=\"" + reason.toLowerCase(Locale.ROOT) + "\"}");
            return before;
        }
    }

    private void countEnd(Timestep last) {
        String reason = last.getEndReason().name().toLowerCase(Locale.ROOT).replace("end_reason_", "");
        count("tengen_episodes_total{end_reason=\"" + reason + "\"}");
    }

    private void playEpisodes(EnvironmentSpec.Builder spec, int episodeCount) {
        var created = server.stub().createSession(create(spec).build());
        count(calls("CreateSession", "OK"));
        count("tengen_sessions_opened_total");
        count("tengen_sessions_open");
        String session = created.getSessionId();
        Timestep now = created.getTimestep();
        int pass = spec.getWidth() * spec.getHeight();
        for (int episode = 0; episode < episodeCount; episode++) {
            while (!now.getTerminated() && !now.getTruncated()) {
                boolean isWild = random.nextInt(4) == 0;
                int action = isWild ? random.nextInt(pass + 3) - 1 : RandomActions.legal(now.getActionMask(), random);
                now = tryStep(step(session, action).build(), now);
            }
            now = tryStep(step(session, pass).build(), now); // Over: EPISODE_OVER.
            now = server.stub().reset(reset(session).build()).getTimestep();
            count(calls("Reset", "OK"));
        }
    }

    @Test
    @Tag("full")
    void metrics_afterRandomGames_equalWhatTheClientCounted() throws Exception {
        playEpisodes(square(3), 40);
        playEpisodes(square(2).setMaxMoves(10), 20);
        playEpisodes(square(1).setIllegalActionPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_REJECT), 20);

        assertThat(counted.keySet())
                .anyMatch(name -> name.contains("repetition"))
                .anyMatch(name -> name.contains("occupied"))
                .anyMatch(name -> name.contains("out_of_range"))
                .anyMatch(name -> name.contains("episode_over"))
                .anyMatch(name -> name.contains("\"max_moves\""))
                .anyMatch(name -> name.contains("FAILED_PRECONDITION"))
                .anyMatch(name -> name.contains("INVALID_ARGUMENT"));
        Scrape.awaitMetrics(server, counted);
    }

    @Test
    void metrics_answerRememberedFromAnEarlierCall_isACallAndNoStep() throws Exception {
        String session = server.stub().createSession(create(square(5)).build()).getSessionId();
        StepRequest request = step(session, 12).setRequestId("once").build();
        server.stub().step(request);
        server.stub().step(request);
        counted.put(calls("Step", "OK"), 2.0);
        counted.put("tengen_steps_total", 1.0);

        Scrape.awaitMetrics(server, counted);
    }

    @Test
    void metrics_losingAndIgnoredActions_countAsStepsAndAsIllegal() throws Exception {
        for (IllegalActionPolicy policy : new IllegalActionPolicy[] {
            IllegalActionPolicy.ILLEGAL_ACTION_POLICY_LOSE, IllegalActionPolicy.ILLEGAL_ACTION_POLICY_IGNORE
        }) {
            String session = server.stub()
                    .createSession(
                            create(square(5).setIllegalActionPolicy(policy)).build())
                    .getSessionId();
            server.stub().step(step(session, 12).build());
            server.stub().step(step(session, 12).build());
        }
        counted.put("tengen_steps_total", 4.0);
        counted.put("tengen_illegal_actions_total{reason=\"occupied\"}", 2.0);
        counted.put("tengen_episodes_total{end_reason=\"illegal_action\"}", 1.0);

        Scrape.awaitMetrics(server, counted);
    }

    @Test
    void metrics_closedSession_isNoLongerOpen() throws Exception {
        String session = server.stub().createSession(create(square(5)).build()).getSessionId();
        Calls.close(server.stub(), session);
        counted.put("tengen_sessions_open", 0.0);
        counted.put("tengen_sessions_opened_total", 1.0);
        counted.put("tengen_sessions_expired_total", 0.0);

        Scrape.awaitMetrics(server, counted);
    }

    @Test
    void metrics_ofTheMachineAndNetty_areThere() throws Exception {
        assertThat(Scrape.metrics(server).keySet())
                .anyMatch(name -> name.startsWith("jvm_memory_used_bytes{area=\"heap\""))
                .anyMatch(name -> name.startsWith("jvm_threads_live_threads"))
                .anyMatch(name -> name.startsWith("process_cpu_usage"))
                .anyMatch(name -> name.startsWith("netty_allocator_memory_used"))
                .anyMatch(name -> name.startsWith("netty_eventexecutor_tasks_pending"));
    }

    @Test
    void health_whileServing_isOk() throws Exception {
        HttpResponse<String> response = Scrape.get(server, "/health");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"SERVING\"}\n");
    }

    @Test
    void http_anotherPath_isNotFound() throws Exception {
        assertThat(Scrape.get(server, "/").statusCode()).isEqualTo(404);
    }
}
