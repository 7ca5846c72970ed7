package dev.tengen.cli;

import dev.tengen.client.ServerInfo;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what a server offers. */
@Command(
        name = "info",
        description = "Print what a server offers: rule presets, encodings, overlays, players, limits.",
        mixinStandardHelpOptions = true,
        footer = {"", "Without --address it describes the server of this build."})
final class InfoCommand implements Callable<Integer> {
    @Mixin
    private final ServerConnection connection = new ServerConnection();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Option(names = "--encodings", description = "Print what the encodings are, plane by plane, as Markdown.")
    private boolean isCatalogueAsked;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (connection) {
            ServerInfo info = connection.open().serverInfo();
            PrintWriter out = spec.commandLine().getOut();
            if (isJson) {
                JsonLines.print(out, JsonLines.object(info));
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
        section(
                out,
                "Rule presets",
                info.presets().stream()
                        .map(preset -> List.of(preset.name(), preset.summary()))
                        .toList());
        section(
                out,
                "Encodings",
                Stream.concat(
                                info.encodings().stream().map(encoding -> List.of(encoding.name(), encoding.summary())),
                                info.encodingFamilies().stream().map(InfoCommand::row))
                        .toList());
        section(
                out,
                "Overlays",
                info.overlays().stream()
                        .map(overlay -> List.of(overlay.name(), overlay.meaning()))
                        .toList());
        section(
                out,
                "Players",
                info.players().stream()
                        .map(player -> List.of(player.name(), player.summary()))
                        .toList());
        ServerInfo.Limits limits = info.limits();
        section(
                out,
                "Limits",
                List.of(
                        List.of("size", "1 to " + limits.maxSize() + " points each way"),
                        List.of("sessions", limits.maxSessionCount() + " open at once"),
                        List.of("lanes", limits.maxLaneCount() + " open at once"),
                        List.of("idle timeout", limits.idleTimeoutMs() / 1000 + " seconds"),
                        List.of("request", limits.maxRequestBytes() + " bytes at most")));
        out.flush();
    }

    private static List<String> row(ServerInfo.EncodingFamily family) {
        return List.of(
                family.name() + ":" + family.parameter() + "=N",
                "The same with another " + family.parameter() + ", " + family.min() + " to " + family.max() + ": "
                        + family.meaning() + ".");
    }

    private static void section(PrintWriter out, String title, List<List<String>> rows) {
        int width = rows.stream().mapToInt(row -> row.get(0).length()).max().orElse(0);
        out.println();
        out.println(title);
        out.println(rows.stream()
                .map(row ->
                        "  " + row.get(0) + " ".repeat(width + 2 - row.get(0).length()) + row.get(1))
                .collect(Collectors.joining(System.lineSeparator())));
    }
}
