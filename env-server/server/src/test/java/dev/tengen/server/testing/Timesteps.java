package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.game.Score;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.Timestep;
import java.util.List;
import java.util.Map;

/** The expected answers of the server, written from the contract and not by the converter of the server. */
public final class Timesteps {
    private static final Map<String, Integer> PLANE_COUNTS = Map.of("alphazero-17", 17, "openspiel-4", 4);

    private Timesteps() {}

    /** Returns the timestep of the last call on {@code environment}, with the observations of its spec. */
    public static Timestep of(Environment environment) {
        Timestep.Builder timestep = withoutObservations(environment).toBuilder();
        Grid grid = environment.game().grid();
        List<byte[]> planes = environment.observations();
        for (int index = 0; index < planes.size(); index++) {
            String encoding = environment.spec().encodings().get(index);
            timestep.addObservations(Observation.newBuilder()
                    .setEncoding(encoding)
                    .setPlaneCount(PLANE_COUNTS.get(encoding))
                    .setHeight(grid.height())
                    .setWidth(grid.width())
                    .setPlanes(ByteString.copyFrom(planes.get(index)))
                    .setFormat(ObservationFormat.OBSERVATION_FORMAT_BITS)
                    .setLayout(ObservationLayout.OBSERVATION_LAYOUT_CHW));
        }
        return timestep.build();
    }

    /** Returns the timestep as GetSession returns it. */
    public static Timestep withoutObservations(Environment environment) {
        EndReason reason = environment.endReason();
        Timestep.Builder timestep = Timestep.newBuilder()
                .setEpisode(environment.episode())
                .setMoveNumber(environment.game().moveNumber())
                .setPlayerToMoveValue(environment.game().playerToMove())
                .setRewardBlack(environment.reward(Color.BLACK))
                .setRewardWhite(environment.reward(Color.WHITE))
                .setTerminated(reason == EndReason.PASSES
                        || reason == EndReason.RESIGNATION
                        || reason == EndReason.ILLEGAL_ACTION
                        || reason == EndReason.REPETITION)
                .setTruncated(reason == EndReason.MAX_MOVES || reason == EndReason.MAX_ILLEGAL_ACTIONS)
                .setEndReasonValue(number(reason))
                .setWinnerValue(environment.winner())
                .setPassCount(environment.game().passCount())
                .setStateHash(environment.stateHash())
                .setPositionHash(environment.game().positionHash())
                .setActionMask(ByteString.copyFrom(environment.actionMask()))
                .addAllActions(environment.lastActions())
                .setSymmetryValue(environment.symmetry().number())
                .setIllegalReasonValue(number(environment))
                .setIsAgreement(reason == EndReason.NONE && environment.game().isInAgreement());
        if (reason != EndReason.NONE) {
            timestep.setScore(score(environment.game().score()));
        }
        return timestep.build();
    }

    private static int number(EndReason reason) {
        return switch (reason) {
            case NONE -> 0;
            case PASSES -> 1;
            case RESIGNATION -> 2;
            case ILLEGAL_ACTION -> 3;
            case MAX_MOVES -> 4;
            case REPETITION -> 5;
            case TASK_DECIDED -> 6;
            case MAX_ILLEGAL_ACTIONS -> 7;
            case OPPONENT_TIMEOUT -> 10;
            case OPPONENT_FAILED -> 11;
            case OPPONENT_REFUSED -> 12;
        };
    }

    private static int number(Environment environment) {
        return switch (environment.lastLegality()) {
            case LEGAL -> 0;
            case EPISODE_OVER -> 1;
            case OUT_OF_RANGE -> 2;
            case OCCUPIED -> 3;
            case SUICIDE -> 4;
            case REPETITION -> 5;
            case AGREEMENT -> 6;
            case NO_AGREEMENT -> 7;
            case NOT_WHOLE_CHAINS -> 8;
        };
    }

    /** Returns a score. */
    public static dev.tengen.proto.v1.Score score(Score score) {
        byte[] owner = new byte[score.black().grid().pointCount()];
        score.black().forEach(point -> owner[point] = 1);
        score.white().forEach(point -> owner[point] = 2);
        Score.Tally black = score.blackTally();
        Score.Tally white = score.whiteTally();
        int blackPoints = black.boardPoints() + black.prisoners() - black.tax();
        int whitePoints = white.boardPoints() + white.prisoners() - white.tax();
        return dev.tengen.proto.v1.Score.newBuilder()
                .setAreaBlack(score.black().size())
                .setAreaWhite(score.white().size())
                .setKomi(score.komi())
                .setPointsBlack(blackPoints)
                .setPointsWhite(whitePoints)
                .setPrisonersBlack(black.prisoners())
                .setPrisonersWhite(white.prisoners())
                .setTaxBlack(black.tax())
                .setTaxWhite(white.tax())
                .setHandicapBonus(score.handicapBonus())
                .setMargin(blackPoints - whitePoints - score.handicapBonus() - score.komi())
                .setWinnerValue(score.winner())
                .setOwner(ByteString.copyFrom(owner))
                .build();
    }
}
