package dev.tengen.cli.arena;

import dev.tengen.arena.store.ArenaStore;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tengen arena replay-void}: lets the void games of a tournament be played again. */
@Command(
        name = "replay-void",
        description = "Let the void games of a tournament be played again, also after it has ended.",
        sortOptions = false,
        footer = {
            "",
            "A game is void if an engine rejected a legal move, or if the game reached the limit on moves",
            "under move_limit_rule void. Remove the cause first: the games are played from the same openings",
            "and seeds. The command discards their records, and opens a tournament that has ended. No process",
            "may play the tournament meanwhile. Then repeat tengen arena run, start tengen arena worker, or",
            "restart the server. Games of players that have withdrawn stay void. The games of an SPRT or a",
            "ladder cannot be changed."
        })
final class ArenaReplayVoidCommand extends BaseCommand {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Override
    public Integer call() {
        try (ArenaStore open = tournament.open()) {
            String name = tournament.changeableName(open);
            int count = open.tournaments().discardVoid(name);
            out().println(name + ": "
                    + (count == 0
                            ? "no void games to play again"
                            : count + " void games will be played again; to play them: tengen arena run FILE, or tengen"
                                    + " arena worker"));
        }
        return ExitCode.OK;
    }
}
