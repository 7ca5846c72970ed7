package dev.tengen.server.session;

import dev.tengen.env.EndReason;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.EnvironmentSpec;

/**
 * What there is to see of a session at one moment.
 *
 * @param spec what it is, every default filled in
 * @param episode the number of the episode, from 1
 * @param game the game with its past: a copy, the caller's own
 * @param endReason why the episode ended, {@link EndReason#NONE} while it goes on
 * @param result the result as records say it; empty while the episode goes on
 * @param endMessage what an opponent that failed has done, else empty
 */
public record SessionLook(
        EnvironmentSpec spec, long episode, Game game, EndReason endReason, String result, String endMessage) {}
