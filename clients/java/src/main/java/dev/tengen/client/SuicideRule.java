package dev.tengen.client;

/** Which suicides are allowed. */
public enum SuicideRule {
    /** None. */
    FORBIDDEN,
    /** Those of two stones or more. */
    MULTI_STONE,
    /** All. */
    ANY
}
