package dev.tengen.client;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.IllegalActionPolicy;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.Observation;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.RewardMode;
import dev.tengen.client.env.Rules.KoRule;
import dev.tengen.client.env.Rules.SuicideRule;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.error.TengenException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.game.Legality;
import java.util.ArrayList;
import java.util.List;

/**
 * Adapts a session of the client to the contract test of environments. It keeps the last timestep. After a failed call,
 * which has none, it queries the state of the session.
 */
abstract class ClientEnvironment implements TestedEnvironment {
    private Timestep timestep;
    private List<Observation> observations;

    ClientEnvironment(Timestep first) {
        take(first);
    }

    /** Returns the spec in the form that a user of the client writes. */
    static SessionSpec toClient(EnvironmentSpec spec, long seed) {
        List<Integer> black = new ArrayList<>();
        List<Integer> white = new ArrayList<>();
        spec.setup().black().forEach(black::add);
        spec.setup().white().forEach(white::add);
        SessionSpec.Builder builder = SessionSpec.builder(
                        spec.grid().width(), spec.grid().height())
                .ko(KoRule.valueOf(spec.rules().ko().name()))
                .suicide(SuicideRule.valueOf(spec.rules().suicide().name()))
                .passesToEnd(spec.rules().passesToEnd())
                .komi(spec.rules().komi())
                .setup(black, white, Color.of((byte) spec.setup().playerToMove()))
                .maxMoves(spec.maxMoves())
                .rewardMode(RewardMode.valueOf(spec.rewardMode().name()))
                .scoreOnTruncation(spec.isScoredOnTruncation())
                .illegalActionPolicy(
                        IllegalActionPolicy.valueOf(spec.illegalActionPolicy().name()))
                .illegalActionPenalty(spec.illegalActionPenalty())
                .maxIllegalActions(spec.maxIllegalActions())
                .encodings(spec.encodings().toArray(String[]::new))
                .observationForm(
                        ObservationFormat.valueOf(spec.form().format().name()),
                        ObservationLayout.valueOf(spec.form().layout().name()))
                .seed(seed);
        spec.symmetry()
                .fixed()
                .ifPresentOrElse(
                        symmetry -> builder.symmetry(Symmetry.valueOf(symmetry.name())), builder::drawnSymmetry);
        spec.opponent()
                .ifPresent(opponent ->
                        builder.opponent(opponent.player().playerName(), Color.of((byte) opponent.color())));
        return builder.build();
    }

    abstract Timestep callReset(long seed);

    abstract Timestep callStep(int action);

    abstract Timestep callUndo(int moveCount);

    abstract SessionState callState();

    abstract Position callObserve();

    abstract Score callScore();

    private void take(Timestep answer) {
        timestep = answer;
        observations = answer.observations();
    }

    @Override
    public void reset(long seed) {
        take(callReset(seed));
    }

    @Override
    public Legality step(int action) {
        try {
            take(callStep(action));
            return toCore(timestep.illegalReason());
        } catch (IllegalActionException e) {
            takeState();
            return toCore(e.illegalReason());
        }
    }

    private void takeState() {
        timestep = callState().timestep();
        observations = callObserve().observations();
    }

    @Override
    public boolean undo(int moveCount) {
        try {
            take(callUndo(moveCount));
            return true;
        } catch (TengenException e) {
            takeState();
            return false;
        }
    }

    private static Legality toCore(IllegalReason reason) {
        return reason == IllegalReason.NONE ? Legality.LEGAL : Legality.valueOf(reason.name());
    }

    @Override
    public double reward(int color) {
        return color == dev.tengen.board.Color.BLACK ? timestep.rewardBlack() : timestep.rewardWhite();
    }

    @Override
    public dev.tengen.env.EndReason endReason() {
        return dev.tengen.env.EndReason.valueOf(timestep.endReason().name());
    }

    @Override
    public int winner() {
        return timestep.winner().ordinal();
    }

    @Override
    public int playerToMove() {
        return timestep.playerToMove().ordinal();
    }

    @Override
    public long episode() {
        return timestep.episode();
    }

    @Override
    public int moveNumber() {
        return timestep.moveNumber();
    }

    @Override
    public double margin() {
        return callScore().margin();
    }

    @Override
    public byte[] actionMask() {
        return timestep.actionMask().toBytes();
    }

    @Override
    public List<byte[]> observations() {
        return observations.stream().map(Observation::toBytes).toList();
    }

    @Override
    public List<Integer> lastActions() {
        return timestep.actions();
    }

    @Override
    public dev.tengen.planes.Symmetry symmetry() {
        return dev.tengen.planes.Symmetry.valueOf(timestep.symmetry().name());
    }

    @Override
    public long stateHash() {
        return timestep.stateHash();
    }
}
