package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Games that move from one server to another as records, and the rules of a record. */
class RecordTransferTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    @RegisterExtension
    static final RunningServer OTHER_SERVER = RunningServer.withDefaults();

    private static final Path GENERATED = Path.of("../../env-core/core/src/test/resources/games/generated");
    private static final Path SHARED = Path.of("../../../shared/games");

    /** Games of several servers and decades on 19x19, with as many rules as there are; some with odd moves. */
    private static final List<String> REAL_GAMES = List.of(
            "gnugo-gpl3/gifu2006__gnugo-gorimu.sgf",
            "gnugo-gpl3/kgs__GNU-HISOKA10.sgf",
            "katrain-mit/tests__data__LS_vs_AG_-_G4_-_English.sgf");

    /** The games with moves that the rules they name, or those of Tromp and Taylor, do not allow. */
    private static final List<String> ILLEGAL = List.of(
            "gnugo-gpl3/nngs__gnugo-3.1.22-heeroy-200201252006.sgf: move 443 of the record is illegal: REPETITION",
            "gnugo-gpl3/reading41.sgf: move 132 of the record is illegal: REPETITION",
            "gnugo-gpl3/verybad.sgf: move 122 of the record is illegal: REPETITION",
            "littlego-apache2/sgf__Illegal_games__illegal-move.sgf: move 16 of the record is illegal: OCCUPIED",
            "littlego-apache2/sgf__Illegal_games__positional-superko.sgf: move 23 of the record is illegal: REPETITION",
            "littlego-apache2/sgf__Illegal_games__situational-superko.sgf: move 24 of the record is illegal: REPETITION",
            "littlego-apache2/sgf__Illegal_games__suicide.sgf: move 4 of the record is illegal: REPETITION");

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();
    private final EnvironmentServiceBlockingStub otherStub = OTHER_SERVER.stub();

    private static ImportRecordResponse load(EnvironmentServiceBlockingStub at, ByteString sgf) {
        return at.importRecord(ImportRecordRequest.newBuilder().setSgf(sgf).build());
    }

    private static OpenedSession load(EnvironmentServiceBlockingStub at, ByteString sgf, int moveNumber) {
        return at.importRecord(ImportRecordRequest.newBuilder()
                        .setSgf(sgf)
                        .setMoveNumber(moveNumber)
                        .build())
                .getSession();
    }

    private ByteString export(String session) {
        return ByteString.copyFromUtf8(Calls.exportRecord(stub, session));
    }

    /** Imports the first half of a game, moves it to the other server as a record, and plays the rest at both. */
    private int moveAndGoOn(ByteString sgf) {
        List<Integer> actions = actions(load(stub, sgf).getSession());
        OpenedSession here = load(stub, sgf, actions.size() / 2);
        int number = here.getTimestep().getMoveNumber();
        OpenedSession there = load(otherStub, export(here.getSessionId())).getSession();
        assertThat(there.getTimestep()).isEqualTo(here.getTimestep());
        assertThat(there.getSpec()).isEqualTo(here.getSpec());
        int count = 0;
        for (int action : actions.subList(number, actions.size())) {
            Timestep expected = Calls.play(stub, here.getSessionId(), action);
            assertThat(Calls.play(otherStub, there.getSessionId(), action)).isEqualTo(expected);
            count++;
        }
        return count;
    }

    private List<Integer> actions(OpenedSession session) {
        return Calls.describe(stub, session.getSessionId()).getActionsList();
    }

    @Test
    @Tag("full")
    void exportAndImport_generatedGamesHalfWay_continueAtTheOtherServer() throws IOException {
        int moveCount = 0;
        for (String name : List.of("19x19-000", "19x19-001", "13x13-000", "13x13-001", "9x9-000", "9x9-001")) {
            moveCount += moveAndGoOn(
                    ByteString.copyFrom(Files.readAllBytes(GENERATED.resolve("gnugo-l1-" + name + ".sgf"))));
        }
        assertThat(moveCount).isGreaterThan(400);
    }

    @Test
    void exportAndImport_realGamesHalfWay_continueAtTheOtherServer() throws IOException {
        assumeTrue(Files.isDirectory(SHARED), "no folder shared/games beside the working copy");
        int moveCount = 0;
        for (String name : REAL_GAMES) {
            moveCount += moveAndGoOn(ByteString.copyFrom(Files.readAllBytes(SHARED.resolve(name))));
        }
        assertThat(moveCount).isGreaterThan(300);
    }

    /**
     * Every real game that its own rules allow: the record exported after the last move is imported in the same state.
     */
    @Test
    @Tag("full")
    void exportAndImport_allRealGames_standWhereTheyStood() throws IOException {
        assumeTrue(Files.isDirectory(SHARED), "no folder shared/games beside the working copy");
        List<Path> files;
        try (Stream<Path> paths = Files.walk(SHARED)) {
            files = paths.filter(path ->
                            path.toString().endsWith(".sgf") && !path.toString().contains("generated"))
                    .sorted()
                    .toList();
        }
        int importedCount = 0;
        int warnedCount = 0;
        List<String> refusals = new ArrayList<>();
        for (Path file : files) {
            ImportRecordResponse response;
            try {
                response = load(stub, ByteString.copyFrom(Files.readAllBytes(file)));
            } catch (io.grpc.StatusRuntimeException e) {
                assertThat(e.getStatus().getCode()).isEqualTo(io.grpc.Status.Code.INVALID_ARGUMENT);
                refusals.add(SHARED.relativize(file) + ": " + e.getStatus().getDescription());
                continue;
            }
            OpenedSession here = response.getSession();
            OpenedSession there = load(otherStub, export(here.getSessionId())).getSession();
            assertThat(there.getTimestep().getStateHash())
                    .as(file.toString())
                    .isEqualTo(here.getTimestep().getStateHash());
            requireSameWhenRestored(here);
            importedCount++;
            warnedCount += response.getWarningsList().stream()
                            .anyMatch(warning -> warning.contains("out of turn") || warning.contains("after the end"))
                    ? 1
                    : 0;
        }
        assertThat(refusals.stream().filter(refusal -> refusal.contains("illegal:")))
                .containsExactlyElementsOf(ILLEGAL);
        assertThat(refusals).hasSize(13);
        assertThat(importedCount).isEqualTo(193);
        assertThat(warnedCount).isEqualTo(10);
    }

    private void requireSameWhenRestored(OpenedSession session) {
        ByteString snapshot = Calls.snapshot(stub, session.getSessionId());
        OpenedSession restored = Calls.restore(otherStub, snapshot);
        assertThat(restored.getTimestep()).isEqualTo(session.getTimestep());
    }

    /** Resumed play survives a snapshot and a retry, whose answer is rebuilt from the moves. */
    @Test
    void importRecord_resumedGame_continuesAsAnyOther() {
        ImportRecordResponse response = load(stub, ByteString.copyFromUtf8("(;GM[1]SZ[3]KM[0];B[bb];W[];B[];W[aa])"));
        OpenedSession session = response.getSession();

        requireSameWhenRestored(session);
        StepRequest request = StepRequest.newBuilder()
                .setSessionId(session.getSessionId())
                .setRequestId("once")
                .setAction(8)
                .build();
        Timestep first = stub.step(request).getTimestep();
        Calls.play(stub, session.getSessionId(), 9);

        assertThat(response.getWarningsList())
                .contains("move 4 (White A3) comes after the end of the game, which it resumes");
        assertThat(stub.step(request).getTimestep()).isEqualTo(first);
        assertThat(actions(session)).containsExactly(4, 9, 9, 0, 8, 9);
    }

    @ParameterizedTest
    @CsvSource({
        "Japanese, japanese, japanese",
        "KOREAN, korean, korean",
        "Tromp/Taylor, tromp-taylor, tromp-taylor",
        "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1, aga, aga",
        "koSIMPLEscoreTERRITORYtaxNONEsui1, tromp-taylor, koSIMPLEscoreTERRITORYtaxNONEsui1"
    })
    void importRecord_rulesOfTheRecord_arePlayedAndExported(String recorded, String preset, String exported) {
        OpenedSession session = load(
                        stub, ByteString.copyFromUtf8("(;GM[1]SZ[5]KM[3]RU[" + recorded + "]HA[2]AB[bb][dd])"))
                .getSession();

        assertThat(session.getSpec().getRules().getPreset()).isEqualTo(preset);
        assertThat(session.getSpec().getRules().getKomi()).isEqualTo(3);
        assertThat(session.getSpec().getSetup().getHandicap()).isEqualTo(2);
        assertThat(export(session.getSessionId()).toStringUtf8()).contains("RU[" + exported + "]", "HA[2]");
        assertThat(load(otherStub, export(session.getSessionId())).getSession().getTimestep())
                .isEqualTo(session.getTimestep());
    }

    @Test
    void importRecord_unknownRules_areTrompTaylorsWithAWarning() {
        ImportRecordResponse response = load(stub, ByteString.copyFromUtf8("(;GM[1]SZ[5]KM[3]RU[house])"));

        assertThat(response.getSession().getSpec().getRules().getPreset()).isEqualTo("tromp-taylor");
        assertThat(response.getWarningsList())
                .containsExactly("RU: the rules \"house\" are unknown; used instead: tromp-taylor");
    }

    @Test
    void importRecord_recordThatBreaksTheFormat_isReadWithAWarningOrRefusedIfStrict() {
        ImportRecordRequest.Builder request = Calls.importing("(;GM[1]SZ[5]KM[3]\n C[a [note] here]HA[even];B[aa])");

        ImportRecordResponse tolerant = stub.importRecord(request.build());

        assertThat(tolerant.getSession().getTimestep().getMoveNumber()).isEqualTo(1);
        assertThat(tolerant.getWarningsList()).hasSize(2);
        assertThat(tolerant.getWarningsList().get(0)).contains("line 2, column 11");
        assertThat(tolerant.getWarningsList().get(1)).contains("line 2", "HA");
        assertThatThrownBy(() -> stub.importRecord(request.setStrict(true).build()))
                .hasMessageStartingWith("INVALID_ARGUMENT: sgf cannot be read: line 2, column ");
        request.setSgf(ByteString.copyFromUtf8("(;GM[1]FF[4]SZ[5]KM[3];B[aa])"));
        assertThat(stub.importRecord(request.build()).getWarningsList()).isEmpty();
    }

    @Test
    void importRecord_rulesOfTheSpec_prevail() {
        ByteString sgf = ByteString.copyFromUtf8("(;GM[1]SZ[5]KM[3]RU[house])");
        ImportRecordRequest.Builder request = ImportRecordRequest.newBuilder().setSgf(sgf);

        ImportRecordResponse preset = stub.importRecord(
                request.setSpec(spec(Rules.newBuilder().setPreset("cgos"))).build());
        ImportRecordResponse axis =
                stub.importRecord(request.setSgf(ByteString.copyFromUtf8("(;GM[1]SZ[5]KM[3]RU[Japanese])"))
                        .setSpec(spec(Rules.newBuilder().setPassesToEnd(3).setKomi(1)))
                        .build());

        assertThat(preset.getSession().getSpec().getRules().getPreset()).isEqualTo("cgos");
        assertThat(preset.getSession().getSpec().getRules().getKomi()).isEqualTo(3);
        assertThat(preset.getWarningsList()).isEmpty();
        Rules rules = axis.getSession().getSpec().getRules();
        assertThat(rules.getPreset()).isEqualTo("japanese");
        assertThat(rules.getPassesToEnd()).isEqualTo(3);
        assertThat(rules.getKomi()).isEqualTo(1);
        assertThat(export(axis.getSession().getSessionId()).toStringUtf8()).doesNotContain("RU[");
    }

    private static EnvironmentSpec.Builder spec(Rules.Builder rules) {
        return EnvironmentSpec.newBuilder().setRules(rules);
    }

    /** The bonus for stones that were recorded as moves is not lost on the way. */
    @Test
    void exportAndImport_handicapAsMoves_keepsTheBonus() {
        ByteString sgf = ByteString.copyFromUtf8("(;GM[1]SZ[5]KM[0]RU[Chinese]HA[2];B[bb];B[dd];W[cc])");
        OpenedSession session = load(stub, sgf).getSession();

        OpenedSession again = load(otherStub, export(session.getSessionId())).getSession();

        assertThat(session.getTimestep().getMoveNumber()).isEqualTo(4);
        assertThat(again.getSpec().getSetup().getHandicap()).isEqualTo(2);
        assertThat(again.getTimestep()).isEqualTo(session.getTimestep());
    }
}
