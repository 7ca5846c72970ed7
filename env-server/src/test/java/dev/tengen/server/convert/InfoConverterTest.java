package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.Encodings;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EncodingSpec;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.HandicapBonus;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.PlaneSpec;
import dev.tengen.proto.v1.PlayerSpec;
import dev.tengen.proto.v1.RepetitionEnd;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoringRule;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.proto.v1.TaxRule;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class InfoConverterTest {
    private static final ServerLimits LIMITS =
            ServerLimits.newBuilder().setMaxSize(25).build();
    private static final GetServerInfoResponse INFO = InfoConverter.serverInfo("1.2.3", LIMITS);

    @Test
    void serverInfo_versionAndLimits_areThoseGiven() {
        assertThat(INFO.getVersion()).isEqualTo("1.2.3");
        assertThat(INFO.getLimits()).isEqualTo(LIMITS);
    }

    @Test
    void serverInfo_presets_areAllOfTheCore() {
        assertThat(INFO.getPresetsList().stream().map(dev.tengen.proto.v1.RulesPreset::getName))
                .containsExactlyElementsOf(RulesPreset.names());
    }

    @Test
    void serverInfo_presetOfTrompTaylor_hasEveryValue() {
        assertThat(INFO.getPresets(0).getRules())
                .isEqualTo(Rules.newBuilder()
                        .setPreset("tromp-taylor")
                        .setKomi(7.5)
                        .setKo(KoRule.KO_RULE_POSITIONAL)
                        .setSuicide(SuicideRule.SUICIDE_RULE_ANY)
                        .setPassesToEnd(2)
                        .setScoring(ScoringRule.SCORING_RULE_AREA)
                        .setTax(TaxRule.TAX_RULE_NONE)
                        .setHandicapBonus(HandicapBonus.HANDICAP_BONUS_NONE)
                        .setDeadStones(DeadStonesRule.DEAD_STONES_RULE_AS_IT_STANDS)
                        .setRepetitionEnd(RepetitionEnd.REPETITION_END_NONE)
                        .setFriendlyPassOk(false)
                        .setHash(dev.tengen.game.Rules.TROMP_TAYLOR.hash())
                        .setKatagoJson("{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":true,"
                                + "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false}")
                        .build());
    }

    @Test
    void serverInfo_presets_haveTheirOtherNames() {
        assertThat(INFO.getPresetsList().stream()
                        .filter(preset -> preset.getName().equals("chinese-superko"))
                        .flatMap(preset -> preset.getAliasesList().stream()))
                .containsExactly("chinese-ogs", "chinese-kgs");
    }

    /** Whoever sends the rules of a preset back gets the rules of that preset. */
    @Test
    void serverInfo_everyPreset_hasRulesThatMeanThePreset() {
        Grid grid = Grid.square(Grid.MAX_SIZE);

        assertThat(INFO.getPresetsList().stream().map(preset -> RulesConverter.toCore(preset.getRules(), grid)))
                .containsExactlyElementsOf(Arrays.stream(RulesPreset.values())
                        .map(preset -> preset.rules(grid))
                        .toList());
    }

    @Test
    void serverInfo_presetsEncodingsAndPlayers_haveSummaries() {
        assertThat(INFO.getPresetsList())
                .noneMatch(preset -> preset.getSummary().isBlank());
        assertThat(INFO.getEncodingsList())
                .noneMatch(encoding -> encoding.getSummary().isBlank());
        assertThat(INFO.getPlayersList())
                .noneMatch(player -> player.getSummary().isBlank());
    }

    @Test
    void serverInfo_encodings_areAllOfTheCore() {
        assertThat(INFO.getEncodingsList().stream().map(EncodingSpec::getName))
                .containsExactlyElementsOf(Encodings.names());
    }

    @Test
    void serverInfo_planes_areThoseOfTheCoreInOrder() {
        for (int index = 0; index < INFO.getEncodingsCount(); index++) {
            dev.tengen.planes.EncodingSpec spec = Encodings.specs().get(index);

            assertThat(INFO.getEncodings(index).getVersion()).isEqualTo(spec.version());
            assertThat(INFO.getEncodings(index).getPlanesList())
                    .containsExactlyElementsOf(spec.planes().stream()
                            .map(plane -> PlaneSpec.newBuilder()
                                    .setName(plane.name())
                                    .setMeaning(plane.meaning())
                                    .build())
                            .toList());
        }
    }

    @Test
    void serverInfo_players_areAllOfTheCore() {
        assertThat(INFO.getPlayersList().stream().map(PlayerSpec::getName)).containsExactlyElementsOf(Players.names());
    }
}
