package dev.tengen.cli.analysis;

/** Thrown if a field of a query is invalid. */
final class QueryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String field;

    /** Creates the exception for {@code field}. The message is the answer to the client. */
    QueryException(String field, String message) {
        super(message);
        this.field = field;
    }

    String field() {
        return field;
    }
}
