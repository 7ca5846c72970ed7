/**
 * A slow, obvious reading of the rules, and the tests that hold the core to it.
 *
 * <p>{@link dev.tengen.reference.ReferenceGame} is written from the rule text alone and shares nothing with the core
 * but the names of the rules and verdicts. Start reading there; {@code AgreementTest} plays both side by side. Nothing
 * in here is fast, and nothing in here may borrow from the code that it judges.
 */
package dev.tengen.reference;
