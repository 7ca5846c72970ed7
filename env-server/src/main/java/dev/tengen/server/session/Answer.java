package dev.tengen.server.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.convert.EpisodeConverter;
import java.util.List;

/**
 * What Reset or Step answered, kept without its observations, which are rebuilt when the answer is given again.
 *
 * @param timestep the timestep without observations, serialized, which takes less memory than the message
 * @param game the game of the episode it belongs to; it may have gone on since
 * @param moveNumber the move number it belongs to
 * @param seed seed of that episode
 * @param episode number of that episode
 */
record Answer(ByteString timestep, Game game, int moveNumber, long seed, long episode) {
    /** Keeps {@code timestep}, which the last call to {@code environment} has just led to. */
    static Answer of(Environment environment, Timestep timestep) {
        return new Answer(
                timestep.toByteString(),
                environment.game(),
                environment.game().moveNumber(),
                environment.seed(),
                environment.episode());
    }

    /** Returns the answer as it was first given, with observations in {@code encodings}. */
    Timestep timestep(List<String> encodings) {
        try {
            Game then = game.moveNumber() == moveNumber ? game : game.replayTo(moveNumber);
            return EpisodeConverter.observed(Timestep.parseFrom(timestep), then, encodings);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("serialized here, so it parses", e);
        }
    }
}
