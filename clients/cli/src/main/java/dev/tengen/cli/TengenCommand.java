package dev.tengen.cli;

import dev.tengen.cli.analysis.AnalysisCommand;
import dev.tengen.cli.arena.ArenaCommand;
import dev.tengen.cli.capacity.CapacityCommand;
import dev.tengen.cli.cgt.CgtCommand;
import dev.tengen.cli.data.DataCommand;
import dev.tengen.cli.demo.DemoCommand;
import dev.tengen.cli.gtp.GtpEngineCommand;
import dev.tengen.cli.health.HealthCommand;
import dev.tengen.cli.info.InfoCommand;
import dev.tengen.cli.mcp.McpCommand;
import dev.tengen.cli.option.CommandGroup;
import dev.tengen.cli.perft.PerftCommand;
import dev.tengen.cli.planes.PlanesCommand;
import dev.tengen.cli.play.PlayCommand;
import dev.tengen.cli.race.RaceCommand;
import dev.tengen.cli.replay.ReplayCommand;
import dev.tengen.cli.rollout.RolloutCommand;
import dev.tengen.cli.score.ScoreCommand;
import dev.tengen.cli.security.CertificatesCommand;
import dev.tengen.cli.security.TokenCommand;
import dev.tengen.cli.serve.ServeCommand;
import dev.tengen.cli.solve.SolveCommand;
import dev.tengen.cli.store.StoreCommand;
import dev.tengen.server.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code tengen}: the root command. */
@Command(
        name = "tengen",
        description = "An environment service for the game of Go: exact rules, over gRPC.",
        versionProvider = TengenCommand.VersionProvider.class,
        subcommands = {
            ServeCommand.class,
            StoreCommand.class,
            DemoCommand.class,
            InfoCommand.class,
            HealthCommand.class,
            CertificatesCommand.class,
            TokenCommand.class,
            CapacityCommand.class,
            ReplayCommand.class,
            PerftCommand.class,
            PlayCommand.class,
            GtpEngineCommand.class,
            AnalysisCommand.class,
            McpCommand.class,
            ScoreCommand.class,
            PlanesCommand.class,
            SolveCommand.class,
            RaceCommand.class,
            CgtCommand.class,
            ArenaCommand.class,
            RolloutCommand.class,
            DataCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen demo                          replay real games and play one, over gRPC",
            "  tengen serve --port 9019             run a server for agents in any language",
            "  tengen store check sessions.db       check the sessions of a server that has a store",
            "  tengen certificates --out tls        make certificates to try a secure server",
            "  tengen token create ann ...          let ann use a secure server",
            "  tengen capacity                      print what fits into the memory of a server",
            "  tengen replay games/*.sgf            check and score game records",
            "  tengen perft --size 3x3 --depth 6    count move sequences",
            "  tengen play --demo ko                try the rules on a board",
            "  tengen gtp --player greedy           run an engine for Sabaki, GoGui and others",
            "  tengen analysis                      run an analysis engine for KaTrain and others",
            "  tengen mcp                           let an assistant play, over standard input and output",
            "  tengen score --rules cgos x.sgf      score records and diagrams",
            "  tengen planes x.sgf --out x.svg      draw the planes of an encoding",
            "  tengen solve --size 2x3              compute the result of perfect play",
            "  tengen race x.sgf --move 80          analyze capturing races",
            "  tengen cgt \"{3|1} + *\"               calculate with combinatorial games",
            "  tengen arena run cup.yaml            run a tournament, with ratings and a report",
            "  tengen rollout --games 1000 --out d  play games and write them to a folder",
            "  tengen data verify d                 replay these games by the rules (Python package)",
            "  ./tengen bench --help                run benchmarks (source checkout only)",
            "",
            "Exit codes: 0 success; 1 the check that the command made failed; 2 invalid command line;",
            "3 a server could not be reached or started; 70 internal error.",
            "With --json, standard output has one JSON object per line and nothing else."
        })
final class TengenCommand extends CommandGroup {
    /** Creates the command. */
    TengenCommand() {
        super("Name a command, as in: tengen demo");
    }

    /** Provides the version of this build. */
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tengen " + Version.current()};
        }
    }
}
