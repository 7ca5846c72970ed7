package dev.tengen.cli.arena;

/** Shows the progress of a tournament while it runs. */
public interface RunDisplay extends AutoCloseable {
    @Override
    void close();
}
