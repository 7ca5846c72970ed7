package dev.tengen.arena.settings;

import dev.tengen.arena.store.StoredTournament;
import dev.tengen.base.InvalidValueException;
import dev.tengen.gtp.driver.EngineSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tournament file in YAML: the settings of the tournament, and the programs of its engines. {@code SettingsSource}
 * parses it, and names lines in its errors.
 *
 * <pre>{@code
 * players: [greedy, {name: gnu, player: "gtp:gnugo"}]
 * format: {round_robin: {pairs: 20}}
 * size: 9
 * engines:
 *   gnugo: gnugo --mode gtp --level 1
 * }</pre>
 *
 * @param settings the settings of the tournament
 * @param engines the engines, at least those of the players and of the adjudicator
 */
public record TournamentFile(TournamentSettings settings, List<EngineSpec> engines) {
    private static final String EXTENSION = "\\.ya?ml$";

    /**
     * Creates the content of a file. Copies the list.
     *
     * @throws InvalidValueException if the engine of a player or of the adjudicator is missing
     */
    public TournamentFile {
        engines = List.copyOf(engines);
        List<String> names = engines.stream().map(EngineSpec::name).toList();
        for (PlayerSettings player : settings.players()) {
            requireKnown("player", player.player(), player.engine(), names);
        }
        settings.adjudicator()
                .ifPresent(player -> requireKnown("adjudicator", player, PlayerSettings.engine(player), names));
    }

    private static void requireKnown(String field, String player, Optional<String> engine, List<String> names) {
        if (engine.filter(name -> !names.contains(name)).isPresent()) {
            throw InvalidValueException.not(
                    field,
                    '"' + player + '"',
                    "\"" + PlayerSettings.ENGINE_PREFIX + "\" and one of the engines " + names);
        }
    }

    /**
     * Reads {@code file}. A tournament without a name gets the name of the file. The paths of game records are relative
     * to the folder of the file.
     *
     * @throws InvalidValueException if a value is not allowed; the message names the file, the line and the key
     * @throws IOException if the file cannot be read
     */
    public static TournamentFile read(Path file) throws IOException {
        String source = String.valueOf(file.getFileName());
        SettingsSource text = SettingsSource.yaml(source, text(file));
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
        TournamentDocument document = TournamentDocument.read(
                text, Optional.of(source.replaceFirst(EXTENSION, "")), Optional.of(new RecordFiles(folder)));
        return text.root().at(() -> new TournamentFile(document.settings(), document.engines()));
    }

    private static String text(Path file) throws IOException {
        byte[] bytes;
        try {
            bytes = InputFile.read(file, InputFile.MAX_SETTINGS_BYTES);
        } catch (InputFile.TooLongException e) {
            String allowed = "at most " + InputFile.MAX_SETTINGS_BYTES + " bytes";
            throw InvalidValueException.because(
                    file + " is not a tournament file: " + e.getMessage(), "file", file, allowed);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw InvalidValueException.because(file + " is not UTF-8 text", "file", file, "a text file in UTF-8");
        }
    }

    /**
     * Returns the file of a stored tournament: its settings, and its engines with the commands of the file that created
     * it.
     *
     * @throws InvalidValueException if the tournament does not come from a file, or from a later version
     */
    public static TournamentFile fromStore(StoredTournament stored) {
        TournamentDocument document =
                TournamentDocument.read(SettingsSource.json(stored.settings()), Optional.empty(), Optional.empty());
        return new TournamentFile(document.settings(), document.engines());
    }

    /** Returns the engine of {@code player}; empty if it is not an engine. */
    public Optional<EngineSpec> engine(PlayerSettings player) {
        return player.engine().flatMap(this::engine);
    }

    /** Returns the engine of the adjudicator; empty if there is no adjudicator. */
    public Optional<EngineSpec> adjudicatorEngine() {
        return settings.adjudicator().flatMap(PlayerSettings::engine).flatMap(this::engine);
    }

    private Optional<EngineSpec> engine(String name) {
        return engines.stream().filter(engine -> engine.name().equals(name)).findFirst();
    }

    /** Returns the engines of the players and of the adjudicator. */
    public List<EngineSpec> usedEngines() {
        return Stream.concat(settings.players().stream().map(this::engine), Stream.of(adjudicatorEngine()))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /**
     * Returns the tournament for the store, with the engines that it uses: another command makes another tournament.
     */
    public StoredTournament stored(Instant createdAt) {
        return settings.stored(createdAt, usedEngines());
    }
}
