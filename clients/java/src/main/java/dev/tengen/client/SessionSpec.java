package dev.tengen.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a session is to be. Values are checked by the server.
 *
 * <pre>{@code
 * SessionSpec spec = SessionSpec.of(9, 9).withKomi(5.5).withEncodings("alphazero-17");
 * }</pre>
 *
 * @param width points in a row, 1 to 25
 * @param height points in a column, 1 to 25
 * @param preset name of a rule preset; empty for "tromp-taylor"
 * @param komi points given to White, if not the preset's
 * @param ko which repetitions are forbidden, if not the preset's
 * @param suicide which suicides are allowed, if not the preset's
 * @param passesToEnd passes in a row that end the game, 2 or 3; 0 for the preset's
 * @param setup the position every episode starts from, if not the empty board
 * @param maxMoves moves after which an episode is truncated; 0 for three times the count of points, -1 for unlimited
 * @param rewardMode what is paid
 * @param scoreOnTruncation whether a truncated episode is paid as if it had ended there
 * @param illegalActionPolicy what an illegal action does
 * @param illegalActionPenalty what the mover pays for one under {@link IllegalActionPolicy#IGNORE}
 * @param encodings names of the encodings to observe in
 * @param opponent the player in the environment, if there is one
 * @param seed seed of the first episode, if the server is not to draw one
 */
public record SessionSpec(
        int width,
        int height,
        String preset,
        OptionalDouble komi,
        Optional<KoRule> ko,
        Optional<SuicideRule> suicide,
        int passesToEnd,
        Optional<Setup> setup,
        int maxMoves,
        RewardMode rewardMode,
        boolean scoreOnTruncation,
        IllegalActionPolicy illegalActionPolicy,
        double illegalActionPenalty,
        List<String> encodings,
        Optional<Opponent> opponent,
        OptionalLong seed) {
    /**
     * A position to start from.
     *
     * @param blackPoints points of black stones
     * @param whitePoints points of white stones
     * @param playerToMove who moves first
     */
    public record Setup(List<Integer> blackPoints, List<Integer> whitePoints, Color playerToMove) {}

    /**
     * A built-in player in the environment.
     *
     * @param player its name, as in {@link ServerInfo}
     * @param color the color it plays
     */
    public record Opponent(String player, Color color) {}

    /** Returns a spec of the given size with every other value at its default. */
    public static SessionSpec of(int width, int height) {
        return new SessionSpec(
                width,
                height,
                "",
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                0,
                RewardMode.WIN,
                false,
                IllegalActionPolicy.REJECT,
                0,
                List.of(),
                Optional.empty(),
                OptionalLong.empty());
    }

    /** Returns this spec with another rule preset. */
    public SessionSpec withRules(String otherPreset) {
        return new SessionSpec(
                width,
                height,
                otherPreset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another komi. */
    public SessionSpec withKomi(double otherKomi) {
        return new SessionSpec(
                width,
                height,
                preset,
                OptionalDouble.of(otherKomi),
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another ko rule. */
    public SessionSpec withKo(KoRule otherKo) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                Optional.of(otherKo),
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another suicide rule. */
    public SessionSpec withSuicide(SuicideRule otherSuicide) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                Optional.of(otherSuicide),
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another count of passes that end the game, 2 or 3. */
    public SessionSpec withPassesToEnd(int otherPassesToEnd) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                otherPassesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another position to start from. */
    public SessionSpec withSetup(Setup otherSetup) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                Optional.of(otherSetup),
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another limit on moves. */
    public SessionSpec withMaxMoves(int otherMaxMoves) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                otherMaxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another reward mode, and whether truncated episodes are paid by their score. */
    public SessionSpec withRewards(RewardMode otherMode, boolean isScoredOnTruncation) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                otherMode,
                isScoredOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with another policy for illegal actions; {@code penalty} counts only under IGNORE. */
    public SessionSpec withIllegalActions(IllegalActionPolicy policy, double penalty) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                policy,
                penalty,
                encodings,
                opponent,
                seed);
    }

    /** Returns this spec with other encodings to observe in. */
    public SessionSpec withEncodings(String... names) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                List.of(names),
                opponent,
                seed);
    }

    /** Returns this spec with a built-in player for one color. */
    public SessionSpec withOpponent(Opponent otherOpponent) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                Optional.of(otherOpponent),
                seed);
    }

    /** Returns this spec with a seed for the first episode. */
    public SessionSpec withSeed(long otherSeed) {
        return new SessionSpec(
                width,
                height,
                preset,
                komi,
                ko,
                suicide,
                passesToEnd,
                setup,
                maxMoves,
                rewardMode,
                scoreOnTruncation,
                illegalActionPolicy,
                illegalActionPenalty,
                encodings,
                opponent,
                OptionalLong.of(otherSeed));
    }
}
