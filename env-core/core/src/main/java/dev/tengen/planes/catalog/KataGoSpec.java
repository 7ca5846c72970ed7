package dev.tengen.planes.catalog;

import dev.tengen.board.Grid;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import java.util.List;

/** The meaning of the planes and the globals of KataGo's networks. */
final class KataGoSpec {
    private static final int VERSION = 1;
    private static final float MAX_KOMI =
            (Grid.MAX_SIZE * Grid.MAX_SIZE + KataGoGlobals.KOMI_MARGIN) / KataGoGlobals.KOMI_SCALE;
    private static final String ENCORE =
            "no point: second phases of play under territory rules, which are not supported";
    private static final String NOT_USED = "always 0: ";

    private KataGoSpec() {}

    /**
     * Returns the spec of the encoding {@code name}. Pass-alive areas are computed as if suicide were legal if
     * {@code passAliveUnderSuicide} is 1, otherwise by the rules of the game.
     */
    static EncodingSpec of(String name, int passAliveUnderSuicide) {
        return new EncodingSpec(
                name,
                VERSION,
                "What KataGo's networks see, its input version 7; areas are pass-alive "
                        + (passAliveUnderSuicide == 1 ? "as if suicide were legal." : "by the rules of the game."),
                Perspective.PLAYER_TO_MOVE,
                1,
                MissingHistory.NONE,
                new PeerLayout("KataGo, input version 7", PeerLayout.Axes.CHW, PeerLayout.FirstRow.TOP),
                planes(),
                globals());
    }

    private static List<Feature> planes() {
        return List.of(
                new Feature("on_board", "a point of the board (the whole plane)"),
                new Feature("own", "a stone of the player to move"),
                new Feature("opponent", "a stone of the other player"),
                new Feature("liberties_1", "a stone of a chain with 1 liberty"),
                new Feature("liberties_2", "a stone of a chain with 2 liberties"),
                new Feature("liberties_3", "a stone of a chain with 3 liberties"),
                new Feature(
                        "ko_banned",
                        "an empty point that ko or superko forbids to the player to move, also after the end of a game;"
                                + " one-stone suicides are excluded"),
                new Feature("encore_ko", ENCORE),
                new Feature("unused", "no point"),
                turn(1),
                turn(2),
                turn(3),
                turn(4),
                turn(5),
                new Feature(
                        "ladder_0",
                        "a stone of either color that a ladder captures now: with 2 liberties the attacker plays first, with"
                                + " 1 the defender"),
                new Feature("ladder_1", "the same one turn ago; as ladder_0 where that turn is not shown"),
                new Feature("ladder_2", "the same two turns ago; as ladder_1 where that turn is not shown"),
                new Feature(
                        "ladder_move",
                        "an empty point where the player to move starts a ladder that captures a chain with 2 liberties;"
                                + " superko may forbid it"),
                new Feature("own_area", area("the player to move")),
                new Feature("opponent_area", area("the other player")),
                new Feature("encore_own", ENCORE),
                new Feature("encore_opponent", ENCORE));
    }

    private static Feature turn(int age) {
        return new Feature(
                "turn_" + age, "where the " + (age == 1 ? "last" : ordinal(age) + " last") + " turn put a stone");
    }

    private static String ordinal(int age) {
        return List.of("second", "third", "fourth", "fifth").get(age - 2);
    }

    private static String area(String player) {
        return "the area of " + player
                + ", where dead stones in pass-alive territory count as captured; under a tax, of the empty points only those in"
                + " regions that are not in seki; under territory scoring, no point";
    }

    private static List<Feature> globals() {
        return List.of(
                pass(1),
                pass(2),
                pass(3),
                pass(4),
                pass(5),
                new Feature(
                        "own_komi",
                        "the points of the player to move that are not on the board, divided by 20: komi, handicap bonus, and"
                                + " under territory scoring the stones that the other player has played minus own ones; clipped"
                                + " at the number of points plus 20",
                        -MAX_KOMI,
                        MAX_KOMI),
                new Feature("superko", "superko of any kind"),
                new Feature(
                        "superko_kind",
                        "0.5 for positional superko, -0.5 for situational and natural situational superko",
                        -0.5F,
                        0.5F),
                new Feature("suicide", "suicide of two stones or more is legal"),
                new Feature("territory", "territory scoring"),
                new Feature("tax", "a tax on groups in seki or on all"),
                new Feature("full_tax", "a tax on all groups"),
                unused("encore_1", "second phases of play under territory rules, which are not supported"),
                unused("encore_2", "the same"),
                new Feature(
                        "pass_ends",
                        "a pass now would end the play; 0 if the rules let players pass before they capture dead stones"
                                + " and the play is not over yet"),
                unused("handicap_play", "KataGo's own kind of handicap play"),
                unused("handicap_playouts", "the same"),
                unused("button", "button Go, which is not supported"),
                new Feature(
                        "komi_parity",
                        "a triangle wave of own komi with a period of two points, 0 and rising where the game could be a tie;"
                                + " 0 under territory scoring",
                        -0.5F,
                        0.5F));
    }

    private static Feature pass(int age) {
        return new Feature("pass_" + age, "the " + (age == 1 ? "last" : ordinal(age) + " last") + " turn was a pass");
    }

    private static Feature unused(String name, String why) {
        return new Feature(name, NOT_USED + why, 0, 0);
    }
}
