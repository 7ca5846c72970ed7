package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfException;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Episodes as records and back: what the private property TENGEN holds, and what it does when it is damaged. */
@Tag("reference")
class EpisodeRecordTest {
    private static final int EPISODES_OF_EACH_PRESET = TestSize.of(30);
    private static final int LONG_EPISODES_OF_EACH_PRESET = 1_000;

    private final Map<EndReason, Integer> ends = new EnumMap<>(EndReason.class);
    private int proposalCount;
    private int comparedCount;

    @Test
    void imported_randomEpisodesOfEveryPreset_areTheSameAtEveryCall() {
        play(EPISODES_OF_EACH_PRESET);

        assertThat(comparedCount).isGreaterThan(TestSize.least(3_000));
    }

    @Test
    @Tag("long")
    void imported_manyRandomEpisodesOfEveryPreset_areTheSameAtEveryCall() {
        play(LONG_EPISODES_OF_EACH_PRESET);

        assertThat(comparedCount).isGreaterThan(100_000);
        System.out.println(comparedCount + " compared, " + proposalCount + " with proposals, " + ends);
    }

    private void play(int episodeCount) {
        SplitMix64 random = new SplitMix64(5);
        for (RulesPreset preset : RulesPreset.values()) {
            for (int i = 0; i < episodeCount; i++) {
                RandomEpisode episode = new RandomEpisode(preset, random);
                requireSame(episode.environment());
                for (int call = 0; call < 200 && !episode.environment().isOver(); call++) {
                    episode.act();
                    requireSame(episode.environment());
                }
                ends.merge(episode.environment().endReason(), 1, Integer::sum);
            }
        }
        if (TestSize.isFull()) {
            assertThat(ends.keySet())
                    .isEqualTo(EnumSet.complementOf(EnumSet.of(EndReason.NONE, EndReason.TASK_DECIDED)));
        }
        assertThat(proposalCount).isGreaterThan(TestSize.isFull() ? episodeCount : 0);
    }

    private void requireSame(Environment environment) {
        String sgf = EpisodeRecord.of(environment).toSgf();
        Environment imported = Records.imported(sgf);
        assertThat(imported.stateHash()).as(sgf).isEqualTo(environment.stateHash());
        assertThat(imported.endReason()).as(sgf).isEqualTo(environment.endReason());
        assertThat(imported.winner()).as(sgf).isEqualTo(environment.winner());
        assertThat(imported.actionMaskOnBoard()).as(sgf).isEqualTo(environment.actionMaskOnBoard());
        assertThat(imported.game().score().margin())
                .as(sgf)
                .isEqualTo(environment.game().score().margin());
        assertThat(EpisodeRecord.of(imported).toSgf()).isEqualTo(sgf);
        assertThat(new Environment(imported.spec(), imported.snapshot()).stateHash())
                .isEqualTo(environment.stateHash());
        comparedCount++;
        proposalCount += sgf.contains("dead=") ? 1 : 0;
    }

    private static Environment inAgreement() {
        EnvironmentSpec spec = TestSpec.square(3)
                .rules(Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT))
                .maxMoves(20)
                .build();
        Environment environment = new Environment(spec, 1);
        for (int action : new int[] {4, 0, 9, 9}) {
            environment.step(action);
        }
        environment.proposeDead(PointSet.of(Grid.square(3), 0));
        return environment;
    }

    @Test
    void of_episodeWithEverything_isWrittenInOneProperty() {
        Environment environment = inAgreement();
        environment.step(Environment.RESIGN);

        assertThat(EpisodeRecord.of(environment).toSgf())
                .isEqualTo("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[3]KM[7.5]RE[B+R]TENGEN[max_moves=20 ko=POSITIONAL "
                        + "suicide=ANY scoring=AREA tax=NONE passes_to_end=2 handicap_bonus=NONE dead_stones=AGREEMENT "
                        + "repetition_end=NONE friendly_pass_ok=false dead=5:aa end=RESIGNATION@5]\n"
                        + ";B[bb];W[aa];B[];W[];B[])\n");
    }

    /** HA cannot name stones that are not there. */
    @Test
    void imported_handicapWithoutStones_keepsTheBonus() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(3), RulesPreset.CHINESE.rules(Grid.square(3)));
        Setup setup = Setup.empty(Grid.square(3)).withHandicap(3);
        Environment environment =
                new Environment(EnvironmentSpec.builder(setup, spec.rules()).build(), 1);

        Environment imported = Records.imported(environment);

        assertThat(imported.game().setup().handicap()).isEqualTo(3);
        assertThat(imported.stateHash()).isEqualTo(environment.stateHash());
    }

    private static final String MOVES = ";B[bb];W[];B[aa]";

    /** Returns the end and the limit after an import, and the warnings. */
    private static String imported(String property, String moves) throws SgfException {
        GameRecord record = GameRecord.parse("(;GM[1]SZ[3]KM[0]" + property + moves + ")");
        RecordRules rules = RecordRules.of(record, Rules.TROMP_TAYLOR);
        EpisodeImport episode = new EpisodeImport(record, record.moves().size());
        EnvironmentSpec spec = EnvironmentSpec.builder(record.start(), rules.rules())
                .maxMoves(episode.maxMoves())
                .build();
        RecordReplay replay = RecordReplay.of(record, rules.rules());
        Environment environment = episode.environment(spec, replay.game(), 1);
        List<String> warnings = new ArrayList<>();
        rules.warning().ifPresent(warnings::add);
        warnings.addAll(replay.warnings());
        warnings.addAll(episode.warnings());
        return environment.endReason() + " " + environment.winner() + " " + spec.maxMoves() + " " + warnings;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | NONE 0 -1 []",
                "RE[W+R] | NONE 0 -1 []",
                "TENGEN[] | NONE 0 -1 []",
                "TENGEN[max_moves=9] | NONE 0 9 []",
                "TENGEN[max_moves=3] | MAX_MOVES 0 3 []",
                "TENGEN[max_moves=-1] | NONE 0 -1 []",
                "TENGEN[end=RESIGNATION@3] | RESIGNATION 1 -1 []",
                "TENGEN[end=OPPONENT_TIMEOUT@3] | OPPONENT_TIMEOUT 1 -1 []",
                "TENGEN[end=OPPONENT_REFUSED@3] | OPPONENT_REFUSED 0 -1 []",
                "TENGEN[winner=W end=TASK_DECIDED@3] | TASK_DECIDED 2 -1 []",
                "TENGEN[passes_to_end=3 friendly_pass_ok=true] | NONE 0 -1 []",
            })
    void imported_goodProperty_isUsed(String property, String expected) throws SgfException {
        assertThat(imported(property, MOVES)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max_moves=0 | NONE 0 -1 [TENGEN: \"max_moves=0\" is not understood and is ignored]",
                "max_moves=-2 | NONE 0 -1 [TENGEN: \"max_moves=-2\" is not understood and is ignored]",
                "max_moves=1000001 | NONE 0 -1 [TENGEN: \"max_moves=1000001\" is not understood and is ignored]",
                "max_moves=99999999999 | NONE 0 -1 [TENGEN: \"max_moves=99999999999\" is not understood and is ignored]",
                "max_moves=5 max_moves=6 | NONE 0 5 [TENGEN: \"max_moves=6\" is not understood and is ignored]",
                "max_moves=2 | NONE 0 -1 [TENGEN: max_moves=2 is less than the 3 moves of the record and is ignored]",
                "a b= =c d=e | NONE 0 -1 [TENGEN: \"a\" is not understood and is ignored; the same for 3 other entries]",
                "handicap=1 | NONE 0 -1 [TENGEN: \"handicap=1\" is not understood and is ignored]",
                "handicap=10 | NONE 0 -1 [TENGEN: \"handicap=10\" is not understood and is ignored]",
                "ko=ODD | NONE 0 -1 [TENGEN: \"ko=ODD\" is not understood and is ignored]",
                "passes_to_end=4 passes_to_end=x friendly_pass_ok=1 | NONE 0 -1 "
                        + "[TENGEN: \"passes_to_end=4\" is not understood and is ignored; the same for 2 other entries]",
                "repetition_end=DRAW | NONE 0 -1 [TENGEN: its rules are ignored, because repetition_end DRAW needs ko "
                        + "SIMPLE or NONE; POSITIONAL forbids all repetitions]",
                "end=RESIGNATION@2 | NONE 0 -1 [TENGEN: end=RESIGNATION@2 does not fit the episode and is ignored]",
                "end=PASSES@3 | NONE 0 -1 [TENGEN: end=PASSES@3 does not fit the episode and is ignored]",
                "end=TASK_DECIDED@3 | NONE 0 -1 [TENGEN: end=TASK_DECIDED@3 does not fit the episode and is ignored]",
                "end=RESIGNATION@3 winner=W | NONE 0 -1 "
                        + "[TENGEN: end=RESIGNATION@3 does not fit the episode and is ignored]",
                "end=RESIGNATION@3 max_moves=3 | MAX_MOVES 0 3 "
                        + "[TENGEN: end=RESIGNATION@3 does not fit the episode and is ignored]",
                "end=resigned | NONE 0 -1 [TENGEN: \"end=resigned\" is not understood and is ignored]",
                "winner=X | NONE 0 -1 [TENGEN: \"winner=X\" is not understood and is ignored]",
                "dead=2:bb | NONE 0 -1 [TENGEN: the dead stones of move 2 cannot be proposed there and are ignored]",
                "dead=2:bb dead=9:bb | NONE 0 -1 [TENGEN: the dead stones of move 2 cannot be proposed there and are "
                        + "ignored; the same for 1 other move]",
                "dead=0:bb | NONE 0 -1 [TENGEN: \"dead=0:bb\" is not understood and is ignored]",
                "dead=2:dd | NONE 0 -1 [TENGEN: \"dead=2:dd\" is not understood and is ignored]",
                "dead=2:b | NONE 0 -1 [TENGEN: \"dead=2:b\" is not understood and is ignored]",
                "dead=2:bbbb | NONE 0 -1 [TENGEN: \"dead=2:bbbb\" is not understood and is ignored]",
                "dead=2: | NONE 0 -1 [TENGEN: \"dead=2:\" is not understood and is ignored]",
            })
    void imported_badEntry_isIgnoredWithAWarning(String entries, String expected) throws SgfException {
        assertThat(imported("TENGEN[" + entries + "]", MOVES)).isEqualTo(expected);
    }

    /** The stones of a proposal must be whole chains. */
    @Test
    void imported_proposalOfPartOfAChain_isIgnoredWithAWarning() throws SgfException {
        assertThat(imported("TENGEN[dead_stones=AGREEMENT dead=5:bb]", ";B[bb];W[];B[ba];W[];B[];W[]"))
                .isEqualTo("NONE 0 -1 [TENGEN: the dead stones of move 5 cannot be proposed there and are ignored]");
    }

    @Test
    @Tag("full")
    void imported_randomGarbage_neverCrashes() throws SgfException {
        String good =
                "max_moves=20 ko=POSITIONAL suicide=ANY passes_to_end=2 dead=2:bb end=RESIGNATION@3 winner=B handicap=2";
        String alphabet = good + "=@:-0123456789\u00e4 \ud83d";
        SplitMix64 random = new SplitMix64(3);
        int warnedCount = 0;
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(good);
            for (int change = random.nextInt(6); change >= 0; change--) {
                int at = random.nextInt(text.length());
                char drawn = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, drawn);
                    case 1 -> text.insert(at, drawn);
                    default -> text.deleteCharAt(at);
                }
            }
            warnedCount += imported("TENGEN[" + text + "]", MOVES).contains("TENGEN") ? 1 : 0;
        }
        assertThat(warnedCount).isGreaterThan(4_000);
    }

    /** Moves that another program appended are played, and the end is no longer one. */
    @Test
    void imported_movesAfterTheRecordedEnd_areAllPlayed() throws SgfException {
        assertThat(imported("TENGEN[max_moves=9 end=RESIGNATION@3]", MOVES + ";W[cc]"))
                .isEqualTo("NONE 0 9 [TENGEN: end=RESIGNATION@3 does not fit the episode and is ignored]");
    }

    /** A part of a record has neither the end nor the result of the whole. */
    @Test
    void environment_partOfARecord_isInProgress() throws SgfException {
        Environment resigned = new Environment(TestSpec.square(3).build(), 1);
        resigned.step(4);
        resigned.step(Environment.RESIGN);
        GameRecord record = GameRecord.parse(EpisodeRecord.of(resigned).toSgf());
        EpisodeImport episode = new EpisodeImport(record, 0);
        RecordReplay replay = RecordReplay.of(record, Rules.TROMP_TAYLOR, 0, Integer.MAX_VALUE);

        Environment environment = episode.environment(resigned.spec(), replay.game(), 1);

        assertThat(environment.isOver()).isFalse();
        assertThat(environment.winner()).isEqualTo(Color.EMPTY);
        assertThat(episode.warnings()).isEmpty();
    }

    /** What the page of records says of the property: where it is read, and which entries count. */
    @Test
    void property_inALaterNodeAndWithDoubleEntries_isReadAsThePageSays() throws SgfException {
        GameRecord later = GameRecord.parse("(;SZ[3]KM[0];B[bb]TENGEN[max_moves=7 max_moves=8 foo=1 winner=B])");

        EpisodeImport episode = new EpisodeImport(later, 1);

        assertThat(episode.maxMoves()).isEqualTo(7);
        assertThat(episode.warnings())
                .containsExactly(
                        "TENGEN: \"max_moves=8\" is not understood and is ignored; the same for 1 other entries");
    }
}
