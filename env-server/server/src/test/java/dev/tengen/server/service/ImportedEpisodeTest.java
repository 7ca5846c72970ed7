package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.RepetitionEnd;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.testing.TestSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions that are exported and imported with default arguments, and arguments that replace what a record has. */
@Tag("reference")
class ImportedEpisodeTest {
    private static final int SESSIONS_OF_EACH_PRESET = TestSize.exact(4, 12);
    private static final String RESIGNED = "(;GM[1]SZ[3]KM[0]TENGEN[max_moves=9 end=RESIGNATION@3];B[bb];W[];B[aa])";

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();
    private final Map<EndReason, Integer> ends = new EnumMap<>(EndReason.class);
    private int proposedCount;

    private ImportRecordResponse load(String sgf, EnvironmentSpec.Builder spec) {
        return stub.importRecord(Calls.importing(sgf).setSpec(spec).build());
    }

    /** Exports and imports a session, and requires the same state at both, also after a snapshot of the import. */
    private Timestep requireSame(String session) {
        GetSessionResponse here = describe(stub, session);
        ImportRecordResponse response = Calls.importRecord(stub, Calls.exportRecord(stub, session));
        Timestep there = response.getSession().getTimestep();
        Timestep timestep = here.getTimestep();
        String sgf = Calls.exportRecord(stub, session);
        assertThat(there.getStateHash()).as(sgf).isEqualTo(timestep.getStateHash());
        assertThat(there.getEndReason()).as(sgf).isEqualTo(timestep.getEndReason());
        // A komi beyond the board is rarely what somebody meant, so that a reader always warns about it.
        assertThat(response.getWarningsList())
                .as(sgf)
                .allMatch(warning ->
                        warning.matches("line 1, column \\d+: KM: komi .* is more than the \\d+ points of the board"));
        if (here.getSpec().getTask().isEmpty()) {
            assertThat(there.getWinner()).as(sgf).isEqualTo(timestep.getWinner());
            assertThat(there.getActionMask()).as(sgf).isEqualTo(timestep.getActionMask());
            assertThat(there.getScore()).as(sgf).isEqualTo(timestep.getScore());
            assertThat(response.getSession().getSpec().getMaxMoves())
                    .isEqualTo(here.getSpec().getMaxMoves());
            assertThat(Calls.exportRecord(stub, response.getSession().getSessionId())
                            .replaceAll("RU\\[[^]]*]", ""))
                    .isEqualTo(sgf.replaceAll("RU\\[[^]]*]", ""));
        }
        ByteString snapshot = Calls.snapshot(stub, response.getSession().getSessionId());
        assertThat(Calls.restore(stub, snapshot).getTimestep()).isEqualTo(there);
        return timestep;
    }

    private static EnvironmentSpec.Builder randomSpec(RulesPreset preset, SplitMix64 random) {
        Rules.Builder rules = Rules.newBuilder().setPreset(preset.presetName());
        if (random.nextInt(4) == 0) {
            rules.setPassesToEnd(3)
                    .setRepetitionEnd(RepetitionEnd.REPETITION_END_NONE)
                    .setKo(KoRule.forNumber(1 + random.nextInt(5)));
        }
        if (random.nextInt(4) == 0) {
            rules.setKoValue(5).setSuicideValue(3).setRepetitionEndValue(2 + random.nextInt(2));
        }
        int size = 2 + random.nextInt(2);
        EnvironmentSpec.Builder spec = EnvironmentSpec.newBuilder()
                .setWidth(size)
                .setHeight(size)
                .setRules(rules)
                .setMaxMoves(random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0)
                .setIllegalActionPolicyValue(1 + random.nextInt(3))
                .setMaxIllegalActions(2);
        if (random.nextInt(3) == 0) {
            rules.setDeadStones(DeadStonesRule.DEAD_STONES_RULE_AGREEMENT);
            spec.setRules(rules);
        }
        if (random.nextInt(4) == 0) {
            spec.getSetupBuilder().setHandicap(2);
        }
        return spec;
    }

    private void play(String session, Timestep start, boolean isRejecting, SplitMix64 random) {
        Timestep timestep = start;
        for (int call = 1; call <= 80 && timestep.getEndReason() == EndReason.END_REASON_UNSPECIFIED; call++) {
            int choice = random.nextInt(40);
            if (timestep.getIsAgreement() && choice > 4) {
                timestep = propose(session, choice > 20);
            } else if (choice == 0) {
                timestep = Calls.play(stub, session, -2);
            } else if (choice < 4 && !isRejecting) {
                timestep = Calls.play(stub, session, -1);
            } else if (choice < 12) {
                timestep = Calls.play(stub, session, pass(timestep));
            } else {
                timestep = Calls.play(stub, session, RandomActions.legal(timestep.getActionMask(), random));
            }
            if (call % 16 == 0) {
                requireSame(session);
            }
        }
    }

    private static int pass(Timestep timestep) {
        return RandomActions.bits(timestep.getActionMask()).length() - 1;
    }

    /** Proposes all stones or none, which are whole chains. */
    private Timestep propose(String session, boolean areAllDead) {
        ProposeDeadStonesRequest.Builder request =
                ProposeDeadStonesRequest.newBuilder().setSessionId(session);
        ByteString board = Calls.observe(stub, session).getBoard();
        for (int point = 0; point < board.size(); point++) {
            if (areAllDead && board.byteAt(point) != 0) {
                request.addDeadPoints(point);
            }
        }
        proposedCount += request.getDeadPointsCount() > 0 ? 1 : 0;
        return stub.proposeDeadStones(request.build()).getTimestep();
    }

    @Test
    void importRecord_randomSessionsOfEveryPreset_areTheSame() {
        SplitMix64 random = new SplitMix64(7);
        for (RulesPreset preset : RulesPreset.values()) {
            for (int i = 0; i < SESSIONS_OF_EACH_PRESET; i++) {
                EnvironmentSpec.Builder spec = randomSpec(preset, random);
                CreateSessionResponse created = stub.createSession(create(spec).build());
                play(created.getSessionId(), created.getTimestep(), spec.getIllegalActionPolicyValue() == 1, random);
                ends.merge(requireSame(created.getSessionId()).getEndReason(), 1, Integer::sum);
            }
        }

        assertThat(ends)
                .containsKeys(
                        EndReason.END_REASON_PASSES,
                        EndReason.END_REASON_RESIGNATION,
                        EndReason.END_REASON_ILLEGAL_ACTION,
                        EndReason.END_REASON_MAX_MOVES,
                        EndReason.END_REASON_MAX_ILLEGAL_ACTIONS,
                        EndReason.END_REASON_REPETITION);
        assertThat(proposedCount).isGreaterThan(TestSize.least(20));
    }

    /** The episode of a task becomes a whole game from its set-up, with the same limit and the same end. */
    @Test
    void importRecord_episodesOfATask_areTheSame() {
        SplitMix64 random = new SplitMix64(8);
        for (int i = 0; i < 40; i++) {
            CreateSessionResponse created = stub.createSession(
                    create(EnvironmentSpec.newBuilder().setWidth(9).setHeight(9).setTask("race-class0"))
                            .setSeed(random.nextLong())
                            .build());
            play(created.getSessionId(), created.getTimestep(), true, random);
            ends.merge(requireSame(created.getSessionId()).getEndReason(), 1, Integer::sum);
        }

        assertThat(ends)
                .containsKeys(
                        EndReason.END_REASON_TASK_DECIDED,
                        EndReason.END_REASON_RESIGNATION,
                        EndReason.END_REASON_PASSES);
    }

    @ParameterizedTest
    @CsvSource({"0, 9", "-1, -1", "5, 5"})
    void importRecord_limitOfTheSpec_prevails(int given, int expected) {
        String sgf = RESIGNED.replace(" end=RESIGNATION@3", "");

        ImportRecordResponse response = load(sgf, EnvironmentSpec.newBuilder().setMaxMoves(given));

        assertThat(response.getSession().getSpec().getMaxMoves()).isEqualTo(expected);
        assertThat(response.getWarningsList()).isEmpty();
    }

    @Test
    void importRecord_rulesOfTheSpec_prevailOverRecordedValues() {
        ImportRecordResponse response = load(
                "(;GM[1]SZ[3]KM[0]TENGEN[passes_to_end=3 suicide=FORBIDDEN])",
                EnvironmentSpec.newBuilder().setRules(Rules.newBuilder().setPassesToEnd(2)));

        assertThat(response.getSession().getSpec().getRules().getPassesToEnd()).isEqualTo(2);
        assertThat(response.getSession().getSpec().getRules().getSuicideValue()).isEqualTo(1);
    }

    @Test
    void importRecord_partOfAResignedRecord_isInProgress() {
        ImportRecordResponse whole = Calls.importRecord(stub, RESIGNED);
        ImportRecordResponse part =
                stub.importRecord(Calls.importing(RESIGNED).setMoveNumber(2).build());

        assertThat(whole.getSession().getTimestep().getEndReason()).isEqualTo(EndReason.END_REASON_RESIGNATION);
        assertThat(part.getSession().getTimestep().getEndReason()).isEqualTo(EndReason.END_REASON_UNSPECIFIED);
        assertThat(part.getSession().getSpec().getMaxMoves()).isEqualTo(9);
    }

    /** Records of other programs end by their moves alone. */
    @ParameterizedTest
    @CsvSource({"B+R", "W+T", "B+3.5", "Void"})
    void importRecord_resultWithoutTheProperty_endsNothing(String result) {
        ImportRecordResponse response = Calls.importRecord(stub, "(;GM[1]SZ[3]KM[0]RE[" + result + "];B[bb];W[])");

        assertThat(response.getSession().getTimestep().getEndReason()).isEqualTo(EndReason.END_REASON_UNSPECIFIED);
        assertThat(response.getSession().getSpec().getMaxMoves()).isEqualTo(-1);
    }

    @Test
    void importRecord_garbageInTheProperty_warns() {
        ImportRecordResponse response = Calls.importRecord(stub, "(;GM[1]SZ[3]KM[0]TENGEN[max_moves=many];B[bb])");

        assertThat(response.getWarningsList())
                .isEqualTo(List.of("TENGEN: \"max_moves=many\" is not understood and is ignored"));
        assertThat(response.getSession().getTimestep().getMoveNumber()).isEqualTo(1);
    }
}
