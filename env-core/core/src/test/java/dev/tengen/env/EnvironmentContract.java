package dev.tengen.env;

/**
 * The contract of every environment, in this process or behind a server. Implement {@link #open} to run all its tests.
 */
public interface EnvironmentContract
        extends RewardContract,
                EndContract,
                IllegalActionContract,
                OpponentContract,
                RecordContract,
                StateContract,
                SymmetryContract,
                UndoContract {}
