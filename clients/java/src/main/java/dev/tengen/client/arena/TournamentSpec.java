package dev.tengen.client.arena;

import com.google.common.primitives.Ints;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.BookOpenings;
import dev.tengen.proto.v1.DrawRule;
import dev.tengen.proto.v1.EmptyOpening;
import dev.tengen.proto.v1.MoveLimitRule;
import dev.tengen.proto.v1.Openings;
import dev.tengen.proto.v1.RandomOpeningMoves;
import dev.tengen.proto.v1.RecordOpenings;
import dev.tengen.proto.v1.ResignRule;
import dev.tengen.proto.v1.Rules;
import java.time.Duration;
import java.util.List;

/**
 * The spec of a tournament. Immutable. Values that are not set have the server's defaults.
 *
 * <pre>{@code
 * TournamentSpec spec = TournamentSpec.builder("cup", 9, 9, TournamentFormat.roundRobin(10))
 *         .agent("ada")
 *         .player("greedy", "greedy")
 *         .timeControl("5s/move")
 *         .build();
 * }</pre>
 */
public final class TournamentSpec {
    private final dev.tengen.proto.v1.TournamentSpec message;

    private TournamentSpec(dev.tengen.proto.v1.TournamentSpec message) {
        this.message = message;
    }

    /** Returns a builder of a tournament called {@code name} on a board of the given size. */
    public static Builder builder(String name, int width, int height, TournamentFormat format) {
        return new Builder(name, width, height, format);
    }

    /**
     * Returns the spec in a serialized {@code tengen.v1.TournamentSpec}. The server checks its values.
     *
     * @throws IllegalArgumentException if the bytes are no such message
     */
    public static TournamentSpec fromBytes(byte[] message) {
        try {
            return of(dev.tengen.proto.v1.TournamentSpec.parseFrom(message));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the bytes are no tengen.v1.TournamentSpec", e);
        }
    }

    /** Returns the name. */
    public String name() {
        return message.getName();
    }

    /** Returns the names of the players, in order. */
    public List<String> players() {
        return message.getPlayersList().stream().map(ArenaPlayer::getName).toList();
    }

    static TournamentSpec of(dev.tengen.proto.v1.TournamentSpec message) {
        return new TournamentSpec(message);
    }

    dev.tengen.proto.v1.TournamentSpec toProto() {
        return message;
    }

    /** Builds a {@link TournamentSpec}. Not thread-safe. */
    public static final class Builder {
        private final dev.tengen.proto.v1.TournamentSpec.Builder message =
                dev.tengen.proto.v1.TournamentSpec.newBuilder();

        private Builder(String name, int width, int height, TournamentFormat format) {
            message.setName(name).setWidth(width).setHeight(height).setFormat(format.toProto());
        }

        /** Adds an agent that joins under {@code name}. */
        public Builder agent(String name) {
            return player(name, "agent");
        }

        /**
         * Adds a built-in player or an engine of the server under {@code name}. {@code ServerInfo.players} lists them.
         */
        public Builder player(String name, String player) {
            message.addPlayers(ArenaPlayer.newBuilder().setName(name).setPlayer(player));
            return this;
        }

        /** Adds an anchor: a player with a known Elo rating, on whose scale the others are rated. */
        public Builder player(String name, String player, double rating) {
            message.addPlayers(
                    ArenaPlayer.newBuilder().setName(name).setPlayer(player).setRating(rating));
            return this;
        }

        /**
         * Sets the time control of the player called {@code name}, which was added before, instead of that of the
         * tournament.
         *
         * @throws IllegalArgumentException if there is no such player
         */
        public Builder playerTimeControl(String name, String notation) {
            message.getPlayersBuilderList().stream()
                    .filter(player -> player.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no player \"" + name + "\""))
                    .setTimeControl(notation);
            return this;
        }

        /** Sets the rule preset. {@code ServerInfo.presets} lists them. */
        public Builder rules(String preset) {
            message.setRules(Rules.newBuilder().setPreset(preset));
            return this;
        }

        /** Sets the rule preset and the komi. */
        public Builder rules(String preset, double komi) {
            message.setRules(Rules.newBuilder().setPreset(preset).setKomi(komi));
            return this;
        }

        /** Starts games from the empty board. */
        public Builder emptyOpening() {
            message.setOpenings(Openings.newBuilder().setEmpty(EmptyOpening.getDefaultInstance()));
            return this;
        }

        /** Starts games with {@code moveCount} random moves. */
        public Builder randomOpenings(int moveCount) {
            message.setOpenings(Openings.newBuilder()
                    .setRandom(RandomOpeningMoves.newBuilder().setMoveCount(moveCount)));
            return this;
        }

        /** Starts games with the first {@code moveCount} moves of game records. */
        public Builder recordOpenings(List<String> sgf, int moveCount) {
            message.setOpenings(Openings.newBuilder()
                    .setRecords(RecordOpenings.newBuilder().addAllSgf(sgf).setMoveCount(moveCount)));
            return this;
        }

        /**
         * Starts games with the openings of a book, in an order drawn from the seed.
         *
         * @param lines the moves of one opening in each line, such as "C3 D5 pass"; text after "#" is a comment
         */
        public Builder bookOpenings(List<String> lines) {
            message.setOpenings(
                    Openings.newBuilder().setBook(BookOpenings.newBuilder().addAllLines(lines)));
            return this;
        }

        /** Sets the time control: "none", "5s/move", "10m", "10m+5x30s" or "5m+3s". */
        public Builder timeControl(String notation) {
            message.setTimeControl(notation);
            return this;
        }

        /** Sets the time of each turn that does not count, to allow for the network, in whole milliseconds. */
        public Builder networkAllowance(Duration allowance) {
            message.setNetworkAllowanceMs(Ints.saturatedCast(allowance.toMillis()));
            return this;
        }

        /**
         * Sets the number of moves after which a game is scored as it stands: 0 for three times the number of points,
         * -1 for unlimited.
         */
        public Builder maxMoves(int maxMoves) {
            message.setMaxMoves(maxMoves);
            return this;
        }

        /** Lets games that reach the limit on moves be void, instead of being scored. */
        public Builder voidAtMoveLimit() {
            message.setMoveLimitRule(MoveLimitRule.MOVE_LIMIT_RULE_VOID);
            return this;
        }

        /**
         * Lets an engine of the server score games that reach the limit on moves. If it fails, the position is scored
         * as it stands. The message of the game's ending says who scored it.
         *
         * @param player the engine as a player, such as "gtp:gnugo"; empty for none
         */
        public Builder adjudicator(String player) {
            message.setAdjudicator(player);
            return this;
        }

        /**
         * Lets a player resign when its win probability was below {@code below}, 0.0001 to 0.5, at {@code moveCount} of
         * its moves in a row, from move {@code fromMove} of the game on.
         *
         * @param bothAgree whether the opponent must also have been as sure to win at as many of its last moves
         */
        public Builder resignRule(double below, int moveCount, int fromMove, boolean bothAgree) {
            message.getAdjudicationBuilder()
                    .setResign(ResignRule.newBuilder()
                            .setBelow(below)
                            .setMoveCount(moveCount)
                            .setFromMove(fromMove)
                            .setBothAgree(bothAgree));
            return this;
        }

        /**
         * Lets a game be a draw when the win probability was within {@code margin}, at most 0.25, of one half at
         * {@code moveCount} moves in a row, those of both players, from move {@code fromMove} of the game on. Needs a
         * whole komi.
         */
        public Builder drawRule(double margin, int moveCount, int fromMove) {
            message.getAdjudicationBuilder()
                    .setDraw(DrawRule.newBuilder()
                            .setMargin(margin)
                            .setMoveCount(moveCount)
                            .setFromMove(fromMove));
            return this;
        }

        /** Ends games with their score when every point is settled. Needs area scoring without tax. */
        public Builder endWhenSettled() {
            message.getAdjudicationBuilder().setSettled(true);
            return this;
        }

        /** Sets the number of games played at once. */
        public Builder concurrency(int concurrency) {
            message.setConcurrency(concurrency);
            return this;
        }

        /** Sets the seed of the openings and of the players' random choices. */
        public Builder seed(long seed) {
            message.setSeed(seed);
            return this;
        }

        /** Returns the spec. The server checks its values. */
        public TournamentSpec build() {
            return new TournamentSpec(message.build());
        }
    }
}
