package dev.tengen.journal;

import dev.tengen.journal.CallHistory.State;
import java.util.Optional;

/** What a session must answer: its states as a function of the calls that acted on it, in order. Immutable. */
interface SessionModel {
    /** Returns the state. */
    State state();

    /** Returns the session after an action; empty if the rules forbid it. */
    Optional<? extends SessionModel> step(int action);

    /** Returns the session after a reset. */
    SessionModel reset();
}
