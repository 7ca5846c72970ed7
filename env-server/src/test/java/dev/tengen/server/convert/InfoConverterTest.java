package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.Encodings;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.EncodingSpec;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.PlaneSpec;
import dev.tengen.proto.v1.PlayerSpec;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.SuicideRule;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InfoConverterTest {
    private static final ServerLimits LIMITS =
            ServerLimits.newBuilder().setMaxSize(25).build();
    private static final GetServerInfoResponse INFO = InfoConverter.serverInfo("1.2.3", LIMITS, List.of());

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
                        .build());
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
