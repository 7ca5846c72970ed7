package dev.tengen.server.convert;

import dev.tengen.base.InvalidValueException;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.search.GumbelSettings;
import dev.tengen.search.PuctSettings;
import dev.tengen.search.RootExploration;
import dev.tengen.search.RootMethod;
import dev.tengen.search.Temperature;

/** Converts the parameters of searches to core types and back. */
public final class SearchSettingsConverter {
    private static final String ROOT_METHOD = "ROOT_METHOD_";
    private static final Temperature DEFAULT_MOVE_TEMPERATURE = dev.tengen.search.SelfPlaySettings.of(
                    dev.tengen.search.SearchSettings.PUCT, 1)
            .moveTemperature();

    private SearchSettingsConverter() {}

    /**
     * Returns the parameters of a search, with defaults for what {@code message} does not set.
     *
     * @throws dev.tengen.server.error.CallException if a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static dev.tengen.search.SearchSettings toCore(SearchSettings message) {
        RootMethod method = Enums.toCore(
                        "search.root_method",
                        message.getRootMethod(),
                        message.getRootMethodValue(),
                        ROOT_METHOD,
                        RootMethod.class)
                .orElse(RootMethod.PUCT);
        dev.tengen.search.SearchSettings usual = method == RootMethod.PUCT
                ? dev.tengen.search.SearchSettings.PUCT
                : dev.tengen.search.SearchSettings.GUMBEL;
        return new dev.tengen.search.SearchSettings(
                method,
                toCore(message.getPuct()),
                toCore(message.getGumbel()),
                toCore(message.getExploration()),
                Math.max(1, SpecConverter.requireWithin("leaves_per_round", message.getLeavesPerRound(), 0, 1_024)),
                message.hasIsSymmetryDrawn() ? message.getIsSymmetryDrawn() : usual.isSymmetryDrawn(),
                message.hasIsTreeReused() ? message.getIsTreeReused() : usual.isTreeReused());
    }

    private static PuctSettings toCore(dev.tengen.proto.v1.PuctSettings message) {
        PuctSettings usual = PuctSettings.DEFAULT;
        return new PuctSettings(
                message.hasInitialExploration() ? message.getInitialExploration() : usual.initialExploration(),
                message.hasExplorationBase() ? message.getExplorationBase() : usual.explorationBase(),
                message.hasFirstPlayReduction() ? message.getFirstPlayReduction() : usual.firstPlayReduction(),
                message.hasRootFirstPlayReduction()
                        ? message.getRootFirstPlayReduction()
                        : usual.rootFirstPlayReduction(),
                message.hasVirtualLoss() ? message.getVirtualLoss() : usual.virtualLoss());
    }

    private static GumbelSettings toCore(dev.tengen.proto.v1.GumbelSettings message) {
        GumbelSettings usual = GumbelSettings.DEFAULT;
        return new GumbelSettings(
                message.hasMaxConsideredActions()
                        ? SpecConverter.requireWithin(
                                "max_considered_actions", message.getMaxConsideredActions(), 1, Integer.MAX_VALUE)
                        : usual.maxConsideredActions(),
                message.hasGumbelScale() ? message.getGumbelScale() : usual.gumbelScale(),
                message.hasValueScale() ? message.getValueScale() : usual.valueScale(),
                message.hasMaxVisitOffset() ? message.getMaxVisitOffset() : usual.maxVisitOffset());
    }

    private static RootExploration toCore(dev.tengen.proto.v1.RootExploration message) {
        RootExploration usual = RootExploration.DEFAULT;
        return new RootExploration(
                message.hasNoiseFraction() ? message.getNoiseFraction() : usual.noiseFraction(),
                message.hasNoiseConcentration() ? message.getNoiseConcentration() : usual.noiseConcentration(),
                message.hasPolicyTemperature() ? toCore(message.getPolicyTemperature()) : usual.policyTemperature(),
                message.hasForcedPlayoutFactor() ? message.getForcedPlayoutFactor() : usual.forcedPlayoutFactor());
    }

    private static Temperature toCore(dev.tengen.proto.v1.Temperature message) {
        return new Temperature(
                message.getEarly(),
                message.getLate(),
                SpecConverter.requireWithin(
                        "temperature.early_move_count", message.getEarlyMoveCount(), 0, Integer.MAX_VALUE),
                message.getHalfLife());
    }

    /**
     * Returns the parameters of games with {@code search}, with defaults for what {@code message} does not set.
     *
     * @throws dev.tengen.server.error.CallException if a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    static dev.tengen.search.SelfPlaySettings toCore(SelfPlaySettings message, SearchSettings search) {
        int simulationCount =
                SpecConverter.requireWithin("simulation_count", message.getSimulationCount(), 1, Integer.MAX_VALUE);
        int fastCount = SpecConverter.requireWithin(
                "fast_simulation_count", message.getFastSimulationCount(), 0, Integer.MAX_VALUE);
        return new dev.tengen.search.SelfPlaySettings(
                toCore(search),
                simulationCount,
                fastCount == 0 ? simulationCount : fastCount,
                message.hasFullShare() ? message.getFullShare() : 1,
                message.hasMoveTemperature() ? toCore(message.getMoveTemperature()) : DEFAULT_MOVE_TEMPERATURE,
                message.hasResignThreshold() ? message.getResignThreshold() : -1,
                message.hasNoResignShare() ? message.getNoResignShare() : 0.1);
    }

    /** Returns the complete parameters of a search. */
    static SearchSettings toProto(dev.tengen.search.SearchSettings settings) {
        PuctSettings puct = settings.puct();
        GumbelSettings gumbel = settings.gumbel();
        RootExploration exploration = settings.exploration();
        return SearchSettings.newBuilder()
                .setRootMethod(Enums.toProto(settings.rootMethod(), ROOT_METHOD, dev.tengen.proto.v1.RootMethod.class))
                .setPuct(dev.tengen.proto.v1.PuctSettings.newBuilder()
                        .setInitialExploration(puct.initialExploration())
                        .setExplorationBase(puct.explorationBase())
                        .setFirstPlayReduction(puct.firstPlayReduction())
                        .setRootFirstPlayReduction(puct.rootFirstPlayReduction())
                        .setVirtualLoss(puct.virtualLoss()))
                .setGumbel(dev.tengen.proto.v1.GumbelSettings.newBuilder()
                        .setMaxConsideredActions(gumbel.maxConsideredActions())
                        .setGumbelScale(gumbel.gumbelScale())
                        .setValueScale(gumbel.valueScale())
                        .setMaxVisitOffset(gumbel.maxVisitOffset()))
                .setExploration(dev.tengen.proto.v1.RootExploration.newBuilder()
                        .setNoiseFraction(exploration.noiseFraction())
                        .setNoiseConcentration(exploration.noiseConcentration())
                        .setPolicyTemperature(toProto(exploration.policyTemperature()))
                        .setForcedPlayoutFactor(exploration.forcedPlayoutFactor()))
                .setLeavesPerRound(settings.leavesPerRound())
                .setIsSymmetryDrawn(settings.isSymmetryDrawn())
                .setIsTreeReused(settings.isTreeReused())
                .build();
    }

    private static dev.tengen.proto.v1.Temperature toProto(Temperature temperature) {
        return dev.tengen.proto.v1.Temperature.newBuilder()
                .setEarly(temperature.early())
                .setLate(temperature.late())
                .setEarlyMoveCount(temperature.earlyMoveCount())
                .setHalfLife(temperature.halfLife())
                .build();
    }

    /** Returns the complete parameters of games. */
    static SelfPlaySettings toProto(dev.tengen.search.SelfPlaySettings settings) {
        return SelfPlaySettings.newBuilder()
                .setSimulationCount(settings.simulationCount())
                .setFastSimulationCount(settings.fastSimulationCount())
                .setFullShare(settings.fullShare())
                .setMoveTemperature(toProto(settings.moveTemperature()))
                .setResignThreshold(settings.resignThreshold())
                .setNoResignShare(settings.noResignShare())
                .build();
    }
}
