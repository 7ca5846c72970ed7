package dev.tengen.cli.gtp;

/** The commands about the engine itself. */
final class AdministrationCommands {
    private static final String PROTOCOL_VERSION = "2";
    private static final String NAME = "Tengen";

    private final GtpCommandRegistry registry;
    private final String version;
    private boolean isEnded;

    AdministrationCommands(GtpCommandRegistry registry, String version) {
        this.registry = registry;
        this.version = version;
    }

    void add() {
        registry.add("protocol_version", "the version of the protocol", () -> PROTOCOL_VERSION);
        registry.add("name", "the name of the engine", () -> NAME);
        registry.add("version", "the version of the engine", () -> version);
        registry.add("known_command NAME", "whether the engine has the command: true or false", arguments -> {
            String name = arguments.requireCount(1, 1).word(0);
            return Boolean.toString(registry.named(name).isPresent());
        });
        registry.add(
                "list_commands", "the names of all commands, one per line", () -> String.join("\n", registry.names()));
        registry.addSilent("quit", "stops the engine", () -> isEnded = true);
    }

    /** Returns whether the controller has sent quit. */
    boolean isEnded() {
        return isEnded;
    }
}
