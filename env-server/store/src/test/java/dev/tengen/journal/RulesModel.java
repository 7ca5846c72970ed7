package dev.tengen.journal;

import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Legality;
import java.util.Optional;

/** The model of a session by the rules of the core. The seed has no effect on states, because no player draws. */
final class RulesModel implements SessionModel {
    private final Environment environment;
    private final CallHistory.State state;

    private RulesModel(Environment environment) {
        this.environment = environment;
        state = new CallHistory.State(environment.episode(), environment.game().moveNumber(), environment.stateHash());
    }

    /** Returns a session that was just created. */
    static RulesModel of(EnvironmentSpec spec) {
        return new RulesModel(new Environment(spec, 0));
    }

    @Override
    public CallHistory.State state() {
        return state;
    }

    @Override
    public Optional<RulesModel> step(int action) {
        Environment next = environment.fork();
        return next.step(action) == Legality.LEGAL ? Optional.of(new RulesModel(next)) : Optional.empty();
    }

    @Override
    public RulesModel reset() {
        Environment next = environment.fork();
        next.reset(0);
        return new RulesModel(next);
    }
}
