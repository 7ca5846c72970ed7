package dev.tengen.gateway.http;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Right;

/**
 * What the gateway does for a client.
 *
 * @param rpc the full name of the RPC that does the same, whose row in the table of rights decides
 */
public record GatewayPermission(String rpc) {
    private static final String ENVIRONMENT = "tengen.v1.EnvironmentService/";

    /** Reads what the server offers. */
    public static final GatewayPermission SEE_SERVER = new GatewayPermission(ENVIRONMENT + "GetServerInfo");

    /** Opens a session. */
    public static final GatewayPermission CREATE = new GatewayPermission(ENVIRONMENT + "CreateSession");

    /** Starts an episode. */
    public static final GatewayPermission RESET = new GatewayPermission(ENVIRONMENT + "Reset");

    /** Plays a move. */
    public static final GatewayPermission STEP = new GatewayPermission(ENVIRONMENT + "Step");

    /** Reads the state of a session. */
    public static final GatewayPermission SEE_STATE = new GatewayPermission(ENVIRONMENT + "GetSession");

    /** Ends a session. */
    public static final GatewayPermission CLOSE = new GatewayPermission(ENVIRONMENT + "CloseSession");

    /**
     * Requires that {@code principal} has the permission. Whose sessions it may use, the sessions decide.
     *
     * @throws CallException if it has not
     */
    public void require(Principal principal) {
        if (AuthorizationTable.CONTRACT.right(rpc, principal) == Right.NEVER) {
            throw CallException.of(
                    Reason.PERMISSION_DENIED,
                    "principals with the role " + principal.role().text() + " may not call "
                            + rpc.substring(rpc.lastIndexOf('/') + 1));
        }
    }
}
