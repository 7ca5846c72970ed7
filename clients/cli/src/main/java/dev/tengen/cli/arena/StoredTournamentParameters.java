package dev.tengen.cli.arena;

import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.base.InvalidValueException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The parameters for a store and one of its tournaments. */
final class StoredTournamentParameters {
    @Mixin
    private StoreParameter store = new StoreParameter();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The tournament. Optional if the store has only one.")
    private @Nullable String name;

    /** Opens the store and returns the tournament with its games. */
    TournamentRecord read() {
        try (ArenaStore open = store.open()) {
            return TournamentRecord.of(open, name(open));
        }
    }

    /** Opens the store. */
    ArenaStore open() {
        return store.open();
    }

    /** Returns the name of the tournament in {@code open}. */
    String name(ArenaStore open) {
        return name == null ? onlyName(open) : name;
    }

    /**
     * Returns the name of the tournament in {@code open}, whose games may be changed.
     *
     * @throws InvalidValueException if it is an SPRT, whose verdict depends on the order of all games, or a ladder
     */
    String changeableName(ArenaStore open) {
        String found = name(open);
        FormatSettings format = TournamentSettings.fromStore(
                        open.tournaments().get(found).tournament())
                .format();
        if (format instanceof FormatSettings.Sprt || format instanceof FormatSettings.Ladder) {
            throw InvalidValueException.because(
                    "tournament \"" + found + "\" is an SPRT or a ladder, whose games cannot be changed",
                    "NAME",
                    found,
                    "a round robin, a gauntlet or a Swiss tournament");
        }
        return found;
    }

    /** Returns the name of the only tournament in {@code open}. */
    static String onlyName(ArenaStore open) {
        List<String> names = open.tournaments().list().stream()
                .map(TournamentStatus::tournament)
                .map(tournament -> tournament.name())
                .toList();
        if (names.size() != 1) {
            throw InvalidValueException.because(
                    names.isEmpty() ? "there is no tournament in the store" : "name one of the tournaments " + names,
                    "NAME",
                    "",
                    "one of " + names);
        }
        return names.get(0);
    }
}
