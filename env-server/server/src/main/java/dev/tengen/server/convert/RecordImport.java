package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import dev.tengen.base.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.env.EpisodeImport;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Converts a game record to an episode, with warnings about the record. Not thread-safe. */
public final class RecordImport {
    private final GameRecord record;
    private final EnvironmentSpec spec;
    private final int moveCount;
    private final EpisodeImport episode;
    private final List<String> warnings = new ArrayList<>();

    /**
     * Reads the record of {@code request}.
     *
     * @throws CallException if the record cannot be read, or the request does not fit it
     */
    public RecordImport(ImportRecordRequest request) {
        ParsedRecord reading = read(request.getSgf(), request.getStrict());
        record = reading.record();
        reading.warnings().forEach(warning -> warnings.add(warning.toString()));
        moveCount = request.hasMoveNumber()
                ? moveCount(record, request.getMoveNumber())
                : record.moves().size();
        episode = new EpisodeImport(record, moveCount);
        spec = spec(request.getSpec());
    }

    /** Returns an estimate of the memory that the record of {@code request} takes while it is imported, in bytes. */
    public static long memoryBytes(ImportRecordRequest request) {
        return ParsedRecord.memoryBytes(request.getSgf().toByteArray());
    }

    /** Returns a lower bound of the count of moves that {@code request} imports, without parsing its record. */
    public static int leastMoveCount(ImportRecordRequest request) {
        return request.hasMoveNumber()
                ? 0
                : ParsedRecord.leastMoveCount(request.getSgf().toByteArray());
    }

    /** Parses a record. Throws {@link CallException} if it cannot be read. */
    static ParsedRecord read(ByteString sgf, boolean isStrict) {
        try {
            return ParsedRecord.parse(sgf.toByteArray(), isStrict ? SgfMode.STRICT : SgfMode.TOLERANT);
        } catch (SgfException e) {
            throw CallException.of(Reason.RECORD_UNREADABLE, "sgf cannot be read: " + e.getMessage())
                    .with("field", "sgf");
        }
    }

    private EnvironmentSpec spec(EnvironmentSpec given) {
        if (given.getWidth() != 0 || given.getHeight() != 0 || given.hasSetup()) {
            throw CallException.invalid("spec", "with a size or a set-up", "one without: those are the record's");
        }
        EnvironmentSpec.Builder made = given.toBuilder()
                .setWidth(record.grid().width())
                .setHeight(record.grid().height())
                .setSetup(SpecConverter.toProto(record.start()))
                .setRules(rules(given.getRules()));
        if (given.getMaxMoves() == 0) {
            made.setMaxMoves(episode.maxMoves());
        }
        return made.build();
    }

    /** Returns the rules of the record, overridden by those that {@code given} names. */
    private Rules rules(Rules given) {
        if (!given.getPreset().isEmpty()) {
            boolean isKomiRecorded = !given.hasKomi() && record.komi().isPresent();
            return isKomiRecorded
                    ? given.toBuilder().setKomi(record.komi().getAsDouble()).build()
                    : given;
        }
        RecordRules rules = RecordRules.of(record, RulesPreset.TROMP_TAYLOR.rules(record.grid()));
        rules.warning().ifPresent(warnings::add);
        RulesPreset preset = rules.preset().orElse(RulesPreset.TROMP_TAYLOR);
        return RulesConverter.toProto(rules.rules(), preset).toBuilder()
                .mergeFrom(given)
                .build();
    }

    /** Returns {@code asked} if {@code record} has that many moves. Throws {@link CallException} otherwise. */
    static int moveCount(GameRecord record, int asked) {
        int last = record.moves().size();
        if (asked < 0 || asked > last) {
            throw CallException.invalid(
                    Reason.INVALID_VALUE,
                    InvalidValueException.outside("move_number", Integer.toUnsignedString(asked), 0, last));
        }
        return asked;
    }

    /** Returns the count of moves to import. */
    public int moveCount() {
        return moveCount;
    }

    /** Returns the spec of the environment to import the record into. */
    public EnvironmentSpec spec() {
        return spec;
    }

    /**
     * Returns an environment after the requested moves. An opponent whose turn it is has moved.
     *
     * @param core the spec that {@link #spec} describes
     * @throws CallException if a move is illegal
     */
    public Environment environment(dev.tengen.env.EnvironmentSpec core, long seed) {
        Environment environment = episode.environment(core, replay(core).game(), seed);
        try {
            environment.playOpponentMove();
        } catch (RuntimeException | Error e) {
            environment.close();
            throw e;
        }
        return environment;
    }

    /**
     * Replays the requested moves, and collects the warnings about them. Throws {@link CallException} if one is
     * illegal.
     */
    private RecordReplay replay(dev.tengen.env.EnvironmentSpec core) {
        boolean isUnlimited = core.moveLimit() == dev.tengen.env.EnvironmentSpec.UNLIMITED_MOVES;
        RecordReplay replay =
                RecordReplay.of(record, core.rules(), moveCount, isUnlimited ? Integer.MAX_VALUE : core.moveLimit());
        replay.refusal().ifPresent(RecordImport::refuse);
        warnings.addAll(replay.warnings());
        return replay;
    }

    /** Throws a {@link CallException} that names the illegal move. */
    static void refuse(RecordReplay.Refusal refusal) {
        int number = refusal.number();
        String reason = refusal.legality().name();
        CallException exception = CallException.of(
                        Reason.RECORD_ILLEGAL, "move " + number + " of the record is illegal: " + reason)
                .with("field", "sgf")
                .with("move_number", number)
                .with("illegal_reason", reason);
        if (refusal.repeatedNumber().isPresent()) {
            exception.with("repeats_move", refusal.repeatedNumber().getAsInt());
        }
        throw exception;
    }

    /**
     * Returns the warnings that {@link #warnings} has after {@link #environment}, without an environment.
     *
     * @param core the spec that {@link #spec} describes
     * @throws CallException if a move is illegal
     */
    public List<String> warningsOfReplay(dev.tengen.env.EnvironmentSpec core) {
        replay(core);
        return warnings();
    }

    /** Returns warnings about oddities of the record, including those that {@link #environment} corrected. */
    public List<String> warnings() {
        return Stream.concat(warnings.stream(), episode.warnings().stream()).toList();
    }
}
