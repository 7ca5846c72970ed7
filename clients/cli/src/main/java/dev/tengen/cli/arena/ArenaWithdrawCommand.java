package dev.tengen.cli.arena;

import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena withdraw}: withdraws a player from a tournament. */
@Command(
        name = "withdraw",
        description = "Withdraw a player from a tournament, so that it continues and ends without the player.",
        sortOptions = false,
        footer = {
            "",
            "The player starts no further game. Its results stay, games in progress are played to their end, and",
            "games that were planned become void. The command may be used while the tournament is played, also by",
            "a server. A player cannot return. Players of an SPRT or a ladder cannot withdraw."
        })
final class ArenaWithdrawCommand extends BaseCommand {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--player", required = true, paramLabel = "PLAYER", description = "Name of the player.")
    private String player = "";

    @Override
    public Integer call() {
        try (ArenaStore open = tournament.open()) {
            String name = tournament.changeableName(open);
            int voidCount = open.tournaments()
                    .withdraw(
                            name,
                            player,
                            Verdict.CANCELLATION.name(),
                            open.workers().now());
            out().println(name + ": " + player + " has withdrawn; " + voidCount + " planned games are void");
        }
        return ExitCode.OK;
    }
}
