package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.client.analysis.AnalyzedPosition;
import dev.tengen.client.analysis.RaceQuery;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.EncodingSpec;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.IllegalActionPolicy;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.LegalActions;
import dev.tengen.client.env.Observation;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.RecordOptions;
import dev.tengen.client.env.RewardMode;
import dev.tengen.client.env.Rules.KoRule;
import dev.tengen.client.env.Rules.SuicideRule;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.search.SelfPlaySpec;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.server.EnabledServices;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The blocking client against a real server. */
class TengenClientTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private final TengenClient client = SERVER.client();

    @Test
    void step_wholeRandomGame_equalsTheCore() {
        Environment local = new Environment(EnvironmentSpec.of(Grid.of(7, 5), Rules.TROMP_TAYLOR), 1);
        SplitMix64 random = new SplitMix64(1);

        try (TengenSession session =
                client.createSession(SessionSpec.builder(7, 5).seed(1).build())) {
            Timestep timestep = session.firstTimestep();
            while (!timestep.isOver()) {
                int[] legal = timestep.actionMask().actions();
                int action = legal[random.nextInt(legal.length)];
                local.step(action);
                timestep = session.step(action, timestep.moveNumber());

                assertThat(timestep.stateHash()).isEqualTo(local.stateHash());
                assertThat(timestep.actionMask().toBytes()).isEqualTo(local.actionMask());
            }

            assertThat(timestep.score().orElseThrow().text())
                    .isEqualTo(local.game().score().text());
            assertThat(timestep.rewardBlack()).isEqualTo(local.reward(dev.tengen.board.Color.BLACK));
            assertThat(session.state().actions()).isEqualTo(local.actions());
        }
    }

    @Test
    void observation_ownStone_isInTheFirstPlaneOfItsColor() {
        SessionSpec spec = SessionSpec.builder(3, 2).encodings("alphazero-17").build();
        try (TengenSession session = client.createSession(spec)) {
            Observation observation = session.step(4).observations().get(0);

            assertThat(observation.planeCount()).isEqualTo(17);
            assertThat(observation.at(1, 1, 1)).isEqualTo(1);
            assertThat(observation.toFloats()).hasSize(17 * 6).contains(1f);
            assertThat(observation.toFloats()[6 + 4]).isEqualTo(1f);
        }
    }

    @Test
    void observe_afterAMove_reportsTheStones() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 2))) {
            session.step(3);

            Position position = session.observe();

            assertThat(position.board()).containsExactly(Color.NONE, Color.NONE, Color.NONE, Color.BLACK);
            assertThat(position.playerToMove()).isEqualTo(Color.WHITE);
        }
    }

    @Test
    void legalActions_occupiedPoint_saysWhy() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 2))) {
            session.step(3);

            LegalActions legal = session.legalActions();

            assertThat(legal.actionMask().actions()).containsExactly(0, 1, 2, 4);
            assertThat(legal.illegalReasons().get(3)).isEqualTo(IllegalReason.OCCUPIED);
        }
    }

    @Test
    void step_coordinates_areThoseOfTheBoard() {
        try (TengenSession session = client.createSession(SessionSpec.of(5, 4))) {
            Timestep timestep = session.step(session.action("D4"));

            assertThat(session.observe().board().get(3)).isEqualTo(Color.BLACK);
            assertThat(session.name(timestep.actions().get(0))).isEqualTo("D4");
            assertThat(session.action("pass")).isEqualTo(session.passAction());
        }
    }

    @Test
    void undo_movesOfTheExpectedState_areTakenBack() {
        try (TengenSession session = client.createSession(SessionSpec.of(3, 3))) {
            Timestep first = session.step(4);
            session.step(0);

            Timestep back = session.undo(1, 2, session.state().timestep().episode());

            assertThat(back.stateHash()).isEqualTo(first.stateHash());
            assertThat(back.actions()).isEmpty();
            assertThat(session.state().actions()).containsExactly(4);
        }
    }

    @Test
    void undo_unexpectedStateOrNoMove_failsForTheReason() {
        try (TengenSession session = client.createSession(SessionSpec.of(3, 3))) {
            long episode = session.state().timestep().episode();

            assertThat(reason(() -> session.undo(1))).isEqualTo("UNDO_UNAVAILABLE");
            session.step(4);
            assertThat(reason(() -> session.undo(1, 2, episode))).isEqualTo("WRONG_MOVE_NUMBER");
            assertThat(reason(() -> session.undo(1, 1, episode + 1))).isEqualTo("WRONG_EPISODE");
            assertThat(reason(() -> session.undo(2))).isEqualTo("INVALID_VALUE");
            assertThat(session.undo(1).moveNumber()).isZero();
        }
    }

    @Test
    void attachSeat_withTheTokenOfAColor_movesForItAlone() {
        SessionSpec spec =
                SessionSpec.builder(3, 3).playerSeats(true).spectatorSeat(true).build();
        TengenSession session = client.createSession(spec);
        SeatTokens tokens = session.seatTokens();
        try (TengenClient black = connect(tokens.black().orElseThrow());
                TengenClient spectator = connect(tokens.spectator().orElseThrow())) {
            TengenSession seat = black.attachSeat();
            assertThat(seat.sessionId()).isEqualTo(session.sessionId());
            assertThat(seat.step(4).moveNumber()).isEqualTo(1);

            assertThat(reason(() -> seat.step(0))).isEqualTo("NOT_YOUR_TURN");
            assertThat(reason(seat::close)).isEqualTo("PERMISSION_DENIED");
            assertThat(reason(() -> spectator.attachSession(session.sessionId()).step(0)))
                    .isEqualTo("PERMISSION_DENIED");
            session.close();
            assertThat(reason(seat::legalActions)).isEqualTo("UNAUTHENTICATED");
        }
        assertThat(tokens).hasToString("SeatTokens[hidden]");
    }

    private static TengenClient connect(String token) {
        return TengenClient.connect(SERVER.address(), Duration.ofSeconds(60), ConnectionSecurity.NONE.withToken(token));
    }

    private static String reason(ThrowingCallable call) {
        return catchThrowableOfType(TengenException.class, call).reason();
    }

    @Test
    void step_repetition_reportsTheRepeatedMove() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 1))) {
            IllegalActionException error = repetitionOnTwoPoints(session);

            assertThat(error.illegalReason()).isEqualTo(IllegalReason.REPETITION);
            assertThat(error.repeatsMove()).hasValue(1);
            assertThat(error.status()).isEqualTo("FAILED_PRECONDITION");
        }
    }

    /** Black captures on the left, White on the right, and Black may not recapture. */
    private static IllegalActionException repetitionOnTwoPoints(TengenSession session) {
        session.step(0);
        session.step(1);
        return catchThrowableOfType(IllegalActionException.class, () -> session.step(0));
    }

    @Test
    void createSession_everyValueSet_isWhatTheServerUses() {
        SessionSpec spec = SessionSpec.builder(5, 4)
                .rules("new-zealand")
                .komi(-3.5)
                .ko(KoRule.SIMPLE)
                .suicide(SuicideRule.FORBIDDEN)
                .passesToEnd(3)
                .setup(List.of(0), List.of(19), Color.WHITE)
                .maxMoves(2)
                .rewardMode(RewardMode.MARGIN)
                .scoreOnTruncation(true)
                .illegalActionPolicy(IllegalActionPolicy.IGNORE)
                .illegalActionPenalty(0.25)
                .encodings("alphazero-17")
                .seed(5)
                .build();
        try (TengenSession session = client.createSession(spec)) {
            assertThat(session.firstTimestep().playerToMove()).isEqualTo(Color.WHITE);
            assertThat(session.firstSeed()).isEqualTo(5);

            Timestep ignored = session.step(0);
            assertThat(ignored.illegalReason()).isEqualTo(IllegalReason.OCCUPIED);
            assertThat(ignored.rewardWhite()).isEqualTo(-0.25);

            session.step(session.passAction());
            Timestep last = session.step(session.passAction());
            assertThat(last.endReason()).isEqualTo(EndReason.MAX_MOVES);
            assertThat(last.rewardBlack()).isEqualTo(3.5);
        }
    }

    @Test
    void createSession_opponent_repliesInTheSameStep() {
        SessionSpec spec =
                SessionSpec.builder(5, 5).opponent("random", Color.BLACK).build();
        try (TengenSession session = client.createSession(spec)) {
            assertThat(session.firstTimestep().moveNumber()).isEqualTo(1);
            assertThat(session.reset(3).playerToMove()).isEqualTo(Color.WHITE);
        }
    }

    @Test
    void createSession_sizeTooGreat_namesFieldValueAndRange() {
        assertThatThrownBy(() -> client.createSession(SessionSpec.of(26, 9)))
                .isInstanceOfSatisfying(TengenException.class, error -> {
                    assertThat(error).hasMessage("width 26 is outside [1, 25]");
                    assertThat(error.reason()).isEqualTo("INVALID_VALUE");
                    assertThat(error.metadata())
                            .containsEntry("field", "width")
                            .containsEntry("value", "26")
                            .containsEntry("allowed", "[1, 25]");
                });
    }

    @Test
    void close_closedSession_isNoError() {
        TengenSession session = client.createSession(SessionSpec.of(2, 2));
        session.close();

        session.close();

        assertThatThrownBy(session::score)
                .isInstanceOfSatisfying(
                        TengenException.class,
                        error -> assertThat(error.reason()).isEqualTo("SESSION_NOT_FOUND"));
    }

    @Test
    void resign_blackToMove_whiteWins() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 2))) {
            Timestep timestep = session.step(TengenSession.RESIGN);

            assertThat(timestep.winner()).isEqualTo(Color.WHITE);
            assertThat(timestep.endReason()).isEqualTo(EndReason.RESIGNATION);
            assertThat(timestep.actionMask().actions()).isEmpty();
        }
    }

    @Test
    void reset_withoutSeed_derivesTheNextOne() {
        try (TengenSession session =
                client.createSession(SessionSpec.builder(2, 2).seed(9).build())) {
            assertThat(session.state().timestep().episode()).isZero();
            session.reset();

            assertThat(session.state().timestep().episode()).isEqualTo(1);
            assertThat(session.state().seed()).isNotEqualTo(9);
        }
    }

    @Test
    void step_otherEpisodeAtTheSameMoveNumber_isAborted() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 2))) {
            Timestep known = session.firstTimestep();
            session.reset();

            assertThatThrownBy(() -> session.step(0, known.moveNumber(), known.episode()))
                    .isInstanceOfSatisfying(
                            TengenException.class,
                            error -> assertThat(error.reason()).isEqualTo("WRONG_EPISODE"));
            assertThat(session.step(0, 0, 1).episode()).isEqualTo(1);
        }
    }

    @Test
    void idleTimeout_negative_isInvalid() {
        assertThatThrownBy(() -> SessionSpec.builder(2, 2).idleTimeout(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.001S");
    }

    @Test
    void fork_andRestore_continueFromTheSamePosition() {
        try (TengenSession session = client.createSession(SessionSpec.of(5, 5))) {
            Timestep timestep = session.step(12);
            try (TengenSession fork = session.fork();
                    TengenSession restored = client.restore(session.snapshot())) {
                assertThat(fork.firstTimestep().stateHash()).isEqualTo(timestep.stateHash());
                assertThat(restored.step(6).stateHash()).isEqualTo(fork.step(6).stateHash());
            }
            assertThat(session.state().actions()).containsExactly(12);
        }
    }

    @Test
    void restore_otherBytes_saysSo() {
        assertThatThrownBy(() -> client.restore(new byte[20]))
                .isInstanceOfSatisfying(
                        TengenException.class,
                        error -> assertThat(error.reason()).isEqualTo("SNAPSHOT_FOREIGN"));
    }

    @Test
    void importRecord_exportedGame_standsAtTheMoveAskedFor() {
        try (TengenSession session = client.createSession(SessionSpec.of(5, 5))) {
            session.step(12);
            session.step(6);
            byte[] sgf = session.exportRecord().getBytes(StandardCharsets.UTF_8);
            SessionSpec spec = SessionSpec.recordBuilder().seed(3).build();

            try (TengenSession whole = client.importRecord(sgf, spec);
                    TengenSession part = client.importRecord(sgf, spec, 1)) {
                assertThat(whole.state().actions()).containsExactly(12, 6);
                assertThat(part.state().actions()).containsExactly(12);
                assertThat(part.firstSeed()).isEqualTo(3);
            }
        }
    }

    @Test
    void importRecord_oddRecord_hasItsRulesAndWarnings() {
        byte[] sgf = "(;GM[1]SZ[3]KM[1]RU[AGA];B[aa];B[bb])".getBytes(StandardCharsets.UTF_8);
        SessionSpec trompTaylor =
                SessionSpec.recordBuilder().rules("tromp-taylor").build();

        try (TengenSession session =
                        client.importRecord(sgf, SessionSpec.recordBuilder().build());
                TengenSession other = client.importRecord(sgf, trompTaylor)) {
            assertThat(session.rules().ko()).isEqualTo(KoRule.SITUATIONAL);
            assertThat(session.rules().komi()).isEqualTo(1);
            assertThat(session.state().actions()).containsExactly(0, 9, 4);
            assertThat(session.warnings())
                    .containsExactly("move 2 (Black B2) is out of turn; a pass of White is inserted before it");
            assertThat(other.rules().ko()).isEqualTo(KoRule.POSITIONAL);
        }
    }

    @Test
    void importRecord_recordThatBreaksTheFormat_isReadWithAWarningOrRefusedIfStrict() {
        byte[] sgf = "(;GM[1]SZ[3]KM[1]HA[even];B[aa];W[bb])".getBytes(StandardCharsets.UTF_8);
        SessionSpec spec = SessionSpec.recordBuilder().build();

        try (TengenSession session = client.importRecord(sgf, spec, RecordOptions.DEFAULT.atMove(1))) {
            assertThat(session.state().actions()).containsExactly(0);
            assertThat(session.warnings()).singleElement().asString().contains("HA", "line 1, column 20");
        }
        assertThatThrownBy(() -> client.importRecord(sgf, spec, RecordOptions.DEFAULT.strict()))
                .isInstanceOfSatisfying(
                        TengenException.class,
                        error -> assertThat(error.reason()).isEqualTo("RECORD_UNREADABLE"))
                .hasMessageContaining("line 1, column 20");
        assertThatThrownBy(() -> client.async()
                        .importRecord(sgf, spec, RecordOptions.DEFAULT.strict())
                        .join())
                .hasMessageContaining("line 1, column 20");
        assertThatThrownBy(() -> client.analyzeRace(
                        AnalyzedPosition.recorded(sgf, RecordOptions.DEFAULT.strict()), RaceQuery.DEFAULT))
                .hasMessageContaining("line 1, column 20");
    }

    @Test
    void listSessions_openSession_isThere() {
        try (TengenSession session = client.createSession(SessionSpec.of(5, 4))) {
            session.step(0);

            assertThat(client.listSessions())
                    .contains(new SessionSummary(session.sessionId(), 5, 4, 0, 1, EndReason.NONE, Duration.ofHours(1)));
        }
    }

    @Test
    void watch_stepsAndClose_areSeen() {
        TengenSession session = client.createSession(SessionSpec.of(2, 2));
        try (SessionWatch watch = session.watch()) {
            assertThat(watch.next().timestep().moveNumber()).isZero();

            session.step(3);
            assertThat(watch.next().board()).containsExactly(Color.NONE, Color.NONE, Color.NONE, Color.BLACK);

            session.close();
            assertThat(watch.hasNext()).isFalse();
        }
    }

    @Test
    void serverInfo_always_listsWhatTheCoreHas() {
        ServerInfo info = client.serverInfo();

        assertThat(info.presets()).extracting(ServerInfo.Preset::name).contains("tromp-taylor", "cgos");
        assertThat(info.encodings()).extracting(EncodingSpec::name).contains("alphazero-17", "openspiel-4");
        assertThat(info.players()).extracting(ServerInfo.Player::name).contains("random", "greedy");
        assertThat(info.limits().maxSize()).isEqualTo(25);
    }

    @Test
    void serverInfo_services_sayWhatIsOnAndHowToTurnTheRestOn() {
        ServerInfo info = client.serverInfo();

        assertThat(info.services()).hasSize(6);
        assertThat(info.isServiceEnabled("tengen.v1.TreeService")).isTrue();
        assertThat(info.isServiceEnabled("tengen.v1.ArenaService")).isFalse();
        assertThat(info.isServiceEnabled("tengen.v1.NoService")).isFalse();
        assertThat(info.service("tengen.v1.ArenaService").orElseThrow().howToEnable())
                .contains("--arena FILE");
        assertThat(info.isFeatureEnabled("trees")).isTrue();
        assertThat(info.isFeatureEnabled("arena")).isFalse();
        assertThat(info.feature("storage"))
                .contains(new ServerInfo.Feature(
                        "storage",
                        false,
                        "memory",
                        info.feature("arena").orElseThrow().howToEnable()));
        assertThat(info.streamLimits())
                .isEqualTo(new ServerInfo.StreamLimits(16 << 20, 64 << 20, 64 << 20, 256, 4096, 1024, 60_000));
        // The server of this test has the processors of this process.
        int playerThreadCount = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        assertThat(info.thinkingLimits())
                .isEqualTo(new ServerInfo.ThinkingLimits(1_000_000, 20_000, 128, playerThreadCount, 8, 4, 64));
        assertThat(info.engines()).isEmpty();
        assertThat(info.arenaLimits()).isEmpty();
    }

    @Test
    void call_serviceThatIsOff_throwsWithTheReasonAndHowToTurnItOn() {
        TengenException error =
                catchThrowableOfType(TengenException.class, () -> client.arena().tournaments());

        assertThat(error.status()).isEqualTo("UNIMPLEMENTED");
        assertThat(error.reason()).isEqualTo("SERVICE_DISABLED");
        assertThat(error.metadata())
                .containsEntry("service", "tengen.v1.ArenaService")
                .containsKey("how_to_enable");
        assertThat(error).hasMessageContaining("is disabled on this server. Start the server with --arena");
    }

    @Test
    void openForest_treesAreOff_throwsWithTheReason() throws Exception {
        ServerConfig config = ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withEnabledServices(new EnabledServices(false, false, false, true));
        try (TengenServer server = TengenServer.start(config);
                TengenClient other = TengenClient.connect("127.0.0.1:" + server.port())) {
            TengenException trees = catchThrowableOfType(
                    TengenException.class,
                    () -> other.openForest(ForestSpec.builder(9, 9).build()).close());
            TengenException batches = catchThrowableOfType(
                    TengenException.class,
                    () -> other.openBatch(BatchSpec.of(1, SessionSpec.of(9, 9))).close());
            TengenException searches = catchThrowableOfType(
                    TengenException.class,
                    () -> other.openSelfPlay(SelfPlaySpec.builder(SessionSpec.of(9, 9), 1, 8)
                                    .build())
                            .close());

            assertThat(trees.reason()).isEqualTo("SERVICE_DISABLED");
            assertThat(trees.metadata()).containsEntry("service", "tengen.v1.TreeService");
            assertThat(batches.metadata()).containsEntry("service", "tengen.v1.BatchService");
            assertThat(searches.metadata()).containsEntry("service", "tengen.v1.SearchService");
        }
    }

    @Test
    void serverInfo_encodings_describeThemselves() {
        EncodingSpec spec = client.serverInfo().encodings().stream()
                .filter(encoding -> encoding.name().equals("openspiel-4"))
                .findFirst()
                .orElseThrow();

        assertThat(spec)
                .isEqualTo(new EncodingSpec(
                        "openspiel-4",
                        1,
                        "Black stones, white stones, empty points, and the color to play; no history.",
                        "COLORS",
                        1,
                        "NONE",
                        new EncodingSpec.PeerLayout("OpenSpiel, go", "CHW", "BOTTOM"),
                        List.of(
                                new EncodingSpec.Feature("black", "a black stone", 0, 1),
                                new EncodingSpec.Feature("white", "a white stone", 0, 1),
                                new EncodingSpec.Feature("empty", "no stone", 0, 1),
                                new EncodingSpec.Feature("white_to_move", "White is to move (the whole plane)", 0, 1)),
                        List.of()));
    }

    @Test
    void serverInfo_nameOfAFamily_isDescribedToo() {
        String name = client.serverInfo().encodingFamilies().get(0).encodingName(4);

        List<EncodingSpec> specs = client.serverInfo(name).encodings();

        assertThat(specs.get(specs.size() - 1).name()).isEqualTo("alphazero:history=4");
        assertThat(specs.get(specs.size() - 1).planes()).hasSize(9);
        assertThatThrownBy(() -> client.serverInfo("alphazero:history=33"))
                .hasMessageContaining("alphazero:history=1 to 32");
    }

    @Test
    void peerAction_rowsFromTheBottom_areTurnedRound() {
        EncodingSpec.PeerLayout peer = new EncodingSpec.PeerLayout("peer", "CHW", "BOTTOM");

        assertThat(List.of(peer.peerAction(0, 4, 3), peer.peerAction(11, 4, 3), peer.peerAction(12, 4, 3)))
                .containsExactly(8, 3, 12);
        assertThatThrownBy(() -> peer.peerAction(13, 4, 3)).hasMessage("action 13 is outside [0, 12]");
    }

    @Test
    void observe_nameOfAFamily_hasSoManyPlanes() {
        try (TengenSession session = client.createSession(
                SessionSpec.builder(5, 5).encodings("alphazero:history=2").build())) {
            Observation observation = session.observe("alphazero:history=3", "gymgo-6")
                    .observations()
                    .get(0);

            assertThat(observation.encoding()).isEqualTo("alphazero:history=3");
            assertThat(observation.planeCount()).isEqualTo(7);
        }
    }

    @Test
    void call_noServer_saysHowToStartOne() {
        try (TengenClient nowhere = TengenClient.connect("127.0.0.1:1")) {
            assertThatThrownBy(nowhere::serverInfo)
                    .isInstanceOf(TengenException.class)
                    .hasMessageContaining("./tengen serve");
        }
    }
}
