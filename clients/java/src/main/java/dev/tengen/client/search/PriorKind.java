package dev.tengen.client.search;

/** What the numbers of a policy are. */
public enum PriorKind {
    /** Finite logits, whose softmax over the legal actions is the policy. */
    LOGITS,
    /** Finite weights that are not negative. They need not sum up to 1; all zeros mean equal weights. */
    PROBABILITIES
}
