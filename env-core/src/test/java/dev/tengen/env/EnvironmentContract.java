package dev.tengen.env;

/**
 * What every environment keeps, whether it runs in this process or behind a server: implement {@link #open} and all its
 * tests run.
 */
public interface EnvironmentContract
        extends RewardContract, EndContract, IllegalActionContract, OpponentContract, StateContract, SymmetryContract {}
