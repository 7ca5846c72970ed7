package dev.tengen.arena.convert;

import dev.tengen.arena.host.TournamentView;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.settings.SpecConverter;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.proto.v1.SprtStatus;
import dev.tengen.proto.v1.SprtVerdict;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentPlayedBy;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.server.convert.Enums;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;

/** Converts tournaments to messages and back. */
public final class TournamentConverter {
    private TournamentConverter() {}

    /**
     * Returns the settings in {@code message}.
     *
     * @throws InvalidValueException if a value is not allowed
     * @throws CallException if a player or the format is unknown
     */
    public static TournamentSettings settings(TournamentSpec message) {
        if (message.getFormat().hasLadder()) {
            throw CallException.invalid("format", "ladder", "round_robin, gauntlet, swiss or sprt");
        }
        int concurrency =
                message.getConcurrency() == 0 ? TournamentSettings.DEFAULT_CONCURRENCY : message.getConcurrency();
        try {
            return SpecConverter.toCore(
                    message.toBuilder().setConcurrency(concurrency).build());
        } catch (InvalidValueException e) {
            throw e.field().equals("player") ? CallException.invalid(Reason.UNKNOWN_PLAYER, e) : e;
        }
    }

    /** Returns {@code view} as a message. */
    public static Tournament toProto(TournamentView view) {
        Tournament.Builder message = Tournament.newBuilder()
                .setSpec(SpecConverter.toProto(view.settings()))
                .setState(Enums.toProto(view.phase(), "TOURNAMENT_STATE_", TournamentState.class))
                .setCreatedAtMs(view.createdAt().toEpochMilli())
                .setEndedGameCount(view.endedGameCount())
                .setRunningGameCount(view.runningGameCount())
                .setGameCount((int) view.gameCount().orElse(0))
                .addAllMissingAgents(view.missingAgents())
                .setPlayedBy(Enums.toProto(view.playedBy(), "TOURNAMENT_PLAYED_BY_", TournamentPlayedBy.class));
        view.sprt().ifPresent(state -> message.setSprt(toProto(state)));
        return message.build();
    }

    /** Returns {@code view} as a message without the game records or the book of its openings, which may be long. */
    public static Tournament toShortProto(TournamentView view) {
        Tournament.Builder message = toProto(view).toBuilder();
        if (message.getSpec().getOpenings().hasRecords()) {
            message.getSpecBuilder().getOpeningsBuilder().getRecordsBuilder().clearSgf();
        } else if (message.getSpec().getOpenings().hasBook()) {
            message.getSpecBuilder().getOpeningsBuilder().getBookBuilder().clearLines();
        }
        return message.build();
    }

    private static SprtStatus toProto(SprtState state) {
        return SprtStatus.newBuilder()
                .setLogLikelihoodRatio(state.ratio())
                .setLowerBound(state.spec().lowerBound())
                .setUpperBound(state.spec().upperBound())
                .addAllPairCounts(state.counts())
                .setVerdict(Enums.toProto(state.verdict(), "SPRT_VERDICT_", SprtVerdict.class))
                .build();
    }
}
