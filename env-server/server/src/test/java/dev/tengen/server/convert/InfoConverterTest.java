package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.analysis.Overlays;
import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EncodingFamily;
import dev.tengen.proto.v1.EncodingSpec;
import dev.tengen.proto.v1.EngineInfo;
import dev.tengen.proto.v1.FeatureInfo;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.GlobalFeatureSpec;
import dev.tengen.proto.v1.HandicapBonus;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.MemoryInfo;
import dev.tengen.proto.v1.MemoryUse;
import dev.tengen.proto.v1.MissingHistory;
import dev.tengen.proto.v1.OverlaySpec;
import dev.tengen.proto.v1.PeerAxes;
import dev.tengen.proto.v1.PeerFirstRow;
import dev.tengen.proto.v1.PeerLayout;
import dev.tengen.proto.v1.Perspective;
import dev.tengen.proto.v1.PlaneSpec;
import dev.tengen.proto.v1.PlayerSpec;
import dev.tengen.proto.v1.RepetitionEnd;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoringRule;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.ServiceInfo;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.proto.v1.TaxRule;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.info.ArenaLimits;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.ServerDescription;
import dev.tengen.server.info.ServiceStatus;
import dev.tengen.server.info.StreamLimits;
import dev.tengen.server.info.ThinkingLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class InfoConverterTest {
    private static final ServerLimits LIMITS =
            ServerLimits.newBuilder().setMaxSize(25).build();
    private static final ServerDescription DESCRIPTION = new ServerDescription(
            List.of(new ServiceStatus("tengen.v1.ArenaService", true, "Ask.", List.of("CreateTournament"))),
            List.of(new Feature(Feature.STORAGE, true, "sqlite", ""), Feature.off(Feature.TREES, "Ask.")),
            new StreamLimits(1, 2, 3, 4, 5, 6, Duration.ofMillis(7)),
            new ThinkingLimits(1, 2, 3, 4, 5, 6, 7),
            List.of(EngineSpec.of("gnugo", "gnugo --mode gtp").withMoveTimeout(Duration.ofMillis(1500))),
            Optional.of(new ArenaLimits(1, Duration.ofMillis(2), 3, 4, 5)));
    private static final MemoryBudget BUDGET = new MemoryBudget(1000, 500, Map.of(MemoryKind.LANE, 600L));
    private static final GetServerInfoResponse INFO = InfoConverter.serverInfo("1.2.3", LIMITS, List.of(), DESCRIPTION);

    @Test
    void serverInfo_versionAndLimits_areThoseGiven() {
        assertThat(INFO.getVersion()).isEqualTo("1.2.3");
        assertThat(INFO.getLimits()).isEqualTo(LIMITS);
    }

    @Test
    void serverInfo_description_isConvertedFieldByField() {
        assertThat(INFO.getServicesList())
                .containsExactly(ServiceInfo.newBuilder()
                        .setName("tengen.v1.ArenaService")
                        .setIsEnabled(true)
                        .setHowToEnable("Ask.")
                        .addDisabledRpcs("CreateTournament")
                        .build());
        assertThat(INFO.getFeaturesList())
                .containsExactly(
                        FeatureInfo.newBuilder()
                                .setName("storage")
                                .setIsEnabled(true)
                                .setKind("sqlite")
                                .build(),
                        FeatureInfo.newBuilder()
                                .setName("trees")
                                .setHowToEnable("Ask.")
                                .build());
        assertThat(INFO.getEnginesList())
                .containsExactly(EngineInfo.newBuilder()
                        .setName("gtp:gnugo")
                        .setStartTimeoutMs(10_000)
                        .setMoveTimeoutMs(1500)
                        .setDeadStones("as-they-stand")
                        .build());
    }

    @Test
    void serverInfo_limitsOfTheDescription_areConvertedFieldByField() {
        assertThat(INFO.getStreamLimits())
                .isEqualTo(dev.tengen.proto.v1.StreamLimits.newBuilder()
                        .setMaxRequestBytes(1)
                        .setMaxBatchAnswerBytes(2)
                        .setMaxTreeAnswerBytes(3)
                        .setMaxCallsPerConnection(4)
                        .setMaxConnectionCount(5)
                        .setMaxConnectionCountPerAddress(6)
                        .setSlowReaderLimitMs(7)
                        .build());
        assertThat(INFO.getThinkingLimits())
                .isEqualTo(dev.tengen.proto.v1.ThinkingLimits.newBuilder()
                        .setMaxPlayoutCount(1)
                        .setMaxBatchPlayoutCount(2)
                        .setMaxThinkingCallCount(3)
                        .setMaxRunningThinkingCallCount(4)
                        .setMaxEngineCount(5)
                        .setMaxEngineCountEach(6)
                        .setMaxWaitingAnalysisCount(7)
                        .build());
        assertThat(INFO.getArenaLimits())
                .isEqualTo(dev.tengen.proto.v1.ArenaLimits.newBuilder()
                        .setMaxAgentCount(1)
                        .setAgentReconnectMs(2)
                        .setMaxTournamentCount(3)
                        .setMaxArenaGameCount(4)
                        .setMaxWaitingCallCount(5)
                        .build());
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

    /** A client that sends the rules of a preset back gets the rules of that preset. */
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
                                    .setMax(1)
                                    .build())
                            .toList());
        }
    }

    @Test
    void serverInfo_encodings_describeThePeers() {
        Map<String, EncodingSpec> specs =
                INFO.getEncodingsList().stream().collect(Collectors.toMap(EncodingSpec::getName, Function.identity()));

        assertThat(specs.get("pettingzoo-v5").getPerspective()).isEqualTo(Perspective.PERSPECTIVE_MOVER);
        assertThat(specs.get("pettingzoo-v5").getBoardCount()).isEqualTo(8);
        assertThat(specs.get("minigo-17").getMissingHistory()).isEqualTo(MissingHistory.MISSING_HISTORY_OLDEST_BOARD);
        assertThat(specs.get("openspiel-4").getPeer())
                .isEqualTo(PeerLayout.newBuilder()
                        .setProgram("OpenSpiel, go")
                        .setAxes(PeerAxes.PEER_AXES_CHW)
                        .setFirstRow(PeerFirstRow.PEER_FIRST_ROW_BOTTOM)
                        .build());
        assertThat(specs.get("alphago-48").getPeer().getAxes()).isEqualTo(PeerAxes.PEER_AXES_CWH);
    }

    @Test
    void serverInfo_enums_haveAValueForEachOfTheCore() {
        assertThat(Perspective.values()).hasSize(dev.tengen.planes.Perspective.values().length + 2);
        assertThat(MissingHistory.values()).hasSize(dev.tengen.planes.MissingHistory.values().length + 2);
        assertThat(PeerAxes.values()).hasSize(dev.tengen.planes.PeerLayout.Axes.values().length + 2);
        assertThat(PeerFirstRow.values()).hasSize(dev.tengen.planes.PeerLayout.FirstRow.values().length + 2);
    }

    @Test
    void serverInfo_globalFeatures_haveTheirRanges() {
        dev.tengen.planes.EncodingSpec spec = Encodings.specs().get(0);
        dev.tengen.planes.EncodingSpec withGlobal = new dev.tengen.planes.EncodingSpec(
                "name",
                2,
                "summary",
                spec.perspective(),
                spec.boardCount(),
                spec.missingHistory(),
                spec.peer(),
                spec.planes(),
                List.of(new dev.tengen.planes.EncodingSpec.Feature("komi", "komi in 20 points", -20, 20)));

        assertThat(EncodingConverter.toProto(withGlobal).getGlobalsList())
                .containsExactly(GlobalFeatureSpec.newBuilder()
                        .setName("komi")
                        .setMeaning("komi in 20 points")
                        .setMin(-20)
                        .setMax(20)
                        .build());
    }

    @Test
    void serverInfo_families_areAllOfTheCore() {
        assertThat(INFO.getEncodingFamiliesList())
                .hasSize(Encodings.families().size())
                .contains(EncodingFamily.newBuilder()
                        .setName("alphazero")
                        .setParameter("history")
                        .setMin(1)
                        .setMax(32)
                        .setMeaning("number of boards, including the present one")
                        .build());
    }

    @Test
    void answer_namesOfAFamily_areAddedInOrder() {
        GetServerInfoResponse answer = InfoConverter.answer(
                GetServerInfoRequest.newBuilder()
                        .addEncodings("alphazero:history=4")
                        .addEncodings("alphazero-17")
                        .addEncodings("alphazero:history=1")
                        .build(),
                INFO,
                BUDGET);

        List<String> expected = new ArrayList<>(Encodings.names());
        expected.addAll(List.of("alphazero:history=4", "alphazero:history=1"));
        assertThat(answer.getEncodingsList().stream().map(EncodingSpec::getName))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void answer_memory_isTheBudgetAndItsUse() {
        try (MemoryReservation reservation = BUDGET.reserve(MemoryKind.LANE, 17)) {
            MemoryInfo memory = InfoConverter.answer(GetServerInfoRequest.getDefaultInstance(), INFO, BUDGET)
                    .getMemory();

            assertThat(memory.getMaxHeapBytes()).isEqualTo(1000);
            assertThat(memory.getMaxDirectBytes()).isEqualTo(500);
            assertThat(memory.getUsesList()).hasSize(MemoryKind.values().length);
            assertThat(memory.getUses(MemoryKind.LANE.ordinal()))
                    .isEqualTo(MemoryUse.newBuilder()
                            .setKind("lane")
                            .setMaxBytes(600)
                            .setReservedBytes(reservation.bytes())
                            .build());
        }
        MemoryInfo after = InfoConverter.answer(GetServerInfoRequest.getDefaultInstance(), INFO, BUDGET)
                .getMemory();
        assertThat(after.getUsesList()).allMatch(use -> use.getReservedBytes() == 0);
        assertThat(after.getUses(MemoryKind.ANSWER_BUFFER.ordinal()).getIsDirect())
                .isTrue();
    }

    @Test
    void answer_unknownName_isRejected() {
        GetServerInfoRequest request =
                GetServerInfoRequest.newBuilder().addEncodings("planes").build();

        assertThatThrownBy(() -> InfoConverter.answer(request, INFO, BUDGET))
                .isInstanceOf(CallException.class)
                .hasMessageStartingWith("encodings \"planes\" is not one of [alphazero-17, ");
    }

    @Test
    void serverInfo_overlays_areAllOfTheCore() {
        assertThat(INFO.getOverlaysList().stream().map(OverlaySpec::getName))
                .containsExactlyElementsOf(Overlays.names());
        assertThat(INFO.getOverlaysList())
                .contains(OverlaySpec.newBuilder()
                        .setName("influence")
                        .setMeaning("how far stones reach out")
                        .setMin(-66)
                        .setMax(66)
                        .build());
    }

    /** A client may keep both in one map by name. */
    @Test
    void serverInfo_overlays_haveNoNameOfAnEncoding() {
        assertThat(Overlays.names()).doesNotContainAnyElementsOf(Encodings.names());
    }

    @Test
    void serverInfo_players_areAllOfTheCore() {
        assertThat(INFO.getPlayersList().stream().map(PlayerSpec::getName))
                .containsExactly("random", "eye-safe-random", "greedy", "oracle", "monte-carlo");
    }
}
