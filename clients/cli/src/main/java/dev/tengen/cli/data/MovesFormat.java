package dev.tengen.cli.data;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.proto.v1.RolloutFrame;
import dev.tengen.proto.v1.RolloutGame;
import dev.tengen.proto.v1.RolloutHeader;
import dev.tengen.server.convert.Enums;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.error.CallException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Converts headers and games to the frames of {@code rollout.proto} and back. */
final class MovesFormat {
    /** The problem of a file in an unknown format. */
    static final String FOREIGN = "foreign: not a file of games of tengen rollout";

    private static final String END_REASON = "END_REASON_";

    private MovesFormat() {}

    /** Returns the first frame of file {@code index}, with its length. {@code digest} is the SHA-256 of the spec. */
    static byte[] header(RolloutSpec spec, byte[] digest, int index) {
        ByteString content = headerMessage(spec, digest, index);
        return delimited(RolloutFrame.newBuilder()
                .setCrc32C(checksum(content))
                .setHeader(content)
                .build());
    }

    /** Returns the content of the first frame of file {@code index}. */
    static ByteString headerMessage(RolloutSpec spec, byte[] digest, int index) {
        return RolloutHeader.newBuilder()
                .setFormat(RolloutSpec.FORMAT)
                .setFormatVersion(RolloutSpec.FORMAT_VERSION)
                .setSpecSha256(ByteString.copyFrom(digest))
                .setFirstGame(spec.firstGame(index))
                .setGameCount(spec.gameCount(index))
                .setWidth(spec.width())
                .setHeight(spec.height())
                .setRules(RulesConverter.toProto(spec.rules()))
                .setMaxMoves(spec.maxMoves())
                .setBlack(spec.black())
                .setWhite(spec.white())
                .setSeed(spec.seed())
                .build()
                .toByteString();
    }

    /** Returns the frame of {@code game}, with its length. */
    static byte[] frame(PlayedGame game) {
        ByteString content = RolloutGame.newBuilder()
                .setNumber(game.number())
                .addAllMoves(game.moves())
                .setEndReason(Enums.toProto(game.endReason(), END_REASON, dev.tengen.proto.v1.EndReason.class))
                .setWinner(Enums.toProtoColor(game.winner()))
                .setBlackMargin(game.blackMargin())
                .build()
                .toByteString();
        return delimited(RolloutFrame.newBuilder()
                .setCrc32C(checksum(content))
                .setGame(content)
                .build());
    }

    private static byte[] delimited(RolloutFrame frame) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(frame.getSerializedSize() + Integer.BYTES);
        try {
            frame.writeDelimitedTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static int checksum(ByteString content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content.asReadOnlyByteBuffer());
        return (int) checksum.getValue();
    }

    /** Returns whether the content of {@code frame} has its checksum. */
    private static boolean isIntact(RolloutFrame frame) {
        return switch (frame.getContentCase()) {
            case HEADER -> checksum(frame.getHeader()) == frame.getCrc32C();
            case GAME -> checksum(frame.getGame()) == frame.getCrc32C();
            case CONTENT_NOT_SET -> false;
        };
    }

    /** Returns whether {@code start}, the first bytes of a file, has the mark of the format. */
    static boolean isMarked(byte[] start) {
        return new String(start, StandardCharsets.ISO_8859_1).contains(RolloutSpec.FORMAT);
    }

    /**
     * Returns what is wrong with the first frame of a file; empty if it equals {@code expected}.
     *
     * @param frame the frame
     * @param expected the frame of an intact file, with its length
     */
    static Optional<String> headerProblem(RolloutFrame frame, byte[] expected) {
        if (!isIntact(frame) || !frame.hasHeader()) {
            return Optional.of("damaged: the checksum of its header is wrong");
        }
        RolloutHeader header;
        try {
            header = RolloutHeader.parseFrom(frame.getHeader());
        } catch (InvalidProtocolBufferException e) {
            return Optional.of("damaged: its header is no message");
        }
        if (!header.getFormat().equals(RolloutSpec.FORMAT)) {
            return Optional.of(FOREIGN);
        }
        if (header.getFormatVersion() > RolloutSpec.FORMAT_VERSION) {
            return Optional.of("newer: format version " + header.getFormatVersion() + "; this program reads up to "
                    + RolloutSpec.FORMAT_VERSION);
        }
        if (!Arrays.equals(delimited(frame), expected)) {
            return Optional.of("foreign: a file of another rollout, or of another part of this one (games from "
                    + header.getFirstGame() + ", " + header.getBlack() + " v " + header.getWhite() + ", seed "
                    + Long.toUnsignedString(header.getSeed()) + ")");
        }
        return Optional.empty();
    }

    /** Returns the game in {@code frame}; empty if the frame is damaged. */
    static Optional<PlayedGame> game(RolloutFrame frame) {
        if (!isIntact(frame) || !frame.hasGame()) {
            return Optional.empty();
        }
        try {
            RolloutGame game = RolloutGame.parseFrom(frame.getGame());
            EndReason reason = Enums.toCore(
                            "end_reason", game.getEndReason(), game.getEndReasonValue(), END_REASON, EndReason.class)
                    .orElse(EndReason.NONE);
            int winner = switch (game.getWinner()) {
                case COLOR_BLACK -> Color.BLACK;
                case COLOR_WHITE -> Color.WHITE;
                case COLOR_UNSPECIFIED, UNRECOGNIZED -> Color.EMPTY;
            };
            return Optional.of(
                    new PlayedGame(game.getNumber(), game.getMovesList(), reason, winner, game.getBlackMargin()));
        } catch (InvalidProtocolBufferException | CallException e) {
            return Optional.empty();
        }
    }
}
