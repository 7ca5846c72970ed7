package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.JsonFields;
import dev.tengen.gateway.game.TaskCatalog;
import dev.tengen.gateway.game.TaskCatalog.Split;
import dev.tengen.gateway.http.GatewayPermission;
import dev.tengen.gateway.http.JsonResponses;
import dev.tengen.server.error.CallException;
import dev.tengen.server.http.HttpException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;

/** The routes of tasks: {@code /list_environments}, and the lists of splits and tasks of the one environment. */
final class TaskRoutes {
    private static final int MAX_NAME_LENGTH = 64;

    private final JsonResponses responses;

    TaskRoutes(JsonResponses responses) {
        this.responses = responses;
    }

    void add(RoutesConfig routes) {
        routes.get(
                "/list_environments",
                responses.direct(
                        GatewayPermission.SEE_SERVER, (call, reader) -> GatewayJson.tree(List.of(OpenEnvRoutes.NAME))));
        routes.get("/{environment}/splits", responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> {
            requireName(call);
            return GatewayJson.tree(Arrays.stream(Split.values())
                    .map(split -> new SplitJson(split.text(), split.type()))
                    .toList());
        }));
        post(
                routes,
                "tasks",
                Set.of("split"),
                (split, fields) -> GatewayJson.object()
                        .put("env_name", OpenEnvRoutes.NAME)
                        .set("tasks", tasks(split, 0, TaskCatalog.count(split))));
        post(
                routes,
                "num_tasks",
                Set.of("split"),
                (split, fields) -> GatewayJson.object().put("num_tasks", TaskCatalog.count(split)));
        post(routes, "task", Set.of("split", "index"), (split, fields) -> {
            int index = required(fields.integer("index", 0, TaskCatalog.count(split) - 1), "index");
            return GatewayJson.object().set("task", GatewayJson.tree(TaskCatalog.task(split, index)));
        });
        post(routes, "task_range", Set.of("split", "start", "stop"), TaskRoutes::range);
    }

    private record SplitJson(String name, String type) {}

    private void post(
            RoutesConfig routes, String path, Set<String> names, BiFunction<Split, JsonFields, JsonNode> answer) {
        routes.post("/{environment}/" + path, responses.direct(GatewayPermission.SEE_SERVER, (call, reader) -> {
            requireName(call);
            JsonFields fields = new JsonFields(JsonResponses.body(call));
            fields.requireOnly(names);
            return answer.apply(Split.named(fields.requiredText("split", MAX_NAME_LENGTH)), fields);
        }));
    }

    private static void requireName(Context call) {
        if (!call.pathParam("environment").equalsIgnoreCase(OpenEnvRoutes.NAME)) {
            throw new HttpException(
                    404, "UNKNOWN_ENVIRONMENT", "there is no such environment: the only one is " + OpenEnvRoutes.NAME);
        }
    }

    private static int required(OptionalInt value, String name) {
        if (value.isEmpty()) {
            throw CallException.invalid(name, "missing", "a whole number");
        }
        return value.getAsInt();
    }

    private static ObjectNode range(Split split, JsonFields fields) {
        int count = TaskCatalog.count(split);
        int start = fields.integer("start", 0, count).orElse(0);
        int stop = fields.integer("stop", 0, count).orElse(count);
        return GatewayJson.object().set("tasks", tasks(split, start, Math.max(start, stop)));
    }

    private static ArrayNode tasks(Split split, int start, int stop) {
        return GatewayJson.tree(TaskCatalog.range(split, start, stop));
    }
}
