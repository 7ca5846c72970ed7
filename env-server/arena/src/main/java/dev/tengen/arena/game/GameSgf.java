package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.clock.TimeControls;
import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.board.Color;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.SgfBuilder;
import dev.tengen.sgf.SgfGame;
import dev.tengen.sgf.SgfNode;
import dev.tengen.sgf.SgfProperty;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Writes the record of an arena game: the moves, and the names, times and outcome that the arena knows. */
final class GameSgf {
    /** The properties that the builder writes itself. */
    private static final Set<String> BUILDER_IDENTIFIERS = Set.of("GM", "FF", "AP", "SZ");

    private static final String APPLICATION = "Tengen";

    private static final int ESTIMATE_SCALE = 6;

    private final GameReport report;
    private final Optional<String> event;
    private final Optional<LocalDate> date;
    private final SgfBuilder builder;

    private GameSgf(GameReport report, Optional<String> event, Optional<LocalDate> date) {
        this.report = report;
        this.event = event;
        this.date = date;
        builder = SgfGame.builder(report.game().grid(), APPLICATION);
    }

    /** Returns the record of a game, with the event and the date of its end where they are known. */
    static String write(GameReport report, Optional<String> event, Optional<LocalDate> date) {
        return new GameSgf(report, event, date).write();
    }

    /** Returns {@code nanos} in seconds as a decimal number without an exponent. */
    static String seconds(long nanos) {
        BigDecimal seconds = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
        return seconds.toPlainString();
    }

    private String write() {
        SgfNode root = record().toGame().root();
        root.properties().stream()
                .filter(property -> !BUILDER_IDENTIFIERS.contains(property.identifier()))
                .forEach(builder::property);
        builder.property("GC", about());
        int number = 0;
        for (Optional<SgfNode> node = root.next();
                node.isPresent();
                node = node.get().next()) {
            builder.node();
            for (SgfProperty property : node.get().properties()) {
                builder.property(property);
            }
            number++;
            if (number > report.spec().opening().moves().size()) {
                timeUsed(number);
                timeLeft(number);
                estimate(number);
            }
        }
        return builder.comment(report.outcome().summary()).build().toSgf();
    }

    private GameRecord record() {
        TimeControls controls = report.spec().timeControls();
        TimeControl control = controls.black();
        GameRecord record = GameRecord.of(report.game())
                .with(GameText.BLACK_PLAYER, Optional.of(report.black()))
                .with(GameText.WHITE_PLAYER, Optional.of(report.white()))
                .with(GameText.NAME, Optional.of(report.id()))
                .with(GameText.EVENT, event)
                .with(GameText.DATE, date.map(LocalDate::toString))
                .with(GameText.RESULT, Optional.of(report.outcome().result()));
        if (!control.isLimited() || controls.hasOdds()) { // SGF has one time control for both players.
            return record;
        }
        return record.with(
                        GameText.TIME_LIMIT, Optional.of(seconds(control.main().toNanos())))
                .with(GameText.OVERTIME, Optional.of(overtime(control)));
    }

    /** Returns the overtime in the usual notation; empty for none. */
    private static String overtime(TimeControl control) {
        if (control.periodCount() > 0) {
            return control.periodCount() + "x" + seconds(control.period().toNanos()) + " byo-yomi";
        }
        return control.increment().isZero() ? "" : seconds(control.increment().toNanos()) + " fischer";
    }

    private String about() {
        int openingMoveCount = report.spec().opening().moves().size();
        StringBuilder text =
                new StringBuilder("Opening: " + report.spec().opening().id() + ", moves: " + openingMoveCount);
        if (!report.pair().isEmpty()) {
            text.append("\nPair: ").append(report.pair());
        }
        text.append("\nMoves hash: ").append(HexFormat.of().toHexDigits(report.movesHash()));
        TimeControls controls = report.spec().timeControls();
        if (controls.hasOdds()) {
            text.append("\nTime control of Black: ").append(controls.black());
            text.append("\nTime control of White: ").append(controls.white());
        } else {
            text.append("\nTime control: ").append(controls.black());
        }
        return text.toString();
    }

    /** Writes a private property: SGF has none for the time that a move took. */
    private void timeUsed(int number) {
        long micros =
                TimeUnit.NANOSECONDS.toMicros(report.moveTimes().get(number - 1).usedNanos());
        builder.property(GameReport.MOVE_TIME, seconds(TimeUnit.MICROSECONDS.toNanos(micros)));
    }

    /**
     * Writes the score lead as SGF defines V, positive if it is good for Black, and the win probability as a private
     * property.
     */
    private void estimate(int number) {
        Estimate estimate = report.estimates().get(number - 1);
        int sign = report.game().mover(number) == Color.BLACK ? 1 : -1;
        estimate.scoreLead().ifPresent(lead -> builder.property("V", decimal(sign * lead)));
        estimate.winProbability()
                .ifPresent(probability -> builder.property(GameReport.WIN_PROBABILITY, decimal(probability)));
    }

    /** Returns {@code value}, rounded to {@value #ESTIMATE_SCALE} digits after the point, without an exponent. */
    private static String decimal(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(ESTIMATE_SCALE, RoundingMode.HALF_EVEN);
        return rounded.stripTrailingZeros().toPlainString();
    }

    private void timeLeft(int number) {
        int mover = report.game().mover(number);
        if (!report.spec().timeControls().of(mover).isLimited()) {
            return;
        }
        boolean isBlack = mover == Color.BLACK;
        TimeLeft left = report.moveTimes().get(number - 1).left();
        boolean isOvertime = left.mainNanos() == 0 && left.periodCount() > 0;
        builder.property(isBlack ? "BL" : "WL", seconds(isOvertime ? left.periodNanos() : left.mainNanos()));
        if (isOvertime) {
            builder.property(isBlack ? "OB" : "OW", Integer.toString(left.periodCount()));
        }
    }
}
