package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.RulesPreset;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Searches for traps in the rewards: random episodes in every reward mode, policy and end. Each call must pay what the
 * slow reference says, and no action that gives the episode up may pay its player more than the score of the position.
 */
class RewardAgreementTest {
    private static final int EPISODE_COUNT = 1_000;
    private static final int LONG_EPISODE_COUNT = 20_000;
    private static final double ROUNDING = 1e-9;

    /** Every end but that of tasks, which pay in the mode WIN alone. */
    private static final Set<EndReason> ALL_ENDS =
            EnumSet.complementOf(EnumSet.of(EndReason.NONE, EndReason.TASK_DECIDED));

    private final Map<RewardMode, Map<EndReason, Integer>> ends = new EnumMap<>(RewardMode.class);
    private int forfeitCount;
    private int farBehindCount;
    private int restoredCount;
    private int unfinishedCount;

    @Test
    void rewards_randomEpisodes_areThoseOfTheReference() {
        play(EPISODE_COUNT);

        assertThat(ends.values().stream().flatMap(counts -> counts.keySet().stream()))
                .containsAll(ALL_ENDS);
        assertThat(forfeitCount + " forfeits, " + farBehindCount + " by players further behind than the points, "
                        + restoredCount + " restored, " + unfinishedCount + " unfinished")
                .isEqualTo("362 forfeits, 110 by players further behind than the points, 150 restored, 0 unfinished");
    }

    @Test
    @Tag("long")
    void rewards_manyRandomEpisodes_areThoseOfTheReference() {
        play(LONG_EPISODE_COUNT);

        assertThat(forfeitCount).isGreaterThan(LONG_EPISODE_COUNT / 3);
        assertThat(farBehindCount).isGreaterThan(LONG_EPISODE_COUNT / 20);
        for (RewardMode mode : RewardMode.values()) {
            assertThat(ends.get(mode).keySet()).as(mode + " " + ends).isEqualTo(ALL_ENDS);
        }
        System.out.println(LONG_EPISODE_COUNT + " episodes: " + forfeitCount + " forfeits, " + farBehindCount
                + " by players further behind than the points, " + restoredCount + " restored; " + ends);
    }

    private void play(int episodeCount) {
        SplitMix64 random = new SplitMix64(18);
        for (int episode = 0; episode < episodeCount; episode++) {
            playEpisode(new RandomEpisode(RulesPreset.values()[episode % RulesPreset.values().length], random), random);
        }
    }

    private void playEpisode(RandomEpisode episode, SplitMix64 random) {
        ReferenceRewards reference = new ReferenceRewards(episode.spec());
        double[] sums = new double[3];
        compare(episode, reference, sums);
        for (int call = 0; call < 200 && !episode.environment().isOver(); call++) {
            if (random.nextInt(30) == 0) {
                episode.restore();
                restoredCount++;
            }
            if (episode.act()) {
                compare(episode, reference, sums);
            }
        }
        if (!episode.environment().isOver()) {
            unfinishedCount++;
            return;
        }
        ends.computeIfAbsent(episode.spec().rewardMode(), mode -> new EnumMap<>(EndReason.class))
                .merge(reference.end(), 1, Integer::sum);
        requireNoTrap(episode, reference, sums);
    }

    /** Requires that the last call ended and paid as the reference says. */
    private static void compare(RandomEpisode episode, ReferenceRewards reference, double[] sums) {
        Environment environment = episode.environment();
        reference.follow(
                environment.lastActionsOnBoard(), environment.lastLegality(), environment.game(), episode.failure());
        String story = episode.spec() + " " + environment.actions() + " " + environment.lastLegality();
        assertThat(environment.endReason()).as(story).isEqualTo(reference.end());
        assertThat(environment.reward(Color.BLACK)).as(story).isCloseTo(reference.black(), within(ROUNDING));
        assertThat(environment.reward(Color.WHITE)).as(story).isCloseTo(reference.white(), within(ROUNDING));
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            sums[color] += environment.reward(color);
        }
    }

    /** Requires that who gave the episode up got no more than the score of the position. */
    private void requireNoTrap(RandomEpisode episode, ReferenceRewards reference, double[] sums) {
        int loser = reference.loser();
        if (loser == Color.EMPTY) {
            return;
        }
        boolean isSum = episode.spec().rewardMode() == RewardMode.AREA_DELTA;
        double paid = isSum ? sums[loser] : episode.environment().reward(loser);
        assertThat(paid)
                .as(episode.spec() + " " + episode.environment().actions())
                .isLessThanOrEqualTo(reference.worthOfPosition(loser) + ROUNDING);
        forfeitCount++;
        farBehindCount += reference.isFarBehind(loser) ? 1 : 0;
    }
}
