package dev.tengen.client;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import java.util.Collection;
import java.util.List;

/**
 * What a session is to be. Immutable. Values are checked by the server; those not set are at their defaults.
 *
 * <pre>{@code
 * SessionSpec spec = SessionSpec.builder(9, 9).komi(5.5).encodings("alphazero-17").build();
 * }</pre>
 */
public final class SessionSpec {
    private final CreateSessionRequest request;

    private SessionSpec(CreateSessionRequest request) {
        this.request = request;
    }

    /** Returns a spec of the given size, each from 1 to 25, with every other value at its default. */
    public static SessionSpec of(int width, int height) {
        return builder(width, height).build();
    }

    /** Returns a builder of a spec of the given size, each from 1 to 25. */
    public static Builder builder(int width, int height) {
        return new Builder(width, height);
    }

    /**
     * Returns a builder of a spec without a size, for {@link TengenClient#importRecord}: size and set-up are the record's,
     * komi is the record's unless it is set here, its rules stand in the place of a preset unless one is named, and moves are
     * unlimited unless a limit is.
     */
    public static Builder recordBuilder() {
        return new Builder(0, 0);
    }

    /** Returns the request that makes such a session, but for its id. */
    CreateSessionRequest.Builder toRequest() {
        return request.toBuilder();
    }

    /** Returns what it says of the environment. */
    EnvironmentSpec environment() {
        return request.getSpec();
    }

    /** Builds a {@link SessionSpec}. Not thread-safe. */
    public static final class Builder {
        private final CreateSessionRequest.Builder request = CreateSessionRequest.newBuilder();
        private final EnvironmentSpec.Builder spec = request.getSpecBuilder();

        private Builder(int width, int height) {
            spec.setWidth(width).setHeight(height);
        }

        /** Sets the rule preset by name or alias; the default is "tromp-taylor". */
        public Builder rules(String preset) {
            spec.getRulesBuilder().setPreset(preset);
            return this;
        }

        /** Sets the points given to White, in place of the preset's. */
        public Builder komi(double komi) {
            spec.getRulesBuilder().setKomi(komi);
            return this;
        }

        /** Sets which repetitions are forbidden, in place of the preset's. */
        public Builder ko(KoRule ko) {
            spec.getRulesBuilder().setKo(dev.tengen.proto.v1.KoRule.valueOf("KO_RULE_" + ko));
            return this;
        }

        /** Sets which suicides are allowed, in place of the preset's. */
        public Builder suicide(SuicideRule suicide) {
            spec.getRulesBuilder().setSuicide(dev.tengen.proto.v1.SuicideRule.valueOf("SUICIDE_RULE_" + suicide));
            return this;
        }

        /** Sets the passes in a row that end the game, 2 or 3, in place of the preset's. */
        public Builder passesToEnd(int passesToEnd) {
            spec.getRulesBuilder().setPassesToEnd(passesToEnd);
            return this;
        }

        /** Sets what points are, in place of the preset's. */
        public Builder scoring(ScoringRule scoring) {
            spec.getRulesBuilder().setScoring(dev.tengen.proto.v1.ScoringRule.valueOf("SCORING_RULE_" + scoring));
            return this;
        }

        /** Sets what groups cost their owner, in place of the preset's. */
        public Builder tax(TaxRule tax) {
            spec.getRulesBuilder().setTax(dev.tengen.proto.v1.TaxRule.valueOf("TAX_RULE_" + tax));
            return this;
        }

        /** Sets the points given to White for handicap stones, in place of the preset's. */
        public Builder handicapBonus(HandicapBonus bonus) {
            spec.getRulesBuilder()
                    .setHandicapBonus(dev.tengen.proto.v1.HandicapBonus.valueOf("HANDICAP_BONUS_" + bonus));
            return this;
        }

        /** Sets which stones are taken for dead at the end, in place of the preset's. */
        public Builder deadStones(DeadStonesRule rule) {
            spec.getRulesBuilder()
                    .setDeadStones(dev.tengen.proto.v1.DeadStonesRule.valueOf("DEAD_STONES_RULE_" + rule));
            return this;
        }

        /** Sets what a repetition does that the ko rule lets be, in place of the preset's. */
        public Builder repetitionEnd(RepetitionEnd end) {
            spec.getRulesBuilder().setRepetitionEnd(dev.tengen.proto.v1.RepetitionEnd.valueOf("REPETITION_END_" + end));
            return this;
        }

        /** Sets whether players may pass before they have captured dead stones, in place of the preset's. */
        public Builder friendlyPassOk(boolean isOk) {
            spec.getRulesBuilder().setFriendlyPassOk(isOk);
            return this;
        }

        /** Sets the count of handicap stones, 0 or 2 and more, for which some rules give White points. */
        public Builder handicap(int count) {
            spec.getSetupBuilder().setHandicap(count);
            return this;
        }

        /** Sets the position every episode starts from, in place of the empty board with Black to move. */
        public Builder setup(Collection<Integer> blackPoints, Collection<Integer> whitePoints, Color playerToMove) {
            spec.getSetupBuilder()
                    .addAllBlackPoints(blackPoints)
                    .addAllWhitePoints(whitePoints)
                    .setPlayerToMove(Messages.toProto(playerToMove));
            return this;
        }

        /** Sets the moves after which an episode is truncated; 0 for three times the points, -1 for unlimited. */
        public Builder maxMoves(int maxMoves) {
            spec.setMaxMoves(maxMoves);
            return this;
        }

        /** Sets what is paid; the default is {@link RewardMode#WIN}. */
        public Builder rewardMode(RewardMode mode) {
            spec.setRewardMode(dev.tengen.proto.v1.RewardMode.valueOf("REWARD_MODE_" + mode));
            return this;
        }

        /** Sets whether a truncated episode is paid as if it had ended there. */
        public Builder scoreOnTruncation(boolean isScored) {
            spec.setScoreOnTruncation(isScored);
            return this;
        }

        /** Sets what an illegal action does; the default is {@link IllegalActionPolicy#REJECT}. */
        public Builder illegalActionPolicy(IllegalActionPolicy policy) {
            spec.setIllegalActionPolicy(
                    dev.tengen.proto.v1.IllegalActionPolicy.valueOf("ILLEGAL_ACTION_POLICY_" + policy));
            return this;
        }

        /** Sets what the mover pays for an illegal action under {@link IllegalActionPolicy#IGNORE}. */
        public Builder illegalActionPenalty(double penalty) {
            spec.setIllegalActionPenalty(penalty);
            return this;
        }

        /** Sets the encodings to observe in, by name; the default is none. */
        public Builder encodings(String... names) {
            spec.clearEncodings().addAllEncodings(List.of(names));
            return this;
        }

        /** Sets how observations stand on the wire; the default is bits, plane by plane. */
        public Builder observationForm(ObservationFormat format, ObservationLayout layout) {
            spec.setObservationFormat(Messages.toProto(format)).setObservationLayout(Messages.toProto(layout));
            return this;
        }

        /**
         * Sets by which symmetry the agent sees the board and acts on it; the default is {@link Symmetry#IDENTITY}. One that swaps
         * the sides is refused where the board is no square.
         */
        public Builder symmetry(Symmetry symmetry) {
            spec.setSymmetry(dev.tengen.proto.v1.Symmetry.valueOf("SYMMETRY_" + symmetry));
            return this;
        }

        /** Lets the symmetry be drawn for each episode, from its seed. {@link Timestep#symmetry} tells which it is. */
        public Builder drawnSymmetry() {
            spec.setSymmetry(dev.tengen.proto.v1.Symmetry.SYMMETRY_DRAWN);
            return this;
        }

        /** Lets a built-in player, named as in {@link ServerInfo}, move for {@code color}. */
        public Builder opponent(String player, Color color) {
            spec.getOpponentBuilder().setPlayer(player).setColor(Messages.toProto(color));
            return this;
        }

        /**
         * Lets episodes be those of a task, named with its parameters as {@link ServerInfo#tasks} tells, instead of whole games.
         * The opponent "oracle" is then a perfect player; its color {@link Color#NONE} is the one that the agent of each episode
         * does not play.
         */
        public Builder task(String name) {
            spec.setTask(name);
            return this;
        }

        /** Sets the seed of the first episode; otherwise the server draws one. */
        public Builder seed(long seed) {
            request.setSeed(seed);
            return this;
        }

        /** Returns the spec. */
        public SessionSpec build() {
            return new SessionSpec(request.build());
        }
    }
}
