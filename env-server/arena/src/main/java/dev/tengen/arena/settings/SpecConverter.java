package dev.tengen.arena.settings;

import com.google.common.hash.Hashing;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.DrawRule;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.ResignRule;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.BookOpenings;
import dev.tengen.proto.v1.LadderFormat;
import dev.tengen.proto.v1.Openings;
import dev.tengen.proto.v1.Sprt;
import dev.tengen.proto.v1.TournamentFormat;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.server.convert.Enums;
import dev.tengen.server.convert.RulesConverter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Converts settings of tournaments to messages and back. */
public final class SpecConverter {
    private static final String UNNAMED_BOOK = "book";
    private static final int MAX_FILE_NAME_LENGTH = 200;
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final String MOVE_LIMIT_RULE = "MOVE_LIMIT_RULE_";

    private final BiFunction<String, InvalidValueException, InvalidValueException> locator;

    /**
     * Creates a converter of messages.
     *
     * @param locator adds the place of a value to an error about it or about one of its fields, by its path in the
     *     tournament file
     */
    SpecConverter(BiFunction<String, InvalidValueException, InvalidValueException> locator) {
        this.locator = locator;
    }

    /**
     * Returns the settings in {@code message}. Its concurrency has no default.
     *
     * @throws InvalidValueException if a value is not allowed
     * @throws dev.tengen.server.error.CallException if a preset or the number of an enum is unknown
     */
    public static TournamentSettings toCore(TournamentSpec message) {
        return new SpecConverter((path, e) -> e).settings(message);
    }

    private <T> T at(String path, Supplier<T> factory) {
        try {
            return factory.get();
        } catch (InvalidValueException e) {
            throw locator.apply(path, e);
        }
    }

    /** Returns the settings in {@code message}. Its concurrency has no default. */
    TournamentSettings settings(TournamentSpec message) {
        Grid grid = at("", () -> grid(message));
        Rules rules = rules(message.getRules(), grid);
        Adjudication adjudication = adjudication(message.getAdjudication());
        var unused = at("adjudication", () -> {
            adjudication.requireFor(rules);
            return adjudication;
        });
        List<PlayerSettings> players = IntStream.range(0, message.getPlayersCount())
                .mapToObj(i -> at("players[" + i + "]", () -> player(message.getPlayers(i))))
                .toList();
        FormatSettings format = format(message.getFormat());
        Openings openings = at("openings", () -> openings(message.getOpenings()));
        TimeControl timeControl = at("clock", () -> timeControl(message.getTimeControl()));
        return at(
                "",
                () -> new TournamentSettings(
                        message.getName(),
                        players,
                        format,
                        grid,
                        rules,
                        openings,
                        timeControl,
                        allowance(message),
                        message.getMaxMoves(),
                        Enums.toCore(
                                        "move_limit_rule",
                                        message.getMoveLimitRule(),
                                        message.getMoveLimitRuleValue(),
                                        MOVE_LIMIT_RULE,
                                        MoveLimitRule.class)
                                .orElse(MoveLimitRule.SCORE),
                        adjudication,
                        within("concurrency", message.getConcurrency(), 1, TournamentSettings.MAX_CONCURRENCY),
                        message.getSeed(),
                        Optional.of(message.getAdjudicator()).filter(player -> !player.isEmpty())));
    }

    private static Grid grid(TournamentSpec message) {
        return Grid.of(
                within("width", message.getWidth(), Grid.MIN_SIZE, Grid.MAX_SIZE),
                within("height", message.getHeight(), Grid.MIN_SIZE, Grid.MAX_SIZE));
    }

    private static int within(String field, int uint32, int min, int max) {
        long value = Integer.toUnsignedLong(uint32);
        InvalidValueException.requireWithin(field, value, min, max);
        return uint32;
    }

    private static int count(String field, int uint32, int max) {
        return within(field, uint32, 1, max);
    }

    /** Returns the rules in {@code message}. */
    Rules rules(dev.tengen.proto.v1.Rules message, Grid grid) {
        return at("rules", () -> RulesConverter.toCore(message, grid));
    }

    private static TimeControl timeControl(String text) {
        return text.isEmpty() ? TimeControl.NONE : TimeControl.parse(text);
    }

    private static Duration allowance(TournamentSpec message) {
        return message.hasNetworkAllowanceMs()
                ? TournamentSettings.networkAllowance(Integer.toUnsignedLong(message.getNetworkAllowanceMs()))
                : TournamentSettings.DEFAULT_NETWORK_ALLOWANCE;
    }

    private static PlayerSettings player(ArenaPlayer message) {
        return new PlayerSettings(
                message.getName(),
                message.getPlayer(),
                message.hasRating() ? (Double) message.getRating() : null,
                message.getTimeControl().isEmpty() ? null : message.getTimeControl());
    }

    private FormatSettings format(TournamentFormat message) {
        String key = message.getFormatCase().name().toLowerCase(Locale.ROOT);
        return at("format." + key, () -> switch (message.getFormatCase()) {
            case ROUND_ROBIN ->
                new FormatSettings.RoundRobin(
                        count("pair_count", message.getRoundRobin().getPairCount(), FormatSettings.MAX_PAIR_COUNT));
            case GAUNTLET ->
                new FormatSettings.Gauntlet(
                        message.getGauntlet().getChallenger(),
                        count("pair_count", message.getGauntlet().getPairCount(), FormatSettings.MAX_PAIR_COUNT));
            case SWISS ->
                new FormatSettings.Swiss(
                        count(
                                "meeting_count",
                                message.getSwiss().getMeetingCount(),
                                TournamentSettings.MAX_PLAYER_COUNT - 1),
                        message.getSwiss().getWaitForAll());
            case SPRT -> new FormatSettings.Sprt(sprt(message.getSprt()));
            case LADDER -> ladder(message.getLadder());
            case FORMAT_NOT_SET ->
                throw InvalidValueException.not("format", "missing", "round_robin, gauntlet, swiss or sprt");
        });
    }

    private static SprtSpec sprt(Sprt message) {
        return new SprtSpec(
                message.getElo0(),
                message.getElo1(),
                message.hasAlpha() ? message.getAlpha() : SprtSpec.DEFAULT_ERROR,
                message.hasBeta() ? message.getBeta() : SprtSpec.DEFAULT_ERROR,
                SprtSpec.Unit.PAIR);
    }

    private static FormatSettings ladder(LadderFormat message) {
        return new FormatSettings.Ladder(
                count("games_each", message.getGamesEach(), FormatSettings.Ladder.MAX_GAMES_EACH),
                count("games_per_hour", message.getGamesPerHour(), FormatSettings.Ladder.MAX_GAMES_PER_HOUR),
                within("max_players", message.getMaxPlayers(), 2, FormatSettings.Ladder.MAX_PLAYERS),
                count("players_per_principal", message.getPlayersPerPrincipal(), FormatSettings.Ladder.MAX_PLAYERS));
    }

    /**
     * Returns {@code message} with a value for each field that it leaves out.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    static Openings openings(Openings message) {
        switch (message.getOpeningsCase()) {
            case EMPTY -> {}
            case RANDOM ->
                count("move_count", message.getRandom().getMoveCount(), OpeningFactory.MAX_RANDOM_MOVE_COUNT);
            case RECORDS -> {
                count("move_count", message.getRecords().getMoveCount(), OpeningFactory.MAX_RECORD_MOVE_COUNT);
                count("sgf", message.getRecords().getSgfCount(), OpeningFactory.MAX_RECORD_COUNT);
            }
            case BOOK -> {
                return Openings.newBuilder().setBook(book(message.getBook())).build();
            }
            case OPENINGS_NOT_SET -> {
                return TournamentSettings.DEFAULT_OPENINGS;
            }
        }
        return message;
    }

    private static BookOpenings book(BookOpenings message) {
        BookOpenings.Builder book = message.toBuilder();
        if (message.getMoveCount() == 0) {
            book.setMoveCount(OpeningBook.MAX_LENGTH);
        }
        count("move_count", book.getMoveCount(), OpeningBook.MAX_LENGTH);
        if (message.getFile().isEmpty()) {
            book.setFile(UNNAMED_BOOK);
        }
        PlayerSettings.requireName("file", book.getFile(), MAX_FILE_NAME_LENGTH);
        if (message.getSha256().isEmpty()) {
            String lines =
                    message.getLinesList().stream().map(line -> line + "\n").collect(Collectors.joining());
            book.setSha256(
                    Hashing.sha256().hashString(lines, StandardCharsets.UTF_8).toString());
        }
        if (!SHA256.matcher(book.getSha256()).matches()) {
            throw InvalidValueException.not("sha256", '"' + book.getSha256() + '"', "64 lower-case hexadecimal digits");
        }
        var unused = OpeningFactory.book(book.build()); // Checks the lines.
        return book.build();
    }

    private Adjudication adjudication(dev.tengen.proto.v1.Adjudication message) {
        return new Adjudication(
                message.hasResign() ? at("adjudication.resign", () -> resign(message.getResign())) : null,
                message.hasDraw() ? at("adjudication.draw", () -> draw(message.getDraw())) : null,
                message.getSettled());
    }

    private static ResignRule resign(dev.tengen.proto.v1.ResignRule message) {
        return new ResignRule(
                message.getBelow(),
                count("move_count", message.getMoveCount(), ResignRule.MAX_MOVE_COUNT),
                within("from_move", message.getFromMove(), 0, Integer.MAX_VALUE),
                message.getBothAgree());
    }

    private static DrawRule draw(dev.tengen.proto.v1.DrawRule message) {
        return new DrawRule(
                message.getMargin(),
                within("move_count", message.getMoveCount(), 2, ResignRule.MAX_MOVE_COUNT),
                within("from_move", message.getFromMove(), 0, Integer.MAX_VALUE));
    }

    /** Returns {@code settings} as a message with all values. */
    public static TournamentSpec toProto(TournamentSettings settings) {
        TournamentSpec.Builder message = TournamentSpec.newBuilder()
                .setName(settings.name())
                .setFormat(toProto(settings.format()))
                .setWidth(settings.grid().width())
                .setHeight(settings.grid().height())
                .setRules(RulesConverter.toProto(settings.rules()))
                .setOpenings(settings.openings())
                .setTimeControl(settings.timeControl().toString())
                .setNetworkAllowanceMs((int) settings.networkAllowance().toMillis())
                .setMaxMoves(settings.maxMoves())
                .setMoveLimitRule(Enums.toProto(
                        settings.moveLimitRule(), MOVE_LIMIT_RULE, dev.tengen.proto.v1.MoveLimitRule.class))
                .setAdjudicator(settings.adjudicator().orElse(""))
                .setAdjudication(toProto(settings.adjudication()))
                .setConcurrency(settings.concurrency())
                .setSeed(settings.seed());
        for (PlayerSettings player : settings.players()) {
            ArenaPlayer.Builder named =
                    message.addPlayersBuilder().setName(player.name()).setPlayer(player.player());
            Optional.ofNullable(player.rating()).ifPresent(named::setRating);
            Optional.ofNullable(player.clock()).ifPresent(named::setTimeControl);
        }
        return message.build();
    }

    /** Returns {@code format} as a message. */
    static TournamentFormat toProto(FormatSettings format) {
        TournamentFormat.Builder message = TournamentFormat.newBuilder();
        if (format instanceof FormatSettings.RoundRobin roundRobin) {
            message.getRoundRobinBuilder().setPairCount(roundRobin.pairCount());
        } else if (format instanceof FormatSettings.Gauntlet gauntlet) {
            message.getGauntletBuilder().setChallenger(gauntlet.challenger()).setPairCount(gauntlet.pairCount());
        } else if (format instanceof FormatSettings.Swiss swiss) {
            message.getSwissBuilder().setMeetingCount(swiss.meetingCount());
            if (swiss.waitForAll()) {
                message.getSwissBuilder().setWaitForAll(true);
            }
        } else if (format instanceof FormatSettings.Sprt sprt) {
            message.getSprtBuilder()
                    .setElo0(sprt.spec().elo0())
                    .setElo1(sprt.spec().elo1())
                    .setAlpha(sprt.spec().alpha())
                    .setBeta(sprt.spec().beta());
        } else if (format instanceof FormatSettings.Ladder ladder) {
            message.getLadderBuilder()
                    .setGamesEach(ladder.gamesEach())
                    .setGamesPerHour(ladder.gamesPerHour())
                    .setMaxPlayers(ladder.maxPlayers())
                    .setPlayersPerPrincipal(ladder.playersPerPrincipal());
        }
        return message.build();
    }

    /** Returns {@code rules} as a message. */
    static dev.tengen.proto.v1.Adjudication toProto(Adjudication rules) {
        dev.tengen.proto.v1.Adjudication.Builder message =
                dev.tengen.proto.v1.Adjudication.newBuilder().setSettled(rules.settled());
        Optional.ofNullable(rules.resign())
                .ifPresent(rule -> message.getResignBuilder()
                        .setBelow(rule.below())
                        .setMoveCount(rule.moveCount())
                        .setFromMove(rule.fromMove())
                        .setBothAgree(rule.bothAgree()));
        Optional.ofNullable(rules.draw())
                .ifPresent(rule -> message.getDrawBuilder()
                        .setMargin(rule.margin())
                        .setMoveCount(rule.moveCount())
                        .setFromMove(rule.fromMove()));
        return message.build();
    }
}
