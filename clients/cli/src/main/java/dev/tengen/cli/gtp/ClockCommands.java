package dev.tengen.cli.gtp;

import java.util.List;

/** The commands for time settings and clocks. They are validated and ignored, because players move at once. */
final class ClockCommands {
    void addTo(GtpCommandRegistry registry) {
        registry.addSilent(
                "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES",
                "accepted and ignored: players move at once",
                arguments -> requireIntegers(arguments.requireCount(3, 3), 0));
        registry.addSilent("time_left COLOR TIME STONES", "accepted and ignored", arguments -> {
            arguments.requireCount(3, 3).color(0);
            requireIntegers(arguments, 1);
        });
        registry.addSilent(
                "kgs-time_settings none|absolute|byoyomi|canadian [NUMBER]...",
                "accepted and ignored",
                ClockCommands::kgsSettings);
    }

    private static void kgsSettings(GtpArguments arguments) {
        int index = List.of("none", "absolute", "canadian", "byoyomi").indexOf(arguments.word(0));
        int numberCount = List.of(0, 1, 3, 3).get(index < 0 ? 0 : index);
        if (index < 0) {
            throw GtpFailure.syntaxError();
        }
        requireIntegers(arguments.requireCount(numberCount + 1, numberCount + 1), 1);
    }

    private static void requireIntegers(GtpArguments arguments, int from) {
        for (int index = from; index < arguments.count(); index++) {
            arguments.integer(index);
        }
    }
}
