package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.Symmetry;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.testing.Diagrams;
import java.util.List;
import java.util.Optional;

/** A builder of a spec for tests, with defaults for all values. */
public final class TestSpec {
    private final EnvironmentSpec.Builder spec;
    private Rules rules = Rules.TROMP_TAYLOR;

    private TestSpec(Setup setup) {
        spec = EnvironmentSpec.builder(setup, rules);
    }

    /** Starts from the empty square of {@code size}. */
    public static TestSpec square(int size) {
        return new TestSpec(Setup.empty(Grid.square(size)));
    }

    /** Starts from a drawn position, Black to move. */
    public static TestSpec drawn(String drawing) {
        return drawn(drawing, Color.BLACK);
    }

    /** Starts from a drawn position, {@code playerToMove} to move. */
    public static TestSpec drawn(String drawing, int playerToMove) {
        return new TestSpec(Diagrams.setup(drawing, playerToMove));
    }

    /** Sets the rules. */
    public TestSpec rules(Rules value) {
        rules = value;
        spec.rules(value);
        return this;
    }

    /** Sets the komi. */
    public TestSpec komi(double value) {
        return rules(rules.withKomi(value));
    }

    /** Sets the move limit. */
    public TestSpec maxMoves(int value) {
        spec.maxMoves(value);
        return this;
    }

    /** Sets the reward mode. */
    public TestSpec rewards(RewardMode value) {
        spec.rewardMode(value);
        return this;
    }

    /** Rewards a truncated episode as if it had ended there. */
    public TestSpec scoredOnTruncation() {
        spec.scoredOnTruncation(true);
        return this;
    }

    /** Sets the effect of an illegal action. */
    public TestSpec illegalActions(IllegalActionPolicy value) {
        spec.illegalActionPolicy(value);
        return this;
    }

    /** Sets the penalty of an illegal action. */
    public TestSpec penalty(double value) {
        spec.illegalActionPenalty(value);
        return this;
    }

    /** Sets the limit of ignored illegal actions. */
    public TestSpec maxIllegalActions(int value) {
        spec.maxIllegalActions(value);
        return this;
    }

    /** Sets the encodings of observations. */
    public TestSpec encodings(String... names) {
        spec.encodings(List.of(names));
        return this;
    }

    /** Sets the opponent. */
    public TestSpec opponent(BuiltInPlayer player, int color) {
        spec.opponent(Optional.of(new Opponent(player, color)));
        return this;
    }

    /** Sets the byte representation of observations. */
    public TestSpec form(ObservationFormat format, ObservationLayout layout) {
        spec.form(new ObservationForm(format, layout));
        return this;
    }

    /** Sets the choice of the symmetry of the agent's view. */
    public TestSpec symmetry(SymmetryChoice value) {
        spec.symmetry(value);
        return this;
    }

    /** Sets the symmetry of the agent's view in every episode. */
    public TestSpec symmetry(Symmetry value) {
        return symmetry(SymmetryChoice.of(value));
    }

    /** Returns the spec. */
    public EnvironmentSpec build() {
        return spec.build();
    }
}
