package dev.tengen.cli.arena;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnvironmentVariables;
import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.Channels;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.GetLadderRequest;
import dev.tengen.server.ServerConfig;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen arena ladder}: prints the ladder of a server. */
@Command(
        name = "ladder",
        description = "Print the ladder of a server: its players and their ratings.",
        sortOptions = false,
        footer = {
            "",
            "Elo is relative to the mean of all players, or on the scale of anchors, players with a known",
            "rating. +/- is half of the 95 %% confidence interval. A * marks players that are connected.",
            "TENGEN_TOKEN, TENGEN_CA and TENGEN_TLS are for a secure server.",
            "",
            "Exit codes: 0 printed; 1 the server has no ladder, or cannot be reached."
        })
final class ArenaLadderCommand extends BaseCommand {
    private static final int TIMEOUT_SECONDS = 30;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:" + ServerConfig.DEFAULT_PORT,
            description = "The server, at HOST:PORT or unix:PATH. Default: ${DEFAULT-VALUE}.")
    private String address = "";

    @Option(names = "--json", description = "Print one JSON object per player.")
    private boolean isJson;

    @Override
    public Integer call() {
        ManagedChannel channel =
                ServerConnection.channel(address, ConnectionSecurity.fromEnvironment(EnvironmentVariables.ofProcess()));
        try {
            LadderOutput ladder = LadderOutput.of(ArenaServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .getLadder(GetLadderRequest.getDefaultInstance()));
            if (isJson) {
                ladder.lines().forEach(this::printJson);
            } else {
                ladder.print(out());
            }
            return ExitCode.OK;
        } catch (StatusRuntimeException e) {
            printMessage("tengen: " + Channels.explain(e).orElseGet(() -> reason(e.getStatus())));
            return ExitCode.FAILED;
        } finally {
            channel.shutdownNow();
        }
    }

    private String reason(Status status) {
        if (status.getCode() != Status.Code.UNAVAILABLE || status.getCause() == null) {
            return String.valueOf(status.getDescription());
        }
        return "no server answers at " + address + " (" + status.getCause().getMessage()
                + "); start one with ./tengen serve --arena FILE, or set --address";
    }
}
