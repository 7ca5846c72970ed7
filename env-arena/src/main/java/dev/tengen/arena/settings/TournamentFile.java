package dev.tengen.arena.settings;

import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.board.InvalidValueException;
import dev.tengen.gtp.driver.EngineSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A tournament as a YAML file tells it: settings, and the programs behind the names of its engines.
 *
 * <pre>{@code
 * players: [greedy, {name: gnu, player: "gtp:gnugo"}]
 * format: {round_robin: {pairs: 20}}
 * size: 9
 * engines:
 *   gnugo: gnugo --mode gtp --level 1
 * }</pre>
 *
 * @param settings what the tournament is played by
 * @param engines the engines that its players name, and perhaps others
 */
public record TournamentFile(TournamentSettings settings, List<EngineSpec> engines) {
    private static final String ENDING = "\\.ya?ml$";

    /** Makes a file's content; the list is copied. Throws {@link InvalidValueException} where an engine of a player is missing. */
    public TournamentFile {
        engines = List.copyOf(engines);
        List<String> names = engines.stream().map(EngineSpec::name).toList();
        for (PlayerSettings player : settings.players()) {
            if (player.engine().filter(name -> !names.contains(name)).isPresent()) {
                throw InvalidValueException.not(
                        "player",
                        SettingText.quoted(player.player()),
                        "\"" + PlayerSettings.ENGINE_PREFIX + "\" and one of the engines " + names);
            }
        }
    }

    /**
     * Reads {@code file}. A tournament without a name is called as the file is. Records of openings are looked for from where the
     * file is.
     *
     * <p>Throws {@link InvalidValueException} that names the file, and the line where it can be told, if something is not as it must
     * be, and {@link IOException} if a file cannot be read.
     */
    public static TournamentFile read(Path file) throws IOException {
        String source = String.valueOf(file.getFileName());
        SettingNode node = SettingParser.yaml(source, text(file));
        node.requireKeys(SettingsReader.keysWith("engines"));
        List<EngineSpec> engines = node.field("engines").map(EngineReader::read).orElse(List.of());
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
        TournamentSettings settings =
                SettingsReader.ofFile(new RecordFiles(folder)).read(node, Optional.of(source.replaceFirst(ENDING, "")));
        return node.make(() -> new TournamentFile(settings, engines));
    }

    private static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw InvalidValueException.because(file + " is no text in UTF-8", "file", file, "a text file in UTF-8");
        }
    }

    /** Returns the engine that {@code player} is, if it is one. */
    public Optional<EngineSpec> engine(PlayerSettings player) {
        return player.engine()
                .flatMap(name -> engines.stream()
                        .filter(engine -> engine.name().equals(name))
                        .findFirst());
    }

    /** Returns what a store keeps of the tournament; with the commands of engines, since other commands are other players. */
    public StoredTournament stored(Instant createdAt) {
        List<StoredPlayer> players = settings.players().stream()
                .map(player -> new StoredPlayer(
                        player.name(),
                        SettingsWriter.write(player, engine(player)).toString()))
                .toList();
        return new StoredTournament(settings.name(), settings.toJson(), settings.seed(), players, createdAt);
    }
}
