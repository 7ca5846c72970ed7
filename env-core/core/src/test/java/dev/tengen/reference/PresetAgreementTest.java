package dev.tengen.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.DeadStones;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.reference.PresetGames.Met;
import dev.tengen.reference.PresetGames.Mix;
import dev.tengen.reference.PresetGames.Share;
import dev.tengen.testing.TestSize;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plays seeded random games by every preset, which must agree with the slow reference at every move.
 *
 * <p>The last column of the table pins what the games on many sizes met, in the order of {@link #PINNED}: games,
 * positions compared, plays that captured, plays that were suicides, ko bans, superko bans that are no ko, undone
 * moves. The reference alone decides what is played, so a change of the core cannot change a count.
 */
@Tag("reference")
class PresetAgreementTest {
    private static final int GAME_COUNT = 16;
    private static final int QUICK_GAME_COUNT = 6;
    private static final int LONG_GAME_COUNT = 300;

    /* Per preset: the reference is slow on large boards, so few games must do there. */
    private static final List<Share> MANY_SIZES = List.of(
            new Share(Grid.of(1, 1), 24),
            new Share(Grid.of(1, 2), 50),
            new Share(Grid.of(2, 1), 50),
            new Share(Grid.of(1, 3), 56),
            new Share(Grid.of(1, 7), 250),
            new Share(Grid.of(7, 1), 250),
            new Share(Grid.of(2, 2), 400),
            new Share(Grid.of(2, 3), 450),
            new Share(Grid.of(3, 2), 450),
            new Share(Grid.of(3, 3), 750),
            new Share(Grid.of(4, 3), 450),
            new Share(Grid.of(3, 4), 450),
            new Share(Grid.of(4, 4), 750),
            new Share(Grid.of(5, 3), 400),
            new Share(Grid.of(5, 4), 400),
            new Share(Grid.of(4, 5), 400),
            new Share(Grid.of(5, 5), 800),
            new Share(Grid.of(6, 5), 400),
            new Share(Grid.of(6, 6), 400),
            new Share(Grid.of(7, 4), 300),
            new Share(Grid.of(7, 7), 350),
            new Share(Grid.of(8, 8), 200),
            new Share(Grid.of(9, 9), 300),
            new Share(Grid.of(9, 7), 200),
            new Share(Grid.of(10, 10), 120),
            new Share(Grid.of(11, 11), 100),
            new Share(Grid.of(13, 13), 80),
            new Share(Grid.of(13, 9), 100),
            new Share(Grid.of(15, 15), 80),
            new Share(Grid.of(17, 17), 60),
            new Share(Grid.of(19, 13), 50),
            new Share(Grid.of(19, 19), 80),
            new Share(Grid.of(21, 21), 50),
            new Share(Grid.of(23, 23), 40),
            new Share(Grid.of(25, 25), 40),
            new Share(Grid.of(1, 25), 300),
            new Share(Grid.of(25, 1), 300),
            new Share(Grid.of(2, 25), 200),
            new Share(Grid.of(25, 2), 200),
            new Share(Grid.of(3, 19), 200));

    private static final List<Met> PINNED =
            List.of(Met.GAME, Met.POSITION, Met.CAPTURE, Met.SUICIDE, Met.KO_BAN, Met.SUPERKO_BAN, Met.UNDONE_MOVE);
    private static final String MANY_SIZES_COUNTS = """
            TROMP_TAYLOR      |  1 | 10530 444700 58557 10579 7982 2235 369834
            CHINESE           |  2 | 10530 427953 64196 0 8372 0 354799
            CHINESE_SUPERKO   |  3 | 10530 438518 66058 0 8793 1414 364074
            CGOS              |  4 | 10530 431706 65502 0 8680 1441 358135
            JAPANESE          |  5 | 10530 436306 65673 0 8676 0 362234
            KOREAN            |  6 | 10530 438495 65703 0 8521 0 364295
            AGA               |  7 | 10530 435717 65187 0 8793 629 361453
            BGA               |  8 | 10530 434916 65038 0 8773 603 360722
            FRENCH            |  9 | 10530 440133 65811 0 8653 596 365720
            NEW_ZEALAND       | 10 | 10530 441723 57904 10606 8213 838 367235
            GOE               | 11 | 10530 449736 58959 10754 8160 2180 374826
            STONE_SCORING     | 12 | 10530 438027 66799 0 9145 0 363541
            ANCIENT_TERRITORY | 13 | 10530 443602 67695 0 9087 0 368684
            BLOG_2011         | 14 | 10530 467123 71282 0 9538 1576 390383
            GOBAN_JAPANESE    | 15 | 10530 438520 65246 0 8736 0 364148
            GOBAN_CHINESE     | 16 | 10530 433043 65058 0 8808 1312 359427
            OPENSPIEL         | 17 | 10530 425189 62964 0 8301 0 351974
            PGX               | 18 | 10530 428591 63403 0 8326 0 355192
            PETTINGZOO_V5     | 19 | 10530 440640 67104 0 9107 0 366000
            """;

    @ParameterizedTest(name = "{0}, seed 7")
    @EnumSource(RulesPreset.class)
    void everyAnswer_randomGames_agreesWithReference(RulesPreset preset) {
        play(preset, TestSize.isFull() ? GAME_COUNT : QUICK_GAME_COUNT);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, seed 7")
    @EnumSource(RulesPreset.class)
    void everyAnswer_manyRandomGames_agreesWithReference(RulesPreset preset) {
        play(preset, LONG_GAME_COUNT);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource(textBlock = MANY_SIZES_COUNTS, delimiter = '|')
    void everyAnswer_manySizes_agreesWithReference(RulesPreset preset, long seed, String counts) {
        Map<Met, Integer> met = new PresetGames(preset, Mix.VARIED, seed).play(MANY_SIZES);

        assertThat(met.keySet()).as(met.toString()).isEqualTo(possible(preset));
        assertThat(PINNED.stream().map(what -> "" + met.getOrDefault(what, 0)))
                .as(met.toString())
                .containsExactly(counts.split(" "));
    }

    @Test
    void manySizes_allPresets_are200000GamesOn40Sizes() {
        int gameCount = MANY_SIZES.stream().mapToInt(Share::gameCount).sum();

        assertThat(MANY_SIZES.stream().map(Share::grid).distinct()).hasSize(40);
        assertThat(gameCount * RulesPreset.values().length).isGreaterThanOrEqualTo(200_000);
        assertThat(MANY_SIZES_COUNTS.lines().count()).isEqualTo(RulesPreset.values().length);
    }

    /* The games must meet all that the rules of the preset can bring about, and nothing that they cannot. */
    private static void play(RulesPreset preset, int gameCount) {
        Map<Met, Integer> counts = new PresetGames(preset, Mix.PLAIN, 7).play(gameCount);

        Set<Met> possible = possible(preset);
        assertThat(possible).as(counts.toString()).containsAll(counts.keySet());
        if (gameCount >= GAME_COUNT) {
            assertThat(counts.keySet()).as(counts.toString()).isEqualTo(possible);
        }
    }

    private static Set<Met> possible(RulesPreset preset) {
        Rules rules = preset.rules(Grid.square(19));
        Set<Met> possible =
                EnumSet.of(Met.GAME, Met.POSITION, Met.UNDONE_MOVE, Met.CAPTURE, Met.PASSES_END, Met.KO_BAN);
        add(possible, rules.ko() != Ko.SIMPLE, Met.SUPERKO_BAN);
        add(possible, rules.suicide() != Suicide.FORBIDDEN, Met.SUICIDE);
        add(possible, rules.repetitionEnd() != RepetitionEnd.NONE, Met.REPETITION_END);
        add(possible, rules.tax() != Tax.NONE, Met.SEKI_REGION);
        add(possible, rules.tax() != Tax.NONE, Met.OTHER_REGION);
        add(possible, rules.scoring() == Scoring.TERRITORY, Met.PRISONER);
        add(possible, rules.handicapBonus() != HandicapBonus.NONE, Met.BONUS);
        add(possible, rules.deadStones() == DeadStones.AGREEMENT, Met.DEAD_PROPOSED);
        add(possible, rules.deadStones() == DeadStones.AGREEMENT, Met.DISAGREEMENT);
        return possible;
    }

    private static void add(Set<Met> set, boolean isPossible, Met met) {
        if (isPossible) {
            set.add(met);
        }
    }
}
