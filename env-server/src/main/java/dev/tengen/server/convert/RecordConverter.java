package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Episodes as game records, and back. */
public final class RecordConverter {

    private RecordConverter() {}

    /** Returns the episode as the text of an SGF file; {@code preset} names the rule preset. */
    public static String toSgf(Environment environment, String preset) {
        Game game = environment.game();
        List<RecordedMove> moves = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            moves.add(new RecordedMove(game.mover(number), game.move(number)));
        }
        return new GameRecord(
                        game.setup(),
                        // Readers take a handicap without black stones for one whose stones are missing.
                        game.setup().black().isEmpty() ? 0 : game.setup().handicap(),
                        OptionalDouble.of(game.rules().komi()),
                        moves,
                        result(environment),
                        Optional.of(preset),
                        Optional.empty(),
                        Optional.empty())
                .toSgf();
    }

    private static Optional<String> result(Environment environment) {
        String winner = environment.winner() == Color.BLACK ? "B" : "W";
        return switch (environment.endReason()) {
            case NONE -> Optional.empty();
            case PASSES, REPETITION -> environment.game().outcome().map(Outcome::text);
            case RESIGNATION -> Optional.of(winner + "+R");
            case ILLEGAL_ACTION, OPPONENT_FAILED -> Optional.of(winner + "+F");
            case OPPONENT_TIMEOUT -> Optional.of(winner + "+T");
            case MAX_MOVES, OPPONENT_REFUSED -> Optional.of("Void");
        };
    }

    /** Returns the record in {@code sgf}. Throws {@link CallException} where it cannot be read. */
    public static GameRecord read(ByteString sgf) {
        try {
            return GameRecord.parse(sgf.toByteArray());
        } catch (SgfException e) {
            throw CallException.of(Reason.RECORD_UNREADABLE, "sgf cannot be read: " + e.getMessage())
                    .with("field", "sgf");
        }
    }

    /** Returns the spec of the environment that a record is to be imported into. */
    public static EnvironmentSpec spec(ImportRecordRequest request, GameRecord record) {
        EnvironmentSpec given = request.getSpec();
        if (given.getWidth() != 0 || given.getHeight() != 0 || given.hasSetup()) {
            throw CallException.invalid("spec", "with a size or a set-up", "one without: those are the record's");
        }
        EnvironmentSpec.Builder spec = given.toBuilder()
                .setWidth(record.grid().width())
                .setHeight(record.grid().height())
                .setSetup(SpecConverter.toProto(record.setup()).toBuilder()
                        .setHandicap(record.handicap() >= FixedHandicap.MIN_COUNT ? record.handicap() : 0));
        if (given.getMaxMoves() == 0) {
            spec.setMaxMoves(dev.tengen.env.EnvironmentSpec.UNLIMITED_MOVES);
        }
        if (!given.getRules().hasKomi() && record.komi().isPresent()) {
            spec.getRulesBuilder().setKomi(record.komi().getAsDouble());
        }
        return spec.build();
    }

    /** Returns the moves of a record that are to be played. */
    public static List<RecordedMove> moves(ImportRecordRequest request, GameRecord record) {
        List<RecordedMove> moves = record.moves();
        if (!request.hasMoveNumber()) {
            return moves;
        }
        int count = request.getMoveNumber();
        if (count < 0 || count > moves.size()) {
            throw CallException.invalid(
                    Reason.INVALID_VALUE,
                    InvalidValueException.outside("move_number", Integer.toUnsignedString(count), 0, moves.size()));
        }
        return moves.subList(0, count);
    }

    /**
     * Returns an environment that stands after {@code moves}. An opponent whose turn it is then has moved. Throws {@link
     * CallException} at the first move that is illegal.
     */
    public static Environment environment(dev.tengen.env.EnvironmentSpec spec, long seed, List<RecordedMove> moves) {
        Game game = new Game(spec.setup(), spec.rules());
        for (RecordedMove move : moves) {
            requireLegal(spec, game, move);
        }
        EndReason end = end(spec, game);
        int winner = game.outcome().map(Outcome::winner).orElse(Color.EMPTY);
        List<Integer> actions = moves.stream().map(RecordedMove::move).toList();
        Environment environment = new Environment(
                spec,
                new EnvironmentSnapshot(
                        seed, 1, seed, actions, end, winner, 0, 0, 0, List.of(), Legality.LEGAL, List.of(), ""));
        environment.letOpponentMove();
        return environment;
    }

    private static EndReason end(dev.tengen.env.EnvironmentSpec spec, Game game) {
        Optional<Outcome> outcome = game.outcome();
        if (outcome.isPresent()) {
            return outcome.get().ending() == Outcome.Ending.REPETITION ? EndReason.REPETITION : EndReason.PASSES;
        }
        return game.moveNumber() == spec.moveLimit() ? EndReason.MAX_MOVES : EndReason.NONE;
    }

    private static void requireLegal(dev.tengen.env.EnvironmentSpec spec, Game game, RecordedMove move) {
        String reason = illegalReason(spec, game, move);
        if (!reason.isEmpty()) {
            int number = game.moveNumber() + 1;
            throw CallException.of(Reason.RECORD_ILLEGAL, "move " + number + " of the record is illegal: " + reason)
                    .with("field", "sgf")
                    .with("move_number", number)
                    .with("illegal_reason", reason);
        }
    }

    private static String illegalReason(dev.tengen.env.EnvironmentSpec spec, Game game, RecordedMove move) {
        if (move.color() != game.playerToMove()) {
            return "OUT_OF_TURN";
        }
        Legality legality = end(spec, game) == EndReason.NONE ? game.play(move.move()) : Legality.EPISODE_OVER;
        return legality.isLegal() ? "" : legality.name();
    }
}
