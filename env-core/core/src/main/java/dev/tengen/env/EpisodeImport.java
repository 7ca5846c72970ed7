package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedEpisode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns a game record into an episode. {@link EpisodeRecord} is the way back.
 *
 * <p>A record that {@link EpisodeRecord} wrote has its own move limit, and ends as its episode did: by resignation, for
 * example. Other records have no limit, and their result (RE) ends no episode. Not thread-safe.
 */
public final class EpisodeImport {
    private final GameRecord record;
    private final RecordedEpisode recorded;
    private final boolean isWhole;
    private final List<String> warnings = new ArrayList<>();

    /** Prepares the import of the first {@code moveCount} moves of {@code record}. */
    public EpisodeImport(GameRecord record, int moveCount) {
        this.record = record;
        recorded = RecordedEpisode.of(record);
        isWhole = moveCount == record.moves().size();
        recorded.warning().ifPresent(warnings::add);
    }

    /** Returns the move limit of the record, {@link EnvironmentSpec#UNLIMITED_MOVES} if it has none. */
    public int maxMoves() {
        int limit = recorded.maxMoves().orElse(EnvironmentSpec.UNLIMITED_MOVES);
        int moveCount = record.moves().size();
        if (limit != EnvironmentSpec.UNLIMITED_MOVES && limit < moveCount) {
            warnings.add("TENGEN: max_moves=" + limit + " is less than the " + moveCount
                    + " moves of the record and is ignored");
            return EnvironmentSpec.UNLIMITED_MOVES;
        }
        return limit;
    }

    /**
     * Returns an environment whose episode continues {@code game}. An opponent whose turn it is has not moved yet. The
     * rewards of the moves so far are not paid: under {@link RewardMode#AREA_DELTA}, the first payment includes the
     * margin of the imported position.
     *
     * @param spec the spec, with the rules and the set-up of {@code game}
     * @param game the replay of the moves to import
     */
    public Environment environment(EnvironmentSpec spec, Game game, long seed) {
        List<Integer> actions = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            actions.add(game.move(number));
        }
        EndReason reached = reached(spec, game);
        EndReason reason = recordedEnd(reached, game).orElse(reached);
        if (reason == EndReason.RESIGNATION) {
            actions.add(Environment.RESIGN);
        }
        return new Environment(
                spec,
                new EnvironmentSnapshot(
                        seed,
                        0,
                        seed,
                        actions,
                        reason,
                        winner(reason, game),
                        0,
                        0,
                        0,
                        List.of(),
                        Legality.LEGAL,
                        DeadProposal.allOf(game),
                        "",
                        TaskOptions.OPEN,
                        0,
                        game.moveNumber()));
    }

    /** Returns the end that follows from the moves and the limit. */
    private static EndReason reached(EnvironmentSpec spec, Game game) {
        Optional<Outcome> outcome = game.outcome();
        if (outcome.isPresent()) {
            return outcome.get().ending() == Outcome.Ending.REPETITION ? EndReason.REPETITION : EndReason.PASSES;
        }
        return game.moveNumber() == spec.moveLimit() ? EndReason.MAX_MOVES : EndReason.NONE;
    }

    /**
     * Returns the recorded end if it fits an episode that has {@code reached} an end or none. Otherwise adds a warning.
     */
    private Optional<EndReason> recordedEnd(EndReason reached, Game game) {
        if (!isWhole || recorded.end().isEmpty()) {
            return Optional.empty();
        }
        RecordedEpisode.End end = recorded.end().get();
        Optional<EndReason> reason = recordable(end.reason());
        boolean isDecided = reason.equals(Optional.of(EndReason.TASK_DECIDED));
        boolean fits = reason.isPresent()
                && end.moveNumber() == game.moveNumber()
                && isDecided == Color.isPlayer(end.winner())
                && (isDecided || reached == EndReason.NONE);
        if (!fits) {
            warnings.add("TENGEN: end=" + end.reason() + "@" + end.moveNumber()
                    + " does not fit the episode and is ignored");
            return Optional.empty();
        }
        return reason;
    }

    /** Returns the reason called {@code name}, if records name it: it follows from neither the moves nor the limit. */
    private static Optional<EndReason> recordable(String name) {
        for (EndReason reason : EndReason.values()) {
            boolean follows = switch (reason) {
                case NONE, PASSES, REPETITION, MAX_MOVES -> true;
                default -> false;
            };
            if (!follows && reason.name().equals(name)) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    private int winner(EndReason reason, Game game) {
        return switch (reason) {
            case PASSES, REPETITION -> game.outcome().orElseThrow().winner();
            case TASK_DECIDED -> recorded.end().orElseThrow().winner();
            case RESIGNATION, ILLEGAL_ACTION, OPPONENT_TIMEOUT, OPPONENT_FAILED -> Color.opponent(game.playerToMove());
            case NONE, MAX_MOVES, MAX_ILLEGAL_ACTIONS, OPPONENT_REFUSED -> Color.EMPTY;
        };
    }

    /** Returns the warnings about the property TENGEN so far, each as a sentence. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
