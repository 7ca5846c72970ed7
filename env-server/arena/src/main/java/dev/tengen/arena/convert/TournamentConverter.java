package dev.tengen.arena.convert;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.OpeningSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.BookOpenings;
import dev.tengen.proto.v1.EmptyOpening;
import dev.tengen.proto.v1.Gauntlet;
import dev.tengen.proto.v1.LadderFormat;
import dev.tengen.proto.v1.Openings;
import dev.tengen.proto.v1.RandomOpeningMoves;
import dev.tengen.proto.v1.RecordOpenings;
import dev.tengen.proto.v1.RoundRobin;
import dev.tengen.proto.v1.Sprt;
import dev.tengen.proto.v1.SprtStatus;
import dev.tengen.proto.v1.SprtVerdict;
import dev.tengen.proto.v1.Swiss;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentFormat;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.server.convert.Enums;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.Optional;

/** Converts tournaments to messages and back. */
public final class TournamentConverter {
    private static final String UNNAMED_BOOK = "book";

    private TournamentConverter() {}

    /**
     * Returns the settings in {@code message}.
     *
     * @throws InvalidValueException if a value is not allowed
     * @throws CallException if a player or the format is unknown
     */
    public static TournamentSettings settings(TournamentSpec message) {
        Grid grid = Grid.of(
                within("width", message.getWidth(), Grid.MIN_SIZE, Grid.MAX_SIZE),
                within("height", message.getHeight(), Grid.MIN_SIZE, Grid.MAX_SIZE));
        int concurrency = message.getConcurrency() == 0
                ? TournamentSettings.DEFAULT_CONCURRENCY
                : within("concurrency", message.getConcurrency(), 1, TournamentSettings.MAX_CONCURRENCY);
        return new TournamentSettings(
                message.getName(),
                message.getPlayersList().stream()
                        .map(TournamentConverter::player)
                        .toList(),
                format(message.getFormat()),
                grid,
                RulesConverter.toCore(message.getRules(), grid),
                openings(message.getOpenings()),
                message.getTimeControl().isEmpty() ? TimeControl.NONE : TimeControl.parse(message.getTimeControl()),
                allowance(message),
                message.getMaxMoves(),
                Enums.toCore(
                                "move_limit_rule",
                                message.getMoveLimitRule(),
                                message.getMoveLimitRuleValue(),
                                "MOVE_LIMIT_RULE_",
                                MoveLimitRule.class)
                        .orElse(MoveLimitRule.SCORE),
                AdjudicationConverter.toCore(message.getAdjudication()),
                concurrency,
                message.getSeed(),
                Optional.of(message.getAdjudicator()).filter(player -> !player.isEmpty()));
    }

    private static int within(String field, int uint32, int min, int max) {
        long value = Integer.toUnsignedLong(uint32);
        InvalidValueException.requireWithin(field, value, min, max);
        return uint32;
    }

    private static Duration allowance(TournamentSpec message) {
        return message.hasNetworkAllowanceMs()
                ? TournamentSettings.networkAllowance(Integer.toUnsignedLong(message.getNetworkAllowanceMs()))
                : TournamentSettings.DEFAULT_NETWORK_ALLOWANCE;
    }

    private static PlayerSettings player(ArenaPlayer message) {
        try {
            return new PlayerSettings(
                    message.getName(),
                    message.getPlayer(),
                    message.hasRating() ? (Double) message.getRating() : null,
                    message.getTimeControl().isEmpty() ? null : message.getTimeControl());
        } catch (InvalidValueException e) {
            throw e.field().equals("player") ? CallException.invalid(Reason.UNKNOWN_PLAYER, e) : e;
        }
    }

    private static FormatSettings format(TournamentFormat message) {
        return switch (message.getFormatCase()) {
            case ROUND_ROBIN ->
                new FormatSettings.RoundRobin(
                        count("pair_count", message.getRoundRobin().getPairCount(), FormatSettings.MAX_PAIR_COUNT));
            case GAUNTLET ->
                new FormatSettings.Gauntlet(
                        message.getGauntlet().getChallenger(),
                        count("pair_count", message.getGauntlet().getPairCount(), FormatSettings.MAX_PAIR_COUNT));
            case SWISS ->
                new FormatSettings.Swiss(count(
                        "meeting_count",
                        message.getSwiss().getMeetingCount(),
                        TournamentSettings.MAX_PLAYER_COUNT - 1));
            case SPRT -> new FormatSettings.Sprt(sprt(message.getSprt()));
            case LADDER, FORMAT_NOT_SET ->
                throw CallException.invalid(
                        "format", message.hasLadder() ? "ladder" : "missing", "round_robin, gauntlet, swiss or sprt");
        };
    }

    private static int count(String field, int uint32, int max) {
        return within(field, uint32, 1, max);
    }

    private static SprtSpec sprt(Sprt message) {
        return new SprtSpec(
                message.getElo0(),
                message.getElo1(),
                message.hasAlpha() ? message.getAlpha() : SprtSpec.DEFAULT_ERROR,
                message.hasBeta() ? message.getBeta() : SprtSpec.DEFAULT_ERROR,
                SprtSpec.Unit.PAIR);
    }

    private static OpeningSettings openings(Openings message) {
        return switch (message.getOpeningsCase()) {
            case EMPTY -> new OpeningSettings.Empty();
            case RANDOM ->
                new OpeningSettings.RandomMoves(count(
                        "move_count", message.getRandom().getMoveCount(), OpeningSettings.RandomMoves.MAX_MOVE_COUNT));
            case RECORDS ->
                new OpeningSettings.Records(
                        message.getRecords().getSgfList(),
                        count(
                                "move_count",
                                message.getRecords().getMoveCount(),
                                OpeningSettings.Records.MAX_MOVE_COUNT));
            case BOOK -> book(message.getBook());
            case OPENINGS_NOT_SET -> TournamentSettings.DEFAULT_OPENINGS;
        };
    }

    private static OpeningSettings.Book book(BookOpenings message) {
        int moveCount = message.getMoveCount() == 0
                ? OpeningBook.MAX_LENGTH
                : count("move_count", message.getMoveCount(), OpeningBook.MAX_LENGTH);
        return new OpeningSettings.Book(
                message.getFile().isEmpty() ? UNNAMED_BOOK : message.getFile(),
                message.getSha256().isEmpty()
                        ? OpeningSettings.Book.sha256(message.getLinesList())
                        : message.getSha256(),
                message.getLinesList(),
                moveCount);
    }

    /** Returns {@code view} as a message. */
    public static Tournament toProto(TournamentView view) {
        Tournament.Builder message = Tournament.newBuilder()
                .setSpec(toProto(view.settings()))
                .setState(Enums.toProto(view.phase(), "TOURNAMENT_STATE_", TournamentState.class))
                .setCreatedAtMs(view.createdAt().toEpochMilli())
                .setEndedGameCount(view.endedGameCount())
                .setRunningGameCount(view.runningGameCount())
                .setGameCount((int) view.gameCount().orElse(0))
                .addAllMissingAgents(view.missingAgents());
        view.sprt().ifPresent(state -> message.setSprt(toProto(state)));
        return message.build();
    }

    /** Returns {@code view} as a message without the game records or the book of its openings, which may be long. */
    public static Tournament toShortProto(TournamentView view) {
        Tournament.Builder message = toProto(view).toBuilder();
        if (message.getSpec().getOpenings().hasRecords()) {
            message.getSpecBuilder().getOpeningsBuilder().getRecordsBuilder().clearSgf();
        } else if (message.getSpec().getOpenings().hasBook()) {
            message.getSpecBuilder().getOpeningsBuilder().getBookBuilder().clearLines();
        }
        return message.build();
    }

    private static TournamentSpec toProto(TournamentSettings settings) {
        TournamentSpec.Builder message = TournamentSpec.newBuilder()
                .setName(settings.name())
                .setFormat(toProto(settings.format()))
                .setWidth(settings.grid().width())
                .setHeight(settings.grid().height())
                .setRules(GameConverter.rules(settings.rules()))
                .setOpenings(toProto(settings.openings()))
                .setTimeControl(settings.timeControl().toString())
                .setNetworkAllowanceMs((int) settings.networkAllowance().toMillis())
                .setMaxMoves(settings.maxMoves())
                .setMoveLimitRule(Enums.toProto(
                        settings.moveLimitRule(), "MOVE_LIMIT_RULE_", dev.tengen.proto.v1.MoveLimitRule.class))
                .setAdjudicator(settings.adjudicator().orElse(""))
                .setAdjudication(AdjudicationConverter.toProto(settings.adjudication()))
                .setConcurrency(settings.concurrency())
                .setSeed(settings.seed());
        for (PlayerSettings player : settings.players()) {
            ArenaPlayer.Builder named =
                    ArenaPlayer.newBuilder().setName(player.name()).setPlayer(player.player());
            Optional.ofNullable(player.rating()).ifPresent(named::setRating);
            Optional.ofNullable(player.clock()).ifPresent(named::setTimeControl);
            message.addPlayers(named);
        }
        return message.build();
    }

    private static TournamentFormat toProto(FormatSettings format) {
        TournamentFormat.Builder message = TournamentFormat.newBuilder();
        if (format instanceof FormatSettings.RoundRobin roundRobin) {
            message.setRoundRobin(RoundRobin.newBuilder().setPairCount(roundRobin.pairCount()));
        } else if (format instanceof FormatSettings.Gauntlet gauntlet) {
            message.setGauntlet(
                    Gauntlet.newBuilder().setChallenger(gauntlet.challenger()).setPairCount(gauntlet.pairCount()));
        } else if (format instanceof FormatSettings.Swiss swiss) {
            message.setSwiss(Swiss.newBuilder().setMeetingCount(swiss.meetingCount()));
        } else if (format instanceof FormatSettings.Sprt sprt) {
            message.setSprt(Sprt.newBuilder()
                    .setElo0(sprt.spec().elo0())
                    .setElo1(sprt.spec().elo1())
                    .setAlpha(sprt.spec().alpha())
                    .setBeta(sprt.spec().beta()));
        } else if (format instanceof FormatSettings.Ladder ladder) {
            message.setLadder(LadderFormat.newBuilder()
                    .setGamesEach(ladder.gamesEach())
                    .setGamesPerHour(ladder.gamesPerHour())
                    .setMaxPlayers(ladder.maxPlayers())
                    .setPlayersPerPrincipal(ladder.playersPerPrincipal()));
        }
        return message.build();
    }

    private static Openings toProto(OpeningSettings openings) {
        Openings.Builder message = Openings.newBuilder();
        if (openings instanceof OpeningSettings.Empty) {
            message.setEmpty(EmptyOpening.getDefaultInstance());
        } else if (openings instanceof OpeningSettings.RandomMoves random) {
            message.setRandom(RandomOpeningMoves.newBuilder().setMoveCount(random.moveCount()));
        } else if (openings instanceof OpeningSettings.Records records) {
            message.setRecords(
                    RecordOpenings.newBuilder().addAllSgf(records.sgf()).setMoveCount(records.moveCount()));
        } else if (openings instanceof OpeningSettings.Book book) {
            message.setBook(BookOpenings.newBuilder()
                    .setFile(book.file())
                    .setSha256(book.sha256())
                    .addAllLines(book.lines())
                    .setMoveCount(book.moveCount()));
        }
        return message.build();
    }

    private static SprtStatus toProto(SprtState state) {
        return SprtStatus.newBuilder()
                .setLogLikelihoodRatio(state.ratio())
                .setLowerBound(state.spec().lowerBound())
                .setUpperBound(state.spec().upperBound())
                .addAllPairCounts(state.counts())
                .setVerdict(Enums.toProto(state.verdict(), "SPRT_VERDICT_", SprtVerdict.class))
                .build();
    }
}
