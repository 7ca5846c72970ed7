package dev.tengen.cli.picture;

/** What a picture is drawn with. */
enum Ink {
    /** The sheet. */
    PAPER(0xffffff),
    /** The board of a plane. */
    BOARD(0xf7f2e6),
    /** The lines of a board. */
    LINE(0xd8cfb8),
    /** A one of a plane: what lies below shines through. */
    ONE(0x1f6fd6, 78),
    /** A black stone. */
    BLACK_STONE(0x22262b),
    /** A white stone. */
    WHITE_STONE(0xffffff),
    /** The edge of a white stone. */
    EDGE(0x6b6f76),
    /** The last move. */
    MARK(0xd64545),
    /** A black stone below a plane. */
    FAINT_BLACK_STONE(0xcbc5b6),
    /** The edge of a white stone below a plane. */
    FAINT_EDGE(0xcfc9ba),
    /** What is to be read first. */
    TEXT(0x1f2328),
    /** What explains it. */
    FAINT_TEXT(0x5f6771);

    private static final int OPAQUE_PERCENT = 100;

    private final int rgb;
    private final int opacityPercent;

    Ink(int rgb) {
        this(rgb, OPAQUE_PERCENT);
    }

    Ink(int rgb, int opacityPercent) {
        this.rgb = rgb;
        this.opacityPercent = opacityPercent;
    }

    /** Returns red, green and blue, eight bits each. */
    int rgb() {
        return rgb;
    }

    /** Returns how much it covers, from 0 to 100. */
    int opacityPercent() {
        return opacityPercent;
    }

    boolean isOpaque() {
        return opacityPercent == OPAQUE_PERCENT;
    }
}
