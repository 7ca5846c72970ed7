package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.Rules;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rules in specs and in server info. */
class RulesOverTheWireTest {
    private static final int PASS = 9;

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static Rules preset(TengenClient client, String name) {
        return client.serverInfo().presets().stream()
                .filter(preset -> preset.name().equals(name))
                .map(ServerInfo.Preset::rules)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void createSession_everyAxis_isTheRulesOfThePreset() {
        try (TengenClient client = TengenClient.connect(SERVER.address())) {
            Rules japanese = preset(client, "japanese");
            SessionSpec spec = SessionSpec.builder(5, 5)
                    .ko(japanese.ko())
                    .suicide(japanese.suicide())
                    .scoring(japanese.scoring())
                    .tax(japanese.tax())
                    .handicapBonus(japanese.handicapBonus())
                    .deadStones(japanese.deadStones())
                    .repetitionEnd(japanese.repetitionEnd())
                    .friendlyPassOk(japanese.friendlyPassOk())
                    .passesToEnd(japanese.passesToEnd())
                    .komi(japanese.komi())
                    .build();
            try (TengenSession session = client.createSession(spec)) {
                assertThat(session.rules()).isEqualTo(japanese);
            }
        }
    }

    @Test
    void serverInfo_presets_haveAliasesAndKataGosJson() {
        try (TengenClient client = TengenClient.connect(SERVER.address())) {
            assertThat(client.serverInfo().presets().stream()
                            .filter(preset -> preset.name().equals("goe"))
                            .map(ServerInfo.Preset::aliases))
                    .containsExactly(List.of("ing"));
            assertThat(preset(client, "tromp-taylor").kataGoJson()).startsWith("{\"ko\":\"POSITIONAL\"");
        }
    }

    @Test
    void proposeDeadStones_bothTheSame_endsWithoutThem() {
        try (TengenClient client = TengenClient.connect(SERVER.address());
                TengenSession session = client.createSession(
                        SessionSpec.builder(3, 3).rules("blog-2011").build())) {
            session.step(4);
            session.step(PASS);
            assertThat(session.step(PASS).isAgreement()).isFalse();
            assertThat(session.step(PASS).isAgreement()).isTrue();
            session.proposeDeadStones(List.of(4));

            Timestep end = session.proposeDeadStones(List.of(4));

            assertThat(end.endReason()).isEqualTo(EndReason.PASSES);
            assertThat(end.score().map(Score::text)).isEqualTo(Optional.of("W+6.5"));
            assertThat(end.score().map(Score::white).map(Score.Tally::prisoners))
                    .isEqualTo(Optional.of(1));
        }
    }

    @Test
    void score_deadPoints_areTakenOff() {
        try (TengenClient client = TengenClient.connect(SERVER.address());
                TengenSession session = client.createSession(SessionSpec.of(3, 3))) {
            session.step(4);
            session.step(0);

            assertThat(session.score(List.of(0)).black().area()).isEqualTo(9);
            assertThat(session.async().score(List.of(0)).join().black().area()).isEqualTo(9);
        }
    }

    @Test
    void handicap_underChineseRules_bringsWhiteABonus() {
        try (TengenClient client = TengenClient.connect(SERVER.address());
                TengenSession session = client.createSession(SessionSpec.builder(5, 5)
                        .rules("chinese")
                        .setup(List.of(0, 24), List.of(), Color.WHITE)
                        .handicap(2)
                        .build())) {
            assertThat(session.score().handicapBonus()).isEqualTo(2);
        }
    }
}
