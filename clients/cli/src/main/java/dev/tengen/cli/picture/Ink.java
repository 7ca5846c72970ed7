package dev.tengen.cli.picture;

/** The colors of a picture. */
enum Ink {
    /** The background of the sheet. */
    PAPER(0xffffff),
    /** The board of a plane. */
    BOARD(0xf7f2e6),
    /** The lines of a board. */
    LINE(0xd8cfb8),
    /** A one of a plane, translucent. */
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
    /** Main text. */
    TEXT(0x1f2328),
    /** Explanatory text. */
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

    /** Returns the opacity in percent. */
    int opacityPercent() {
        return opacityPercent;
    }

    boolean isOpaque() {
        return opacityPercent == OPAQUE_PERCENT;
    }
}
