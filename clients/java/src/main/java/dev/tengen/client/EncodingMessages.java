package dev.tengen.client;

/** Messages about encodings, as the types of this client. */
final class EncodingMessages {
    private EncodingMessages() {}

    static EncodingSpec spec(dev.tengen.proto.v1.EncodingSpec message) {
        return new EncodingSpec(
                message.getName(),
                message.getVersion(),
                message.getSummary(),
                word(message.getPerspective(), "PERSPECTIVE_"),
                message.getBoardCount(),
                word(message.getMissingHistory(), "MISSING_HISTORY_"),
                new EncodingSpec.PeerLayout(
                        message.getPeer().getProgram(),
                        word(message.getPeer().getAxes(), "PEER_AXES_"),
                        word(message.getPeer().getFirstRow(), "PEER_FIRST_ROW_")),
                message.getPlanesList().stream()
                        .map(plane -> new EncodingSpec.Feature(
                                plane.getName(), plane.getMeaning(), plane.getMin(), plane.getMax()))
                        .toList(),
                message.getGlobalFeaturesList().stream()
                        .map(global -> new EncodingSpec.Feature(
                                global.getName(), global.getMeaning(), global.getMin(), global.getMax()))
                        .toList());
    }

    static ServerInfo.EncodingFamily family(dev.tengen.proto.v1.EncodingFamily message) {
        return new ServerInfo.EncodingFamily(
                message.getName(), message.getParameter(), message.getMin(), message.getMax(), message.getMeaning());
    }

    /** Returns the name of a value as the contract's comments tell it; one of a later version is "UNRECOGNIZED". */
    private static String word(Enum<?> value, String prefix) {
        String name = value.name();
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }
}
