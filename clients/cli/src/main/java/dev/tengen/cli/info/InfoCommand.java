package dev.tengen.cli.info;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.ServerInfo;
import dev.tengen.text.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen info}: prints what a server offers. */
@Command(
        name = "info",
        description =
                "Print what a server offers: services and features, rule presets, encodings, overlays, players, tasks,"
                        + " limits.",
        footer = {"", "Without --address it describes the server of this build."})
public final class InfoCommand extends BaseCommand {
    @Mixin
    private final ServerConnection connection = new ServerConnection();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Option(names = "--encodings", description = "Print all encodings, plane by plane, as Markdown tables.")
    private boolean isCatalogueAsked;

    @Override
    public Integer call() throws Exception {
        try (connection) {
            ServerInfo info = connection.open().serverInfo();
            PrintWriter out = out();
            if (isJson) {
                printJson(info);
            } else if (isCatalogueAsked) {
                out.print(EncodingTables.of(info));
                out.flush();
            } else {
                print(out, info);
            }
        }
        return ExitCode.OK;
    }

    private static void print(PrintWriter out, ServerInfo info) {
        out.println("Tengen " + info.version());
        section(out, "Services", rows(info.services(), InfoCommand::row));
        section(out, "Features", rows(info.features(), InfoCommand::row));
        section(out, "Rule presets", rows(info.presets(), preset -> List.of(preset.name(), preset.summary())));
        List<List<String>> encodings = new ArrayList<>();
        encodings.addAll(rows(info.encodings(), encoding -> List.of(encoding.name(), encoding.summary())));
        encodings.addAll(rows(info.encodingFamilies(), InfoCommand::row));
        section(out, "Encodings", encodings);
        section(out, "Overlays", rows(info.overlays(), overlay -> List.of(overlay.name(), overlay.meaning())));
        section(out, "Players", rows(info.players(), player -> List.of(player.name(), player.summary())));
        section(out, "Tasks", rows(info.tasks(), InfoCommand::row));
        section(out, "Task parameters (default first)", parameters(info.tasks()));
        if (!info.engines().isEmpty()) {
            section(out, "Engines", rows(info.engines(), InfoCommand::row));
        }
        section(out, "Limits", LimitRows.of(info));
    }

    private static <T> List<List<String>> rows(List<T> items, Function<T, List<String>> row) {
        return items.stream().map(row).toList();
    }

    private static List<String> row(ServerInfo.EncodingFamily family) {
        return List.of(
                family.name() + ":" + family.parameter() + "=N",
                "A family with another " + family.parameter() + ", " + family.min() + " to " + family.max() + ": "
                        + family.meaning() + ".");
    }

    private static List<String> row(ServerInfo.TaskFamily task) {
        String names =
                task.parameters().stream().map(ServerInfo.TaskParameter::name).collect(Collectors.joining(", "));
        return List.of(task.name(), task.summary() + " Parameters: " + names + ".");
    }

    /** Returns the parameters of all tasks. Most are common to all. */
    private static List<List<String>> parameters(List<ServerInfo.TaskFamily> tasks) {
        return tasks.stream()
                .flatMap(task -> task.parameters().stream())
                .distinct()
                .map(parameter ->
                        List.of(parameter.name() + "=" + String.join("|", parameter.values()), parameter.meaning()))
                .toList();
    }

    private static List<String> row(ServerInfo.Service service) {
        String on = service.disabledRpcs().isEmpty()
                ? "on"
                : "on, except " + String.join(", ", service.disabledRpcs()) + ". " + service.howToEnable();
        return List.of(service.name(), service.isEnabled() ? on : "off. " + service.howToEnable());
    }

    private static List<String> row(ServerInfo.Feature feature) {
        String kind = feature.kind().isEmpty() ? "" : " (" + feature.kind() + ")";
        return List.of(feature.name(), feature.isEnabled() ? "on" + kind : "off" + kind + ". " + feature.howToEnable());
    }

    private static List<String> row(ServerInfo.Engine engine) {
        return List.of(
                engine.name(),
                "at most " + engine.startTimeoutMs() + " ms to start and " + engine.moveTimeoutMs()
                        + " ms for a move; dead stones: " + engine.deadStones());
    }

    private static void section(PrintWriter out, String title, List<List<String>> rows) {
        List<List<String>> shown = rows.stream()
                .map(row -> row.stream().map(VisibleText::line).toList())
                .toList();
        int width = shown.stream().mapToInt(row -> row.get(0).length()).max().orElse(0);
        out.println();
        out.println(title);
        out.println(shown.stream()
                .map(row ->
                        "  " + row.get(0) + " ".repeat(width + 2 - row.get(0).length()) + row.get(1))
                .collect(Collectors.joining(System.lineSeparator())));
    }
}
