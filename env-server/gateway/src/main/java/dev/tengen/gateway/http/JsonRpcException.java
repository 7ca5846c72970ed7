package dev.tengen.gateway.http;

/** A message was refused with a code of JSON-RPC 2.0. The text is for the client. */
public final class JsonRpcException extends RuntimeException {
    /** The message is not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** The message is not a request, a notification or a response. */
    public static final int INVALID_REQUEST = -32600;

    /** There is no such method. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** The parameters are missing, or not those of the method. */
    public static final int INVALID_PARAMS = -32602;

    /** The server failed. */
    public static final int INTERNAL_ERROR = -32603;

    /** The request was refused for a reason of the server, such as a limit. */
    public static final int SERVER_ERROR = -32000;

    private static final long serialVersionUID = 1L;

    private final int code;

    /** Creates an error with a code, and a text for the client. */
    public JsonRpcException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Returns the error of a text that is not JSON. */
    public static JsonRpcException notJson() {
        return new JsonRpcException(PARSE_ERROR, "Parse error: the message is not JSON");
    }

    /** Returns the error of a message that is not one of JSON-RPC. {@code problem} completes the sentence. */
    public static JsonRpcException invalidRequest(String problem) {
        return new JsonRpcException(INVALID_REQUEST, "Invalid request: " + problem);
    }

    public int code() {
        return code;
    }
}
