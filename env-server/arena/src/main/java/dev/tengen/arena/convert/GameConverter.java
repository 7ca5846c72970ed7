package dev.tengen.arena.convert;

import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.ArenaGame;
import dev.tengen.proto.v1.ArenaGameState;
import dev.tengen.proto.v1.GameEnding;
import dev.tengen.proto.v1.GameVerdict;
import dev.tengen.proto.v1.GetArenaGameResponse;
import dev.tengen.server.convert.Enums;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Converts arena games to messages. */
public final class GameConverter {
    private static final String VERDICT = "GAME_VERDICT_";

    private GameConverter() {}

    /** Returns the moves of {@code game} after the first {@code knownCount}. */
    public static List<Integer> actions(Game game, int knownCount) {
        return IntStream.rangeClosed(knownCount + 1, game.moveNumber())
                .map(game::move)
                .boxed()
                .toList();
    }

    /** Returns a game of a tournament. */
    public static ArenaGame toProto(TournamentGame entry) {
        return toProto(entry, entry.live().map(live -> live.game().view().game()));
    }

    /** Returns a game of a tournament with its record, or with the moves so far. */
    public static GetArenaGameResponse answer(TournamentGame entry) {
        Optional<Game> position = entry.live().map(live -> live.game().view().game());
        return GetArenaGameResponse.newBuilder()
                .setGame(toProto(entry, position))
                .setSgf(entry.result().map(StoredResult::sgf).orElse(""))
                .addAllActions(position.map(game -> actions(game, 0)).orElse(List.of()))
                .build();
    }

    private static ArenaGame toProto(TournamentGame entry, Optional<Game> position) {
        StoredGame stored = entry.stored();
        ArenaGame.Builder message = ArenaGame.newBuilder()
                .setGameId(stored.id().toString())
                .setNumber(stored.id().number())
                .setBlack(stored.game().black())
                .setWhite(stored.game().white())
                .setPair(stored.game().pair())
                .setState(Enums.toProto(stored.state(), "ARENA_GAME_STATE_", ArenaGameState.class));
        stored.startedAt().ifPresent(time -> message.setStartedAtMs(time.toEpochMilli()));
        position.ifPresent(game -> message.setMoveNumber(game.moveNumber()));
        entry.result().ifPresent(known -> {
            StoredOutcome ended = StoredOutcome.of(known);
            message.setState(ArenaGameState.ARENA_GAME_STATE_ENDED)
                    .setEnding(ending(ended.outcome()))
                    .setEndedAtMs(known.endedAt().toEpochMilli())
                    .setMoveNumber(ended.moveNumber());
        });
        return message.build();
    }

    /** Returns the outcome of a game as a message. */
    public static GameEnding ending(GameOutcome outcome) {
        return GameEnding.newBuilder()
                .setVerdict(verdict(outcome.verdict()))
                .setCulprit(Enums.toProtoColor(outcome.culprit()))
                .setWinner(Enums.toProtoColor(outcome.winner()))
                .setResult(outcome.result())
                .setMessage(outcome.message())
                .build();
    }

    /** Returns a verdict as a message. */
    public static GameVerdict verdict(Verdict verdict) {
        return Enums.toProto(verdict, VERDICT, GameVerdict.class);
    }
}
