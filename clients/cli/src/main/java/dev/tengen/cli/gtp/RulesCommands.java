package dev.tengen.cli.gtp;

import dev.tengen.game.KataGoRules;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands for rules, by the names of KGS and KataGo. They keep board, moves and komi. */
final class RulesCommands {
    private final EngineGame game;

    RulesCommands(EngineGame game) {
        this.game = game;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.addSilent(
                "kata-set-rules RULES",
                "sets the rules by name, in JSON or in short form",
                arguments -> change(arguments.text()));
        registry.add("kata-get-rules", "the rules in JSON", this::json);
        registry.addSilent("kata-set-rule NAME VALUE", "sets one value of the JSON of kata-get-rules", arguments -> {
            arguments.requireCount(2, 2);
            changeOne(arguments.word(0), arguments.word(1));
        });
        registry.addSilent(
                "kgs-rules NAME",
                "sets the rules by name",
                arguments -> change(arguments.requireCount(1, 1).text()));
    }

    private void change(String text) {
        if (text.isEmpty()) {
            throw GtpFailure.syntaxError();
        }
        Rules rules = RulesText.parse(text, game.rules().komi())
                .orElseThrow(() -> new GtpFailure("Unknown rules '" + text + "'"));
        game.changeRules(rules);
    }

    private String json() {
        String json = KataGoRules.json(game.rules());
        if (json.isEmpty()) {
            throw new GtpFailure("KataGo's notation cannot express these rules");
        }
        return json;
    }

    private void changeOne(String name, String value) {
        String json = json();
        Matcher entry = Pattern.compile("(\"" + Pattern.quote(name) + "\":)(\"?)[^\",}]*\\2")
                .matcher(json);
        if (!entry.find()) {
            throw new GtpFailure("Unknown rule '" + name + "'");
        }
        change(entry.replaceFirst("$1$2" + Matcher.quoteReplacement(value) + "$2"));
    }
}
