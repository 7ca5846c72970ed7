package dev.tengen.client.env;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The spec of a session: its environment, the first seed and the idle timeout. Immutable. Values that are not set have
 * their defaults. The server checks all values.
 *
 * <pre>{@code
 * SessionSpec spec = SessionSpec.builder(9, 9).komi(5.5).encodings("alphazero-17").build();
 * }</pre>
 */
public final class SessionSpec {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final CreateSessionRequest request;

    private SessionSpec(CreateSessionRequest request) {
        this.request = request;
    }

    /** Returns a spec of the given size, each from 1 to 25, with defaults for everything else. */
    public static SessionSpec of(int width, int height) {
        return builder(width, height).build();
    }

    /** Returns a builder of a spec of the given size, each from 1 to 25. */
    public static Builder builder(int width, int height) {
        return new Builder(width, height);
    }

    /**
     * Returns a builder of a spec without a size, for {@code TengenClient.importRecord}. Size and setup come from the
     * record. Rules, komi and the move limit come from the record unless they are set here. A record without a limit
     * has none; records exported by a session have one.
     */
    public static Builder recordBuilder() {
        return new Builder(0, 0);
    }

    /**
     * Returns the request that creates such a session, without a request id. For callers with gRPC stubs of their own.
     */
    public CreateSessionRequest.Builder toRequest() {
        return request.toBuilder();
    }

    /**
     * Returns the spec of the environment, without the seed, as a message. For callers with gRPC stubs of their own.
     */
    public EnvironmentSpec toProto() {
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

        /** Sets the points for White, instead of the preset's. */
        public Builder komi(double komi) {
            spec.getRulesBuilder().setKomi(komi);
            return this;
        }

        /** Sets the repetitions that are forbidden, instead of the preset's. */
        public Builder ko(Rules.KoRule ko) {
            spec.getRulesBuilder().setKo(dev.tengen.proto.v1.KoRule.valueOf("KO_RULE_" + ko));
            return this;
        }

        /** Sets the suicides that are allowed, instead of the preset's. */
        public Builder suicide(Rules.SuicideRule suicide) {
            spec.getRulesBuilder().setSuicide(dev.tengen.proto.v1.SuicideRule.valueOf("SUICIDE_RULE_" + suicide));
            return this;
        }

        /** Sets the number of consecutive passes that end the game, 2 or 3, instead of the preset's. */
        public Builder passesToEnd(int passesToEnd) {
            spec.getRulesBuilder().setPassesToEnd(passesToEnd);
            return this;
        }

        /** Sets what counts as a point, instead of the preset's. */
        public Builder scoring(Rules.ScoringRule scoring) {
            spec.getRulesBuilder().setScoring(dev.tengen.proto.v1.ScoringRule.valueOf("SCORING_RULE_" + scoring));
            return this;
        }

        /** Sets the points that groups cost their owner, instead of the preset's. */
        public Builder tax(Rules.TaxRule tax) {
            spec.getRulesBuilder().setTax(dev.tengen.proto.v1.TaxRule.valueOf("TAX_RULE_" + tax));
            return this;
        }

        /** Sets the points for White for handicap stones, instead of the preset's. */
        public Builder handicapBonus(Rules.HandicapBonus bonus) {
            spec.getRulesBuilder()
                    .setHandicapBonus(dev.tengen.proto.v1.HandicapBonus.valueOf("HANDICAP_BONUS_" + bonus));
            return this;
        }

        /** Sets how dead stones are determined at the end, instead of the preset's. */
        public Builder deadStones(Rules.DeadStonesRule rule) {
            spec.getRulesBuilder()
                    .setDeadStones(dev.tengen.proto.v1.DeadStonesRule.valueOf("DEAD_STONES_RULE_" + rule));
            return this;
        }

        /** Sets the effect of a repetition that the ko rule allows, instead of the preset's. */
        public Builder repetitionEnd(Rules.RepetitionEnd end) {
            spec.getRulesBuilder().setRepetitionEnd(dev.tengen.proto.v1.RepetitionEnd.valueOf("REPETITION_END_" + end));
            return this;
        }

        /** Sets whether players may pass before they have captured dead stones, instead of the preset's. */
        public Builder friendlyPassOk(boolean isOk) {
            spec.getRulesBuilder().setFriendlyPassOk(isOk);
            return this;
        }

        /** Sets the number of handicap stones, 0 or at least 2, for which some rules give White points. */
        public Builder handicap(int count) {
            spec.getSetupBuilder().setHandicap(count);
            return this;
        }

        /** Sets the position that every episode starts from; the default is the empty board with Black to move. */
        public Builder setup(Collection<Integer> blackPoints, Collection<Integer> whitePoints, Color playerToMove) {
            spec.getSetupBuilder()
                    .addAllBlackPoints(blackPoints)
                    .addAllWhitePoints(whitePoints)
                    .setPlayerToMoveValue(playerToMove.number());
            return this;
        }

        /**
         * Sets the number of moves after which an episode is truncated; 0 for three times the number of points, -1 for
         * unlimited.
         */
        public Builder maxMoves(int maxMoves) {
            spec.setMaxMoves(maxMoves);
            return this;
        }

        /** Sets the reward mode; the default is {@link RewardMode#WIN}. */
        public Builder rewardMode(RewardMode mode) {
            spec.setRewardMode(dev.tengen.proto.v1.RewardMode.valueOf("REWARD_MODE_" + mode));
            return this;
        }

        /**
         * Sets whether a truncated episode pays the reward of its score; the default is false. Without effect under
         * {@link RewardMode#AREA_DELTA}.
         */
        public Builder scoreOnTruncation(boolean isScored) {
            spec.setScoreOnTruncation(isScored);
            return this;
        }

        /** Sets the effect of an illegal action; the default is {@link IllegalActionPolicy#REJECT}. */
        public Builder illegalActionPolicy(IllegalActionPolicy policy) {
            spec.setIllegalActionPolicy(
                    dev.tengen.proto.v1.IllegalActionPolicy.valueOf("ILLEGAL_ACTION_POLICY_" + policy));
            return this;
        }

        /** Sets the penalty that the mover pays for an illegal action under {@link IllegalActionPolicy#IGNORE}. */
        public Builder illegalActionPenalty(double penalty) {
            spec.setIllegalActionPenalty(penalty);
            return this;
        }

        /**
         * Sets the number of ignored illegal actions after which an episode is truncated, from 1 to 1,000,000; the
         * default 0 means as many as the move limit, and -1 means unlimited. Without effect under other policies than
         * {@link IllegalActionPolicy#IGNORE}.
         */
        public Builder maxIllegalActions(int maxIllegalActions) {
            spec.setMaxIllegalActions(maxIllegalActions);
            return this;
        }

        /** Sets the encodings of observations, by name; the default is none. */
        public Builder encodings(String... names) {
            spec.clearEncodings().addAllEncodings(List.of(names));
            return this;
        }

        /** Sets the format and layout of observations on the wire; the default is bits, plane by plane. */
        public Builder observationForm(ObservationFormat format, ObservationLayout layout) {
            spec.setObservationFormat(dev.tengen.proto.v1.ObservationFormat.valueOf("OBSERVATION_FORMAT_" + format))
                    .setObservationLayout(
                            dev.tengen.proto.v1.ObservationLayout.valueOf("OBSERVATION_LAYOUT_" + layout));
            return this;
        }

        /**
         * Sets the symmetry of what the agent sees and of its actions; the default is {@link Symmetry#IDENTITY}. The
         * server rejects a symmetry that swaps the sides on a board that is not square.
         */
        public Builder symmetry(Symmetry symmetry) {
            spec.setSymmetry(dev.tengen.proto.v1.Symmetry.valueOf("SYMMETRY_" + symmetry));
            return this;
        }

        /** Draws the symmetry of each episode from its seed. {@link Timestep#symmetry} reports it. */
        public Builder drawnSymmetry() {
            spec.setSymmetry(dev.tengen.proto.v1.Symmetry.SYMMETRY_DRAWN);
            return this;
        }

        /** Sets the built-in player that moves for {@code color}. {@code ServerInfo.players} lists the names. */
        public Builder opponent(String player, Color color) {
            spec.getOpponentBuilder().setPlayer(player).setColorValue(color.number());
            return this;
        }

        /**
         * Sets the task of the episodes, instead of whole games. {@code ServerInfo.tasks} lists tasks and their
         * parameters. The opponent "oracle" plays a task perfectly; with the color {@link Color#NONE} it plays, in each
         * episode, the color that the agent does not.
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

        /**
         * Sets how long the session may be idle before it expires; zero, the default, for the server's maximum. It is
         * idle while no call on it runs or waits at the server. Fractions of a millisecond are rounded up.
         *
         * @throws IllegalArgumentException if the time is negative
         */
        public Builder idleTimeout(Duration idleTimeout) {
            if (idleTimeout.isNegative()) {
                throw new IllegalArgumentException("idle timeout " + idleTimeout + " is negative");
            }
            request.setIdleTimeoutMs(idleTimeout.plusNanos(NANOS_PER_MILLI - 1).toMillis());
            return this;
        }

        /**
         * Asks for tokens of two seats, each of which moves for one color, so that others can play the game. Not
         * allowed with an opponent. The default is false.
         */
        public Builder playerSeats(boolean isWanted) {
            request.setWithPlayerSeats(isWanted);
            return this;
        }

        /** Asks for a token for spectators, who read and watch. The default is false. */
        public Builder spectatorSeat(boolean isWanted) {
            request.setWithSpectatorSeat(isWanted);
            return this;
        }

        /** Returns the spec. */
        public SessionSpec build() {
            return new SessionSpec(request.build());
        }
    }
}
