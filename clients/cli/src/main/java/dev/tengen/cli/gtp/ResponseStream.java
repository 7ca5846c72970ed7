package dev.tengen.cli.gtp;

/** Where a command sends the lines of its response that come before the end. */
interface ResponseStream {
    /** Sends one line, without its end. */
    void send(String line);

    /** Returns whether another line, or the end of input, has arrived. */
    boolean isNextLineThere();

    /** Waits until another line, or the end of input, has arrived. */
    void awaitNextLine();
}
