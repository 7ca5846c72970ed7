package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Something that changes and that a browser is kept up to date about. */
interface StateSource {
    /** Returns how it stands; nothing once there is nothing more to see. May take long. */
    Optional<JsonNode> state();

    /** Calls {@code changed} whenever it may stand otherwise, from any thread; returns what ends that. May take long. */
    Runnable watch(Runnable changed);
}
