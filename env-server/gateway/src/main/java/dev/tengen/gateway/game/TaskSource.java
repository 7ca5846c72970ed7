package dev.tengen.gateway.game;

import dev.tengen.gateway.game.TaskCatalog.Task;

/** The tasks of a split. */
interface TaskSource {
    /** Returns how many there are. */
    int count();

    /** Returns task {@code index}, from 0; the easiest come first. */
    Task task(int index);
}
