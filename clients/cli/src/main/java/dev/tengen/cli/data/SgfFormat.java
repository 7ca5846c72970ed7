package dev.tengen.cli.data;

import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.env.EpisodeRecord;
import dev.tengen.env.TaskOptions;
import dev.tengen.game.Legality;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.RecordedEpisode;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfGame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts games to game records and back. The event (EV) of a record names the rollout, the round (RO) the game. */
final class SgfFormat {
    private static final String EVENT_PREFIX = "Tengen rollout ";
    private static final String VERSION_SEPARATOR = ":";
    private static final int DIGEST_DIGITS = 16;

    private final RolloutSpec spec;
    private final String event;

    /** Creates a converter. {@code digest} is the SHA-256 of the spec in hexadecimal digits. */
    SgfFormat(RolloutSpec spec, String digest) {
        this.spec = spec;
        event = EVENT_PREFIX + RolloutSpec.FORMAT_VERSION + VERSION_SEPARATOR + digest.substring(0, DIGEST_DIGITS);
    }

    /** Returns {@code game}, which the rules allow, as the text of a record. */
    String text(PlayedGame game) {
        return record(game).toSgf();
    }

    private GameRecord record(PlayedGame game) {
        List<Integer> actions = new ArrayList<>(game.moves());
        if (game.endReason() == EndReason.RESIGNATION) {
            actions.add(Environment.RESIGN);
        }
        EnvironmentSnapshot end = new EnvironmentSnapshot(
                0,
                0,
                0,
                actions,
                game.endReason(),
                game.winner(),
                0,
                0,
                0,
                List.of(),
                Legality.LEGAL,
                List.of(),
                "",
                TaskOptions.OPEN,
                0,
                0);
        return EpisodeRecord.of(new Environment(spec.environment(), end))
                .with(GameText.BLACK_PLAYER, Optional.of(spec.black()))
                .with(GameText.WHITE_PLAYER, Optional.of(spec.white()))
                .with(GameText.EVENT, Optional.of(event))
                .with(GameText.ROUND, Optional.of(Long.toString(game.number())));
    }

    /**
     * A game in a file, or what is wrong with it.
     *
     * @param played the game; empty if there is a problem
     * @param problem the first difference from a record that {@link #text} makes and the rules allow; empty if there is
     *     none
     * @param isForeign whether the problem is that the record is not of this rollout
     */
    record Reading(Optional<PlayedGame> played, String problem, boolean isForeign) {
        private static Reading wrong(String problem) {
            return new Reading(Optional.empty(), problem, false);
        }

        private static Reading foreign(String problem) {
            return new Reading(Optional.empty(), problem, true);
        }
    }

    /** Reads game {@code number}. */
    Reading read(SgfGame sgf, long number, GameReplay replay) {
        GameRecord record;
        try {
            record = sgf.mainLine().record();
        } catch (SgfException e) {
            return Reading.wrong("damaged: game " + number + ": " + e.getMessage());
        }
        String named = record.info().text(GameText.EVENT).orElse("");
        if (!named.equals(event)) {
            return Reading.foreign(originProblem(named));
        }
        String round = record.info().text(GameText.ROUND).orElse("missing");
        if (!round.equals(Long.toString(number))) {
            return Reading.wrong("damaged: game " + round + " is in the place of game " + number);
        }
        List<Integer> moves = record.moves().stream().map(RecordedMove::move).toList();
        PlayedGame played = replay.complete(number, moves, recordedEnd(record));
        Optional<String> difference = replay.difference(played);
        if (difference.isPresent()) {
            return Reading.wrong("wrong: game " + number + ": " + difference.get());
        }
        GameRecord expected = record(played);
        if (!expected.result().equals(record.result())) {
            return Reading.wrong("wrong: game " + number + ": its result is "
                    + record.result().orElse("missing") + " and must be "
                    + expected.result().orElse("missing"));
        }
        return expected.toSgf().equals(sgf.toSgf())
                ? new Reading(Optional.of(played), "", false)
                : Reading.wrong("damaged: game " + number + " has other properties than its moves imply");
    }

    /** Returns what is wrong with a record whose event is {@code named}. */
    private String originProblem(String named) {
        if (!named.startsWith(EVENT_PREFIX)) {
            return MovesFormat.FOREIGN;
        }
        String version = named.substring(EVENT_PREFIX.length()).split(VERSION_SEPARATOR, 2)[0];
        if (version.matches("[0-9]{1,9}") && Integer.parseInt(version) > RolloutSpec.FORMAT_VERSION) {
            return "newer: format version " + version + "; this program reads up to " + RolloutSpec.FORMAT_VERSION;
        }
        return "foreign: a file of another rollout (" + named + "; expected " + event + ")";
    }

    private static EndReason recordedEnd(GameRecord record) {
        String name = RecordedEpisode.of(record)
                .end()
                .map(RecordedEpisode.End::reason)
                .orElse("");
        return switch (name) {
            case "RESIGNATION" -> EndReason.RESIGNATION;
            case "ILLEGAL_ACTION" -> EndReason.ILLEGAL_ACTION;
            case "OPPONENT_REFUSED" -> EndReason.OPPONENT_REFUSED;
            default -> EndReason.NONE;
        };
    }
}
