package dev.tengen.server;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.EvaluationFormat;
import dev.tengen.proto.v1.LeafStates;
import dev.tengen.proto.v1.MemoryUse;
import dev.tengen.proto.v1.NumberFormat;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.PriorKind;
import dev.tengen.proto.v1.RootMethod;
import dev.tengen.proto.v1.SaveSlots;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.SelfPlayLayout;
import dev.tengen.proto.v1.SelfPlayRecord;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.search.HashedEvaluator;
import dev.tengen.search.LeafRows;
import dev.tengen.search.SearchedMove;
import dev.tengen.search.SelfPlay;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.HashedEvaluations;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SelfPlayCall;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Self-plays over gRPC: the games are those of the core, and what clients do wrong has an error. */
class SelfPlayServiceTest {
    private static final Grid GRID = Grid.square(5);
    private static final int ACTION_COUNT = 26;
    private static final int SLOT_COUNT = 12;
    private static final int GAME_COUNT = 30;
    private static final int SIMULATION_COUNT = 20;
    private static final long SEED = 11;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private static final List<SelfPlayCall> CALLS = new ArrayList<>();

    private static SelfPlayCall newCall() {
        SelfPlayCall call = new SelfPlayCall(SERVER.channel());
        CALLS.add(call);
        return call;
    }

    @AfterEach
    void closeCalls() {
        CALLS.forEach(SelfPlayCall::close);
        CALLS.clear();
    }

    private static OpenSelfPlay.Builder opening() {
        return OpenSelfPlay.newBuilder()
                .addSpecs(square(5).addEncodings("alphazero-17").setMaxMoves(60))
                .setSearch(SearchSettings.newBuilder().setLeavesPerRound(4))
                .setSelfPlay(SelfPlaySettings.newBuilder()
                        .setSimulationCount(SIMULATION_COUNT)
                        .setFastSimulationCount(5)
                        .setFullShare(0.5)
                        .setResignThreshold(-0.2))
                .setSlotCount(SLOT_COUNT)
                .setGroupCount(2)
                .setSeed(SEED)
                .setMaxGameCount(GAME_COUNT)
                .setEvaluationFormat(EvaluationFormat.newBuilder().setPriorKind(PriorKind.PRIOR_KIND_PROBABILITIES));
    }

    private static OpenSelfPlay.Builder opening(RootMethod method) {
        OpenSelfPlay.Builder open = opening();
        open.getSearchBuilder().setRootMethod(method);
        return open;
    }

    /** Returns the records of a self-play of the core, by slot and number, with the plan of {@code opening}. */
    private static List<String> expected(RootMethod method) {
        return expected(method, List.of(spec(Setup.empty(GRID), Rules.TROMP_TAYLOR)));
    }

    private static EnvironmentSpec spec(Setup setup, Rules rules) {
        return EnvironmentSpec.builder(setup, rules)
                .encodings(List.of("alphazero-17"))
                .maxMoves(60)
                .build();
    }

    private static List<String> expected(RootMethod method, List<EnvironmentSpec> specs) {
        var search = method == RootMethod.ROOT_METHOD_GUMBEL
                ? dev.tengen.search.SearchSettings.GUMBEL
                : dev.tengen.search.SearchSettings.PUCT;
        var settings = dev.tengen.search.SelfPlaySettings.of(search.withLeavesPerRound(4), SIMULATION_COUNT)
                .withPlayoutCap(5, 0.5)
                .withResignation(-0.2, 0.1);
        SelfPlay selfPlay = new SelfPlay(specs, settings, SLOT_COUNT, SEED, GAME_COUNT);
        LeafRows rows = new LeafRows(selfPlay.layout(), selfPlay.maxLeafCount());
        HashedEvaluator evaluator = new HashedEvaluator(ACTION_COUNT, HashedEvaluations.SEED, HashedEvaluations.PEAK);
        while (!selfPlay.isFinished(0, SLOT_COUNT)) {
            int count = selfPlay.select(0, SLOT_COUNT, rows, 0);
            selfPlay.expand(0, SLOT_COUNT, evaluator.evaluate(rows, count), 0);
        }
        return selfPlay.takeRecords(0, SLOT_COUNT).stream()
                .sorted(Comparator.comparing(dev.tengen.search.SelfPlayRecord::slot)
                        .thenComparing(dev.tengen.search.SelfPlayRecord::number))
                .map(SelfPlayServiceTest::text)
                .toList();
    }

    private static String text(dev.tengen.search.SelfPlayRecord record) {
        StringBuilder text = new StringBuilder();
        text.append(record.slot()).append(' ').append(record.number()).append(' ');
        text.append(record.endReason()).append(' ').append(record.winner()).append(' ');
        text.append(record.margin())
                .append(' ')
                .append(record.owners())
                .append(' ')
                .append(record.mayResign());
        for (SearchedMove move : record.moves()) {
            text.append('\n')
                    .append(move.action())
                    .append(' ')
                    .append(move.rootValue())
                    .append(' ');
            text.append(move.isFull());
            for (int index = 0; index < move.policySize(); index++) {
                text.append(' ').append(move.policyAction(index)).append('=').append(move.policyShare(index));
            }
        }
        return text.toString();
    }

    private static String text(SelfPlayRecord record) {
        StringBuilder text = new StringBuilder();
        text.append(record.getSlot()).append(' ').append(record.getNumber()).append(' ');
        text.append(record.getEndReason().name().substring("END_REASON_".length()))
                .append(' ');
        text.append(record.getWinnerValue())
                .append(' ')
                .append(record.getMargin())
                .append(' ');
        byte[] owners = record.getOwners().toByteArray();
        text.append(
                IntStream.range(0, owners.length).mapToObj(i -> (int) owners[i]).toList());
        text.append(' ').append(record.getMayResign());
        ByteBuffer actions = numbers(record.getActions());
        ByteBuffer values = numbers(record.getRootValues());
        ByteBuffer isFull = numbers(record.getIsFull());
        ByteBuffer sizes = numbers(record.getPolicySizes());
        ByteBuffer policyActions = numbers(record.getPolicyActions());
        ByteBuffer shares = numbers(record.getPolicyShares());
        while (actions.hasRemaining()) {
            text.append('\n')
                    .append(actions.getShort())
                    .append(' ')
                    .append(values.getFloat())
                    .append(' ');
            text.append(isFull.get() == 1);
            for (int left = sizes.getShort(); left > 0; left--) {
                text.append(' ').append(policyActions.getShort()).append('=').append(shares.getFloat());
            }
        }
        assertThat(shares.hasRemaining() || values.hasRemaining()).isFalse();
        return text.toString();
    }

    private static ByteBuffer numbers(ByteString bytes) {
        return bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A client that plays to the end. It may answer groups in any order, and pause, save and continue elsewhere. */
    private static final class Client {
        private final OpenSelfPlay open;
        private final int groupCount;
        private final List<SelfPlayRecord> records = new ArrayList<>();
        private final Map<Integer, LeafStates> leaves = new HashMap<>();
        private final SplitMix64 random = new SplitMix64(5);
        private SelfPlayCall call;

        Client(OpenSelfPlay open) {
            this.open = open;
            groupCount = Math.max(1, open.getGroupCount());
            call = newCall();
            call.open(open);
        }

        void begin() {
            for (int group = 0; group < groupCount; group++) {
                take(group, call.ask(SelfPlayCall.beginning(group)));
            }
        }

        private void take(int group, SelfPlayResponse answer) {
            records.addAll(answer.getRecordsList());
            if (answer.getIsFinished()) {
                leaves.remove(group);
            } else {
                leaves.put(group, answer.getLeaves());
            }
        }

        /** Evaluates some group, and returns whether there was one. */
        boolean advance() {
            if (leaves.isEmpty()) {
                return false;
            }
            List<Integer> open = List.copyOf(leaves.keySet());
            int group = open.get(random.nextInt(open.size()));
            take(group, call.ask(SelfPlayCall.hashed(group, leaves.get(group), ACTION_COUNT, false)));
            return true;
        }

        /** Pauses all groups, saves them, and continues with another stream. */
        void move() {
            for (int group : List.copyOf(leaves.keySet())) {
                take(group, call.ask(SelfPlayCall.hashed(group, leaves.get(group), ACTION_COUNT, true)));
            }
            List<ByteString> states = call.save(open.getSlotCount());
            call.close();
            call = newCall();
            call.open(open);
            call.restore(0, states.subList(0, 5));
            call.restore(5, states.subList(5, states.size()));
            begin();
        }

        List<String> finish() {
            boolean isGoingOn = true;
            while (isGoingOn) {
                isGoingOn = advance();
            }
            call.close();
            return records.stream()
                    .sorted(Comparator.comparing(SelfPlayRecord::getSlot).thenComparing(SelfPlayRecord::getNumber))
                    .map(SelfPlayServiceTest::text)
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ROOT_METHOD_PUCT, 1",
        "ROOT_METHOD_PUCT, 2",
        "ROOT_METHOD_PUCT, 12",
        "ROOT_METHOD_GUMBEL, 5",
    })
    void selfPlay_anyGroups_playsTheGamesOfTheCore(RootMethod method, int groupCount) {
        Client client = new Client(opening(method).setGroupCount(groupCount).build());
        client.begin();

        assertThat(client.finish()).hasSize(GAME_COUNT).isEqualTo(expected(method));
    }

    @ParameterizedTest
    @EnumSource(
            value = RootMethod.class,
            names = {"ROOT_METHOD_PUCT", "ROOT_METHOD_GUMBEL"})
    void selfPlay_movedToOtherStreams_playsTheGamesOfTheCore(RootMethod method) {
        Client client = new Client(opening(method).build());
        client.begin();
        for (int stream = 0; stream < 10; stream++) {
            for (int step = 0; step < 30; step++) {
                client.advance();
            }
            client.move();
        }

        assertThat(client.finish()).hasSize(GAME_COUNT).isEqualTo(expected(method));
    }

    /** Returns an opening in which slots have other rules, komi, handicap and starts, by their number modulo four. */
    private static OpenSelfPlay mixedOpening(RootMethod method) {
        OpenSelfPlay.Builder open = opening(method).clearSpecs();
        var base = square(5).addEncodings("alphazero-17").setMaxMoves(60).build();
        for (int slot = 0; slot < SLOT_COUNT; slot++) {
            var spec = base.toBuilder();
            switch (slot % 4) {
                case 0 -> spec.getRulesBuilder().setKomi(slot / 2.0);
                case 1 -> spec.getRulesBuilder().setPreset("japanese");
                case 2 -> {
                    spec.getRulesBuilder().setPreset("aga");
                    spec.getSetupBuilder().setHandicap(2).addBlackPoints(6).addBlackPoints(18);
                }
                default -> spec.getSetupBuilder().addBlackPoints(12).addWhitePoints(7);
            }
            open.addSpecs(spec);
        }
        return open.build();
    }

    private static List<EnvironmentSpec> mixedSpecs() {
        List<EnvironmentSpec> specs = new ArrayList<>();
        for (int slot = 0; slot < SLOT_COUNT; slot++) {
            specs.add(
                    switch (slot % 4) {
                        case 0 -> spec(Setup.empty(GRID), Rules.TROMP_TAYLOR.withKomi(slot / 2.0));
                        case 1 -> spec(Setup.empty(GRID), RulesPreset.JAPANESE.rules(GRID));
                        case 2 ->
                            spec(
                                    Setup.of(GRID, PointSet.of(GRID, 6, 18), new PointSet(GRID), Color.WHITE)
                                            .withHandicap(2),
                                    RulesPreset.AGA.rules(GRID));
                        default ->
                            spec(
                                    Setup.of(GRID, PointSet.of(GRID, 12), PointSet.of(GRID, 7), Color.BLACK),
                                    Rules.TROMP_TAYLOR);
                    });
        }
        return specs;
    }

    @ParameterizedTest
    @CsvSource({"ROOT_METHOD_PUCT, 0", "ROOT_METHOD_GUMBEL, 3"})
    void selfPlay_slotsWithSpecsOfTheirOwn_playsTheGamesOfTheCore(RootMethod method, int moveCount) {
        Client client = new Client(mixedOpening(method));
        client.begin();
        for (int stream = 0; stream < moveCount; stream++) {
            for (int step = 0; step < 30; step++) {
                client.advance();
            }
            client.move();
        }

        List<String> records = client.finish();

        assertThat(records).hasSize(GAME_COUNT).isEqualTo(expected(method, mixedSpecs()));
        for (SelfPlayRecord record : client.records) {
            boolean isHandicap = record.getSlot() % 4 == 2;
            assertThat(record.getFirstPlayerValue()).isEqualTo(isHandicap ? Color.WHITE : Color.BLACK);
        }
    }

    @Test
    void open_specForEachSlot_areCompleteInTheLayout() {
        OpenSelfPlay open = mixedOpening(RootMethod.ROOT_METHOD_PUCT);

        SelfPlayLayout layout = newCall().open(open).getLayout();

        assertThat(layout.getSpecsList()).hasSize(SLOT_COUNT);
        assertThat(layout.getSpecs(4).getRules().getKomi()).isEqualTo(2);
        assertThat(layout.getSpecs(1).getRules().getPreset()).isEqualTo("japanese");
        assertThat(layout.getSpecs(1).getRules().getKomi()).isEqualTo(6.5);
        assertThat(layout.getSpecs(2).getSetup().getHandicap()).isEqualTo(2);
        assertThat(layout.getSpecs(2).getSetup().getPlayerToMoveValue()).isEqualTo(Color.WHITE);
        assertThat(layout.getSpecs(3).getSetup().getWhitePointsList()).containsExactly(7);
    }

    @Test
    void restore_slotWithAnotherSpec_endsTheStreamWithTheFirstDifference() {
        OpenSelfPlay open = mixedOpening(RootMethod.ROOT_METHOD_PUCT);
        SelfPlayCall call = newCall();
        call.open(open);
        List<ByteString> states = call.save(SLOT_COUNT);
        call.close();
        OpenSelfPlay.Builder other = open.toBuilder();
        other.getSpecsBuilder(8).getRulesBuilder().setKomi(1.5);
        SelfPlayCall changed = newCall();
        changed.open(other.build());
        changed.restore(0, states.subList(0, 8));

        Failure failure = Failure.of(() -> changed.restore(8, states.subList(8, 9)));

        assertThat(failure.description()).isEqualTo("slot_state of a self-play with komi=4.0 is not one with komi=1.5");
    }

    /** A spec for each slot takes memory that is reserved before anything is made of it. */
    @Test
    void open_specForEachOfManySlots_reservesThem() {
        long before = reservedBytes();
        OpenSelfPlay.Builder open = opening().setSlotCount(2_000).setGroupCount(4);
        SelfPlayCall one = newCall();
        one.open(open.build());
        long withOne = reservedBytes() - before;
        one.close();
        await().forever().until(() -> reservedBytes() == before);
        for (int slot = 1; slot < 2_000; slot++) {
            open.addSpecs(open.getSpecs(0));
        }

        newCall().open(open.build());

        // 300 bytes of a spec, and 3 × 560 of a complete one in the layout.
        assertThat(reservedBytes() - before - withOne).isBetween(2_000 * 1_000L, 2_000 * 3_000L);
    }

    @Test
    void open_defaults_areInTheLayout() {
        OpenSelfPlay open = OpenSelfPlay.newBuilder()
                .addSpecs(square(9).addEncodings("alphazero-17"))
                .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(8))
                .setSlotCount(5)
                .setGroupCount(2)
                .build();
        SelfPlayLayout layout;
        try (SelfPlayCall call = newCall()) {
            SelfPlayResponse answer = call.open(open);
            assertThat(answer.getSequence()).isEqualTo(1);
            layout = answer.getLayout();
        }

        assertThat(layout.getMaxLeafCountsList()).containsExactly(2, 3);
        assertThat(layout.getLeaf().getActionCount()).isEqualTo(82);
        assertThat(layout.getLeaf().getObservationByteCount()).isEqualTo((17 * 81 + 7) / 8);
        assertThat(layout.getSearch().getRootMethod()).isEqualTo(RootMethod.ROOT_METHOD_PUCT);
        assertThat(layout.getSearch().getPuct().getInitialExploration()).isEqualTo(1.25);
        assertThat(layout.getSearch().getIsTreeReused()).isTrue();
        assertThat(layout.getSelfPlay().getFastSimulationCount()).isEqualTo(8);
        assertThat(layout.getSelfPlay().getMoveTemperature().getEarlyMoveCount())
                .isEqualTo(30);
        assertThat(layout.getSpecs(0).getRules().getKomi()).isEqualTo(7.5);
    }

    @Test
    void evaluate_float16Logits_playsWithTheSameLeaves() {
        OpenSelfPlay open = opening()
                .setEvaluationFormat(EvaluationFormat.newBuilder().setNumberFormat(NumberFormat.NUMBER_FORMAT_FLOAT16))
                .build();
        try (SelfPlayCall call = newCall()) {
            call.open(open);
            int count = call.ask(SelfPlayCall.beginning(0))
                    .getLeaves()
                    .getSymmetries()
                    .size();
            ByteString priors = ByteString.copyFrom(new byte[2 * ACTION_COUNT * count]);
            ByteString values = ByteString.copyFrom(new byte[2 * count]);

            LeafStates leaves =
                    call.ask(SelfPlayCall.evaluating(0, priors, values, false)).getLeaves();

            assertThat(count).isEqualTo(6);
            assertThat(leaves.getSymmetries().size()).isEqualTo(6 * 4);
            assertThat(leaves.getSlots().size()).isEqualTo(Integer.BYTES * 24);
        }
    }

    private static void requireRefused(Consumer<OpenSelfPlay.Builder> change, String field) {
        OpenSelfPlay.Builder open = opening();
        change.accept(open);
        Failure failure = Failure.of(() -> newCall().open(open.build()));
        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.description()).startsWith(field);
        SERVER.awaitNoLanes();
    }

    @Test
    void open_wrongValues_areNamed() {
        requireRefused(open -> open.setSlotCount(0), "slot_count");
        requireRefused(open -> open.setSlotCount(-1), "slot_count");
        requireRefused(open -> open.setGroupCount(13), "group_count");
        requireRefused(open -> open.setMaxGameCount(-1), "max_game_count");
        requireRefused(open -> open.getSelfPlayBuilder().setSimulationCount(0), "simulation_count");
        requireRefused(open -> open.getSelfPlayBuilder().setFullShare(Double.NaN), "full_share");
        requireRefused(open -> open.getSearchBuilder().setLeavesPerRound(1_025), "leaves_per_round");
        requireRefused(open -> open.getSearchBuilder().setRootMethodValue(9), "search.root_method");
        requireRefused(
                open -> open.getSearchBuilder().getPuctBuilder().setInitialExploration(-1), "initial_exploration");
        requireRefused(
                open -> open.getEvaluationFormatBuilder().setNumberFormatValue(5), "evaluation_format.number_format");
        requireRefused(open -> open.setSlotCount(60_000).setGroupCount(1), "group_count");
        requireRefused(open -> open.getSpecsBuilder(0).getOpponentBuilder().setPlayer("random"), "opponent");
        requireRefused(OpenSelfPlay.Builder::clearSpecs, "specs a list of 0 is not one spec, or one for each slot");
        requireRefused(open -> open.addSpecs(open.getSpecs(0)), "specs a list of 2 is not");
    }

    private static void requireSlotRefused(
            Consumer<dev.tengen.proto.v1.EnvironmentSpec.Builder> change, String message) {
        requireRefused(
                open -> {
                    while (open.getSpecsCount() < SLOT_COUNT) {
                        open.addSpecs(open.getSpecs(0));
                    }
                    change.accept(open.getSpecsBuilder(7));
                },
                message);
    }

    @Test
    void open_wrongValuesOfASlot_areNamedWithTheSlot() {
        requireSlotRefused(spec -> spec.setWidth(6), "specs[7].size 6x5 is not 5x5, as in specs[0]");
        requireSlotRefused(spec -> spec.setHeight(26), "specs[7].height 26 is outside [1, 25]");
        requireSlotRefused(
                spec -> spec.setEncodings(0, "katago-v7"),
                "specs[7].encodings [katago-v7] is not [alphazero-17], as in specs[0]");
        requireSlotRefused(
                spec -> spec.setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_UINT8),
                "specs[7].observation_format UINT8 is not BITS, as in specs[0]");
        requireSlotRefused(spec -> spec.getRulesBuilder().setKomi(0.3), "specs[7].komi 0.3 is not");
        requireSlotRefused(spec -> spec.getRulesBuilder().setPreset("chess"), "specs[7].preset \"chess\"");
        requireSlotRefused(spec -> spec.getSetupBuilder().setHandicap(1), "specs[7].handicap 1 is not");
        requireSlotRefused(
                spec -> spec.getSetupBuilder().addBlackPoints(3).addWhitePoints(3),
                "specs[7]: points [D5] hold both a black and a white stone");
        requireSlotRefused(spec -> spec.getOpponentBuilder().setPlayer("random"), "specs[7].opponent given is not");
    }

    private static SelfPlayCall begun() {
        SelfPlayCall call = newCall();
        call.open(opening().build());
        assertThat(call.ask(SelfPlayCall.beginning(0))
                        .getLeaves()
                        .getSymmetries()
                        .size())
                .isEqualTo(6);
        return call;
    }

    private static ByteString floats(int count, int changed, float value) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
        if (changed >= 0) {
            bytes.putFloat(Float.BYTES * changed, value);
        }
        return ByteString.copyFrom(bytes);
    }

    private static void requireEnd(SelfPlayRequest request, String message) {
        try (SelfPlayCall call = begun()) {
            Failure failure = Failure.of(() -> call.ask(request));
            assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(failure.description()).contains(message);
        }
        SERVER.awaitNoLanes();
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -1})
    void evaluate_wrongNumbers_endTheStream(float wrong) {
        ByteString priors = floats(6 * ACTION_COUNT, -1, 0);
        ByteString values = floats(6, -1, 0);

        requireEnd(
                SelfPlayCall.evaluating(0, floats(6 * ACTION_COUNT, 2 * ACTION_COUNT + 3, wrong), values, false),
                "priors " + wrong + " in row 2 for action 3");
        float tooGreat = wrong == -1 ? -1.5f : wrong;
        requireEnd(
                SelfPlayCall.evaluating(0, priors, floats(6, 4, tooGreat), false), "values " + tooGreat + " in row 4");
    }

    @Test
    void handle_wrongRequests_endTheStream() {
        ByteString priors = floats(6 * ACTION_COUNT, -1, 0);
        ByteString values = floats(6, -1, 0);

        requireEnd(SelfPlayCall.evaluating(0, priors, floats(5, -1, 0), false), "values of 5 numbers is not 6");
        requireEnd(SelfPlayCall.evaluating(0, floats(6, -1, 0), values, false), "priors of 6 numbers is not 156");
        requireEnd(SelfPlayCall.evaluating(0, priors, ByteString.copyFrom(new byte[23]), false), "23 bytes");
        requireEnd(SelfPlayCall.evaluating(2, priors, values, false), "group 2 is outside");
        requireEnd(SelfPlayCall.evaluating(-1, priors, values, false), "group -1 is outside");
        requireEnd(SelfPlayCall.beginning(0), "values of 0 numbers is not 6");
        requireEnd(SelfPlayRequest.newBuilder().setSave(SaveSlots.newBuilder()).build(), "first_slot");
        requireEnd(
                SelfPlayRequest.newBuilder().setOpen(opening()).build(),
                "request OPEN is not EVALUATE, SAVE or RESTORE");
        requireEnd(SelfPlayRequest.getDefaultInstance(), "request REQUEST_NOT_SET is not EVALUATE");
    }

    @Test
    void restore_damagedOrForeignStates_endTheStream() {
        try (SelfPlayCall call = newCall()) {
            call.open(opening().build());
            List<ByteString> states = call.save(SLOT_COUNT);

            Failure damaged = Failure.of(() -> call.restore(
                    0, List.of(states.get(0).substring(0, states.get(0).size() - 1))));
            assertThat(damaged.description()).startsWith("slot_state");
        }
        try (SelfPlayCall call = newCall()) {
            call.open(opening().build());
            List<ByteString> states = call.save(SLOT_COUNT);

            Failure foreign = Failure.of(() -> call.restore(0, List.of(states.get(1))));
            assertThat(foreign.description()).contains("slot_state", "slot 0");
        }
        SERVER.awaitNoLanes();
    }

    /** Returns the memory in the heap that clients have reserved. */
    private static long reservedBytes() {
        return Calls.serverInfo(SERVER.stub()).getMemory().getUsesList().stream()
                .filter(use -> !use.getIsDirect())
                .mapToLong(MemoryUse::getReservedBytes)
                .sum();
    }

    /**
     * On a board of one point, every line of a search soon ends, so a move takes a million simulations and no leaf. A
     * few slots of such a board were once searched by the thread of the transport, and nobody else was served
     * meanwhile.
     */
    @Test
    void evaluate_longSearchesWithoutLeaves_leaveTheTransportToOthers() {
        SelfPlayCall call = newCall();
        OpenSelfPlay.Builder open = opening();
        open.getSpecsBuilder(0).setWidth(1).setHeight(1);
        open.getSelfPlayBuilder().setSimulationCount(1_000_000).clearFastSimulationCount();
        call.open(open.setSlotCount(400).setGroupCount(1).clearMaxGameCount().build());
        SelfPlayResponse answer = call.ask(SelfPlayCall.beginning(0));
        answer = call.ask(SelfPlayCall.hashed(0, answer.getLeaves(), 2, false));
        call.send(SelfPlayCall.hashed(0, answer.getLeaves(), 2, false));

        // The same connection, so that both have the same thread of the transport.
        assertThat(Calls.serverInfo(SERVER.stub()).getVersion()).isNotEmpty();

        assertThat(call.answerCount()).isZero();
        call.close();
        SERVER.awaitNoLanes();
    }

    @Test
    void close_clientsThatVanish_giveTheirMemoryBack() {
        long before = reservedBytes();
        List<SelfPlayCall> calls = new ArrayList<>();
        for (int client = 0; client < 20; client++) {
            SelfPlayCall call = newCall();
            OpenSelfPlay.Builder open = opening().setSlotCount(500).setGroupCount(1);
            open.getSpecsBuilder(0).setWidth(19).setHeight(19);
            call.open(open.build());
            // Some never ask for leaves, others never answer, and others ask again and do not wait.
            if (client % 3 > 0) {
                SelfPlayResponse answer = call.ask(SelfPlayCall.beginning(0));
                if (client % 3 > 1) {
                    call.send(SelfPlayCall.hashed(0, answer.getLeaves(), 362, false));
                }
            }
            calls.add(call);
        }
        long meanwhile = reservedBytes();

        calls.forEach(SelfPlayCall::close);

        await().forever().until(() -> reservedBytes() == before);
        assertThat(meanwhile - before).isGreaterThan(20L * 500 * 5_000);
    }

    @Test
    void cancel_inTheMiddleOfLongSearches_freesLanesAndMemory() {
        SelfPlayCall call = newCall();
        OpenSelfPlay.Builder open = opening();
        // Without a leaf to wait for, a search continues for long: most of the tree of a tiny board ends at once.
        open.getSpecsBuilder(0).setWidth(1).setHeight(2);
        open.getSelfPlayBuilder().setSimulationCount(1_000_000).clearFastSimulationCount();
        call.open(open.setSlotCount(500).setGroupCount(1).build());
        SelfPlayResponse answer = call.ask(SelfPlayCall.beginning(0));
        for (int round = 0; round < 8; round++) {
            answer = call.ask(SelfPlayCall.hashed(0, answer.getLeaves(), 3, false));
        }
        call.send(SelfPlayCall.hashed(0, answer.getLeaves(), 3, false));

        call.close();

        SERVER.awaitNoLanes();
    }
}
